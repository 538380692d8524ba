import { expect } from 'chai';
import { NotReady, OperatorError } from '../../../src/base/errors.ts';
import { failureOf } from '../../support/eventLogs.ts';
import { TestClock } from '../../support/testClock.ts';
import { type Fault, withFaults } from '../faults.ts';
import { sampleProjection } from '../sample.ts';
import { acme, globex, reactionAdded, FOLDINGS, Fixture } from '../fixture.ts';
import type { Projection } from '../../../src/projections/running/define.ts';
import { until } from '../../support/waiting.ts';

for (const folding of FOLDINGS) {
  describe(`the projection runner, folding ${folding}`, () => {
    let fixture: Fixture;
    beforeEach(async () => {
      fixture = await Fixture.open(folding);
    });
    afterEach(() => fixture.close());

    describe('following the log', () => {
      it('serves generation 1 at once on an empty log, and what is said then', async () => {
        const { running, views } = await fixture.started();
        expect(await fixture.readModels.served()).to.have.all.keys('sample', 'counting');
        const { revision } = await fixture.send(acme, 'hello', 'world');
        await running.waitFor(['sample', 'counting'], acme, { revision }, 5_000);
        expect((await views.get('messages', acme, 2))?.document).to.include({ text: 'world' });
        expect((await views.get('counts', acme, 'messages'))?.document).to.deep.equal({ count: 2 });
      });

      it('builds what is missing from a log that has events', async () => {
        await fixture.createLog();
        await fixture.send(acme, ...Array.from({ length: 1_200 }, (_, index) => `text ${index}`));
        const { views } = await fixture.started();
        expect((await views.get('counts', acme, 'messages'))?.document).to.deep.equal({ count: 1_200 });
        expect(
          await views.find('messages', acme, { order: { field: 'id', direction: 'descending' }, limit: 1 }),
        )
          .to.have.property('0')
          .that.deep.includes({ id: 1_200, document: { senderId: 3, text: 'text 1199', reactions: 0 } });
      });

      it('goes on after a restart where it stood', async () => {
        await fixture.started();
        const first = await fixture.send(acme, 'one');
        await fixture.stop();
        const second = await fixture.send(acme, 'two');
        const { running, views } = await fixture.started();
        expect((await views.get('counts', acme, 'messages'))?.document).to.deep.equal({ count: 2 });
        expect(running.hasApplied('counting', acme, second)).to.equal(true);
        expect(first.position).to.be.lessThan(second.position);
      });

      it(`folds ${folding}`, async () => {
        const seen: string[] = [];
        const watched: Projection = {
          ...sampleProjection,
          on: {
            MessageSent(event, views, organizationId) {
              seen.push(event.id);
              sampleProjection.on.MessageSent?.(event, views, organizationId);
            },
          },
        };
        const { running, views } = await fixture.started({ projections: [watched] });
        await running.waitFor(['sample'], acme, await fixture.send(acme, 'hello'), 5_000);
        expect((await views.get('messages', acme, 1))?.document).to.include({ text: 'hello' });
        expect(seen.length).to.equal(folding === 'here' ? 1 : 0);
      });

      it('keeps organizations apart', async () => {
        const { running, views } = await fixture.started();
        await fixture.send(acme, 'ours');
        const last = await fixture.send(globex, 'theirs');
        await running.waitFor(['sample'], globex, last, 5_000);
        expect((await views.get('messages', acme, 1))?.document).to.include({ text: 'ours' });
        expect((await views.get('messages', globex, 1))?.document).to.include({ text: 'theirs' });
      });

      it('drops what an interrupted rebuild has left', async () => {
        await fixture.started();
        await fixture.stop();
        await fixture.readModels.fill(
          { projection: 'sample', version: 1, generation: 9 },
          sampleProjection.collections,
        );
        await fixture.started();
        expect(
          (await fixture.readModels.generations()).filter(({ projection }) => projection === 'sample'),
        ).to.have.lengthOf(1);
      });

      it('reports no lag once it is level', async () => {
        const { running } = await fixture.started();
        await running.waitFor(['sample'], acme, await fixture.send(acme, 'hello'), 5_000);
        await until(async () => (await running.health()).every(({ state }) => state === 'live'));
        const [sample] = await running.health();
        expect(sample).to.deep.include({ projection: 'sample', version: 1, generation: 1, quarantined: [] });
        expect(sample?.lag).to.deep.equal({ events: 0, milliseconds: 0 });
      });

      it('reports its lag in events, which its positions are not', async () => {
        const clock = new TestClock();
        const { running } = await fixture.started({ delay: 1_000, clock });
        for (const word of ['one', 'two', 'three']) await fixture.send(acme, word);
        const lagOf = async (): Promise<unknown> => (await running.health())[0]?.lag.events;
        await until(async () => (await lagOf()) === 3);
        await until(async () => {
          await clock.advance(1_000);
          return (await lagOf()) === 0;
        });
      });
    });

    describe('reads of one’s own writes', () => {
      it('wait until the projection has come that far', async () => {
        const { running, views } = await fixture.started({ delay: 50 });
        const { revision } = await fixture.send(acme, 'hello');
        expect(running.hasApplied('sample', acme, { revision })).to.equal(false);
        await running.waitFor(['sample'], acme, { revision }, 5_000);
        expect(await views.get('messages', acme, revision + 1)).to.not.equal(undefined);
      });

      it('are refused with 503 after half a second', async () => {
        const clock = new TestClock();
        const { running } = await fixture.started({ clock });
        let refusal: unknown;
        const waiting = failureOf(running.waitFor(['sample'], acme, { revision: 3 })).then(
          (error) => (refusal = error),
        );
        await clock.advance(499);
        expect(refusal).to.equal(undefined);
        await clock.advance(1);
        await waiting;
        expect(refusal).to.be.instanceOf(NotReady);
      });

      it('go without what others wrote after the time that is left for it', async () => {
        const clock = new TestClock();
        const { running } = await fixture.started({ clock });
        let passed: boolean | undefined;
        const waiting = running.waitForApplied(['sample'], acme, { revision: 3 }, 100).then((value) => {
          passed = value;
        });
        await clock.advance(99);
        expect(passed).to.equal(undefined);
        await clock.advance(1);
        await waiting;
        expect(passed).to.equal(false);
      });

      it('are answered by position where the organization has nothing new since the start', async () => {
        await fixture.started();
        const { revision, position } = await fixture.send(acme, 'hello');
        await fixture.stop();
        const { running } = await fixture.started();
        expect(running.hasApplied('sample', acme, { revision, position })).to.equal(true);
        expect(
          running.hasApplied('sample', acme, { revision: revision + 1, position: position + 1 }),
        ).to.equal(false);
      });

      it('see each batch late by the delay asked for', async () => {
        const clock = new TestClock();
        const running = await fixture.start({ clock, delay: 200 });
        const { revision } = await fixture.send(acme, 'hello');
        await until(async () => (await running.health()).every(({ state }) => state === 'behind'));
        await clock.advance(199);
        expect(running.hasApplied('sample', acme, { revision })).to.equal(false);
        await clock.advance(1);
        await until(() => running.hasApplied('sample', acme, { revision }));
        await fixture.stop();
      });
    });

    describe('a start that waits for them', () => {
      it('is told when they follow the log in an eighth of a second, and that they do not', async () => {
        const clock = new TestClock();
        const { running } = await fixture.started({ clock, delay: 1_000 });
        await fixture.send(acme, 'hello');
        let follows: boolean | undefined;
        const check = running.followsInTime(4).then((value) => (follows = value));
        await clock.advance(499);
        expect(follows).to.equal(undefined);
        await clock.advance(1);
        expect(await check).to.equal(false);
        await until(async () => {
          await clock.advance(1_000);
          return (await running.health()).every(({ lag }) => lag.events === 0);
        });
        expect(await running.followsInTime(3)).to.equal(true);
        expect(await running.followsInTime(2)).to.equal(false);
      });
    });

    describe('belonging to one log', () => {
      it('refuses read models of another log', async () => {
        await fixture.createLog('log-1');
        await fixture.readModels.notes.put('log', { logId: 'log-2' });
        const error = await failureOf(fixture.start());
        expect(error).to.be.instanceOf(OperatorError);
        expect((error as Error).message).to.contain('belong to the event log log-2, and this is log-1');
      });

      it('refuses read models that have seen more than the log holds', async () => {
        await fixture.createLog();
        const name = { projection: 'sample', version: 1, generation: 1 };
        const generation = await fixture.readModels.open(name, sampleProjection.collections);
        await generation.commit([], 1_000_000);
        await fixture.readModels.serve(name, null);
        const error = await failureOf(fixture.start());
        expect(error).to.be.instanceOf(OperatorError);
        expect((error as Error).message).to.contain('sample@1.1 has seen the log up to position 1000000');
      });

      it('puts the ID of the log on record', async () => {
        await fixture.createLog('log-7');
        await fixture.started();
        expect(await fixture.readModels.notes.get('log')).to.deep.equal({ logId: 'log-7' });
      });
    });

    describe('when the store is out of reach', () => {
      it('answers reads 503, tries again, and loses and repeats nothing', async () => {
        let fault: Fault;
        let readsFail = false;
        const readModels = withFaults(fixture.readModels, { commit: () => fault, read: () => readsFail });
        const { running, views } = await fixture.started({ readModels });
        await running.waitFor(['sample'], acme, await fixture.send(acme, 'one'), 5_000);
        [fault, readsFail] = ['before', true];
        const { revision } = await fixture.send(acme, 'two', 'three');
        await until(async () => (await running.health()).every(({ state }) => state === 'unavailable'));
        expect(await failureOf(views.get('messages', acme, 1))).to.be.instanceOf(NotReady);
        [fault, readsFail] = [undefined, false];
        await running.waitFor(['sample', 'counting'], acme, { revision }, 5_000);
        expect((await views.get('counts', acme, 'messages'))?.document).to.deep.equal({ count: 3 });
      });

      it('stops although nothing can be written', async () => {
        const readModels = withFaults(fixture.readModels, { commit: () => 'before', read: () => false });
        const { running } = await fixture.started({ readModels });
        await fixture.send(acme, 'one');
        await until(async () => (await running.health()).every(({ state }) => state === 'unavailable'));
        await fixture.stop();
      });

      it('ends with the documents of a clean build, whichever commits fail before or after their effect', async () => {
        await fixture.createLog();
        let seed = 42;
        const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
        const readModels = withFaults(fixture.readModels, {
          commit: () => (random() < 0.3 ? 'after' : random() < 0.3 ? 'before' : undefined),
          read: () => random() < 0.1,
        });
        const clock = new TestClock();
        for (let round = 0; round < 20; round += 1) {
          const running = await fixture.start({ readModels, clock });
          const { revision } = await fixture.send(acme, `one ${round}`, 'two', 'three');
          await fixture.append(acme, [reactionAdded(revision + 1), reactionAdded(revision)]);
          await fixture.send(globex, 'elsewhere');
          for (let step = 0; step < Math.floor(random() * 6); step += 1) await clock.advance(100 * random());
          await running.stop();
        }
        await fixture.started();
        await fixture.stop();
        expect(await fixture.digests()).to.deep.equal(await fixture.cleanDigests());
      });
    });

    it('lets no projection wait for a stuck one, and catches that one up later', async () => {
      let stuck = false;
      const reads = (projection: string) => stuck && projection === 'sample';
      const readModels = withFaults(fixture.readModels, { commit: () => undefined, read: reads });
      const { running, views } = await fixture.started({ readModels });
      stuck = true;
      for (let round = 0; round < 20; round += 1)
        await fixture.send(acme, ...Array<string>(500).fill('text'));
      const last = await fixture.send(acme, 'last');
      await running.waitFor(['counting'], acme, last, 10_000);
      expect((await views.get('counts', acme, 'messages'))?.document).to.deep.equal({ count: 10_001 });
      expect(running.hasApplied('sample', acme, last)).to.equal(false);
      stuck = false;
      await running.waitFor(['sample'], acme, last, 10_000);
      expect((await views.get('senders', acme, 1))?.document).to.deep.equal({ sent: 167 * 20 + 1 });
    });
  });
}
