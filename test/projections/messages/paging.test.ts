import { expect } from 'chai';
import fc from 'fast-check';
import { Refused } from '../../../src/base/errors.ts';
import type { OrganizationId } from '../../../src/base/ids.ts';
import { NEWEST_END } from '../../../src/projections/messages/indexRanges.ts';
import { example } from '../../support/examples.ts';
import { type TakingViews, World } from '../../support/memoryViews.ts';
import { narrow, page } from '../../support/messageViews.ts';
import { SqliteViews } from '../../support/sqliteViews.ts';

const PEOPLE = [1, 2, 3];
const GUEST = 3;
const [PUBLIC, SHARED, PROTECTED] = [1, 2, 3];
const CHANNELS = [PUBLIC, SHARED, PROTECTED];
const TOPICS = ['lunch', 'Lunch', 'plans', ''];

const person = fc.constantFrom(...PEOPLE);
const channel = fc.constantFrom(...CHANNELS);
const topic = fc.constantFrom(...TOPICS);
const some = fc.subarray(PEOPLE);

const subscribing = fc.record({ kind: fc.constant('toggle' as const), userId: person, channelId: channel });
const toChannel = fc.record({
  kind: fc.constant('channel' as const),
  senderId: person,
  channelId: channel,
  topic,
  mentioned: some,
  readBySender: fc.boolean(),
});
const toPeople = fc.record({
  kind: fc.constant('direct' as const),
  senderId: person,
  others: some,
  readBySender: fc.boolean(),
});
const takingUp = fc.record({
  kind: fc.constant('takeUp' as const),
  userId: person,
  nth: fc.nat(60),
  how: fc.constantFrom('star' as const, 'collapse' as const, 'react' as const),
});
const story = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: subscribing },
    { weight: 5, arbitrary: toChannel },
    { weight: 2, arbitrary: toPeople },
    { weight: 1, arbitrary: takingUp },
  ),
  { maxLength: 60 },
);

const negated = fc.boolean();
const term = fc.oneof(
  fc.record({ kind: fc.constant('channel' as const), channelId: channel, negated }),
  fc.record({ kind: fc.constant('topic' as const), topic, negated }),
  fc.record({ kind: fc.constant('direct' as const), negated }),
  fc.record({ kind: fc.constant('directWith' as const), userIds: some, negated }),
  fc.record({ kind: fc.constant('sender' as const), senderId: person, negated }),
  fc.record({ kind: fc.constant('id' as const), messageId: fc.integer({ min: 8, max: 70 }), negated }),
);
type ValueOf<Of> = Of extends fc.Arbitrary<infer Value> ? Value : never;
type AnyWorld = World<TakingViews>;
type Happening = ValueOf<typeof story>[number];
type TakingUp = ValueOf<typeof takingUp>;
type Term = ValueOf<typeof term>;

const request = fc.record({
  anchor: fc.oneof(
    fc.constantFrom('newest' as const, 'oldest' as const, 'firstUnread' as const),
    fc.integer({ min: 0, max: 75 }),
  ),
  before: fc.integer({ min: 0, max: 12 }),
  after: fc.integer({ min: 0, max: 12 }),
  includeAnchor: fc.boolean(),
  terms: fc.array(term, { maxLength: 3 }),
});
type RequestedPage = ValueOf<typeof request>;

/** A message as the model remembers it. */
interface SentMessage {
  readonly id: number;
  readonly senderId: number;
  readonly channelId?: number;
  readonly topic?: string;
  /** Participants of a direct message. */
  readonly people?: readonly number[];
  readonly readBySender: boolean;
  readonly mentioned: readonly number[];
  /** The subscribers of the channel at that time. */
  readonly subscribers: readonly number[];
}

/** The messages and subscriptions, known without any index. */
class Model {
  readonly messages: SentMessage[] = [];
  readonly #subscribed = new Set<string>();
  /** People and the messages that they keep among their own, whether they received them or not. */
  readonly #held = new Set<string>();

  isSubscribed = (userId: number, channelId: number): boolean =>
    this.#subscribed.has(`${userId} ${channelId}`);

