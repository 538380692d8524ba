/** A client that registered early and followed the events knows the same as one that registers now. */
import { expect } from 'chai';
import { CAPABILITIES } from '../../../src/live/translation/define.ts';
import { payloads } from '../../../src/live/translation/shapes.ts';
import { type Event, Follower } from '../../support/follower.ts';
import { repetitions } from '../../support/repetitions.ts';
import {
  differencesFrom,
  differencesOf,
  type Followed,
  liveThrough,
  type Present,
  presentOf,
  shortestFailure,
} from './histories.ts';
import { messagesBeyondReading, unreadableFields, unreadableToSpectators } from './clientKnowledge.ts';
import type { FollowedQueue } from './queue.ts';
import { TOUR, tourRegistrations } from './tour.ts';
import { Stage } from './world.ts';

const seed = Number(process.env.SEED) || 42;
const LENGTH = 40;

/** Type and op of every client event. */
const EVERY_NAME = [...new Set(Object.keys(payloads).map((name) => name.split(' ', 1)[0]!))];
const nameOf = ({ type, op }: Event): string =>
  op === undefined || type === 'update_message' ? type : `${type}/${op}`;

/** Events that no client can follow to their end. */
const UNTOLD: Readonly<Record<string, string>> = {
  'realm/deactivated': 'nobody can register afterwards',
  restart: 'the server is not started again: test/live/queues/restart.test.ts',
};

/** Events that change nothing of the state that is compared. */
const WITHOUT_STATE =
  /^(typing|typing_edit_message|attachment|presence|invites_changed|realm_export|realm_export_consent)\b/;

/** Whether a client that had missed the events of a name would be different from one that registers now. */
function wouldNotice(name: string, queue: FollowedQueue, present: Present): boolean {
  if (!queue.events.some((event) => nameOf(event) === name)) return false;
  const missed = new Follower(queue.snapshot, queue.fields);
  try {
    missed.take(queue.events.filter((event) => nameOf(event) !== name));
  } catch {
    return true;
  }
  return differencesFrom(present, missed, queue.isNarrowed).length > 0;
}

function describeFollowing(runs: number): void {
  const numRuns = Number(process.env.RUNS) || runs;

  describe(`clients that follow random histories (SEED=${seed} RUNS=${numRuns})`, () => {
    let stage: Stage;
    before(async () => {
      stage = await Stage.start();
    });
    after(() => stage.stop());

    it('are told of everything that there is, and know it', async () => {
      const { queues } = await liveThrough(stage, {
        steps: TOUR,
        registrations: tourRegistrations(CAPABILITIES),
      });
      const present = await Promise.all(queues.map(presentOf));
      const found = queues.map((queue, index) => {
        const now = present[index];
        return now ? differencesFrom(now, queue.follower, queue.isNarrowed) : [];
      });
      expect(found.flat()).to.deep.equal([]);
      const received = new Set(queues.flatMap((queue) => queue.received.map(nameOf)));
      const untold = EVERY_NAME.filter((name) => !received.has(name) && !(name in UNTOLD));
      const advice = 'No deed of TOUR (tour.ts) leads to these client events, and UNTOLD gives no reason';
      expect(untold, advice).to.deep.equal([]);
      const isMissed = (name: string): boolean =>
        queues.some((queue, index) => present[index] && wouldNotice(name, queue, present[index]));
      const unnoticed = [...received].filter((name) => !WITHOUT_STATE.test(name) && !isMissed(name));
      expect(unnoticed, 'TOUR undoes what these client events change').to.deep.equal([]);
    });

    it('know what they would be told if they registered now', async () => {
      const check = async (history: Followed) => {
        const { queues } = await liveThrough(stage, history);
        const found: string[] = [];
        for (const queue of queues)
          for (const each of await differencesOf(queue)) found.push(`${queue.registration.who} ${each}`);
        return found;
      };
      const failure = await shortestFailure(check, { seed, numRuns, length: LENGTH });
      expect(failure, failure).to.equal('none');
    });

    it('are told nothing that their owners could not read', async () => {
      const check = async (history: Followed) => {
        const found: string[] = [];
        const watch = async (queue: FollowedQueue) => {
          const before = queue.isOpen ? new Set(queue.follower.received) : new Set<number>();
          const { events, isNew } = await queue.poll();
          if (!queue.isOpen || (events.length === 0 && !isNew)) return;
          const ids = [...queue.follower.received].filter((id) => !before.has(id));
          const unreadable = [
            ...(await unreadableFields(queue)),
            ...(await messagesBeyondReading(
              queue,
              ids.filter((id) => !queue.follower.gone.has(id)),
            )),
          ];
          found.push(...unreadable.map((each) => `${queue.registration.who} ${each}`));
        };
        const prompt = history.registrations.map((each) => ({ ...each, isPrompt: true }));
        const { world } = await liveThrough(stage, { ...history, registrations: prompt }, watch);
        return [...found, ...(await unreadableToSpectators(world))];
      };
      const failure = await shortestFailure(check, { seed, numRuns, length: LENGTH });
      expect(failure, failure).to.equal('none');
    });
  });
}

describeFollowing(repetitions(100));
