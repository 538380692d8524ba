import { expect } from 'chai';
import {
  deleteExport,
  fileNameOf,
  finishExport,
  removeFile,
  removeUnusedFiles,
  requestExport,
  UNUSED_FILE_MS,
  urlNameOf,
} from '../../../src/commands/organization/files.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { FileId } from '../../../src/events/files.ts';
import type { ExportId } from '../../../src/events/organizations.ts';
import { PEOPLE, town } from '../../live/fixture.ts';
import { example } from '../../support/examples.ts';
import { eventsOrRefusal } from '../eventsOrRefusal.ts';

const { owner, member } = PEOPLE;
const refused = (message: string, code = 'BAD_REQUEST') => ({ refused: code, message });

describe('The name of an uploaded file', () => {
  const names: readonly (readonly [given: string, name: string, urlName: string])[] = [
    ['logo.png', 'logo.png', 'logo.png'],
    ['/etc/passwd', 'passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini', 'boot.ini'],
    ['../../../x', 'x', 'x'],
    ['..', 'file', 'file'],
    ['', 'file', 'file'],
    ['.htaccess', '.htaccess', 'htaccess'],
    ['a\r\nSet-Cookie: b=c', 'aSet-Cookie: b=c', 'aSet-Cookie-b-c'],
    ['photo\u202Egnp.exe', 'photognp.exe', 'photognp.exe'],
    ['n\u0000ul.txt', 'nul.txt', 'nul.txt'],
    ['Größe 1"<b>.txt', 'Größe 1"<b>.txt', 'Größe-1-b-.txt'],
    ['привет мир.txt', 'привет мир.txt', 'привет-мир.txt'],
    ['a..b', 'a..b', 'a.b'],
    ['\ud800.txt', '.txt', 'txt'],
  ];
  for (const [given, name, urlName] of names)
    it(`is ${JSON.stringify(name)} for ${JSON.stringify(given)}`, () => {
      expect([fileNameOf(given), urlNameOf(name)]).to.deep.equal([name, urlName]);
    });

  it('has 120 characters at most, and keeps its ending', () => {
    expect(fileNameOf('a'.repeat(120))).to.equal('a'.repeat(120));
    expect(fileNameOf(`${'a'.repeat(120)}.png`)).to.equal(`${'a'.repeat(116)}.png`);
  });
});

describe('an uploaded file', () => {
  const uploaded = (fileId: number, ownerId: number = member) => example.fileUploaded({ fileId, ownerId });

  it('is removed by whose it is', () => {
    const remove = (actor: number, fileId = 1) =>
      eventsOrRefusal(town(uploaded(1)), removeFile, { fileId: fileId as FileId }, actor);
    expect(remove(member)).to.deep.equal([example.fileRemoved({ ownerId: member })]);
    expect(remove(owner)).to.deep.equal(refused('Invalid attachment'));
    expect(remove(member, 9)).to.deep.equal(refused('Invalid attachment'));
  });

  it('goes once no message has shown it for four weeks, 200 at a time', () => {
    const state = town(...Array.from({ length: 201 }, (_, index) => uploaded(index + 1)));
    const removed = (later: number) => {
      const events = eventsOrRefusal(state, removeUnusedFiles, undefined, null, state.time + later);
      return Array.isArray(events) ? events.map(({ data }) => (data as { reason: string }).reason) : events;
    };
    expect(removed(UNUSED_FILE_MS - 300_000)).to.deep.equal([]);
    expect(removed(UNUSED_FILE_MS)).to.deep.equal(Array.from({ length: 200 }, () => 'unused'));
    expect(removed(UNUSED_FILE_MS)).to.deep.equal(['unused']);
  });
});

describe('a data export', () => {
  const WEEK = 7 * 24 * 60 * 60_000;
  const exportId = 1 as ExportId;
  const requested = (count: number) =>
    Array.from({ length: count }, (_, index) => example.exportRequested({ exportId: index + 1 }));
  const request = (actor: number, before: readonly DomainEvent[] = [], later = 0) => {
    const state = town(...before);
    const input = { exportType: 'public' } as const;
    return eventsOrRefusal(state, requestExport, input, actor, state.time + later);
  };

  it('is requested by administrators, five times a week', () => {
    expect(request(owner)).to.deep.equal([example.exportRequested({ requestedBy: owner })]);
    expect(request(member)).to.have.property('refused', 'UNAUTHORIZED_PRINCIPAL');
    expect(request(owner, requested(4))).to.have.length(1);
    expect(request(owner, requested(5))).to.deep.equal(refused('Exceeded rate limit.'));
    expect(request(owner, requested(5), WEEK)).to.have.length(1);
  });

  it('is finished once, under a key that nobody can guess', () => {
    const archive = { exportId, digest: 'd'.repeat(64), size: 1_000 };
    const finish = (...before: readonly DomainEvent[]) =>
      eventsOrRefusal(town(...before), finishExport, archive, null);
    const [finished] = finish(...requested(1)) as readonly DomainEvent[];
    expect(finished).to.have.property('type', 'ExportFinished');
    expect(finished?.data)
      .to.deep.include(archive)
      .and.to.have.property('key')
      .that.matches(/^[0-9a-f]{40}$/);
    expect(finish()).to.deep.equal([]);
    expect(finish(...requested(1), example.exportFinished())).to.deep.equal([]);
    const deleted = [...requested(1), example.exportFinished(), example.exportDeleted()];
    expect(finish(...deleted)).to.deep.equal([]);
  });

  it('is deleted by administrators once it is finished, and once', () => {
    const remove = (actor: number, ...before: readonly DomainEvent[]) =>
      eventsOrRefusal(town(...before), deleteExport, { exportId }, actor);
    const finished = [...requested(1), example.exportFinished()];
    expect(remove(owner, ...finished)).to.deep.equal([example.exportDeleted()]);
    expect(remove(member, ...finished)).to.have.property('refused', 'UNAUTHORIZED_PRINCIPAL');
    expect(remove(owner)).to.deep.equal(refused('Invalid data export ID'));
    expect(remove(owner, ...requested(1))).to.deep.equal(refused('Export still in progress'));
    expect(remove(owner, ...finished, example.exportDeleted())).to.deep.equal(
      refused('Export already deleted'),
    );
  });
});
