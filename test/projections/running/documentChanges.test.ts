import { expect } from 'chai';
import type { OrganizationId } from '../../../src/base/ids.ts';
import { DocumentChanges } from '../../../src/projections/running/documentChanges.ts';

const ACME = 1 as OrganizationId;
const OTHER = 2 as OrganizationId;

const key = (id: number, organizationId = ACME, collection = 'users') => ({ collection, organizationId, id });

describe('the record of touched documents', () => {
  const documentsTouched = (...ids: readonly number[]) => {
    const documents = new DocumentChanges();
    const { mark } = documents.since('users', ACME);
    documents.note(ids.map((id) => key(id)));
    return { documents, mark };
  };

  it('calls everything touched to who asks first', () => {
    expect(new DocumentChanges().since('users', ACME).ids).to.equal('all');
  });

  it('names each document that was touched since the mark, once', () => {
    const { documents, mark } = documentsTouched(3, 1, 3);
    const touched = documents.since('users', ACME, mark);
    expect([...(touched.ids as ReadonlySet<number>)]).to.deep.equal([1, 3]);
    expect(documents.since('users', ACME, touched.mark).ids).to.have.property('size', 0);
  });

  it('tells several readers what each of them has missed', () => {
    const { documents, mark: early } = documentsTouched(1);
    const { mark: late } = documents.since('users', ACME, early);
    documents.note([key(2)]);
    expect(documents.since('users', ACME, early).ids).to.deep.equal(new Set([1, 2]));
    expect(documents.since('users', ACME, late).ids).to.deep.equal(new Set([2]));
  });

  it('keeps organizations and collections apart', () => {
    const { documents, mark } = documentsTouched();
    documents.note([key(1, OTHER), key(2, ACME, 'channels')]);
    expect(documents.since('users', ACME, mark).ids).to.have.property('size', 0);
  });

  it('calls everything touched where more has happened than it remembers, and after a rebuild', () => {
    const crowd = Array.from({ length: 1001 }, (_, id) => id);
    const { documents, mark } = documentsTouched(...crowd);
    expect(documents.since('users', ACME, mark).ids).to.equal('all');
    expect(new DocumentChanges().since('users', ACME, mark).ids).to.equal('all');
  });

  it('remembers a thousand documents', () => {
    const { documents, mark } = documentsTouched(...Array.from({ length: 1000 }, (_, id) => id));
    expect(documents.since('users', ACME, mark).ids).to.have.property('size', 1000);
  });
});
