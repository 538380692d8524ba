import { expect } from 'chai';
import type { EventLog, Position } from '../../../src/events/log/eventLog.ts';
import { idsOf, sampleEvent, sampleEvents } from '../../support/eventLogs.ts';
import type { Check, Fixture } from './fixture.ts';

/** Appends one event after the other to a stream; answers their IDs and the position of each. */
const appendInTurn = async (log: EventLog, stream: string, count: number) => {
  const appended: { id: string; position: Position }[] = [];
  for (let index = 0; index < count; index += 1) {
    const event = sampleEvent();
    const { position } = await log.append(stream, [event], 'any');
    appended.push({ id: event.id, position });
  }
  return appended;
};

/** One round at the seam: a follower starts amid appends and has to deliver all of them once, in order. */
const crossTheSeam = async ({ log, stream, prefix, follow }: Fixture, round: number): Promise<void> => {
  const name = stream(`seam${round}-a`);
  const before = await appendInTurn(log, name, round % 5);
  const during = appendInTurn(log, name, 25);
  const recorder = follow({ filter: { streamPrefixes: [`${prefix}seam${round}-`] } });
  const after = [...(await during), ...(await appendInTurn(log, name, 2))];
  await recorder.untilId(after.at(-1)?.id ?? '');
  await recorder.stop();
  expect(recorder.ids, `round ${round}`).to.deep.equal(idsOf([...before, ...after]));
};

/** A promise and the function that resolves it. */
const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
};

