import { expect } from 'chai';
import { NotReady, OperationFailed, OperatorError } from '../../../src/base/errors.ts';
import { ReadModelsUnavailable } from '../../../src/projections/store/readModels.ts';
import { failureOf } from '../../support/eventLogs.ts';
import { type Fault, withFaults } from '../faults.ts';
import { countingProjection, messages, sampleProjection } from '../sample.ts';
import { acme, FOLDINGS, globex, reactionAdded, reactionRemoved, Fixture } from '../fixture.ts';
import type { Projection } from '../../../src/projections/running/define.ts';
import { until } from '../../support/waiting.ts';

/** The sample with a handler that can take in everything. */
const mended: Projection = {
  ...sampleProjection,
  on: {
    ...sampleProjection.on,
    MessageSent: ({ data, revision }, views) =>
      views.put(messages, revision + 1, {
        senderId: data.senderId,
        text: String(data.content),
        reactions: 0,
      }),
  },
};

for (const folding of FOLDINGS) {
  describe(`a bad event, folding ${folding}`, () => {
    let fixture: Fixture;
    beforeEach(async () => {
      fixture = await Fixture.open(folding);
    });
    afterEach(() => fixture.close());

    it('quarantines that projection for that organization, and everything else goes on', async () => {
      const { running, views } = await fixture.started();
      await fixture.send(acme, 'before', 'bad', 'after');
      const elsewhere = await fixture.send(globex, 'elsewhere');
      await running.waitFor(['sample', 'counting'], globex, elsewhere, 5_000);
      expect(await failureOf(views.get('messages', acme, 1))).to.be.instanceOf(NotReady);
      expect(await failureOf(running.waitFor(['sample'], acme, { revision: 0 }))).to.be.instanceOf(NotReady);
      expect((await views.get('messages', globex, 1))?.document).to.include({ text: 'elsewhere' });
      expect((await views.get('counts', acme, 'messages'))?.document).to.deep.equal({ count: 3 });
    });

    it('is named in health, log and notes', async () => {
      const { running } = await fixture.started();
      await fixture.send(acme, 'before', 'bad');
      await running.waitFor(['sample'], globex, await fixture.send(globex, 'elsewhere'), 5_000);
      const [sample] = await running.health();
      expect(sample?.quarantined).to.have.lengthOf(1);
      expect(sample?.quarantined[0]).to.include({ organizationId: acme, type: 'MessageSent', revision: 1 });
      expect(sample?.quarantined[0]?.error).to.contain('the content is bad');
      expect(fixture.logger.heard.join()).to.include(
        'projection.quarantined: The view sample of organization',
      );
      const [[key, note]] = (await fixture.readModels.notes.list('quarantine/')) as [[string, object]];
      expect(key).to.equal('quarantine/sample@1.1/1');
      expect(note).to.have.all.keys(
        'organizationId',
        'stream',
        'position',
        'revision',
        'eventId',
        'type',
        'error',
        'at',
      );
    });

    it('keeps its quarantine over a restart', async () => {
      const { running } = await fixture.started();
      await fixture.send(acme, 'before', 'bad', 'after');
      await running.waitFor(['sample'], globex, await fixture.send(globex, 'elsewhere'), 5_000);
      await fixture.stop();
      const { views } = await fixture.started();
      expect(await failureOf(views.find('messages', acme))).to.be.instanceOf(NotReady);
    });

    it('does not take what comes before it along when the batch is lost', async () => {
      let failing = true;
      const fault = () => (failing ? 'before' : undefined);
      const readModels = withFaults(fixture.readModels, { commit: fault, read: () => false });
      const { running } = await fixture.started({ readModels });
      await fixture.send(acme, 'before', 'bad');
      await until(async () => (await running.health())[0]?.state === 'unavailable');
      await fixture.stop();
      failing = false;
      const repaired = await fixture.started();
      expect(await repaired.running.skip('sample', acme, 'a test message')).to.equal(true);
      expect((await repaired.views.get('messages', acme, 1))?.document).to.include({ text: 'before' });
    });

    it('is none that was taken in by a try which was said to have failed', async () => {
      let fault: Fault;
      const readModels = withFaults(fixture.readModels, { commit: () => fault, read: () => false });
      const { running } = await fixture.started({ readModels });
      const { revision } = await fixture.send(acme, 'seen and gone', 'stays');
      await running.waitFor(['sample'], acme, { revision }, 5_000);
      fault = 'after';
      await fixture.append(acme, [reactionAdded(1), reactionRemoved(1)]);
      await until(async () => (await running.health())[0]?.state === 'unavailable');
      fault = undefined;
      const later = await fixture.send(acme, 'later');
      await running.waitFor(['sample'], acme, later, 5_000);
      expect((await running.health())[0]?.quarantined).to.deep.equal([]);
      expect(await fixture.digests()).to.deep.equal(await fixture.cleanDigests());
    });

    it('is known to a node that finds it set aside by another one', async () => {
      const { running } = await fixture.started();
      const other = await fixture.startBeside();
      await fixture.send(acme, 'before', 'bad', 'after');
      const elsewhere = await fixture.send(globex, 'elsewhere');
      for (const node of [running, other]) {
        await node.waitFor(['sample'], globex, elsewhere, 5_000);
        expect((await node.health())[0]?.quarantined).to.have.lengthOf(1);
      }
      await other.stop();
    });

    it('is the only bad one, also where a replay was said to have failed', async () => {
      let fault: Fault;
      const readModels = withFaults(fixture.readModels, { commit: () => fault, read: () => false });
      const { running, views } = await fixture.started({ readModels });
      const { revision } = await fixture.send(acme, 'seen and gone', 'stays');
      await running.waitFor(['sample'], acme, { revision }, 5_000);
      await fixture.send(acme, 'bad');
      await fixture.append(acme, [reactionAdded(1), reactionRemoved(1)]);
      await running.waitFor(['sample'], globex, await fixture.send(globex, 'elsewhere'), 5_000);
      fault = 'after';
      expect(await failureOf(running.skip('sample', acme, 'a test'))).to.be.instanceOf(ReadModelsUnavailable);
      fault = undefined;
      expect(await running.retry('sample', acme)).to.equal(true);
      expect((await views.find('messages', acme)).map(({ id }) => id)).to.deep.equal([2]);
      const digests = await fixture.digests();
      await running.rebuild('sample');
      expect(await fixture.digests()).to.deep.equal(digests);
    });

    it('is not passed by what was said before the next one, where that could not be stored', async () => {
      let fault: Fault;
      const readModels = withFaults(fixture.readModels, { commit: () => fault, read: () => false });
      const { running, views } = await fixture.started({ readModels });
      await fixture.send(acme, 'bad', 'between', 'bad', 'after');
      await running.waitFor(['sample'], globex, await fixture.send(globex, 'elsewhere'), 5_000);
      fault = 'before';
      expect(await failureOf(running.skip('sample', acme, 'first'))).to.be.instanceOf(ReadModelsUnavailable);
      fault = undefined;
      expect(await running.retry('sample', acme)).to.equal(false);
      expect(await running.skip('sample', acme, 'second')).to.equal(true);
      expect((await views.find('messages', acme)).map(({ id }) => id)).to.deep.equal([2, 4]);
    });

    it('is taken back by all nodes where one of them is told to, and nothing is lost meanwhile', async () => {
      const { running } = await fixture.started({ delay: 10 });
      const other = await fixture.startBeside();
      await fixture.send(acme, 'seen and gone', 'bad');
      await fixture.append(acme, [reactionAdded(1), reactionRemoved(1)]);
      const elsewhere = await fixture.send(globex, 'elsewhere');
      for (const node of [running, other]) await node.waitFor(['sample'], globex, elsewhere, 5_000);
      expect(await running.skip('sample', acme, 'a test')).to.equal(true);
      for (let n = 0; n < 20; n += 1) await fixture.send(n % 2 ? acme : globex, `text ${n}`);
      const last = await fixture.send(acme, 'last');
      for (const node of [running, other]) {
        await until(() => node.hasApplied('sample', acme, last));
        expect((await node.health())[0]?.quarantined).to.deep.equal([]);
      }
      expect(await failureOf(other.retry('sample', acme))).to.be.instanceOf(OperatorError);
      await other.stop();
      const digests = await fixture.digests();
      await running.rebuild('sample');
      expect(await fixture.digests()).to.deep.equal(digests);
    });

    it('is replayed by retry, with all that came after it', async () => {
      const { running } = await fixture.started();
      await fixture.send(acme, 'before', 'bad', 'after');
      await running.waitFor(['sample'], globex, await fixture.send(globex, 'elsewhere'), 5_000);
      await fixture.stop();
      const repaired = await fixture.started({ projections: [mended, countingProjection] });
      expect(await repaired.running.retry('sample', acme)).to.equal(true);
      const texts = (await repaired.views.find('messages', acme)).map(({ document }) => document['text']);
      expect(texts).to.deep.equal(['before', 'bad', 'after']);
      expect(await fixture.readModels.notes.list('quarantine/')).to.deep.equal([]);
      const { revision } = await fixture.send(acme, 'later');
      await repaired.running.waitFor(['sample'], acme, { revision }, 5_000);
    });

    it('stays quarantined by a retry that fails again, at the event that is bad now', async () => {
      const { running, views } = await fixture.started();
      await fixture.send(acme, 'bad', 'good', 'bad');
      await running.waitFor(['sample'], globex, await fixture.send(globex, 'elsewhere'), 5_000);
      expect(await running.retry('sample', acme)).to.equal(false);
      expect((await running.health())[0]?.quarantined[0]?.revision).to.equal(0);
      expect(await running.skip('sample', acme, 'first')).to.equal(false);
      expect((await running.health())[0]?.quarantined[0]?.revision).to.equal(2);
      expect(await running.skip('sample', acme, 'second')).to.equal(true);
      expect((await views.find('messages', acme)).map(({ id }) => id)).to.deep.equal([2]);
    });

    it('is left out for good once skipped, on record with the reason', async () => {
      const { running } = await fixture.started();
      await fixture.send(acme, 'before', 'bad', 'after');
      await running.waitFor(['sample'], globex, await fixture.send(globex, 'elsewhere'), 5_000);
      expect(await running.skip('sample', acme, 'sent by a broken bot')).to.equal(true);
      const [[, note]] = (await fixture.readModels.notes.list('skip/sample@1/')) as [[string, object]];
      expect(note).to.include({ reason: 'sent by a broken bot', type: 'MessageSent' });
      await running.rebuild('sample');
      const [sample] = await running.health();
      expect(sample).to.deep.include({ generation: 2, quarantined: [] });
    });

    it('lets no rebuild replace a view that has it by one that lacks it', async () => {
      const whole = await fixture.started({ projections: [mended, countingProjection] });
      const { revision } = await fixture.send(acme, 'before', 'bad', 'after');
      await whole.running.waitFor(['sample'], acme, { revision }, 5_000);
      await fixture.stop();
      const { running, views } = await fixture.started();
      expect(await failureOf(running.rebuild('sample')))
        .to.be.instanceOf(OperationFailed)
        .with.property('message')
        .match(
          /^The rebuild of sample could not apply event \d+ \(MessageSent\) of organization 1: .*the content is bad/,
        );
      expect((await views.find('messages', acme)).map(({ id }) => id)).to.deep.equal([1, 2, 3]);
      const [sample] = await running.health();
      expect(sample).to.deep.include({ generation: 1, quarantined: [] });
      const generations = await fixture.readModels.generations();
      expect(generations.filter(({ projection }) => projection === 'sample')).to.have.lengthOf(1);
      expect(await fixture.readModels.notes.list('quarantine/')).to.deep.equal([]);
    });

    it('is quarantined by a first build', async () => {
      await fixture.createLog();
      await fixture.send(acme, 'before', 'bad', 'after');
      await fixture.append(globex, [reactionAdded(5)]);
      const { running, views } = await fixture.started();
      const organizations = (await running.health())[0]?.quarantined.map(
        ({ organizationId }) => organizationId,
      );
      expect(organizations).to.have.members([acme, globex]);
      expect(await failureOf(views.find('messages', globex))).to.be.instanceOf(NotReady);
    });

    it('cannot be retried where there is none', async () => {
      const { running } = await fixture.started();
      expect(await failureOf(running.retry('sample', acme))).to.be.instanceOf(OperatorError);
      expect(await failureOf(running.retry('unheard-of', acme))).to.be.instanceOf(OperatorError);
    });
  });
}
