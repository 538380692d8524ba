import { expect } from 'chai';
import { ROOT_ORGANIZATION } from '../../../src/base/ids.ts';
import { parseSearchQuery } from '../../../src/search/searchQuery.ts';
import { example } from '../../support/examples.ts';
import { World } from '../../support/memoryViews.ts';
import { idsOf, narrow, page, sent } from '../../support/messageViews.ts';
import { SqliteViews } from '../../support/sqliteViews.ts';
import { longestTurnAtBest } from '../../support/turns.ts';

const MESSAGES = 20_000;
const BATCH = 1_000;
const WRITER = 1;
/** Milliseconds that one turn of the event loop may take. */
const TURN = 20;

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const search = (operand: string, negated = false) => ({
  kind: 'search',
  query: parseSearchQuery(operand),
  negated,
});
const HAS_IMAGE = { kind: 'trait', trait: 'image' };

/** Every message begins with two words of its own and those that many have. */
const textOf = (index: number): string =>
  `word${index} plain${index % 7} 0${index} ${'the minutes of the last meeting '.repeat(8)}`;

describe('costly searches among 20,000 messages', () => {
  let views: SqliteViews;
  let world: World<SqliteViews>;
  let first: number;

  before(async () => {
    views = await SqliteViews.open();
    world = await World.kept(views, ROOT_ORGANIZATION, [
      example.userCreated({ userId: WRITER }),
      ...[1, 2].map((channelId) => example.channelCreated({ channelId })),
      example.usersSubscribed({ channelIds: [1, 2], userIds: [WRITER] }),
    ]);
    first = world.organization.revision + 2;
    for (let from = 0; from < MESSAGES; from += BATCH) {
      const texts = numbers(BATCH).map((index) => textOf(from + index));
      await world.happen(...texts.map((content) => sent({ senderId: WRITER, channelId: 1, content })));
    }
    const longest = numbers(300).map((index) => `word${index} ${'é-long '.repeat(1_400)}`);
    await world.happen(...longest.map((content) => sent({ senderId: WRITER, channelId: 2, content })));
  });
  after(() => views.close());

  const costly: Readonly<Record<string, readonly object[]>> = {
    'the same beginnings 49 times': numbers(49).map(() => search('plai* 0*')),
    'a beginning that all messages have, with a picture that none has': [search('word*'), HAS_IMAGE],
    'ten beginnings that all messages have': [
      search(
        numbers(10)
          .map((index) => `${'meeting'.slice(0, 3 + (index % 5))}* ${'minutes'.slice(0, 3 + (index % 5))}*`)
          .join(' '),
      ),
      HAS_IMAGE,
    ],
    'a short beginning that no message has': [search('zz*')],
    'fifty phrases': [
      search(
        numbers(50)
          .map((index) => `"minutes of the ${index}"`)
          .join(' '),
      ),
    ],
    'what no message has': [search('zebra*', true), search('the*', true)],
    'two hundred words': [
      search(
        numbers(200)
          .map((index) => `word${index}`)
          .join(' '),
      ),
    ],
  };
  for (const [what, terms] of Object.entries(costly))
    it(`let others have a turn within ${TURN} ms while they look for ${what}`, async () => {
      const longest = await longestTurnAtBest(() =>
        page(world, WRITER, { ...narrow(...terms), before: 5_000 }),
      );
      expect(longest).to.be.lessThan(TURN);
    });

  it('let others have a turn while long messages are read and marked', async () => {
    const terms = [search('lo*'), { kind: 'channel', channelId: 2 }];
    const longest = await longestTurnAtBest(() =>
      page(world, WRITER, { ...narrow(...terms), before: 5_000 }),
    );
    expect(longest).to.be.lessThan(TURN);
  });

  it('find by a beginning what has it, page by page, though each page is small', async () => {
    const found = await idsOf(world, WRITER, { ...narrow(search('plain3*')), before: 5_000 });
    expect(found).to.deep.equal(
      numbers(MESSAGES).flatMap((index) => (index % 7 === 3 ? [first + index] : [])),
    );
  });

  it('end where they have cost enough, and go on from there to the end', async () => {
    const terms = narrow(search('zz* 019999* qq* xy*'));
    const negated = narrow(search('zz* qq* xy* jj* kk* vv* bb* ff* ll1* yy*', true), search('01*'));
    const asked = { ...negated, before: 5_000 };
    let anchor: number | 'newest' = 'newest';
    const found: number[] = [];
    let requests = 0;
    for (let isEnd = false; !isEnd; requests += 1) {
      const { messages, foundOldest, oldestExamined } = await page(world, WRITER, {
        ...asked,
        anchor,
        includeAnchor: false,
      });
      found.unshift(...messages.map(({ messageId }) => messageId));
      isEnd = foundOldest;
      anchor = oldestExamined ?? messages[0]?.messageId ?? 0;
    }
    expect(requests).to.be.greaterThan(2);
    const expected = numbers(MESSAGES).filter((index) => `0${index}`.startsWith('01'));
    expect(found).to.deep.equal(expected.map((index) => first + index));
    expect(await idsOf(world, WRITER, { ...terms, before: 5_000 })).to.deep.equal([]);
  });

  it('end when their asker has gone', async () => {
    const gone = new AbortController();
    const reader = { gone: gone.signal };
    const read = page(world, WRITER, { ...narrow(search('zz*')), before: 5_000, reader });
    gone.abort();
    const refusal = await read.catch((error: unknown) => String(error));
    expect(refusal).to.match(/gone/);
  });

  it('count what is attached to messages for the size of a page', async () => {
    const request = { ...narrow(search('word*')), before: 5_000 };
    const { messages, foundOldest } = await page(world, WRITER, {
      ...request,
      reader: { attachedTo: () => 400_000 },
    });
    expect(messages).to.have.lengthOf(10);
    expect(foundOldest).to.equal(false);
  });
});