export const followingChecks: readonly Check[] = [
  {
    title: 'delivers what is there, says that it has caught up, then delivers what comes',
    async check({ log, stream, follow }) {
      const past = await appendInTurn(log, stream('a'), 5);
      const recorder = follow();
      await recorder.untilCaughtUp();
      expect(recorder.ids).to.deep.equal(idsOf(past));
      const live = await appendInTurn(log, stream('b'), 5);
      await recorder.untilId(live.at(-1)?.id ?? '');
      await recorder.stop();
      expect(recorder.ids).to.deep.equal(idsOf([...past, ...live]));
      expect(recorder.events[0]).to.include({
        stream: stream('a'),
        revision: 0,
        position: past[0]?.position,
      });
      expect(recorder.failure).to.equal(undefined);
    },
  },
  {
    title: 'delivers without a gap or a repeat at the seam, while events are appended',
    async check(fixture) {
      for (let round = 0; round < 25; round += 1) await crossTheSeam(fixture, round);
    },
  },
  {
    title: 'delivers many old events and a burst of new ones in log order, each once',
    async check({ log, stream, follow }) {
      const old = Array.from({ length: 20 }, () => sampleEvents(100));
      for (const batch of old) await log.append(stream('old'), batch, 'any');
      const recorder = follow();
      const burst = sampleEvents(256);
      await Promise.all(burst.map((event, index) => log.append(stream(`new${index}`), [event], 'no stream')));
      const last = (await appendInTurn(log, stream('last'), 1))[0];
      await recorder.untilId(last?.id ?? '');
      await recorder.stop();
      expect(recorder.ids.slice(0, 2_000)).to.deep.equal(idsOf(old.flat()));
      expect(recorder.ids.slice(2_000, -1)).to.have.members(idsOf(burst));
      const positions = recorder.events.map(({ position }) => position);
      expect(positions).to.deep.equal(positions.toSorted((one, other) => one - other));
    },
  },
  {
    title: 'starts after the position that it is given',
    async check({ log, stream, follow }) {
      const appended = await appendInTurn(log, stream('a'), 6);
      const recorder = follow({ after: appended[2]?.position ?? null });
      await recorder.untilId(appended[5]?.id ?? '');
      expect(recorder.ids).to.deep.equal(idsOf(appended.slice(3)));
      const atHead = follow({ after: appended[5]?.position ?? null });
      await atHead.untilCaughtUp();
      const [next] = await appendInTurn(log, stream('a'), 1);
      await Promise.all([recorder.untilId(next?.id ?? ''), atHead.untilId(next?.id ?? '')]);
      expect(atHead.ids).to.deep.equal([next?.id]);
      await Promise.all([recorder.stop(), atHead.stop()]);
    },
  },
  {
    title: 'delivers only the streams and types that were asked for',
    async check({ log, stream, follow }) {
      const filter = { streamPrefixes: [stream('red-')], types: ['Said'] };
      const recorder = follow({ filter });
      const expectedIds: string[] = [];
      for (let round = 0; round < 6; round += 1) {
        const saidEvent = sampleEvent({ type: 'Said' });
        await log.append(stream('red-1'), [sampleEvent({ type: 'Heard' }), saidEvent], 'any');
        await log.append(stream('blue-1'), [sampleEvent({ type: 'Said' })], 'any');
        expectedIds.push(saidEvent.id);
      }
      await recorder.untilId(expectedIds.at(-1) ?? '');
      await recorder.stop();
      expect(recorder.ids).to.deep.equal(expectedIds);
    },
  },
  {
    title: 'reports how far it has looked while nothing matches, so that a resumption skips that part',
    async check({ log, stream, follow }) {
      const filter = { streamPrefixes: [stream('wanted-')] };
      const [first] = await appendInTurn(log, stream('wanted-1'), 1);
      const start = first?.position ?? NaN;
      for (let index = 0; index < 30; index += 1) await log.append(stream('other'), sampleEvents(100), 'any');
      const recorder = follow({ after: start, filter });
      await recorder.until('a checkpoint', ({ checkpoints }) => checkpoints.length > 0);
      await recorder.untilCaughtUp();
      await recorder.stop();
      const checkpoint = recorder.checkpoints.at(-1) ?? NaN;
      expect(checkpoint).to.be.above(start);
      expect(recorder.checkpoints).to.deep.equal(recorder.checkpoints.toSorted((one, other) => one - other));
      expect(recorder.ids).to.deep.equal([]);
      const [second] = await appendInTurn(log, stream('wanted-1'), 1);
      expect(second?.position).to.be.above(checkpoint);
      const resumed = follow({ after: checkpoint, filter });
      await resumed.untilId(second?.id ?? '');
      await resumed.stop();
      expect(resumed.ids).to.deep.equal([second?.id]);
    },
  },
  {
    title: 'never gives a second batch before the first has been handled',
    async check({ log, stream, follow }) {
      let [handling, most] = [0, 0];
      const recorder = follow({
        async onEvents() {
          most = Math.max(most, (handling += 1));
          for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
          handling -= 1;
        },
      });
      for (let index = 0; index < 10; index += 1) await log.append(stream('bulk'), sampleEvents(150), 'any');
      const appended = await appendInTurn(log, stream('a'), 60);
      await recorder.untilId(appended.at(-1)?.id ?? '');
      await recorder.stop();
      expect(most).to.equal(1);
      expect(recorder.events).to.have.length(1_560);
      expect(recorder.ids.slice(1_500)).to.deep.equal(idsOf(appended));
    },
  },
  {
    title: 'hands a slow reader batches of bounded size, however much has gathered',
    async check({ log, stream, follow }) {
      const { open, opened } = gate();
      const recorder = follow({ onEvents: () => opened });
      await appendInTurn(log, stream('a'), 1);
      const big = () => sampleEvents(8, { data: JSON.stringify('x'.repeat(100_000)) });
      for (let index = 0; index < 10; index += 1) await log.append(stream('big'), big(), 'any');
      const [last] = await appendInTurn(log, stream('a'), 1);
      open();
      await recorder.untilId(last?.id ?? '');
      await recorder.stop();
      const bytes = recorder.batches.map((batch) => batch.reduce((sum, { data }) => sum + data.length, 0));
      expect(recorder.events).to.have.length(82);
      expect(Math.max(...bytes)).to.be.below(4_000_000);
    },
  },
  {
    title: 'stops after the batch in hand, and resumes after it without a gap or a repeat',
    async check({ log, stream, follow }) {
      const appended = await appendInTurn(log, stream('a'), 10);
      const { open, opened } = gate();
      let settled = false;
      const first = follow({ onEvents: () => opened.then(() => void (settled = true)) });
      await first.until('the first batch', ({ batches }) => batches.length === 1);
      const stopping = first.stop();
      appended.push(...(await appendInTurn(log, stream('a'), 5)));
      expect(settled).to.equal(false);
      open();
      await stopping;
      expect(settled).to.equal(true);
      const after = first.events.at(-1)?.position ?? null;
      appended.push(...(await appendInTurn(log, stream('a'), 5)));
      const second = follow({ after });
      await second.untilId(appended.at(-1)?.id ?? '');
      await second.stop();
      expect([...first.ids, ...second.ids]).to.deep.equal(idsOf(appended));
      expect(first.batches).to.have.length(1);
    },
  },
  {
    title: 'resumes after a restart from the last position that was handled',
    async check({ log, stream, follow, reopen }) {
      const appended = await appendInTurn(log, stream('a'), 8);
      const first = follow();
      await first.untilId(appended.at(-1)?.id ?? '');
      await first.stop();
      const again = await reopen();
      appended.push(...(await appendInTurn(again, stream('a'), 4)));
      const second = follow({ after: first.events.at(-1)?.position ?? null }, again);
      await second.untilId(appended.at(-1)?.id ?? '');
      await second.stop();
      expect([...first.ids, ...second.ids]).to.deep.equal(idsOf(appended));
    },
  },
  {
    title: 'ends with the error of a handler that fails, and delivers nothing after it',
    async check({ log, stream, follow }) {
      const error = new Error('cannot be applied');
      const recorder = follow({ onEvents: () => Promise.reject(error) });
      const witness = follow();
      await appendInTurn(log, stream('a'), 1);
      await recorder.until('the failure', ({ failure }) => failure !== undefined);
      const later = await appendInTurn(log, stream('a'), 3);
      await witness.untilId(later.at(-1)?.id ?? '');
      expect(recorder.failure).to.equal(error);
      expect(recorder.batches).to.have.length(1);
      await Promise.all([recorder.stop(), witness.stop()]);
    },
  },
  {
    title: 'tells a follower on one handle what is appended through another',
    async check({ log, stream, follow, openAnother }) {
      const other = await openAnother();
      const [here, there] = [follow(), follow({}, other)];
      await Promise.all([here.untilCaughtUp(), there.untilCaughtUp()]);
      const appended = [
        ...(await appendInTurn(log, stream('a'), 3)),
        ...(await appendInTurn(other, stream('a'), 3)),
      ];
      const last = appended.at(-1)?.id ?? '';
      await Promise.all([here.untilId(last), there.untilId(last)]);
      expect([here.ids, there.ids]).to.deep.equal([idsOf(appended), idsOf(appended)]);
      await Promise.all([here.stop(), there.stop()]);
    },
  },
];
