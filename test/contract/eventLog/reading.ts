import { expect } from 'chai';
import type { EventLog, StoredEvent } from '../../../src/events/log/eventLog.ts';
import { everythingOf, idsOf, sampleEvent, sampleEvents, streamOf } from '../../support/eventLogs.ts';
import type { Check, Fixture } from './fixture.ts';

/** Texts that a careless codec changes: escapes, numbers, keys, characters beyond the basic plane. */
const awkward: readonly unknown[] = [
  'quote " backslash \\ slash / newline \n tab \t nul \u0000 line \u2028 rest',
  'zażółć gęślą jaźń 🦉 \ud83d\ude80 e\u0301 \u00e9 \ufeff lone \ud800',
  { safe: 9007199254740991, huge: 1e21, tiny: 5e-324, third: 1 / 3, negative: -0.1 },
  JSON.parse('{"__proto__":1,"constructor":2,"b":null,"a":[[],{},"",false]}'),
];

/** Three streams of two types, appended in turns; answers all stored events in order. */
const mixed = async ({ log, stream, own }: Fixture): Promise<StoredEvent[]> => {
  for (let round = 0; round < 4; round += 1)
    for (const name of ['red-1', 'red-2', 'blue-1'])
      await log.append(stream(name), [sampleEvent({ type: 'Said' }), sampleEvent({ type: 'Heard' })], 'any');
  return everythingOf(log, { filter: own });
};

const manyEvents = async (log: EventLog, stream: string, appends: number): Promise<string[]> => {
  const batches = Array.from({ length: appends }, () => sampleEvents(100));
  for (const batch of batches) await log.append(stream, batch, 'any');
  return idsOf(batches.flat());
};

