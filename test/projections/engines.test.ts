import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { systemClock } from '../../src/base/clock.ts';
import { eventAreas } from '../../src/events/catalog.ts';
import type { DomainEvent } from '../../src/events/define.ts';
import type { EventLog } from '../../src/events/log/eventLog.ts';
import { openSqliteEventLog } from '../../src/events/log/sqlite/log.ts';
import { openTail } from '../../src/events/log/tail.ts';
import { organizationStream, ROOT_ORGANIZATION } from '../../src/base/ids.ts';
import { createLogger } from '../../src/base/logger.ts';
import { projections } from '../../src/projections/catalog.ts';
import { CollectionDigest, collectionDigest } from '../../src/projections/running/verify.ts';
import { startProjections } from '../../src/projections/running/runner.ts';
import type { ReadModels } from '../../src/projections/store/readModels.ts';
import type { ReadModelsEngine } from '../contract/readModels.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { example, stored } from '../support/examples.ts';
import { describeMongo, mongoUrl } from '../support/mongodb/describeMongo.ts';
import { mongoReadModels, sqliteReadModels, threadedReadModels } from './store/engines.ts';

const { organizationFounded, systemGroupsCreated, userCreated, channelCreated, messageSent, ...others } =
  example;

const idempotency = { keyHash: 'key', parametersHash: 'parameters' };

/** The objects of other samples come first: message 5, which stays, and message 6, which is deleted instead of it. */
const history: readonly DomainEvent[] = [
  organizationFounded(),
  systemGroupsCreated(),
  userCreated(),
  channelCreated(),
  messageSent(),
  messageSent({ idempotency }),
  messageSent({ participantIds: [1, 2] }),
  example.messageScheduled({ scheduledMessageId: 9, idempotency }),
  ...Object.entries(others).map(([name, make]) =>
    name === 'messagesDeleted' ? example.messagesDeleted({ messageIds: [6] }) : make(),
  ),
];

/** The record of a server, from its frozen samples. */
const serverHistory = Object.entries(eventAreas.server.definitions).map(([type, { version }]) => {
  const file = new URL(`../events/samples/${type}.v${version}.json`, import.meta.url);
  const { data, metadata } = JSON.parse(readFileSync(file, 'utf8')) as { data: object; metadata: object };
  return { id: type, type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
});

async function append(log: EventLog): Promise<void> {
  await log.append('server', serverHistory, 'any');
  await log.append(organizationStream(ROOT_ORGANIZATION), stored(history), 'any');
}

/** The digest of every collection after the whole log, none of whose events may be bad. */
async function digestsOn(engine: ReadModelsEngine, log: EventLog): Promise<Record<string, string>> {
  const storage = await engine.storage();
  const readModels = await storage.open();
  try {
    const logger = createLogger('silent');
    const clock = systemClock;
    const tail = await openTail({ log, clock });
    const running = await startProjections({ log, tail, readModels, projections, logger, clock });
    await running.caughtUp();
    const health = await running.health();
    await running.stop();
    expect(health.flatMap(({ quarantined }) => quarantined)).to.deep.equal([]);
    return await digestsOf(readModels);
  } finally {
    await readModels.close();
    await storage.discard();
  }
}

async function digestsOf(readModels: ReadModels): Promise<Record<string, string>> {
  const served = await readModels.served();
  const digests: Record<string, string> = {};
  for (const { name, collections } of projections) {
    const generation = await readModels.open(served[name]!, collections);
    for (const collection of Object.keys(collections))
      digests[`${name}.${collection}`] = await collectionDigest(generation, collection);
  }
  return digests;
}

/** Streams that views show: the effects of reactors and recent presence are in none. */
const IN_VIEWS: ReadonlySet<string> = new Set(['server', 'organization']);

describe('a log of one event of every type', () => {
  let log: EventLog;
  let remove: () => Promise<void>;
  let onSqlite: Record<string, string>;

  before(async () => {
    const temporary = await temporaryFolder();
    ({ remove } = temporary);
    log = openSqliteEventLog({ folder: temporary.folder, clock: systemClock });
    await append(log);
    onSqlite = await digestsOn(sqliteReadModels, log);
  });
  after(async () => {
    await log.close();
    await remove();
  });

  it('leaves out none that a server or an organization has', () => {
    const shown = Object.values(eventAreas).filter(({ stream }) => IN_VIEWS.has(stream));
    const types = shown.flatMap(({ definitions }) => Object.keys(definitions));
    expect(new Set([...serverHistory, ...history].map(({ type }) => type))).to.deep.equal(new Set(types));
  });

  it('leaves documents in every collection', () => {
    const nothing = new CollectionDigest().text();
    const empty = Object.keys(onSqlite).filter((collection) => onSqlite[collection] === nothing);
    expect(empty).to.deep.equal([]);
  });

  it('makes the same views where another thread commits', async () => {
    expect(await digestsOn(threadedReadModels, log)).to.deep.equal(onSqlite);
  });

  describeMongo('on MongoDB', () => {
    it('makes the same views as on SQLite', async () => {
      expect(await digestsOn(mongoReadModels(mongoUrl), log)).to.deep.equal(onSqlite);
    });
  });
});
