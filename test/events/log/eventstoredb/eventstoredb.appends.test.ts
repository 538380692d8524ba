import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { pause, systemClock } from '../../../../src/base/clock.ts';
import { AppendTooLarge, LogUnavailable, OutcomeUnknown } from '../../../../src/events/log/eventLog.ts';
import type { EventLog, EventToAppend, ExpectedRevision } from '../../../../src/events/log/eventLog.ts';
import { openEventStoreDbLog } from '../../../../src/events/log/eventstoredb/log.ts';
import type { EventStoreDbOptions } from '../../../../src/events/log/eventstoredb/log.ts';
import {
  everythingOf,
  failureOf,
  idsOf,
  sampleEvent,
  sampleEvents,
  streamOf,
} from '../../../support/eventLogs.ts';
import { startEventStoreDb } from '../../../support/eventstoredb/server.ts';
import type { EventStoreDbStandIn } from '../../../support/eventstoredb/server.ts';
import { undisturbed } from '../../../support/undisturbed.ts';

const SERVE = fileURLToPath(new URL('../../../support/eventstoredb/serve.ts', import.meta.url));

/** Rejections that nobody handled: each would end the server, but mocha lets them pass. */
const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);
before(() => void process.prependListener('unhandledRejection', note));
after(() => void process.off('unhandledRejection', note));

const expectNoneUnhandled = async (): Promise<void> => {
  await pause(systemClock, 50);
  expect(unhandled.splice(0)).to.deep.equal([]);
};

