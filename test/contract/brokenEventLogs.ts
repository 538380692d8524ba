/** Engines that break one promise each, around an engine that keeps them all: the contract has to notice. */
import { RefusedRight } from '../../src/base/errors.ts';
import {
  LogUnavailable,
  RevisionConflict,
  type Appended,
  type EventLog,
  type EventToAppend,
  type StoredEvent,
} from '../../src/events/log/eventLog.ts';
import { everythingOf, streamOf } from '../support/eventLogs.ts';
import type { EngineUnderTest } from './eventLog.ts';

/** Changes one log into a broken one; `state` is shared by all handles of one opened engine. */
type Breakage = (log: EventLog, state: Lost) => EventLog;

/** Events that were acknowledged and never stored. */
interface Lost {
  readonly unsaved: { readonly stream: string; readonly events: readonly EventToAppend[] }[];
}

/** The log with some of its methods replaced. */
const replacing = (log: EventLog, methods: Partial<EventLog>): EventLog => ({
  append: (...args) => log.append(...args),
  truncate: (...args) => log.truncate(...args),
  readStream: (...args) => log.readStream(...args),
  readAll: (...args) => log.readAll(...args),
  nextPage: (after) => log.nextPage(after),
  watchAppends: (ring) => log.watchAppends(ring),
  head: () => log.head(),
  close: () => log.close(),
  ...methods,
});

/** The wrapping alone, which breaks nothing. */
export const untouched: Breakage = (log) => replacing(log, {});

/** Loses the first event of each page but the first one that a tail reads. */
const losingAtTheSeam: Breakage = (log) => {
  let isFirst = true;
  return replacing(log, {
    async nextPage(after) {
      const page = await log.nextPage(after);
      if (page.events.length === 0) return page;
      const events = isFirst ? page.events : page.events.slice(1);
      isFirst = false;
      return { ...page, events };
    },
  });
};

const ignoringTheRevision: Breakage = (log) =>
  replacing(log, { append: (stream, events) => log.append(stream, events, 'any') });

/** Compares the revision with what it read a moment ago: another writer slips in between. */
const checkingTooEarly: Breakage = (log) =>
  replacing(log, {
    async append(stream, events, expected) {
      const last = (await streamOf(log, stream, { direction: 'backwards', limit: 1 }))[0];
      const actual = last?.revision ?? 'no stream';
      if (expected !== 'any' && expected !== actual) throw new RevisionConflict(stream, expected, actual);
      return log.append(stream, events, 'any');
    },
  });

const forgettingRetries: Breakage = (log) =>
  replacing(log, {
    async append(stream, events, expected) {
      const last = (await streamOf(log, stream, { direction: 'backwards', limit: 1 }))[0];
      const actual = last?.revision ?? 'no stream';
      if (expected !== 'any' && expected !== actual) throw new RevisionConflict(stream, expected, actual);
      return log.append(stream, events, expected);
    },
  });

/** Answers the first append of each stream out of memory: a restart loses it. */
const acknowledgingEarly: Breakage = (log, { unsaved }) =>
  replacing(log, {
    async append(stream, events, expected): Promise<Appended> {
      if (expected !== 'no stream') return log.append(stream, events, expected);
      unsaved.push({ stream, events });
      return { revision: events.length - 1, position: ((await log.head()) ?? 0) + unsaved.length };
    },
  });

/** Appends the events one by one: a conflict in the middle leaves half a batch. */
const splittingBatches: Breakage = (log) =>
  replacing(log, {
    async append(stream, events, expected) {
      const results: Appended[] = [];
      for (const event of events)
        results.push(await log.append(stream, [event], results.at(-1)?.revision ?? expected));
      return results.at(-1) ?? log.append(stream, [], expected);
    },
  });

const startingOver: Breakage = (log) =>
  replacing(log, { readAll: ({ after: _, ...options } = {}) => log.readAll(options) });

/** Reads on with the event at the position, which is known. */
const readingInclusively: Breakage = (log) =>
  replacing(log, {
    readAll: ({ after, ...options } = {}) =>
      log.readAll({ ...options, ...(typeof after === 'number' && { after: after - 1 }) }),
  });

/** Reads exclusively from a position as some engines resume: the first event behind it is taken for the known one. */
const skippingOne: Breakage = (log) =>
  replacing(log, {
    async *readAll(options = {}) {
      let skip = (options.after ?? null) !== null;
      for await (const page of log.readAll(options)) {
        yield skip ? page.slice(1) : page;
        skip = false;
      }
    },
  });

/** Reports a position as scanned that events to come will have. */
const reportingTooFar: Breakage = (log) =>
  replacing(log, { head: async () => ((await log.head()) ?? 0) + 100 });

/** Has nothing more once it was read to the end. */
const neverRinging: Breakage = (log) =>
  replacing(log, {
    watchAppends: () => ({ isArmed: true, arm() {}, disarm() {}, stop() {} }),
    nextPage: async (after) => ({ events: [], scanned: after, atEnd: true }),
  });

const rewritingJson: Breakage = (log) => {
  const rewrite = (event: StoredEvent): StoredEvent => ({ ...event, data: event.data.normalize('NFC') });
  return replacing(log, {
    async *readStream(...args) {
      for await (const page of log.readStream(...args)) yield page.map(rewrite);
    },
  });
};

