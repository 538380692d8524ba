import { expect } from 'chai';
import { type MessageId, ROOT_ORGANIZATION } from '../../../src/base/ids.ts';
import { findMessageIdsAround, type PageRequest } from '../../../src/projections/messages/page.ts';
import type { Views } from '../../../src/projections/running/views.ts';
import { example } from '../../support/examples.ts';
import { World } from '../../support/memoryViews.ts';
import { SqliteViews } from '../../support/sqliteViews.ts';
import { longestTurnAtBest } from '../../support/turns.ts';

const MESSAGES = 100_000;
const BATCH = 2_000;
const CHANNELS = [1, 2, 3, 4];
/** The reader follows the first channel, the follower all of them. */
const [WRITER, READER, FOLLOWER] = [1, 2, 3];
/** Milliseconds that one turn of the event loop may take: less than half of what is allowed. */
const TURN = 20;

const OLDEST = { anchor: 'oldest', before: 0, after: 1, includeAnchor: true } as const;
const UNREAD: Partial<PageRequest> = { ...OLDEST, narrow: [{ kind: 'unread' }] };
const FIRST_UNREAD: Partial<PageRequest> = { anchor: 'firstUnread', before: 10, after: 10, narrow: [] };

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

describe('the unread ones among a hundred thousand messages', () => {
  let views: SqliteViews;
  let world: World<SqliteViews>;
  /** The ID of the first message, which is in the reader's channel like every fourth one after it. */
  let first: number;

  before(async () => {
    views = await SqliteViews.open();
    world = await World.kept(views, ROOT_ORGANIZATION, [
      ...[WRITER, READER, FOLLOWER].map((userId) => example.userCreated({ userId })),
      ...CHANNELS.map((channelId) => example.channelCreated({ channelId })),
      example.usersSubscribed({ channelIds: CHANNELS, userIds: [WRITER, FOLLOWER] }),
      example.usersSubscribed({ channelIds: [1], userIds: [READER] }),
    ]);
    first = world.organization.revision + 2;
    const sentFields = { senderId: WRITER, readBySender: true };
    const batch = numbers(BATCH).map((index) =>
      example.messageSent({ ...sentFields, channelId: 1 + (index % 4) }),
    );
    for (let sent = 0; sent < MESSAGES; sent += BATCH) await world.happen(...batch);
  });
  after(() => views.close());

  /** The IDs of a page, and how many documents were read for it. */
  async function findPage(viewer: number, request: Partial<PageRequest>) {
    let read = 0;
    const counting: Views = {
      slices: views.slices,
      findIds: (...question) => views.findIds(...question),
      get: (...question) => views.get(...question),
      load: (...question) => views.load(...question),
      async find(...question) {
        const found = await views.find(...question);
        read += found.length;
        return found;
      },
    };
    const page = { ...OLDEST, narrow: [], ...request };
    const { organization } = world;
    const { messageIds } = await findMessageIdsAround(counting, world.accessOf(viewer), organization, page);
    return { messageIds, read };
  }

  const turnOf = (viewer: number, request: Partial<PageRequest>): Promise<number> =>
    longestTurnAtBest(() => findPage(viewer, request));

  /** The reader has read what is theirs, one message here and one there, of those with these numbers. */
  async function readOwn(numbersRead: readonly number[]): Promise<void> {
    const messages = numbersRead.map((number) => (first + 4 * number) as MessageId);
    await world.happen(example.messagesMarkedRead({ userId: READER, messages }));
  }

  it('are found without a look at the others', async () => {
    const { messageIds, read } = await findPage(READER, UNREAD);
    expect(messageIds).to.deep.equal([first]);
    expect(read).to.be.below(100);
  });

  it('are found by thousands without holding up anybody', async () => {
    const thousands = { ...UNREAD, after: 5_000 };
    expect((await findPage(READER, thousands)).messageIds).to.have.length(5_000);
    expect(await turnOf(READER, thousands)).to.be.below(TURN);
  });

  it('are found behind messages that were read one by one among those of others', async () => {
    const own = MESSAGES / CHANNELS.length;
    await readOwn(numbers(own - 10));
    const { messageIds, read } = await findPage(READER, { ...UNREAD, after: 20 });
    expect(messageIds).to.deep.equal(numbers(10).map((index) => first + 4 * (own - 10 + index)));
    expect(read, 'no message of a channel that is not his').to.be.at.most(own + 100);
    expect(await turnOf(READER, UNREAD)).to.be.below(TURN);
    expect(await turnOf(READER, FIRST_UNREAD)).to.be.below(TURN);
  });

  it('are found at once where one stretch was read, or everything', async () => {
    const half = first + MESSAGES / 2;
    await world.happen(example.messagesMarkedRead({ userId: FOLLOWER, messages: [[first, half - 1]] }));
    const unread = await findPage(FOLLOWER, UNREAD);
    expect(unread.messageIds).to.deep.equal([half]);
    expect(unread.read).to.be.below(100);
    await world.happen(
      example.messagesMarkedRead({ userId: READER, messages: [[1, first + MESSAGES]], all: true }),
    );
    const { messageIds, read } = await findPage(READER, UNREAD);
    expect([messageIds, read < 100]).to.deep.equal([[], true]);
  });
});