for (const batchAppend of [true, false])
  describe(`EventStoreDB appends, ${batchAppend ? 'batched' : 'one per call'}`, () => {
    let server: EventStoreDbStandIn;
    let log: EventLog;

    const open = async (options: Partial<EventStoreDbOptions> = {}): Promise<void> => {
      log = await openEventStoreDbLog({ url: server.url, clock: systemClock, ...options });
    };

    beforeEach(async () => {
      server = await startEventStoreDb({ batchAppend });
    });

    afterEach(async () => {
      server.session.releaseAppends();
      await log.close();
      server.kill();
      await expectNoneUnhandled();
    });

    /** Sends again under the same IDs, as a lane does: of two identical appends in flight the server answers one. */
    const appended = async (...append: Parameters<EventLog['append']>): ReturnType<EventLog['append']> => {
      for (;;)
        try {
          return await log.append(...append);
        } catch (error) {
          if (!(error instanceof OutcomeUnknown)) throw error;
        }
    };

    for (const hold of ['before storing', 'after storing'] as const)
      it(`stores once what timed out ${hold} and was retried with the same IDs`, async () => {
        await open({ appendDeadline: 300 });
        await log.append('a', [sampleEvent()], 'no stream');
        const events = sampleEvents(3);
        server.session.holdAppends(hold);
        expect(await failureOf(log.append('a', events, 0))).to.be.instanceOf(OutcomeUnknown);
        server.session.releaseAppends();
        expect((await appended('a', events, 0)).revision).to.equal(3);
        expect(idsOf(await streamOf(log, 'a')).slice(1)).to.deep.equal(idsOf(events));
      });

    it('answers within five seconds when the server has frozen, and goes on when it thaws', async () => {
      await open();
      await log.append('a', [sampleEvent()], 'no stream');
      server.session.freeze();
      const started = undisturbed();
      const event = sampleEvent();
      const failures = await Promise.all([
        failureOf(log.append('a', [event], 0)),
        failureOf(log.head()),
        failureOf(streamOf(log, 'a')),
        failureOf(everythingOf(log)),
      ]);
      expect(undisturbed() - started).to.be.below(5_000);
      expect(failures[0]).to.be.instanceOf(OutcomeUnknown);
      for (const failure of failures.slice(1)) expect(failure).to.be.instanceOf(LogUnavailable);
      server.session.thaw();
      expect((await appended('a', [event], 0)).revision).to.equal(1);
      expect(await streamOf(log, 'a')).to.have.length(2);
    });

    it('answers within five seconds when the server was frozen before the first append', async () => {
      await open();
      server.session.freeze();
      const started = undisturbed();
      expect(await failureOf(log.append('a', [sampleEvent()], 'no stream'))).to.be.instanceOf(OutcomeUnknown);
      expect(undisturbed() - started).to.be.below(5_000);
      server.session.thaw();
      expect((await log.append('b', [sampleEvent()], 'no stream')).revision).to.equal(0);
    });

    it('stores each of 64 appends once, though the server died with them under way and some were stored', async () => {
      await open();
      await log.append('warm', [sampleEvent()], 'no stream');
      server.session.holdAppends('alternately');
      const appends = Array.from({ length: 64 }, (_, index) => ({
        stream: `s${index}`,
        event: sampleEvent(),
      }));
      const attempt = () =>
        Promise.allSettled(appends.map(({ stream, event }) => log.append(stream, [event], 'no stream')));
      const first = attempt();
      while (server.session.appendsReceived < 16) await new Promise(setImmediate);
      const storedBefore = server.store.records.length;
      server.kill();
      const errors = (await first).map((outcome) =>
        outcome.status === 'rejected' ? outcome.reason.name : '',
      );
      expect(new Set(errors)).to.deep.equal(new Set(['OutcomeUnknown', 'LogUnavailable']));
      expect(storedBefore).to.be.above(2);
      await server.restart();
      let outcomes = await attempt();
      while (outcomes.some(({ status }) => status === 'rejected')) outcomes = await attempt();
      const stored = await everythingOf(log, { filter: { streamPrefixes: ['s'] } });
      expect(idsOf(stored)).to.have.members(appends.map(({ event }) => event.id));
    });

    it('says that nothing was stored while the server is down', async () => {
      await open();
      await log.append('a', [sampleEvent()], 'no stream');
      server.kill();
      await failureOf(log.append('a', [sampleEvent()], 0)); // finds the connection broken
      expect(await failureOf(log.append('a', [sampleEvent()], 0))).to.be.instanceOf(LogUnavailable);
      expect(await failureOf(log.head())).to.be.instanceOf(LogUnavailable);
    });

    it('sends nothing that is too large', async () => {
      await open();
      const event = sampleEvent({ data: JSON.stringify('x'.repeat(1_200_000)) });
      expect(await failureOf(log.append('a', [event], 'no stream'))).to.be.instanceOf(AppendTooLarge);
      expect(server.session.appendsReceived).to.equal(0);
    });

    it('sends nothing that the server or the driver would choke on', async () => {
      await open();
      const sent = (parts: Partial<EventToAppend>, stream = 'a', expected: ExpectedRevision = 'no stream') =>
        failureOf(log.append(stream, [sampleEvent(), sampleEvent(parts)], expected));
      const failures = [
        await sent({ type: '' }),
        await sent({ id: 'not-a-uuid' }),
        await sent({ data: '{"b": 1}' }),
        await sent({ data: '{"b":1,"1":2}' }),
        await sent({ metadata: '{"n":1.0}' }),
        await sent({}, '$system'),
        await sent({}, 'a', -1),
      ];
      for (const failure of failures) expect(failure).to.be.instanceOf(TypeError);
      expect(await sent({ data: 'no JSON' })).to.be.instanceOf(SyntaxError);
      expect(server.session.appendsReceived).to.equal(0);
      expect((await log.append('a', [sampleEvent()], 'no stream')).revision).to.equal(0);
    });
  });

describe('EventStoreDB appends of a process that stops answering', () => {
  it('leave no rejection without a handler when much was under way', async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', SERVE], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const log = await openEventStoreDbLog({ url: String(line).trim(), clock: systemClock });
    try {
      await log.append('a', [sampleEvent()], 'no stream');
      child.kill('SIGSTOP');
      const data = JSON.stringify('x'.repeat(100_000));
      const appends = Array.from({ length: 60 }, (_, index) =>
        log.append(`s${index}`, [sampleEvent({ data })], 'no stream'),
      );
      await pause(systemClock, 200);
      child.kill('SIGKILL');
      const outcomes = await Promise.allSettled(appends);
      expect(outcomes.every(({ status }) => status === 'rejected')).to.equal(true);
      await expectNoneUnhandled();
    } finally {
      child.kill('SIGKILL');
      await log.close();
    }
  });
});