  /** Lets one thing happen in the organization and remembers it. */
  async take(world: AnyWorld, event: Happening): Promise<void> {
    if (event.kind === 'toggle') return this.#toggle(world, event);
    if (event.kind === 'takeUp') return this.#takeUp(world, event);
    const { senderId, readBySender } = event;
    if (event.kind === 'direct') {
      const people = [...new Set([...event.others, senderId])].sort((one, other) => one - other);
      const id = await world.happen(example.messageSent({ senderId, readBySender, participantIds: people }));
      this.messages.push({ id, senderId, readBySender, people, mentioned: [], subscribers: [] });
      return;
    }
    const { channelId, topic: name, mentioned } = event;
    const id = await world.happen(
      example.messageSent({ senderId, readBySender, channelId, topic: name, mentionedUserIds: mentioned }),
    );
    const subscribers = PEOPLE.filter((userId) => this.isSubscribed(userId, channelId));
    this.messages.push({ id, senderId, readBySender, channelId, topic: name, mentioned, subscribers });
  }

  async #toggle(
    world: AnyWorld,
    { userId, channelId }: { userId: number; channelId: number },
  ): Promise<void> {
    const data = { userIds: [userId], channelIds: [channelId] };
    const key = `${userId} ${channelId}`;
    const left = this.#subscribed.delete(key);
    if (!left) this.#subscribed.add(key);
    await world.happen(left ? example.usersUnsubscribed(data) : example.usersSubscribed(data));
  }

  async #takeUp(world: AnyWorld, { userId, nth, how }: TakingUp): Promise<void> {
    const message = this.messages[nth % this.messages.length];
    if (message === undefined) return;
    const { id, channelId, topic: name, people } = message;
    this.#held.add(`${userId} ${id}`);
    if (how === 'star') return void (await world.happen(example.messagesStarred({ userId, messages: [id] })));
    if (how === 'collapse')
      return void (await world.happen(example.messagesCollapsed({ userId, messages: [id] })));
    const conversation = people ? { participantIds: people } : { channelId, topic: name };
    await world.happen(example.reactionAdded({ userId, messageId: id, ...conversation }));
  }

  /** True if somebody may read a message. */
  #reads(viewer: number, { channelId, people, subscribers }: SentMessage): boolean {
    if (channelId === undefined) return people?.includes(viewer) ?? false;
    if (channelId === PUBLIC && viewer !== GUEST) return true;
    const subscribed = this.isSubscribed(viewer, channelId);
    return subscribed && (channelId !== PROTECTED || subscribers.includes(viewer));
  }

  #received(viewer: number, message: SentMessage): boolean {
    const named = message.people?.includes(viewer) || message.mentioned.includes(viewer);
    return this.#reads(viewer, message) && (named || message.subscribers.includes(viewer));
  }

  /** The answer that a page must give, by looking at every message. */
  answer(viewer: number, { anchor: requested, before, after, includeAnchor, terms }: RequestedPage) {
    const matching = this.messages.filter((message) =>
      terms.every((each) => meets(message, each, viewer) !== each.negated),
    );
    const readable = matching.filter((message) => this.#reads(viewer, message));
    const received = readable.filter((message) => this.#received(viewer, message));
    const open = this.#looksThroughChannel(viewer, terms);
    const own = readable.filter(
      (message) => received.includes(message) || this.#held.has(`${viewer} ${message.id}`),
    );
    const shown = open ? readable : own;
    const unread = received.find((message) => !(message.senderId === viewer && message.readBySender))?.id;
    const ends = { oldest: 0, newest: NEWEST_END, firstUnread: unread ?? NEWEST_END };
    const anchor = typeof requested === 'number' ? requested : ends[requested];
    const ids = shown.map(({ id }) => id);
    const older = ids.filter((id) => id < anchor);
    const newer = ids.filter((id) => id > anchor);
    const at = ids.filter((id) => id === anchor && includeAnchor);
    const hopeless = this.#isHopeless(viewer, terms);
    return {
      ids: [...(before > 0 ? older.slice(-before) : []), ...at, ...newer.slice(0, after)],
      historical: shown.filter((message) => !received.includes(message)).map(({ id }) => id),
      anchor,
      foundAnchor: at.length > 0,
      foundOldest: hopeless || anchor === 0 || older.length < before,
      foundNewest: hopeless || anchor === NEWEST_END || newer.length < after,
    };
  }

  #looksThroughChannel(viewer: number, terms: readonly Term[]): boolean {
    const named = terms.find((each) => each.kind === 'channel' && !each.negated);
    if (named?.kind !== 'channel' || terms.some(({ kind }) => kind === 'direct')) return false;
    return named.channelId !== PROTECTED && this.#entersChannel(viewer, named.channelId);
  }

  #entersChannel = (viewer: number, channelId: number): boolean =>
    (channelId === PUBLIC && viewer !== GUEST) || this.isSubscribed(viewer, channelId);

  #isHopeless(viewer: number, terms: readonly Term[]): boolean {
    const requested = terms.filter(({ negated: not }) => !not);
    const isClosed = (each: Term) => each.kind === 'channel' && !this.#entersChannel(viewer, each.channelId);
    const differ = (one: Term) =>
      requested.some((other) => one.kind === other.kind && wants(one, viewer) !== wants(other, viewer));
    return requested.some((each) => isClosed(each) || differ(each));
  }
}

