import { expect } from 'chai';
import type { Hansard, Person } from '../../support/hansard.ts';
import { expectLoginFirst, expectRefusal, expectSuccess } from '../expected.ts';
import { change, Flagging, flagsOf, idsIn, idsThatAre, page, positionOf } from '../flagFixture.ts';

describe('message flags over HTTP', () => {
  let flagging: Flagging;
  let hansard: Hansard;
  let owner: Person;
  let member: Person;
  let guest: Person;

  before(async () => {
    flagging = await Flagging.start();
    ({ hansard, owner, member, guest } = flagging.cast);
  });
  after(() => hansard.stop());

  const say: Flagging['send'] = (...parameters) => flagging.send(...parameters);
  const open = (name: string, ...people: readonly Person[]) =>
    owner.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: people.map(({ userId }) => userId),
    });

  it('are each person’s own, and tell what was done in the answer', async () => {
    const [one, two] = [await say(), await say()];
    for (const [flag, shown] of [
      ['read', 'read'],
      ['starred', 'starred'],
      ['collapsed', 'collapsed'],
    ] as const) {
      const ignored = { ignored_because_not_subscribed_channels: [] };
      expectSuccess(await change(member, 'add', flag, two, one), { messages: [two, one], ...ignored });
      expect(await flagsOf(member, one)).to.include(shown);
      expect(await flagsOf(owner, one)).not.to.include(shown);
      expectSuccess(await change(member, 'remove', flag, two), { messages: [two], ...ignored });
      expect(await flagsOf(member, two)).not.to.include(shown);
    }
    expect(await flagsOf(member, one)).to.deep.equal(['read', 'starred', 'collapsed']);
  });

  it('append nothing where nothing changes', async () => {
    const id = await say();
    const first = await change(member, 'add', 'read', id);
    const again = await change(member, 'add', 'read', id, id);
    expectSuccess(again, { messages: [id, id], ignored_because_not_subscribed_channels: [] });
    expect(positionOf(again)).to.equal(positionOf(first));
    expect(positionOf(await change(member, 'remove', 'starred', id))).to.equal(positionOf(first));
  });

  const wrong: readonly (readonly [what: string, op: string, flag: string, msg: string])[] = [
    ...[
      'mentioned',
      'stream_wildcard_mentioned',
      'topic_wildcard_mentioned',
      'wildcard_mentioned',
      'has_alert_word',
      'historical',
    ].map((flag) => [`to set ${flag}`, 'add', flag, `Flag not editable: '${flag}'`] as const),
    ['a flag that is none', 'add', 'toString', "Invalid flag: 'toString'"],
    ['an operation that is none', 'toggle', 'read', "Invalid message flag operation: 'toggle'"],
  ];
  for (const [what, op, flag, msg] of wrong)
    it(`refuse ${what}`, async () => {
      expectRefusal(await change(member, op, flag, await say()), msg);
      const range = { anchor: 'newest', num_before: 1, num_after: 0, op, flag };
      expectRefusal(await member.post('/messages/flags/narrow', range), msg);
    });

  it('are not to be had of messages that are absent or hidden, and then none changes', async () => {
    const shown = await say();
    const hidden = await say('x', { type: 'direct', to: [owner.userId] });
    for (const id of [0, -1, 999_999, hidden])
      expectRefusal(await change(member, 'add', 'starred', shown, id), 'Invalid message(s)');
    expectRefusal(await change(guest, 'add', 'starred', shown), 'Invalid message(s)');
    expect(await flagsOf(member, shown)).to.deep.equal([]);
    const many = Array.from({ length: 1100 }, () => shown);
    expectRefusal(await change(member, 'add', 'read', ...many, hidden), 'Invalid message(s)');
    expect(await flagsOf(member, shown)).to.deep.equal([]);
  });

  it('ask for their parameters and for a login', async () => {
    const parameters = { messages: [1], op: 'add', flag: 'read' };
    for (const name of ['messages', 'op', 'flag'] as const) {
      const { [name]: _, ...rest } = parameters;
      const missing = { code: 'REQUEST_VARIABLE_MISSING', var_name: name };
      expectRefusal(await member.post('/messages/flags', rest), `Missing '${name}' argument`, missing);
    }
    const routes = ['/messages/flags', '/messages/flags/narrow', '/mark_all_as_read'];
    for (const path of [...routes, '/mark_stream_as_read', '/mark_topic_as_read'])
      expectLoginFirst(await hansard.anonymous('POST', path, parameters));
    expectLoginFirst(await hansard.anonymous('GET', `/messages/1/read_receipts`));
  });

  it('make history one’s own where it is starred', async () => {
    await open('annals', owner);
    const id = await say('early', { to: 'annals' });
    expect(await flagsOf(member, id)).to.deep.equal(['read', 'historical']);
    await change(member, 'add', 'starred', id);
    expect(await flagsOf(member, id)).to.deep.equal(['read', 'starred', 'historical']);
    expect(await idsThatAre(member, 'starred')).to.include(id);
    expect(await idsThatAre(member, 'starred', ['channel', 'annals'])).to.deep.equal([id]);
    expect(idsIn(await page(member))).to.include(id);
    await change(member, 'remove', 'starred', id);
    expect(idsIn(await page(member))).to.include(id);
    expect(await flagsOf(member, id)).to.deep.equal(['read', 'historical']);
  });

  it('call nobody who could not read what named him, until it is edited once he can', async () => {
    const late = await hansard.person('Late Comer', 600);
    await open('cellar', owner);
    const edited = (id: number, content: string) => owner.patch(`/messages/${id}`, { content });
    const id = await say(`@**|${late.userId}** is not here yet`, { to: 'cellar' });
    await open('cellar', late);
    expect(await flagsOf(late, id)).to.deep.equal(['read', 'historical']);
    expect(await idsThatAre(late, 'mentioned')).to.deep.equal([]);
    await edited(id, `@**|${late.userId}** is here`);
    expect(await flagsOf(late, id)).to.include('mentioned');
    await owner.delete('/users/me/subscriptions', { subscriptions: ['cellar'], principals: [late.userId] });
    await edited(id, `@**|${late.userId}** was here`);
    await open('cellar', late);
    expect(await idsThatAre(late, 'mentioned')).to.deep.equal([id]);
  });

  it('make history one’s own where it is marked unread, also once it is read again', async () => {
    await open('memoirs', owner);
    const id = await say('early', { to: 'memoirs', topic: 'youth' });
    await open('memoirs', member);
    await member.post('/mark_all_as_read');
    await change(member, 'remove', 'read', id);
    expect((await page(member, { anchor: 'first_unread' })).body).to.include({ anchor: id });
    expect(await idsThatAre(member, 'unread', ['channel', 'memoirs'])).to.deep.equal([id]);
    const everything = { anchor: 'oldest', num_before: 0, num_after: 1000, narrow: [] };
    await member.post('/messages/flags/narrow', { ...everything, op: 'add', flag: 'read' });
    expect(await flagsOf(member, id)).to.deep.equal(['read', 'historical']);
    for (const narrow of [[], [['topic', 'youth']], [{ operator: 'is', operand: 'unread', negated: true }]])
      expect(idsIn(await page(member, { narrow })), JSON.stringify(narrow)).to.include(id);
  });

  it('leave a message read in a channel that one does not follow, and name the channel', async () => {
    const id = await say();
    const left = await say('x', { to: 'annals' });
    await change(member, 'add', 'read', id);
    expectSuccess(await change(member, 'remove', 'read', id, left), {
      messages: [id, left],
      ignored_because_not_subscribed_channels: [
        (await owner.get('/get_stream_id', { stream: 'annals' })).body.stream_id,
      ],
    });
    expect(await flagsOf(member, id)).to.deep.equal([]);
    expect(await flagsOf(member, left)).to.include('read');
  });

  it('narrow to what is unread, and to its opposite', async () => {
    await member.post('/mark_all_as_read');
    const [one, two, three] = [await say(), await say(), await say()];
    await change(member, 'add', 'read', two);
    expect(await idsThatAre(member, 'unread')).to.deep.equal([one, three]);
    expect((await page(member, { anchor: 'first_unread' })).body).to.include({ anchor: one });
    await change(member, 'add', 'read', one);
    const inTopic = {
      anchor: 'first_unread',
      narrow: [
        ['channel', 'design'],
        ['topic', 't'],
      ],
    };
    expect((await page(member, inTopic)).body).to.include({ anchor: three });
    const others = await page(member, {
      narrow: [{ operator: 'is', operand: 'unread', negated: true }],
      anchor: one,
    });
    expect(idsIn(others)).to.deep.equal([one, two]);
  });

  it('narrow to what mentions one: by name, group or wildcard', async () => {
    const named = await say('hey @**Mia Member**');
    await owner.post('/user_groups/create', { name: 'crew', description: '', members: [member.userId] });
    const group = await say('hey @*crew*');
    const all = await say('hey @**all**');
    await say('hey');
    expect(await idsThatAre(member, 'mentioned')).to.deep.equal([named, group, all]);
    expect(await idsThatAre(guest, 'mentioned')).to.deep.equal([]);
  });

  it('skip what is muted at the first unread message, unless the narrow names the conversation', async () => {
    await member.post('/mark_all_as_read');
    const muted = await say('x', { topic: 'noise' });
    await member.post('/user_topics', {
      stream_id: flagging.channelId,
      topic: 'noise',
      visibility_policy: 1,
    });
    const heard = await say();
    expect((await page(member, { anchor: 'first_unread' })).body).to.include({ anchor: heard });
    const narrow = [
      ['channel', 'design'],
      ['topic', 'noise'],
    ];
    expect((await page(member, { anchor: 'first_unread', narrow })).body).to.include({ anchor: muted });
  });

  describe('read receipts', () => {
    const readers = async (who: Person, id: number) =>
      (await who.get(`/messages/${id}/read_receipts`)).body.user_ids;

    it('name those who received the message and have read it, without its sender', async () => {
      const [reader, private_, gone] = await Promise.all(
        ['Rea Der', 'Pri Vate', 'Go Ne'].map((name) => hansard.person(name)),
      );
      await open('design', reader!, private_!, gone!);
      const id = await say('x', { read_by_sender: true });
      expect(await readers(owner, id)).to.deep.equal([]);
      await private_!.patch('/settings', { send_read_receipts: false });
      for (const who of [member, reader!, private_!, gone!]) await change(who, 'add', 'read', id);
      await owner.delete(`/users/${gone!.userId}`);
      expect(await readers(member, id)).to.deep.equal([member.userId, reader!.userId]);
      await change(member, 'remove', 'read', id);
      expect(await readers(owner, id)).to.deep.equal([reader!.userId]);
    });

    it('name those too who have left since, wherever it was moved, as long as they may read it', async () => {
      await open('departures', owner, member, guest);
      await open('arrivals', owner);
      const id = await say('x', { to: 'departures' });
      for (const who of [member, guest]) await change(who, 'add', 'read', id);
      expect(await readers(owner, id)).to.deep.equal([member.userId, guest.userId]);
      await member.delete('/users/me/subscriptions', { subscriptions: ['departures'] });
      expect(await readers(owner, id)).to.deep.equal([member.userId, guest.userId]);
      const { stream_id } = (await owner.get('/get_stream_id', { stream: 'arrivals' })).body;
      expect((await owner.patch(`/messages/${id}`, { stream_id })).status).to.equal(200);
      expect(await readers(owner, id)).to.deep.equal([member.userId]);
    });

    it('are for those who may read the message', async () => {
      const id = await say('x', { type: 'direct', to: [member.userId] });
      await change(member, 'add', 'read', id);
      expect(await readers(owner, id)).to.deep.equal([member.userId]);
      for (const absent of [id, 0, 999_999])
        expectRefusal(await guest.get(`/messages/${absent}/read_receipts`), 'Invalid message(s)');
    });
  });
});
