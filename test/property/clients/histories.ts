/** Histories that clients of all kinds follow. */
import { expect } from 'chai';
import fc from 'fast-check';
import type { ClientState } from '../../../packages/client/src/client.ts';
import type { Step } from '../model/step.ts';
import { requestOf } from '../requests.ts';
import { OPENING, step } from '../steps.ts';
import {
  comparableMessage,
  differences,
  followed,
  messageCounts,
  registered,
} from '../../support/followerComparison.ts';
import { type Done, done, doingOf } from './deeds.ts';
import type { Request } from './deedValues.ts';
import { FollowedQueue, type Registration, registration } from './queue.ts';
import { type FollowedMessage, Follower } from '../../support/follower.ts';
import type { Stage, World } from './world.ts';

export type Happening = Step | Done;

export interface Followed {
  readonly steps: readonly Happening[];
  readonly registrations: readonly Registration[];
}

export const followedHistory = (length: number): fc.Arbitrary<Followed> =>
  fc.record({
    steps: fc.array(fc.oneof({ weight: 1, arbitrary: step }, { weight: 2, arbitrary: done }), {
      minLength: 1,
      maxLength: length,
      size: 'max',
    }),
    registrations: fc.array(registration, { minLength: 1, maxLength: 6, size: 'max' }),
  });

/** Does one thing; what is refused is nothing, but nothing is an error of the server. */
export async function happen(world: World, happening: Happening): Promise<void> {
  const request: Request | Promise<void> =
    'deed' in happening
      ? doingOf(happening)(world, happening.one, happening.other, happening.by)
      : requestOf(world.cast, happening);
  if (request instanceof Promise) return request;
  const [method, path, fields = {}] = request;
  const { status, body } = await world.cast[happening.by][method](path, fields);
  expect(status, `${JSON.stringify(happening)}: ${JSON.stringify(body)}`).to.be.below(500);
  if (path === '/messages' && status === 200) world.messageIds.push(body.id as number);
}

/** Called for each client that follows promptly, after each step. */
export type Watch = (queue: FollowedQueue) => Promise<void>;

/** Lives through a history that clients follow from its opening on; answers the clients. */
export async function liveThrough(
  stage: Stage,
  { steps, registrations }: Followed,
  watch: Watch = async (queue) => void (await queue.poll()),
): Promise<{ readonly world: World; readonly queues: readonly FollowedQueue[] }> {
  const world = await stage.world();
  const { owner } = world.cast;
  await owner.patch('/realm', { enable_spectator_access: true });
  for (const each of OPENING) await happen(world, each);
  await world.settled();
  const queues = registrations.map((each) => new FollowedQueue(world.cast, each));
  for (const queue of queues) await queue.register();
  for (const each of steps) {
    await happen(world, each);
    for (const queue of queues) if (queue.registration.isPrompt) await watch(queue);
  }
  await world.settled();
  return { world, queues };
}

/** What a client would get now: the state of a registration, and its messages as they are read, if they can be. */
export interface Present {
  readonly state: ClientState;
  readonly messages: ReadonlyMap<number, FollowedMessage | undefined>;
}

/** Undefined for a client whose account no longer exists. */
export async function presentOf(queue: FollowedQueue): Promise<Present | undefined> {
  await queue.poll();
  if (!queue.isOpen) return undefined;
  const { markdown, gravatar, capabilities } = queue.registration;
  const { body } = await queue.registerAnew();
  const messages = new Map<number, FollowedMessage | undefined>();
  for (const id of queue.follower.messages.keys()) {
    const { body: read } = await queue.person.get(`/messages/${id}`, {
      apply_markdown: markdown,
      client_gravatar: gravatar,
      allow_empty_topic_name: capabilities.includes('empty_topic_name'),
    });
    messages.set(id, read.message as FollowedMessage | undefined);
  }
  return { state: new Follower(body, queue.fields).state, messages };
}

/** Differences between the state that a client has followed and a fresh registration. */
export async function differencesOf(queue: FollowedQueue): Promise<readonly string[]> {
  const present = await presentOf(queue);
  return present ? differencesFrom(present, queue.follower, queue.isNarrowed) : [];
}

export const differencesFrom = (
  present: Present,
  follower: Follower,
  isNarrowed: boolean,
): readonly string[] => [
  ...differences(followed(follower), registered(present.state, follower)),
  ...(isNarrowed ? [] : differences(...messageCounts(follower, present.state))),
  ...[...follower.messages.values()].flatMap((message) => {
    const now = present.messages.get(message.id);
    const name = `message ${message.id}`;
    // Queues can take in what their owner has not received, and get no more events of it.
    if (now?.flags.includes('historical')) return [];
    if (now) return differences(comparableMessage(message), comparableMessage(now), name);
    const { type, stream_id: channelId = -1 } = message;
    const isFollowed = follower.state.channels.get(channelId)?.isSubscribed === true;
    // One that cannot be read was in a channel that is lost.
    return !isNarrowed && (type === 'private' || isFollowed) ? [`${name}: cannot be read any more`] : [];
  }),
];

export const describeHistory = ({ steps, registrations }: Followed): string =>
  [...registrations, ...steps].map((each) => JSON.stringify(each)).join('\n');

/** The shortest history found after which a check finds something; `none` where there is none. */
export async function shortestFailure(
  check: (history: Followed) => Promise<readonly string[]>,
  { seed, numRuns, length }: { readonly seed: number; readonly numRuns: number; readonly length: number },
): Promise<string> {
  const property = fc.asyncProperty(followedHistory(length), async (history) => {
    const found = await check(history);
    if (found.length > 0) throw new Error(found.join('\n'));
  });
  const { counterexample, errorInstance } = await fc.check(property, {
    seed,
    numRuns,
    interruptAfterTimeLimit: 600_000,
  });
  if (counterexample === null) return 'none';
  return `${describeHistory(counterexample[0])}\n${String(errorInstance)}`;
}
