import { expect } from 'chai';
import { OutcomeUnknown, RevisionConflict } from '../../../src/events/log/eventLog.ts';
import { failureOf, idsOf, sampleEvent, sampleEvents, streamOf } from '../../support/eventLogs.ts';
import type { Check } from './fixture.ts';

export const retryingChecks: readonly Check[] = [
  {
    title: 'answers the same events at the same revision as the first time and stores them once',
    async check({ log, stream }) {
      const [opening, next] = [sampleEvents(2), sampleEvents(3)];
      const answers = [
        await log.append(stream('a'), opening, 'no stream'),
        await log.append(stream('a'), opening, 'no stream'),
        await log.append(stream('a'), next, 1),
        await log.append(stream('a'), next, 1),
      ];
      expect(answers[1]).to.deep.equal(answers[0]);
      expect(answers[3]).to.deep.equal(answers[2]);
      expect(idsOf(await streamOf(log, stream('a')))).to.deep.equal(idsOf([...opening, ...next]));
    },
  },
  {
    title: 'answers a retry as the first time when others have appended since',
    async check({ log, stream }) {
      const [opening, next] = [sampleEvents(2), sampleEvents(2)];
      const first = await log.append(stream('a'), opening, 'no stream');
      const second = await log.append(stream('a'), next, 1);
      await log.append(stream('a'), sampleEvents(4), 3);
      expect(await log.append(stream('a'), opening, 'no stream')).to.deep.equal(first);
      expect(await log.append(stream('a'), next, 1)).to.deep.equal(second);
      expect(await streamOf(log, stream('a'))).to.have.length(8);
    },
  },
  {
    title: 'counts the beginning of an earlier batch as that batch',
    async check({ log, stream }) {
      const batch = sampleEvents(3);
      await log.append(stream('a'), batch, 'no stream');
      const answer = await log.append(stream('a'), batch.slice(0, 2), 'no stream');
      const stored = await streamOf(log, stream('a'));
      expect(answer).to.deep.equal({ revision: 1, position: stored[1]?.position });
      expect(stored).to.have.length(3);
    },
  },
  {
    title: 'refuses a batch that begins with known events and goes on with new ones',
    async check({ log, stream }) {
      const known = sampleEvent();
      await log.append(stream('a'), [known], 'no stream');
      const error = await failureOf(log.append(stream('a'), [known, sampleEvent()], 'no stream'));
      expect(error).to.be.instanceOf(RevisionConflict).that.includes({ expected: 'no stream', actual: 0 });
      expect(await streamOf(log, stream('a'))).to.have.length(1);
    },
  },
  {
    title: 'refuses known events at another revision than the first time',
    async check({ log, stream }) {
      const events = sampleEvents(2);
      await log.append(stream('a'), events, 'no stream');
      await log.append(stream('a'), sampleEvents(2), 1);
      const error = await failureOf(log.append(stream('a'), events, 0));
      expect(error).to.be.instanceOf(RevisionConflict).that.includes({ expected: 0, actual: 3 });
      expect(await streamOf(log, stream('a'))).to.have.length(4);
    },
  },
  {
    title:
      'stores one append that is made eight times at once, once, and may answer the others only when asked again',
    async check({ log, stream, openAnother }) {
      const other = await openAnother();
      const events = sampleEvents(2);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, (_, index) =>
          (index % 2 ? log : other).append(stream('a'), events, 'no stream'),
        ),
      );
      const answer = await log.append(stream('a'), events, 'no stream');
      for (const outcome of outcomes)
        if (outcome.status === 'fulfilled') expect(outcome.value).to.deep.equal(answer);
        else expect(outcome.reason).to.be.instanceOf(OutcomeUnknown);
      expect(outcomes.map(({ status }) => status)).to.include('fulfilled');
      expect(idsOf(await streamOf(log, stream('a')))).to.deep.equal(idsOf(events));
    },
  },
  {
    title: 'knows a retry after a restart',
    async check({ log, stream, reopen }) {
      const events = sampleEvents(2);
      await log.append(stream('a'), [sampleEvent()], 'no stream');
      const first = await log.append(stream('a'), events, 0);
      const again = await reopen();
      expect(await again.append(stream('a'), events, 0)).to.deep.equal(first);
      expect(await streamOf(again, stream('a'))).to.have.length(3);
    },
  },
];