export const readingChecks: readonly Check[] = [
  {
    title: 'reads a missing stream as empty, in both directions',
    async check({ log, stream }) {
      expect(await streamOf(log, stream('missing'))).to.deep.equal([]);
      expect(await streamOf(log, stream('missing'), { direction: 'backwards' })).to.deep.equal([]);
    },
  },
  {
    title: 'reads a stream forwards from a revision up to a limit',
    async check({ log, stream }) {
      const ids = idsOf(sampleEvents(0));
      for (let index = 0; index < 6; index += 1) {
        const event = sampleEvent();
        ids.push(event.id);
        await log.append(stream('a'), [event], 'any');
        await log.append(stream('ab'), [sampleEvent()], 'any'); // a neighbour whose name begins alike
      }
      expect(idsOf(await streamOf(log, stream('a')))).to.deep.equal(ids);
      expect(idsOf(await streamOf(log, stream('a'), { from: 2 }))).to.deep.equal(ids.slice(2));
      expect(idsOf(await streamOf(log, stream('a'), { from: 1, limit: 3 }))).to.deep.equal(ids.slice(1, 4));
      expect(await streamOf(log, stream('a'), { from: 6 })).to.deep.equal([]);
    },
  },
  {
    title: 'reads a stream backwards from a revision up to a limit',
    async check({ log, stream }) {
      const events = sampleEvents(6);
      await log.append(stream('a'), events, 'no stream');
      const ids = idsOf(events).reverse();
      const backwards = { direction: 'backwards' } as const;
      expect(idsOf(await streamOf(log, stream('a'), backwards))).to.deep.equal(ids);
      expect(idsOf(await streamOf(log, stream('a'), { ...backwards, from: 3 }))).to.deep.equal(ids.slice(2));
      expect(idsOf(await streamOf(log, stream('a'), { ...backwards, limit: 1 }))).to.deep.equal(
        ids.slice(0, 1),
      );
    },
  },
  {
    title: 'gives back every event as it was appended, byte for byte',
    async check({ log, stream, own }) {
      const events = awkward.map((value) =>
        sampleEvent({
          type: 'Odd',
          data: JSON.stringify({ value }),
          metadata: JSON.stringify({ note: value }),
        }),
      );
      const { position } = await log.append(stream('a'), events, 'no stream');
      const stored = await streamOf(log, stream('a'));
      stored.forEach((event, revision) =>
        expect(event).to.deep.equal({
          ...events[revision],
          stream: stream('a'),
          revision,
          position: event.position,
        }),
      );
      expect(stored.at(-1)?.position).to.equal(position);
      expect(await everythingOf(log, { filter: own })).to.deep.equal(stored);
    },
  },
  {
    title: 'reads the whole log in the order of acknowledgment, at positions that only increase',
    async check({ log, stream, own }) {
      const acknowledged: string[] = [];
      for (let index = 0; index < 30; index += 1) {
        const event = sampleEvent();
        await log.append(stream(`s${index % 7}`), [event], 'any');
        acknowledged.push(event.id);
      }
      const stored = await everythingOf(log, { filter: own });
      expect(idsOf(stored)).to.deep.equal(acknowledged);
      stored.forEach(({ position }, index) => {
        expect(Number.isSafeInteger(position)).to.equal(true);
        if (index > 0) expect(position).to.be.above(stored[index - 1]?.position ?? NaN);
      });
    },
  },
  {
    title: 'filters the whole log by prefixes of streams, by types, and by both',
    async check(fixture) {
      const all = await mixed(fixture);
      const ids = (keep: (event: StoredEvent) => boolean) => idsOf(all.filter(keep));
      const found = async (names: readonly string[], types?: readonly string[]) =>
        idsOf(
          await everythingOf(fixture.log, {
            filter: { streamPrefixes: names.map(fixture.stream), ...(types ? { types } : {}) },
          }),
        );
      expect(all).to.have.length(24);
      expect(await found(['red-'])).to.deep.equal(ids(({ stream }) => stream.includes('red-')));
      expect(await found(['red-1', 'blue-'])).to.deep.equal(ids(({ stream }) => stream.endsWith('-1')));
      expect(await found([''], ['Heard'])).to.deep.equal(ids(({ type }) => type === 'Heard'));
      expect(await found(['blue-'], ['Said'])).to.deep.equal(
        ids(({ stream, type }) => stream.includes('blue-') && type === 'Said'),
      );
      expect(await found([''], ['Heard', 'Said'])).to.deep.equal(idsOf(all));
    },
  },
  {
    title: 'takes a prefix literally',
    async check({ log, stream }) {
      const literal = sampleEvent();
      await log.append(stream('a_%*.b'), [literal], 'no stream');
      for (const other of ['axy%z', 'A_%*.b', 'a_'])
        await log.append(stream(other), [sampleEvent()], 'no stream');
      const found = await everythingOf(log, { filter: { streamPrefixes: [stream('a_%*.')] } });
      expect(idsOf(found)).to.deep.equal([literal.id]);
    },
  },
  {
    title: 'reads the whole log after one position and up to another, up to a limit, in both directions',
    async check(fixture) {
      const all = await mixed(fixture);
      const [after, upTo] = [all[5]?.position ?? NaN, all[15]?.position ?? NaN];
      const between = idsOf(all.slice(6, 16));
      const found = async (limit?: number, direction: 'forwards' | 'backwards' = 'forwards') =>
        idsOf(
          await everythingOf(fixture.log, {
            after,
            upTo,
            filter: fixture.own,
            direction,
            ...(limit ? { limit } : {}),
          }),
        );
      expect(await found()).to.deep.equal(between);
      expect(await found(4)).to.deep.equal(between.slice(0, 4));
      expect(await found(undefined, 'backwards')).to.deep.equal(between.toReversed());
      expect(await found(4, 'backwards')).to.deep.equal(between.toReversed().slice(0, 4));
    },
  },
  {
    title: 'reads thousands of events in pages, each event once',
    async check({ log, stream, own }) {
      const ids = await manyEvents(log, stream('a'), 25);
      expect(idsOf(await streamOf(log, stream('a')))).to.deep.equal(ids);
      expect(idsOf(await streamOf(log, stream('a'), { direction: 'backwards' }))).to.deep.equal(
        ids.toReversed(),
      );
      const pages: number[] = [];
      for await (const page of log.readAll({ filter: own })) pages.push(page.length);
      expect(pages.reduce((sum, size) => sum + size, 0)).to.equal(2_500);
      expect(Math.min(...pages)).to.be.above(0);
      expect(Math.max(...pages)).to.be.below(2_500);
    },
  },
  {
    title: 'lets a reader leave after the first page',
    async check({ log, stream }) {
      const ids = await manyEvents(log, stream('a'), 15);
      for await (const page of log.readStream(stream('a'))) {
        expect(page[0]?.id).to.equal(ids[0]);
        break;
      }
      expect((await log.append(stream('a'), [sampleEvent()], 1_499)).revision).to.equal(1_500);
    },
  },
  {
    title: 'knows the position of its last event',
    async check({ log, stream, reopen }) {
      const first = await log.append(stream('a'), sampleEvents(2), 'no stream');
      expect(await log.head()).to.be.at.least(first.position);
      const second = await log.append(stream('b'), sampleEvents(2), 'no stream');
      const again = await reopen();
      expect(await again.head()).to.be.at.least(second.position);
    },
  },
];
