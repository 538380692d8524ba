import { expect } from 'chai';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/base/clock.ts';
import { canonicalJson } from '../../../src/projections/running/verify.ts';
import type { DocumentId, DocumentWrite } from '../../../src/projections/store/readModels.ts';
import { openSqliteReadModels } from '../../../src/projections/store/sqlite/readModels.ts';
import { type Verification, verify } from '../../../src/projections/running/verify.ts';
import { projections, sampleProjection } from '../sample.ts';
import { acme, globex, Fixture } from '../fixture.ts';
import { Sqlite } from '../../../src/base/sqlite.ts';
import type { EventLog, ReadAllOptions } from '../../../src/events/log/eventLog.ts';

describe('verifying projections', () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await Fixture.open();
    await fixture.createLog();
    await fixture.send(acme, 'one', 'two', 'three');
    await fixture.send(globex, 'elsewhere');
    await fixture.started();
  });
  afterEach(() => fixture.close());

  const verified = async (chosen = projections, read: (options?: ReadAllOptions) => void = () => {}) => {
    const folder = mkdtempSync(join(tmpdir(), 'hansard-scratch-'));
    const scratch = await openSqliteReadModels({ folder });
    const { readModels, logger } = fixture;
    const readAll: EventLog['readAll'] = (options) => {
      read(options);
      return fixture.log.readAll(options);
    };
    const log = new Proxy(fixture.log, {
      get: (of, name) => (name === 'readAll' ? readAll : (Reflect.get(of, name) as unknown)),
    });
    const outcome: Verification[] = [];
    const stores = { log, readModels, projections: chosen, scratch };
    for await (const each of verify({ ...stores, logger, clock: systemClock })) outcome.push(each);
    await scratch.close();
    rmSync(folder, { recursive: true });
    return outcome;
  };

  /** Changes a served document as no event has. */
  const tamper = async (id: DocumentId, change: Partial<DocumentWrite>) => {
    await fixture.stop();
    const name = (await fixture.readModels.served())['sample']!;
    const generation = await fixture.readModels.open(name, sampleProjection.collections);
    const position = (await generation.checkpoint())! + 1_000;
    const write = { collection: 'messages', organizationId: acme, id, position, ...change };
    await generation.commit([write], position);
  };

  it('finds served views to be what the log says', async () => {
    const outcome = await verified();
    expect(outcome.map(({ status }) => status)).to.deep.equal(['same', 'same']);
    const [messages] = outcome[0]?.collections ?? [];
    expect(messages).to.deep.equal({
      collection: 'messages',
      documents: 4,
      digest: (await fixture.digests())['messages'],
    });
  });

  it('names a document that was removed', async () => {
    await tamper(2, {});
    const [sample] = await verified();
    expect(sample).to.include({ status: 'different', differenceCount: 1 });
    expect(sample?.differences).to.deep.equal([
      { projection: 'sample', collection: 'messages', organizationId: acme, id: 2, kind: 'removed' },
    ]);
  });

  it('names a document that was added', async () => {
    await tamper(77, { organizationId: globex, document: { text: 'never said' } });
    expect((await verified())[0]?.differences).to.deep.equal([
      { projection: 'sample', collection: 'messages', organizationId: globex, id: 77, kind: 'added' },
    ]);
  });

  it('names a document that was changed', async () => {
    await tamper(3, { document: { senderId: 3, text: 'something else', reactions: 0 } });
    expect((await verified())[0]?.differences).to.deep.equal([
      { projection: 'sample', collection: 'messages', organizationId: acme, id: 3, kind: 'changed' },
    ]);
  });

  for (const [what, statement] of [
    ['a document', `UPDATE documents_messages SET body = replace(body, '"text"', '"tExt"') WHERE id = 3`],
    ['a note', `UPDATE checkpoint SET position = 'x'`],
    ['a table', 'ALTER TABLE documents_messages RENAME COLUMN body TO bodx'],
  ] as const)
    it(`says that a view is damaged where ${what} cannot be read, and compares the others`, async () => {
      await fixture.stop();
      const file = readdirSync(join(fixture.folder, 'views')).find((name) =>
        /^sample@.*\.sqlite$/.test(name),
      )!;
      const view = new Sqlite(join(fixture.folder, 'views', file));
      view.pragma('ignore_check_constraints = 1');
      view.exec(statement);
      view.close();
      const [sample, counting] = await verified();
      expect(sample).to.include({ projection: 'sample', status: 'damaged', checkpoint: null });
      expect(sample?.fault).to.match(/is damaged/);
      expect(counting).to.include({ status: 'same' });
    });

  it('lists the first differences and counts them all', async () => {
    for (let id = 100; id < 130; id += 1) await tamper(id, { document: { text: 'never said' } });
    const [sample] = await verified();
    expect(sample?.differences).to.have.lengthOf(20);
    expect(sample?.differenceCount).to.equal(30);
  });

  it('holds while the server runs and events keep coming', async () => {
    let verifying = true;
    const outcome = verified().finally(() => (verifying = false));
    while (verifying) await fixture.send(acme, 'meanwhile', 'and more');
    expect((await outcome).map(({ differences }) => differences)).to.deep.equal([[], []]);
  });

  it('does not compare a quarantined organization', async () => {
    await fixture.stop();
    await fixture.send(acme, 'bad');
    await fixture.started();
    const [sample] = await verified();
    expect(sample).to.deep.include({ status: 'same', quarantined: [acme] });
  });

  it('of one projection reads once, and nothing but the events that it handles', async () => {
    const reads: (ReadAllOptions | undefined)[] = [];
    const outcome = await verified([sampleProjection], (options) => reads.push(options));
    expect(outcome.map(({ projection }) => projection)).to.deep.equal(['sample']);
    const types = reads.map((options) => options?.filter?.types);
    expect(types).to.deep.equal([Object.keys(sampleProjection.on)]);
  });

  it('says when a projection is not served', async () => {
    await fixture.stop();
    const ledger = new Sqlite(join(fixture.folder, 'views', 'ledger.sqlite'));
    ledger.exec("DELETE FROM served WHERE projection = 'sample'");
    ledger.close();
    expect((await verified()).map(({ status }) => status)).to.deep.equal(['not served', 'same']);
  });

  it('compares documents by content, not by the order of their keys', () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'x' })).to.equal('{"a":"x","b":[{"c":null,"d":1}]}');
  });
});
