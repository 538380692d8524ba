import { expect } from 'chai';
import type { OrganizationId } from '../../../src/ids.ts';
import { TouchedDocuments } from '../../../src/projections/running/journal.ts';

const ACME = 1 as OrganizationId;
const OTHER = 2 as OrganizationId;

const key = (id: number, organizationId = ACME, collection = 'users') => ({ collection, organizationId, id });

describe('the journal of touched documents', () => {
  const journalWith = (...ids: readonly number[]) => {
    const journal = new TouchedDocuments();
    const { mark } = journal.since('users', ACME);
    journal.note(ids.map((id) => key(id)));
    return { journal, mark };
  };

  it('calls everything touched to who asks first', () => {
    expect(new TouchedDocuments().since('users', ACME).ids).to.equal('all');
  });

  it('names each document that was touched since the mark, once', () => {
    const { journal, mark } = journalWith(3, 1, 3);
    const touched = journal.since('users', ACME, mark);
    expect([...(touched.ids as ReadonlySet<number>)]).to.deep.equal([1, 3]);
    expect(journal.since('users', ACME, touched.mark).ids).to.have.property('size', 0);
  });

  it('tells several readers what each of them has missed', () => {
    const { journal, mark: early } = journalWith(1);
    const { mark: late } = journal.since('users', ACME, early);
    journal.note([key(2)]);
    expect(journal.since('users', ACME, early).ids).to.deep.equal(new Set([1, 2]));
    expect(journal.since('users', ACME, late).ids).to.deep.equal(new Set([2]));
  });

  it('keeps organizations and collections apart', () => {
    const { journal, mark } = journalWith();
    journal.note([key(1, OTHER), key(2, ACME, 'channels')]);
    expect(journal.since('users', ACME, mark).ids).to.have.property('size', 0);
  });

  it('calls everything touched where more has happened than it remembers, and after a rebuild', () => {
    const crowd = Array.from({ length: 1001 }, (_, id) => id);
    const { journal, mark } = journalWith(...crowd);
    expect(journal.since('users', ACME, mark).ids).to.equal('all');
    expect(new TouchedDocuments().since('users', ACME, mark).ids).to.equal('all');
  });

  it('remembers a thousand documents', () => {
    const { journal, mark } = journalWith(...Array.from({ length: 1000 }, (_, id) => id));
    expect(journal.since('users', ACME, mark).ids).to.have.property('size', 1000);
  });
});
