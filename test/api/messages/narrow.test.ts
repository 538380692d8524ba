import { expect } from 'chai';
import { Hansard, type Person } from '../../support/hansard.ts';
import { expectRefusal } from '../expected.ts';

type Wire = Record<string, unknown> | readonly unknown[];

describe('narrows over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let ann: Person;
  let bob: Person;
  const messageIds: Record<string, number> = {};

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    ann = await hansard.account('Ann Example');
    bob = await hansard.person('Bob Example');
    const subscriptions = [{ name: 'design' }, { name: 'general' }];
    const principals = [owner.userId, ann.userId, bob.userId];
    await owner.post('/users/me/subscriptions', { subscriptions, principals });
    messageIds.red = await send(owner, { type: 'channel', to: 'design', topic: 'Red' });
    messageIds.blue = await send(ann, { type: 'channel', to: 'design', topic: 'blue' });
    messageIds.red2 = await send(bob, { type: 'channel', to: 'general', topic: 'red' });
    messageIds.empty = await send(ann, { type: 'channel', to: 'general', topic: '' });
    messageIds.two = await send(owner, { type: 'direct', to: [ann.userId] });
    messageIds.three = await send(bob, { type: 'direct', to: [ann.userId, owner.userId] });
    messageIds.self = await send(ann, { type: 'direct', to: [ann.userId] });
  });
  after(() => hansard.stop());

  const send = async (who: Person, fields: object): Promise<number> =>
    (await who.post('/messages', { content: 'x', ...fields })).body.id as number;
  const read = (narrow: unknown) =>
    ann.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow });
  const found = async (...narrow: Wire[]): Promise<readonly string[]> => {
    const { body } = await read(narrow);
    const ids = (body.messages as { id: number }[]).map(({ id }) => id);
    return ids.map((id) => Object.keys(messageIds).find((name) => messageIds[name] === id) ?? String(id));
  };
  const term = (operator: string, operand: unknown, negated?: boolean): Wire => ({
    operator,
    operand,
    ...(negated === undefined ? {} : { negated }),
  });

  it('is everything where it says nothing', async () => {
    expect(await found()).to.deep.equal(['red', 'blue', 'red2', 'empty', 'two', 'three', 'self']);
  });

  it('has terms of 1,000 people at most, in a list or joined by commas', async () => {
    const many = (count: number): number[] => Array<number>(count).fill(owner.userId);
    const desc = 'more than 1000 people';
    const bad = { code: 'BAD_NARROW', desc };
    for (const operandOf of [many, (count: number) => many(count).join()])
      for (const operator of ['dm', 'dm-including']) {
        expect((await read([term(operator, operandOf(1000))])).status).to.equal(200);
        const refused = await read([term(operator, operandOf(1001))]);
        expectRefusal(refused, `Invalid narrow operator: ${desc}`, bad);
      }
  });

  it('finds a channel by name or ID, under both words for it, in both forms', async () => {
    const designId = 1;
    for (const wire of [
      term('channel', 'design'),
      term('stream', 'DESIGN'),
      term('channel', designId),
      ['channel', 'design'],
      ['stream', designId],
    ])
      expect(await found(wire)).to.deep.equal(['red', 'blue']);
    const others = ['red2', 'empty', 'two', 'three', 'self'];
    expect(await found(term('channel', 'design', true))).to.deep.equal(others);
  });

  it('finds a topic whatever its case, in one channel or in all', async () => {
    for (const operator of ['topic', 'subject'])
      expect(await found(term(operator, 'rEd'))).to.deep.equal(['red', 'red2']);
    expect(await found(term('channel', 'design'), term('topic', 'red'))).to.deep.equal(['red']);
    expect(await found(term('channel', 'design'), term('topic', 'red', true))).to.deep.equal(['blue']);
    for (const name of ['', 'general chat'])
      expect(await found(term('topic', name))).to.deep.equal(['empty']);
  });

  it('finds just one direct conversation, the caller named or not', async () => {
    for (const operator of ['dm', 'pm-with', 'pm_with']) {
      for (const operand of [owner.email, [owner.userId], [owner.userId, ann.userId], owner.userId])
        expect(await found(term(operator, operand)), `${operator} ${String(operand)}`).to.deep.equal(['two']);
      expect(await found(term(operator, `${owner.email},${bob.email}`))).to.deep.equal(['three']);
      for (const operand of [ann.email, [ann.userId]])
        expect(await found(term(operator, operand))).to.deep.equal(['self']);
    }
  });

  it('finds all direct messages, or all others', async () => {
    for (const word of ['dm', 'private'])
      expect(await found(term('is', word))).to.deep.equal(['two', 'three', 'self']);
    expect(await found(term('is', 'dm', true))).to.deep.equal(['red', 'blue', 'red2', 'empty']);
  });

  it('finds what somebody said', async () => {
    for (const operand of [bob.userId, bob.email, bob.email.toUpperCase()])
      expect(await found(term('sender', operand))).to.deep.equal(['red2', 'three']);
    expect(await found(term('from', bob.userId), term('is', 'dm'))).to.deep.equal(['three']);
    expect(await found(term('sender', ann.userId, true), term('channel', 'design'))).to.deep.equal(['red']);
  });

  it('finds one message, and does not filter by near', async () => {
    for (const operand of [messageIds.red, String(messageIds.red)])
      expect(await found(term('id', operand))).to.deep.equal(['red']);
    expect(await found(term('id', 999_999))).to.deep.equal([]);
    expect(await found(term('near', messageIds.red), term('channel', 'general'))).to.deep.equal([
      'red2',
      'empty',
    ]);
  });

  it('finds all direct messages with somebody, alone or in a group', async () => {
    for (const operator of ['dm-including', 'dm_including'])
      expect(await found(term(operator, [owner.userId]))).to.deep.equal(['two', 'three']);
    expect(await found(term('dm-including', [owner.userId, bob.userId]))).to.deep.equal(['three']);
    expect(await found(term('dm-including', ann.userId))).to.deep.equal(['two', 'three', 'self']);
    for (const operator of ['group-pm-with', 'group_pm_with'])
      expect(await found(term(operator, owner.email))).to.deep.equal(['three']);
  });

  it('finds the conversation that a message is in, whatever else is named', async () => {
    expect(await found(term('with', messageIds.red))).to.deep.equal(['red']);
    expect(await found(term('channel', 'general'), term('with', messageIds.blue))).to.deep.equal(['blue']);
    expect(await found(term('is', 'dm'), term('with', messageIds.three))).to.deep.equal(['three']);
    expect(await found(term('channel', 'general'), term('with', 999_999))).to.deep.equal(['red2', 'empty']);
  });

  it('finds it too where a channel or a person that is named is not there', async () => {
    const moved = [term('channel', 'old name'), term('topic', 'old topic'), term('with', messageIds.blue)];
    expect(await found(...moved)).to.deep.equal(['blue']);
    expect(await found(term('dm', 'gone@example.com'), term('with', messageIds.three))).to.deep.equal([
      'three',
    ]);
    for (const [named, desc] of [
      [term('channel', 'old name'), 'unknown channel old name'],
      [term('dm', [owner.userId, 9999]), 'unknown user 9999'],
    ] as const) {
      const refused = await read([named, term('with', 999_999)]);
      expectRefusal(refused, `Invalid narrow operator: ${desc}`, { code: 'BAD_NARROW', desc });
    }
    const stranger = await read([term('sender', 9999), term('with', messageIds.blue)]);
    expect(stranger.body).to.include({ code: 'BAD_NARROW', desc: 'unknown user 9999' });
  });

  it('finds all of the public channels, or of those that are web-public or archived', async () => {
    for (const operator of ['channels', 'streams'])
      expect(await found(term(operator, 'public'))).to.deep.equal(['red', 'blue', 'red2', 'empty']);
    expect(await found(term('channels', 'web-public'))).to.deep.equal([]);
    expect(await found(term('channels', 'archived'))).to.deep.equal([]);
  });

  it('knows home from what is muted, and all from nothing', async () => {
    const everything = ['red', 'blue', 'red2', 'empty', 'two', 'three', 'self'];
    expect(await found(term('in', 'all'))).to.deep.equal(everything);
    await ann.post('/user_topics', { stream_id: 1, topic: 'red', visibility_policy: 1 });
    expect(await found(term('is', 'muted'))).to.deep.equal(['red']);
    expect(await found(term('in', 'home'))).to.deep.equal(everything.slice(1));
    await ann.post('/user_topics', { stream_id: 1, topic: 'red', visibility_policy: 3 });
    expect(
      await found(term('is', 'followed'), term('channel', 'design'), term('topic', 'red')),
    ).to.deep.equal(['red']);
    expect(await found(term('is', 'muted'))).to.deep.equal([]);
    expect(await found(term('is', 'alerted'))).to.deep.equal([]);
  });

  it('refuses more than one message to go with, or one that cannot be read alone', async () => {
    const bad = (desc: string) => ({ code: 'BAD_NARROW', desc });
    const invalid = "Invalid 'with' operator";
    expectRefusal(await read([term('with', 999_999)]), `Invalid narrow operator: ${invalid}`, bad(invalid));
    const twice = "Duplicate 'with' operators.";
    const both = [term('with', messageIds.red), term('with', messageIds.blue)];
    expectRefusal(await read(both), `Invalid narrow operator: ${twice}`, bad(twice));
  });

  it('finds what has a link or a reaction, whom it mentions, and what is resolved', async () => {
    const content = `https://example.com/a.png @**Bob Example**`;
    const { body } = await ann.post('/messages', { type: 'channel', to: 'design', topic: 'seen', content });
    const id = Number(body.id);
    const ids = async (...narrow: Wire[]) =>
      ((await read(narrow)).body.messages as { id: number }[]).map((message) => message.id);
    for (const wire of [term('has', 'link'), term('has', 'image'), term('mentions', bob.userId)])
      expect(await ids(wire), JSON.stringify(wire)).to.deep.equal([id]);
    expect(await ids(term('has', 'attachment'))).to.deep.equal([]);
    await bob.post(`/messages/${id}/reactions`, { emoji_name: 'heart' });
    expect(await ids(term('has', 'reaction'), term('channel', 'design'))).to.deep.equal([id]);
    await ann.patch(`/messages/${id}`, { topic: '✔ seen' });
    expect(await ids(term('is', 'resolved'))).to.deep.equal([id]);
    await ann.patch(`/messages/${id}`, { content: 'nothing' });
    expect(await ids(term('has', 'link'))).to.deep.equal([]);
    await ann.delete(`/messages/${id}`);
  });

  it('finds pictures that are shown, be they linked to or put there by Markdown', async () => {
    const shows = async (content: string) => {
      const id = await send(ann, { type: 'channel', to: 'design', topic: 'seen', content });
      const ids = (await found(term('has', 'image'))).map(Number);
      await ann.delete(`/messages/${id}`);
      return ids.includes(id);
    };
    expect(await shows('![a](https://example.com/a.png)')).to.equal(true);
    expect(await shows('> https://example.com/a.png')).to.equal(false);
  });

  it('finds nothing where two terms contradict each other', async () => {
    expect(await found(term('channel', 'design'), term('channel', 'general'))).to.deep.equal([]);
    expect(await found(term('sender', ann.userId), term('sender', bob.userId))).to.deep.equal([]);
  });

  const bad: readonly (readonly [string, readonly Wire[], string])[] = [
    ['an unknown operator', [{ operator: 'colour', operand: 'red' }], 'unknown operator colour'],
    ['an unknown channel', [{ operator: 'channel', operand: 'nowhere' }], 'unknown channel nowhere'],
    ['an unknown channel ID', [{ operator: 'channel', operand: 9999 }], 'unknown channel 9999'],
    ['an unknown sender', [{ operator: 'sender', operand: 'x@example.com' }], 'unknown user x@example.com'],
    ['an unknown partner', [{ operator: 'dm', operand: [9999] }], 'unknown user 9999'],
    ['a message ID that is none', [{ operator: 'id', operand: 'abc' }], 'Invalid message ID'],
    ['a state that is none', [{ operator: 'is', operand: 'nice' }], "unknown 'is' operand nice"],
    [
      'a channel and a direct conversation at once',
      [
        { operator: 'channel', operand: 'design' },
        { operator: 'is', operand: 'dm' },
      ],
      'no message is both in a channel and direct',
    ],
  ];
  for (const [what, narrow, desc] of bad)
    it(`refuses ${what}`, async () => {
      expectRefusal(await read(narrow), `Invalid narrow operator: ${desc}`, { code: 'BAD_NARROW', desc });
    });

  it('is strict about its form', async () => {
    expectRefusal(await read('channel:design'), 'narrow is not valid JSON');
    expectRefusal(await read({}), 'narrow is not a list');
    expectRefusal(await read([{ operator: 'channel' }]), 'narrow[0]["operand"] field is missing');
    expectRefusal(await read([{ operator: 1, operand: 'x' }]), 'narrow[0]["operator"] is not a string');
  });
});