/** The value of a term, as text. */
function wants(each: Term, viewer: number): string {
  if (each.kind === 'channel') return String(each.channelId);
  if (each.kind === 'topic') return each.topic.toLowerCase();
  if (each.kind === 'sender') return String(each.senderId);
  if (each.kind === 'id') return String(each.messageId);
  return each.kind === 'direct' ? '' : [...new Set([...each.userIds, viewer])].sort().join();
}

function meets(message: SentMessage, each: Term, viewer: number): boolean {
  if (each.kind === 'channel') return message.channelId === each.channelId;
  if (each.kind === 'topic') return message.topic?.toLowerCase() === each.topic.toLowerCase();
  if (each.kind === 'sender') return message.senderId === each.senderId;
  if (each.kind === 'id') return message.id === each.messageId;
  return each.kind === 'direct'
    ? message.people !== undefined
    : message.people?.join() === wants(each, viewer);
}

const isContradiction = (terms: readonly Term[]): boolean =>
  terms.some(({ kind, negated: not }) =>
    kind === 'direct' ? not : !not && (kind === 'channel' || kind === 'topic'),
  ) && terms.some(({ kind, negated: not }) => !not && (kind === 'direct' || kind === 'directWith'));

const TOWN = [
  ...PEOPLE.map((userId) => example.userCreated({ userId, role: userId === GUEST ? 600 : 400 })),
  example.channelCreated({ channelId: PUBLIC }),
  example.channelCreated({ channelId: SHARED, privacy: 'private', historyPublicToSubscribers: true }),
  example.channelCreated({ channelId: PROTECTED, privacy: 'private' }),
];

/** The page as the model expects it; 'refused' where the narrow contradicts itself. */
async function pageOf(world: AnyWorld, viewer: number, { terms, ...requested }: RequestedPage) {
  try {
    const { messages, ...found } = await page(world, viewer, {
      ...requested,
      ...narrow(...terms),
    });
    const historical = messages.filter(({ flags }) => flags.historical).map(({ messageId }) => messageId);
    return { ids: messages.map(({ messageId }) => messageId), historical, ...found };
  } catch (error) {
    if (error instanceof Refused) return 'refused' as const;
    throw error;
  }
}

/** Applies the story to views and model, and compares the answers of both. */
async function compare(world: AnyWorld, events: readonly Happening[], questions: readonly Question[]) {
  const model = new Model();
  for (const event of events) await model.take(world, event);
  for (const { viewer, requested } of questions) {
    const given = await pageOf(world, viewer, requested);
    const { historical, ...expected } = model.answer(viewer, requested);
    const shown = { ...expected, historical: historical.filter((id) => expected.ids.includes(id)) };
    expect(given).to.deep.equal(isContradiction(requested.terms) ? 'refused' : shown);
  }
}

const question = fc.record({ viewer: person, requested: request });
type Question = ValueOf<typeof question>;
const questions = fc.array(question, { minLength: 1, maxLength: 20 });

describe('a page of messages, whatever was said before', () => {
  it('is the one that looking at every message gives', async () => {
    const property = fc.asyncProperty(story, questions, async (events, requested) =>
      compare(await World.after(...TOWN), events, requested),
    );
    await fc.assert(property, { numRuns: 60 });
  });

  it('is the same from SQLite, beside other organizations', async () => {
    const views = await SqliteViews.open();
    let organizations = 0;
    const property = fc.asyncProperty(story, questions, async (events, requested) => {
      organizations += 1;
      await compare(await World.kept(views, organizations as OrganizationId, TOWN), events, requested);
    });
    await fc.assert(property, { numRuns: 15 }).finally(() => views.close());
  });
});
