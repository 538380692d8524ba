import { expect } from 'chai';
import type { DomainEvent } from '../../../src/events/define.ts';
import { ROOT_ORGANIZATION } from '../../../src/base/ids.ts';
import { parseSearchQuery } from '../../../src/search/searchQuery.ts';
import type { ReadModelsEngine } from '../../contract/readModels.ts';
import { example } from '../../support/examples.ts';
import { World } from '../../support/memoryViews.ts';
import { idsOf, narrow, sent } from '../../support/messageViews.ts';
import { describeMongo, mongoUrl } from '../../support/mongodb/describeMongo.ts';
import { SqliteViews } from '../../support/sqliteViews.ts';
import { mongoReadModels, sqliteReadModels } from '../store/engines.ts';

/** Words that have neither stem nor beginning in common, in ten scripts; those of the last three stand without spaces. */
const WORDS = [
  'ocelot',
  'ZEBRA',
  'Ångström',
  'Łódź',
  'γάτα',
  'ёлка',
  'كتاب',
  'ספר',
  'हिन्दी',
  'தமிழ்',
  'ხვალ',
  '東京',
  '大阪',
  'ソフト',
  'ประชุม',
  '서울',
];
const UNSPACED = new Set(WORDS.slice(-5));

/** Numbers below one, the same for the same seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

interface SentMessage {
  content: string;
  topic: string;
  channelId: number | undefined;
}

/** A history of an organization with its messages, as they are now. */
class History {
  readonly messages = new Map<number, SentMessage>();
  readonly #roll: (sides: number) => number;
  readonly #members = new Set(['1/2', '3/3']);

  constructor(seed: number) {
    this.#roll = dice(seed);
  }

  static beginning(): readonly DomainEvent[] {
    return [
      ...[1, 2, 3, 4].map((userId) => example.userCreated({ userId })),
      example.channelCreated({ channelId: 1 }),
      example.channelCreated({ channelId: 2, privacy: 'private' }),
      example.channelCreated({ channelId: 3 }),
      example.usersSubscribed({ channelIds: [1], userIds: [1, 2] }),
      example.usersSubscribed({ channelIds: [2], userIds: [1] }),
      example.usersSubscribed({ channelIds: [3], userIds: [3] }),
    ];
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.#roll(items.length)] as Item;
  }

  text(): string {
    return Array.from({ length: 1 + this.#roll(4) }, () => this.pick(WORDS)).join(' ');
  }

  /** Lets one thing happen. */
  async step(world: World<SqliteViews>): Promise<void> {
    const messageId = this.pick([...this.messages.keys(), 0]);
    const before = this.messages.get(messageId);
    const kind = this.#roll(10);
    if (before === undefined || kind < 5) return this.#send(world);
    if (kind < 7) return this.#edit(world, messageId, before);
    const { channelId } = before;
    if (kind === 7 && channelId !== undefined) return this.#move(world, messageId, { ...before, channelId });
    if (kind === 8) {
      const conversation = before.channelId === undefined ? { participantIds: [1, 2] } : before;
      await world.happen(
        example.messagesDeleted({ messageIds: [messageId], ...conversationFields(conversation) }),
      );
      return void this.messages.delete(messageId);
    }
    await this.#joinOrLeave(world);
  }

  async #joinOrLeave(world: World<SqliteViews>): Promise<void> {
    const [channelId, userId] = [this.pick([1, 2, 3]), this.pick([2, 3, 4])];
    const membership = { channelIds: [channelId], userIds: [userId] };
    const isMember = this.#members.delete(`${channelId}/${userId}`);
    if (!isMember) this.#members.add(`${channelId}/${userId}`);
    await world.happen(
      isMember ? example.usersUnsubscribed(membership) : example.usersSubscribed(membership),
    );
  }

  async #send(world: World<SqliteViews>): Promise<void> {
    const content = this.text();
    if (this.#roll(5) === 0) {
      const messageId = await world.happen(sent({ senderId: 1, participantIds: [1, 2], content }));
      this.messages.set(messageId, { content, topic: '', channelId: undefined });
      return;
    }
    const message = { content, topic: this.pick(WORDS), channelId: this.pick([1, 2, 3]) };
    this.messages.set(await world.happen(sent({ senderId: 1, ...message })), message);
  }