const readingEverythingAtOnce: Breakage = (log) =>
  replacing(log, {
    async *readAll(options) {
      yield await everythingOf(log, options);
    },
  });

const keepingEverything: Breakage = (log) => replacing(log, { truncate: async () => {} });

const truncatingTooFar: Breakage = (log) =>
  replacing(log, { truncate: (stream, before) => log.truncate(stream, before + 1) });

const countingNothing: Breakage = (log) =>
  replacing(log, { readAll: ({ foreign: _, ...options } = {}) => log.readAll(options) });

const hidingRefusals: Breakage = (log) =>
  replacing(log, {
    append: (...args) =>
      log.append(...args).catch((error: unknown) => {
        throw error instanceof RefusedRight ? new LogUnavailable('later') : error;
      }),
  });

const readingNothing: Breakage = (log) =>
  replacing(log, {
    nextPage: (after) => log.nextPage(after).catch(() => ({ events: [], scanned: after, atEnd: true })),
  });

/** A broken engine, and the checks of which each must fail on it. */
interface BrokenEngine {
  readonly fault: string;
  readonly caughtBy: readonly string[];
  readonly breakage: Breakage;
}

const seam = 'delivers without a gap or a repeat at the seam, while events are appended';
const startsAfter = 'starts after the position that it is given';
const resumes = 'resumes after a restart from the last position that was handled';
const looked = 'reports how far it has looked while nothing matches, so that a resumption skips that part';

const truncatedStream =
  'gives a truncated stream from its first event on, in both directions, and other streams whole';

export const brokenEngines: readonly BrokenEngine[] = [
  {
    fault: 'loses an event at the seam',
    caughtBy: [seam],
    breakage: losingAtTheSeam,
  },
  {
    fault: 'gives the known event again',
    caughtBy: [startsAfter, resumes],
    breakage: readingInclusively,
  },
  {
    fault: 'ignores the expected revision',
    caughtBy: [
      'takes an append to a stream that must not exist only while it does not',
      'refuses a revision that the stream has passed or not reached, and names the actual one',
      'lets exactly one of two writers on two handles win each revision',
    ],
    breakage: ignoringTheRevision,
  },
  {
    fault: 'checks the revision before it writes, not while',
    caughtBy: ['gives one of 16 appends at one revision the place and the others the conflict'],
    breakage: checkingTooEarly,
  },
  {
    fault: 'does not know a retry',
    caughtBy: [
      'answers the same events at the same revision as the first time and stores them once',
      'knows a retry after a restart',
    ],
    breakage: forgettingRetries,
  },
  {
    fault: 'acknowledges before it stores',
    caughtBy: ['has every acknowledged append after a restart, once'],
    breakage: acknowledgingEarly,
  },
  {
    fault: 'stores a batch one event at a time',
    caughtBy: ['refuses a batch that begins with known events and goes on with new ones'],
    breakage: splittingBatches,
  },
  { fault: 'loses the checkpoint and starts over', caughtBy: [startsAfter, resumes], breakage: startingOver },
  { fault: 'skips an event after the checkpoint', caughtBy: [startsAfter, resumes], breakage: skippingOne },
  { fault: 'reports more as scanned than it has', caughtBy: [looked], breakage: reportingTooFar },
  {
    fault: 'never tells of what comes',
    caughtBy: ['delivers what is there, says that it has caught up, then delivers what comes'],
    breakage: neverRinging,
  },
  {
    fault: 'changes the bytes of an event',
    caughtBy: ['gives back every event as it was appended, byte for byte'],
    breakage: rewritingJson,
  },
  {
    fault: 'reads everything in one page',
    caughtBy: ['reads thousands of events in pages, each event once'],
    breakage: readingEverythingAtOnce,
  },
  {
    fault: 'keeps what it is to let go of',
    caughtBy: [
      truncatedStream,
      'knows after a restart what was truncated, and at which revision and position it goes on',
    ],
    breakage: keepingEverything,
  },
  { fault: 'lets go of more than it may', caughtBy: [truncatedStream], breakage: truncatingTooFar },
];

const sharedEmpty = 'is empty while all that the server holds is of others, and counts that';
const sharedReads = 'gives its own events and nothing else, read in both directions and followed';
const refusedAppends =
  'says once that it may not append to a stream, which stores nothing and leaves the others alone';
const refusedReads = 'says that it may not read everything, and reads on where it was once it may';

/** Of an engine whose server holds more than the log. */
export const brokenSharers: readonly BrokenEngine[] = [
  { fault: 'counts nothing of others', caughtBy: [sharedEmpty, sharedReads], breakage: countingNothing },
  { fault: 'takes a refusal for an outage', caughtBy: [refusedAppends], breakage: hidingRefusals },
  { fault: 'finds nothing where it may not read', caughtBy: [refusedReads], breakage: readingNothing },
];

/** The engine with one promise broken on every handle. */
export const broken = (engine: EngineUnderTest, breakage: Breakage): EngineUnderTest => ({
  async open() {
    const opened = await engine.open();
    const state: Lost = { unsaved: [] };
    return {
      ...opened,
      log: breakage(opened.log, state),
      openAnother: async () => breakage(await opened.openAnother(), state),
      reopen: async () => breakage(await opened.reopen(), state),
    };
  },
});
