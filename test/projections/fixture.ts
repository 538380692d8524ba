/** A log and read models in a temporary folder, with a few sentences to fill and follow them. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/base/clock.ts';
import { newEvent } from '../../src/events/catalog.ts';
import type { DomainEvent } from '../../src/events/define.ts';
import type { Appended, EventLog, EventToAppend } from '../../src/events/log/eventLog.ts';
import { openSqliteEventLog } from '../../src/events/log/sqlite/log.ts';
import { openTail } from '../../src/events/log/tail.ts';
import type { WriteLogLine } from '../../src/base/logger.ts';
import {
  type ChannelId,
  type MessageId,
  type OrganizationId,
  organizationStream,
  type UserId,
} from '../../src/base/ids.ts';
import { collectionDigest } from '../../src/projections/running/verify.ts';
import {
  type Projections,
  type ProjectionsOptions,
  startProjections,
} from '../../src/projections/running/runner.ts';
import type { ReadModels } from '../../src/projections/store/readModels.ts';
import { openSqliteReadModels } from '../../src/projections/store/sqlite/readModels.ts';
import { type Views, createViews } from '../../src/projections/running/views.ts';
import { projections } from './sample.ts';

export const acme = 1 as OrganizationId;
export const globex = 2 as OrganizationId;

/** The threads in which events become documents. */
export const FOLDINGS = ['here', 'in a thread'] as const;
type Folding = (typeof FOLDINGS)[number];

/** The module from which threads load the projections of the sample. */
export const SAMPLE_MODULE = new URL('./sample.ts', import.meta.url).href;

/** Messages of the runner, for tests that look at them. */
class HeardLogger {
  readonly heard: string[] = [];
  readonly info: WriteLogLine = ({ event }, sentence) => void this.heard.push(`${event}: ${sentence}`);
  readonly warn = this.info;
  readonly error = this.info;
}

const recorded = ({ type, data }: DomainEvent, organizationId: number): EventToAppend => ({
  id: randomUUID(),
  type,
  data: JSON.stringify(data),
  metadata: JSON.stringify({ version: 1, organization: organizationId, time: 1_767_225_600_000 }),
});

export class Fixture {
  readonly folder = mkdtempSync(join(tmpdir(), 'hansard-projections-'));
  readonly logger = new HeardLogger();
  readonly log: EventLog;
  readModels!: ReadModels;
  #running: Projections | undefined;

  private constructor() {
    let step = 0;
    this.log = openSqliteEventLog({
      folder: this.folder,
      clock: systemClock,
      nextPosition: (last) => last + 1 + (step++ % 3),
    });
  }

  /** `folding` in the thread of the engine is what a server under load does. */
  static async open(folding: Folding = 'here'): Promise<Fixture> {
    const fixture = new Fixture();
    const inThread = folding === 'in a thread' && { commitsInThread: true, module: SAMPLE_MODULE };
    fixture.readModels = await openSqliteReadModels({ folder: fixture.folder, ...inThread });
    return fixture;
  }

  /** The first event of a real log. */
  createLog(logId = 'log-1'): Promise<Appended> {
    return this.log.append(
      'server',
      [recorded(newEvent('LogCreated', { logId, minimumReaderVersion: 1 }), 0)],
      'any',
    );
  }

  async start(options: Partial<ProjectionsOptions> = {}): Promise<Projections> {
    return (this.#running = await this.startBeside(options));
  }

  /** Projections of a node of its own on the same log and read models; whoever starts them stops them. */
  async startBeside(options: Partial<ProjectionsOptions> = {}): Promise<Projections> {
    const { log, readModels, logger } = this;
    const tail = await openTail({ log, clock: systemClock });
    return startProjections({ log, tail, readModels, logger, projections, clock: systemClock, ...options });
  }

  /** Starts and waits until everything in the log is in the views. */
  async started(options: Partial<ProjectionsOptions> = {}): Promise<{ running: Projections; views: Views }> {
    const running = await this.start(options);
    await running.caughtUp();
    return { running, views: createViews(running) };
  }

  /** Sends the texts, in one append. */
  send(organizationId: OrganizationId, ...texts: readonly string[]): Promise<Appended> {
    return this.append(
      organizationId,
      texts.map((text, index) => message(text, 1 + (index % 3))),
    );
  }

  append(organizationId: OrganizationId, events: readonly DomainEvent[]): Promise<Appended> {
    const toAppend = events.map((event) => recorded(event, organizationId));
    return this.log.append(organizationStream(organizationId), toAppend, 'any');
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = undefined;
  }

  /** A digest of what is served, by collection. */
  async digests(readModels = this.readModels): Promise<Record<string, string>> {
    const served = await readModels.served();
    const entries = projections.flatMap((projection) =>
      Object.keys(projection.collections).map(async (collection) => {
        const name = served[projection.name];
        if (!name) throw new Error(`${projection.name} is not served.`);
        const generation = await readModels.open(name, projection.collections);
        return [collection, await collectionDigest(generation, collection)] as const;
      }),
    );
    return Object.fromEntries(await Promise.all(entries));
  }

  /** The digests that a clean build of the whole log has. */
  async cleanDigests(): Promise<Record<string, string>> {
    const folder = mkdtempSync(join(tmpdir(), 'hansard-clean-'));
    const readModels = await openSqliteReadModels({ folder });
    const clean = await startProjections({
      ...this.#quiet(),
      readModels,
      tail: await openTail(this.#quiet()),
    });
    await clean.caughtUp();
    await clean.stop();
    const digests = await this.digests(readModels);
    await readModels.close();
    rmSync(folder, { recursive: true });
    return digests;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.readModels.close();
    await this.log.close();
    rmSync(this.folder, { recursive: true });
  }

  #quiet() {
    return { log: this.log, logger: new HeardLogger(), projections, clock: systemClock };
  }
}

export const message = (content: string, senderId = 1): DomainEvent =>
  newEvent('MessageSent', {
    senderId: senderId as UserId,
    channelId: 1 as ChannelId,
    topic: 'greetings',
    content,
    rendererVersion: 0,
    readBySender: true,
  });

const reaction = (messageId: number) => ({
  messageId: messageId as MessageId,
  userId: 1 as UserId,
  emojiName: 'tada',
  emojiCode: '1f389',
  reactionType: 'unicode_emoji' as const,
});

export const reactionAdded = (messageId: number): DomainEvent =>
  newEvent('ReactionAdded', reaction(messageId));
export const reactionRemoved = (messageId: number): DomainEvent =>
  newEvent('ReactionRemoved', reaction(messageId));