  async #edit(world: World<SqliteViews>, messageId: number, before: SentMessage): Promise<void> {
    const newContent = this.text();
    const conversation = before.channelId === undefined ? { participantIds: [1, 2] } : before;
    await world.happen(
      example.messageEdited({
        messageId,
        oldContent: before.content,
        newContent,
        ...conversationFields(conversation),
      }),
    );
    before.content = newContent;
  }

  async #move(
    world: World<SqliteViews>,
    messageId: number,
    before: SentMessage & { channelId: number },
  ): Promise<void> {
    const [newTopic, newChannelId] = [this.pick(WORDS), this.pick([1, 2, 3])];
    await world.happen(
      example.messagesMoved({
        messageId,
        oldChannelId: before.channelId,
        oldTopic: before.topic,
        newChannelId,
        newTopic,
      }),
    );
    this.messages.set(messageId, { content: before.content, topic: newTopic, channelId: newChannelId });
  }

  /** True if a word is in a message, as a reader sees it. */
  has(messageId: number, word: string): boolean {
    const { content, topic } = this.messages.get(messageId) as SentMessage;
    return [content, topic].some((text) =>
      UNSPACED.has(word) ? text.includes(word) : text.split(' ').includes(word),
    );
  }
}

const conversationFields = ({
  channelId,
  topic,
  participantIds,
}: {
  channelId?: number | undefined;
  topic?: string;
  participantIds?: readonly number[];
}) => (channelId === undefined ? { participantIds } : { channelId, topic });

/** Compares the messages a viewer finds under these filters with all of the words, by reading everything and by searching. */
async function compare(world: World<SqliteViews>, history: History, filters: readonly object[]) {
  const words = Array.from({ length: 1 + history.pick([0, 0, 1]) }, () => history.pick(WORDS));
  const query = parseSearchQuery(words.join(' '));
  for (const viewer of [1, 2, 3, 4]) {
    const shown = await idsOf(world, viewer, { ...narrow(...filters), before: 1_000 });
    const expected = shown.filter((id) => words.every((word) => history.has(id, word)));
    const search = { kind: 'search', query };
    const story = `${words.join(' ')} for ${viewer} in ${JSON.stringify(filters)}`;
    const found = await idsOf(world, viewer, { ...narrow(...filters, search), before: 1_000 });
    expect(found, story).to.deep.equal(expected);
    const newest = await idsOf(world, viewer, { ...narrow(...filters, search), before: 2 });
    expect(newest, `the newest of ${story}`).to.deep.equal(expected.slice(-2));
  }
}

const PLACES: readonly (readonly object[])[] = [
  [],
  [{ kind: 'channel', channelId: 1 }],
  [{ kind: 'channel', channelId: 2 }],
  [{ kind: 'channel', channelId: 3, negated: true }],
  [{ kind: 'direct' }],
  [{ kind: 'sender', senderId: 1 }],
  [{ kind: 'topic', topic: '東京' }],
  [{ kind: 'channels', channelIds: new Set([1, 3]), isShared: true }],
];

const searches = (title: string, seeds: readonly number[], open: () => Promise<SqliteViews>) => {
  for (const seed of seeds)
    it(`${title} as whoever reads everything finds it, in random history ${seed}`, async () => {
      const views = await open();
      try {
        const world = await World.kept(views, ROOT_ORGANIZATION, History.beginning());
        const history = new History(seed);
        for (let step = 0; step < 60; step++) {
          await history.step(world);
          if (step % 10 === 9) for (const filters of PLACES) await compare(world, history, filters);
        }
      } finally {
        await views.close();
      }
    });
};

const viewsOn = (engine: ReadModelsEngine) => async () => {
  const storage = await engine.storage();
  return SqliteViews.over(await storage.open(), () => storage.discard());
};

describe('search', () => {
  searches('finds words in SQLite', [1, 2, 3, 4, 5, 6], viewsOn(sqliteReadModels));

  describeMongo('in MongoDB', () => searches('finds words', [1, 2], viewsOn(mongoReadModels(mongoUrl))));
});
