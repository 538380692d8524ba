import { expect } from 'chai';
import { Misconfigured } from '../../../src/base/errors.ts';
import { ForeignEvents } from '../../../src/events/log/eventLog.ts';
import { everythingOf, failureOf, idsOf, sampleEvent, sampleEvents } from '../../support/eventLogs.ts';
import type { Check, Fixture, SharedServer } from './fixture.ts';

const requireSharedServer = ({ sharedServer }: Fixture): SharedServer => {
  if (sharedServer) return sharedServer;
  throw new Error('This engine has a server of its own.');
};

export const sharedServerChecks: readonly Check[] = [
  {
    title: 'is empty while all that the server holds is of others, and counts that',
    async check(fixture) {
      const left = requireSharedServer(fixture).leaveForeignEvents();
      const foreign = new ForeignEvents();
      expect(await fixture.log.head()).to.equal(null);
      expect(await everythingOf(fixture.log, { foreign })).to.deep.equal([]);
      expect(foreign.count).to.equal(left);
      expect(await fixture.log.nextPage(null)).to.deep.include({ events: [], atEnd: true });
    },
  },
  {
    title: 'gives its own events and nothing else, read in both directions and followed',
    async check(fixture) {
      const { log, stream } = fixture;
      const { leaveForeignEvents } = requireSharedServer(fixture);
      const recorder = fixture.follow();
      const ids: string[] = [];
      let [left, last] = [0, 0];
      for (let round = 0; round < 3; round += 1) {
        left += leaveForeignEvents();
        const events = sampleEvents(3);
        ids.push(...idsOf(events));
        last = (await log.append(stream('a'), events, 'any')).position;
      }
      left += leaveForeignEvents();
      const foreign = new ForeignEvents();
      expect(await log.head()).to.equal(last);
      expect(idsOf(await everythingOf(log, { foreign }))).to.deep.equal(ids);
      expect(foreign.count).to.equal(left);
      await everythingOf(log, { foreign });
      expect(foreign.count, 'counted once').to.equal(left);
      const newest = await everythingOf(log, { direction: 'backwards', limit: 2 });
      expect(idsOf(newest)).to.deep.equal(ids.slice(-2).reverse());
      await recorder.untilId(ids.at(-1) as string);
      expect(recorder.ids).to.deep.equal(ids);
      await recorder.stop();
    },
  },
  {
    title: 'says once that it may not append to a stream, which stores nothing and leaves the others alone',
    async check(fixture) {
      const { log, stream, own } = fixture;
      const { deny, rights } = requireSharedServer(fixture);
      const reports: string[] = [];
      rights.onRefused = (sentence) => reports.push(sentence);
      rights.onGranted = (request) => reports.push(`granted: ${request}`);
      const append = (name: string) => log.append(stream(name), [sampleEvent()], 'any');
      await append('a');
      const allow = deny(`append ${stream('a')}`);
      for (let time = 0; time < 2; time += 1)
        expect(await failureOf(append('a'))).to.be.instanceOf(Misconfigured);
      await append('b');
      expect(reports).to.deep.equal(rights.sentences({ ofAll: false }));
      expect(reports).to.have.lengthOf(1);
      expect(reports[0]).to.include(`no right to append to ${stream('a')}`);
      expect(await everythingOf(log, { filter: own })).to.have.lengthOf(2);
      allow();
      await append('a');
      expect(reports[1]).to.equal(`granted: append to ${stream('a')}`);
      expect(rights.sentences({ ofAll: false })).to.deep.equal([]);
    },
  },
  {
    title: 'says that it may not read everything, and reads on where it was once it may',
    async check(fixture) {
      const { log, stream } = fixture;
      const { deny, rights } = requireSharedServer(fixture);
      const recorder = fixture.follow();
      const before = sampleEvent();
      await log.append(stream('a'), [before], 'any');
      await recorder.untilId(before.id);
      const allow = deny('read $all');
      expect(await failureOf(log.nextPage(null))).to.be.instanceOf(Misconfigured);
      expect(rights.sentences({ ofAll: true })).to.have.lengthOf(1);
      const meanwhile = sampleEvent();
      await log.append(stream('a'), [meanwhile], 'any');
      allow();
      await recorder.untilId(meanwhile.id);
      expect(recorder.ids).to.deep.equal([before.id, meanwhile.id]);
      expect((await log.nextPage(null)).events).to.have.lengthOf(2);
      expect(rights.sentences({ ofAll: true })).to.deep.equal([]);
      await recorder.stop();
    },
  },
];
