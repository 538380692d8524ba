import { expect } from 'chai';
import {
  AppendTooLarge,
  MAX_APPEND_BYTES,
  RevisionConflict,
  type EventLog,
  type ExpectedRevision,
} from '../../../src/events/log/eventLog.ts';
import {
  everythingOf,
  failureOf,
  idsOf,
  sampleEvent,
  sampleEvents,
  streamOf,
} from '../../support/eventLogs.ts';
import type { Check } from './fixture.ts';

/** Asserts that the append conflicts and that the error has every detail. */
const expectConflict = async (
  log: EventLog,
  stream: string,
  expected: ExpectedRevision,
  actual: number | 'no stream',
): Promise<void> => {
  const error = await failureOf(log.append(stream, [sampleEvent()], expected));
  expect(error).to.be.instanceOf(RevisionConflict);
  expect(error).to.include({ stream, expected, actual });
};

/** Appends until it has won `rounds` revisions, reading on after each conflict; counts the conflicts. */
const compete = async (log: EventLog, stream: string, ids: string[], rounds: number): Promise<number> => {
  let expected: ExpectedRevision = 'no stream';
  let conflicts = 0;
  while (ids.length < rounds) {
    const event = sampleEvent();
    try {
      expected = (await log.append(stream, [event], expected)).revision;
      ids.push(event.id);
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
      expected = error.actual;
      conflicts += 1;
    }
  }
  return conflicts;
};

export const appendingChecks: readonly Check[] = [
  {
    title: 'answers the revision and the position of the last event',
    async check({ log, stream }) {
      const first = await log.append(stream('a'), sampleEvents(3), 'no stream');
      const second = await log.append(stream('a'), [sampleEvent()], 2);
      expect([first.revision, second.revision]).to.deep.equal([2, 3]);
      const stored = await streamOf(log, stream('a'));
      expect([first.position, second.position]).to.deep.equal([stored[2]?.position, stored[3]?.position]);
    },
  },
  {
    title: 'takes an append to a stream that must not exist only while it does not',
    async check({ log, stream }) {
      await log.append(stream('a'), sampleEvents(2), 'no stream');
      await expectConflict(log, stream('a'), 'no stream', 1);
      expect(await streamOf(log, stream('a'))).to.have.length(2);
    },
  },
  {
    title: 'refuses a revision that the stream has passed or not reached, and names the actual one',
    async check({ log, stream }) {
      await log.append(stream('a'), sampleEvents(3), 'no stream');
      await expectConflict(log, stream('a'), 1, 2);
      await expectConflict(log, stream('a'), 7, 2);
      await expectConflict(log, stream('missing'), 0, 'no stream');
      expect(await streamOf(log, stream('a'))).to.have.length(3);
      expect(await streamOf(log, stream('missing'))).to.deep.equal([]);
    },
  },
  {
    title: 'takes an append at any revision, on a stream that is there and on one that is not',
    async check({ log, stream }) {
      const first = await log.append(stream('a'), [sampleEvent()], 'any');
      const second = await log.append(stream('a'), sampleEvents(2), 'any');
      expect([first.revision, second.revision]).to.deep.equal([0, 2]);
    },
  },
  {
    title: 'stores the events of one append side by side, or none of them',
    async check({ log, stream, own }) {
      const batches = Array.from({ length: 20 }, () => sampleEvents(5));
      const answers = await Promise.allSettled(
        batches.map((batch, index) => log.append(stream(`s${index % 10}`), batch, 'no stream')),
      );
      const won = batches.filter((_, index) => answers[index]?.status === 'fulfilled');
      expect(won).to.have.length(10);
      const stored = idsOf(await everythingOf(log, { filter: own }));
      const chunks = Array.from({ length: stored.length / 5 }, (_, index) =>
        stored.slice(index * 5, index * 5 + 5),
      );
      expect(chunks).to.have.deep.members(won.map(idsOf));
    },
  },
  {
    title: 'fails one of many appends made together without failing the others',
    async check({ log, stream }) {
      await log.append(stream('taken'), [sampleEvent()], 'no stream');
      const answers = await Promise.allSettled(
        ['a', 'taken', 'b', 'taken', 'c'].map((name) =>
          log.append(stream(name), [sampleEvent()], 'no stream'),
        ),
      );
      expect(answers.map(({ status }) => status)).to.deep.equal(
        ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'], // each its own answer
      );
      expect(await streamOf(log, stream('taken'))).to.have.length(1);
    },
  },
  {
    title: 'lets exactly one of two writers on two handles win each revision',
    async check({ log, stream, openAnother }) {
      const other = await openAnother();
      const [mine, theirs]: [string[], string[]] = [[], []];
      const conflicts = await Promise.all([
        compete(log, stream('a'), mine, 40),
        compete(other, stream('a'), theirs, 40),
      ]);
      expect(conflicts[0] + conflicts[1], 'conflicts').to.be.above(0);
      const stored = await streamOf(log, stream('a'));
      expect(idsOf(stored)).to.have.members([...mine, ...theirs]);
      expect(stored.map(({ revision }) => revision)).to.deep.equal(stored.map((_, index) => index));
    },
  },
  {
    title: 'gives one of 16 appends at one revision the place and the others the conflict',
    async check({ log, stream, openAnother }) {
      const other = await openAnother();
      await log.append(stream('a'), [sampleEvent()], 'no stream');
      const answers = await Promise.allSettled(
        Array.from({ length: 16 }, (_, index) =>
          (index % 2 ? log : other).append(stream('a'), [sampleEvent()], 0),
        ),
      );
      const refusals = answers.flatMap((answer) =>
        answer.status === 'rejected' ? [answer.reason as unknown] : [],
      );
      expect(refusals).to.have.length(15);
      for (const refusal of refusals)
        expect(refusal).to.be.instanceOf(RevisionConflict).that.includes({ expected: 0, actual: 1 });
      expect(await streamOf(log, stream('a'))).to.have.length(2);
    },
  },
  {
    title: 'takes an append of the largest size and refuses a larger one',
    async check({ log, stream }) {
      const overhead = Buffer.byteLength('""') + Buffer.byteLength('{}');
      const largest = sampleEvent({
        data: JSON.stringify('x'.repeat(MAX_APPEND_BYTES - overhead)),
        metadata: '{}',
      });
      const larger = sampleEvents(2, {
        data: JSON.stringify('é'.repeat(MAX_APPEND_BYTES / 4)),
        metadata: '{}',
      });
      await log.append(stream('a'), [largest], 'no stream');
      expect(await failureOf(log.append(stream('a'), larger, 0))).to.be.instanceOf(AppendTooLarge);
      expect(idsOf(await streamOf(log, stream('a')))).to.deep.equal([largest.id]);
    },
  },
  {
    title: 'refuses an append without events',
    async check({ log, stream }) {
      expect(await failureOf(log.append(stream('a'), [], 'no stream'))).to.be.instanceOf(Error);
      expect(await streamOf(log, stream('a'))).to.deep.equal([]);
    },
  },
  {
    title: 'has every acknowledged append after a restart, once',
    async check({ log, stream, reopen, own }) {
      const events = sampleEvents(64);
      const answers = await Promise.all(
        events.map((event, index) => log.append(stream(`s${index}`), [event], 'no stream')),
      );
      const again = await reopen();
      const stored = await everythingOf(again, { filter: own });
      expect(idsOf(stored)).to.have.members(idsOf(events));
      expect(stored.map(({ position }) => position)).to.have.members(answers.map(({ position }) => position));
      expect((await again.append(stream('s0'), [sampleEvent()], 0)).revision).to.equal(1);
    },
  },
];
