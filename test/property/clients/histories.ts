/** Histories that clients of all kinds follow. */
import { expect } from 'chai';
import fc from 'fast-check';
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
import { type Body, type FollowedMessage, Follower } from '../../support/follower.ts';
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

/** Differences between the state that a client has followed and a fresh registration. */
export async function differencesOf(queue: FollowedQueue): Promise<readonly string[]> {
  await queue.poll();
  if (!queue.isOpen) return [];
  const { body } = await queue.registerAnew();
  const { follower } = queue;
  const again = new Follower(body, queue.fields).state;
  const found = [...differences(followed(follower), registered(again, follower))];
  if (!queue.isNarrowed) found.push(...differences(...messageCounts(follower, again)));
  for (const message of follower.messages.values())
    found.push(...(await differencesOfMessage(queue, message)));
  return found;
}

/** A message that is read now is as the client has it; one that cannot be read was in a channel that is lost. */
async function differencesOfMessage(
  queue: FollowedQueue,
  message: FollowedMessage,
): Promise<readonly string[]> {
  const { markdown, gravatar, capabilities } = queue.registration;
  const { status, body } = await queue.person.get(`/messages/${message.id}`, {
    apply_markdown: markdown,
    client_gravatar: gravatar,
    allow_empty_topic_name: capabilities.includes('empty_topic_name'),
  });
  const name = `message ${message.id}`;
  if (status === 200) {
    const now = body.message as Body & { readonly flags: readonly string[] };
    // Queues can take in what their owner has not received, and get no more events of it.
    if (now.flags.includes('historical')) return [];
    return differences(comparableMessage(message), comparableMessage(now), name);
  }
  if (queue.isNarrowed) return [];
  const isFollowed = queue.follower.state.channels.get(message.stream_id ?? -1)?.isSubscribed === true;
  return message.type === 'private' || isFollowed ? [`${name}: cannot be read any more`] : [];
}

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
