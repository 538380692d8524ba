import { expect } from 'chai';
import { RevisionConflict } from '../../../src/events/log/eventLog.ts';
import { everythingOf, failureOf, idsOf, sampleEvents, streamOf } from '../../support/eventLogs.ts';
import type { Check, Fixture } from './fixture.ts';

/** Six events of a stream, of which those below revision 4 have been let go of, and a neighbour's two. */
const truncated = async ({ log, stream }: Fixture) => {
  const [events, others] = [sampleEvents(6), sampleEvents(2)];
  await log.append(stream('a'), events.slice(0, 3), 'no stream');
  await log.append(stream('b'), others, 'no stream');
  await log.append(stream('a'), events.slice(3), 2);
  await log.truncate(stream('a'), 4);
  return { gone: idsOf(events.slice(0, 4)), kept: idsOf(events.slice(4)), others: idsOf(others) };
};

export const truncatingChecks: readonly Check[] = [
  {
    title: 'gives a truncated stream from its first event on, in both directions, and other streams whole',
    async check(fixture) {
      const { kept, others } = await truncated(fixture);
      const { log, stream } = fixture;
      const stored = await streamOf(log, stream('a'));
      expect(idsOf(stored)).to.deep.equal(kept);
      expect(stored.map(({ revision }) => revision)).to.deep.equal([4, 5]);
      const backwards = await streamOf(log, stream('a'), { direction: 'backwards' });
      expect(idsOf(backwards)).to.deep.equal(kept.toReversed());
      expect(idsOf(await streamOf(log, stream('a'), { from: 2 }))).to.deep.equal(kept);
      expect(idsOf(await streamOf(log, stream('b')))).to.deep.equal(others);
    },
  },
  {
    title: 'goes on at the revision at which a truncated stream is, and at no other',
    async check(fixture) {
      await truncated(fixture);
      const { log, stream } = fixture;
      const error = await failureOf(log.append(stream('a'), sampleEvents(1), 3));
      expect(error).to.be.instanceOf(RevisionConflict).that.includes({ expected: 3, actual: 5 });
      const refused = await failureOf(log.append(stream('a'), sampleEvents(1), 'no stream'));
      expect(refused).to.be.instanceOf(RevisionConflict);
      const next = sampleEvents(1);
      expect((await log.append(stream('a'), next, 5)).revision).to.equal(6);
      expect((await log.append(stream('a'), next, 5)).revision).to.equal(6);
      expect(await streamOf(log, stream('a'))).to.have.length(3);
    },
  },
  {
    title: 'truncates further than before, up to the last event',
    async check(fixture) {
      const { kept } = await truncated(fixture);
      const { log, stream } = fixture;
      await log.truncate(stream('a'), 5);
      expect(idsOf(await streamOf(log, stream('a')))).to.deep.equal(kept.slice(1));
      expect((await log.append(stream('a'), sampleEvents(1), 5)).revision).to.equal(6);
    },
  },
  {
    title: 'knows after a restart what was truncated, and at which revision and position it goes on',
    async check(fixture) {
      const { gone, kept } = await truncated(fixture);
      const before = await fixture.log.head();
      await fixture.log.truncate(fixture.stream('a'), 5);
      const log = await fixture.reopen();
      const left = idsOf(await streamOf(log, fixture.stream('a')));
      expect(left).to.deep.equal(kept.slice(1));
      const { revision, position } = await log.append(fixture.stream('a'), sampleEvents(1), 5);
      expect(revision).to.equal(6);
      expect(position).to.be.above(before ?? NaN);
      expect(left).to.not.include.members(gone);
    },
  },
  {
    title: 'gives of the whole log at least what is left, in order and once, and to subscribers too',
    async check(fixture) {
      const { gone, kept, others } = await truncated(fixture);
      const { log, own } = fixture;
      const isLeft = (id: string) => !gone.includes(id);
      expect(idsOf(await everythingOf(log, { filter: own })).filter(isLeft)).to.deep.equal([
        ...others,
        ...kept,
      ]);
      const backwards = idsOf(await everythingOf(log, { filter: own, direction: 'backwards' }));
      expect(backwards.filter(isLeft)).to.deep.equal([...kept.toReversed(), ...others.toReversed()]);
      const recorder = fixture.follow();
      await recorder.untilId(kept.at(-1) ?? '');
      expect(recorder.ids.filter(isLeft)).to.deep.equal([...others, ...kept]);
      await recorder.stop();
    },
  },
  {
    title: 'delivers on to a subscription beneath which events are let go of',
    async check(fixture) {
      const { log, stream } = fixture;
      const recorder = fixture.follow();
      await recorder.untilCaughtUp();
      const { kept } = await truncated(fixture);
      await recorder.untilId(kept.at(-1) ?? '');
      const next = sampleEvents(1);
      await log.append(stream('a'), next, 5);
      await recorder.untilId(next[0]?.id ?? '');
      expect(new Set(recorder.ids).size).to.equal(recorder.ids.length);
      expect(recorder.failure).to.equal(undefined);
      await recorder.stop();
    },
  },
];
