import { expect } from 'chai';
import { type Answer, Hansard, type Person } from '../support/hansard.ts';
import { expectRefusal, expectSuccess } from './expected.ts';

interface Shown {
  readonly id: number;
  readonly content: string;
  readonly flags: readonly string[];
}

describe('reading messages over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let ann: Person;
  const ids: number[] = [];

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    ann = await hansard.account('Ann Example');
    const principals = [owner.userId, ann.userId];
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }], principals });
    for (let count = 0; count < 10; count += 1) ids.push(await send(owner, 'design', `message ${count}`));
  });
  after(() => hansard.stop());

  const send = async (who: Person, to: string, content: string, topic = 't'): Promise<number> => {
    const answer = await who.post('/messages', { type: 'channel', to, topic, content });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body.id as number;
  };
  const read = (who: Person, fields: Record<string, unknown>): Promise<Answer> =>
    who.get('/messages', { num_before: 0, num_after: 0, ...fields });
  const shown = ({ body }: Answer): readonly Shown[] => body.messages as Shown[];
  const idsOf = (answer: Answer): readonly number[] => shown(answer).map(({ id }) => id);

  const expectNotLoggedIn = (answer: Answer): void =>
    expectRefusal(answer, 'Not logged in: API authentication or user session required', {
      code: 'UNAUTHENTICATED_USER',
      status: 401,
    });
  const expectUnknownChannel = (answer: Answer, name: string): void => {
    const desc = `unknown channel ${name}`;
    expectRefusal(answer, `Invalid narrow operator: ${desc}`, { code: 'BAD_NARROW', desc });
  };

  describe('GET /messages', () => {
    it('gives the newest messages, ascending, and tells which ends it has seen', async () => {
      const page = await read(ann, { anchor: 'newest', num_before: 3 });
      expect(idsOf(page)).to.deep.equal(ids.slice(-3));
      expect(page.body).to.include({
        anchor: 10_000_000_000_000_000,
        found_anchor: false,
        found_oldest: false,
        found_newest: true,
        history_limited: false,
      });
    });

    it('gives the oldest messages', async () => {
      const page = await read(ann, { anchor: 'oldest', num_after: 3 });
      expect(idsOf(page)).to.deep.equal(ids.slice(0, 3));
      expect(page.body).to.include({ anchor: 0, found_oldest: true, found_newest: false });
      const all = await read(ann, { anchor: 'oldest', num_after: 50 });
      expect(idsOf(all)).to.deep.equal(ids);
      expect(all.body).to.include({ found_oldest: true, found_newest: true });
    });

    it('gives messages around one, with it or without', async () => {
      const anchor = ids[5]!;
      const around = await read(ann, { anchor, num_before: 2, num_after: 2 });
      expect(idsOf(around)).to.deep.equal(ids.slice(3, 8));
      expect(around.body).to.include({
        anchor,
        found_anchor: true,
        found_oldest: false,
        found_newest: false,
      });
      const after = await read(ann, { anchor, num_after: 2, include_anchor: false });
      expect(idsOf(after)).to.deep.equal(ids.slice(6, 8));
      expect(after.body).to.include({ found_anchor: false });
      const before = await read(ann, { anchor, num_before: 2, include_anchor: false });
      expect(idsOf(before)).to.deep.equal(ids.slice(3, 5));
      expect(idsOf(await read(ann, { anchor }))).to.deep.equal([anchor]);
    });

    it('takes any number as an anchor, clamped to what there can be', async () => {
      const low = await read(ann, { anchor: -5, num_after: 1 });
      expect([low.body.anchor, ...idsOf(low)]).to.deep.equal([0, ids[0]]);
      for (const digits of [20, 31, 400]) {
        const high = await read(ann, { anchor: '9'.repeat(digits), num_before: 1 });
        expect([high.body.anchor, ...idsOf(high)]).to.deep.equal([10_000_000_000_000_000, ids[9]]);
      }
    });

    it('begins at the first unread message, and at the end where everything is read', async () => {
      const forAnn = await read(ann, { anchor: 'first_unread', num_before: 1, num_after: 1 });
      expect(forAnn.body).to.include({ anchor: ids[0], found_anchor: true });
      const reader = await hansard.account('Rea Der');
      const own = { type: 'direct', to: [reader.userId], content: 'note', read_by_sender: true };
      const note = await reader.post('/messages', own);
      const forReader = await read(reader, { anchor: 'first_unread', num_before: 5 });
      expect(forReader.body).to.include({ anchor: 10_000_000_000_000_000, found_newest: true });
      expect(idsOf(forReader)).to.deep.equal([note.body.id]);
    });

    it('gives the source instead of HTML where it is asked to', async () => {
      const id = await send(owner, 'design', 'so *it* is');
      const anchor = { anchor: id };
      const [html] = shown(await read(ann, anchor));
      expect(html).to.include({ content: '<p>so <em>it</em> is</p>', content_type: 'text/html' });
      const [source] = shown(await read(ann, { ...anchor, apply_markdown: false }));
      expect(source).to.include({ content: 'so *it* is', content_type: 'text/x-markdown' });
    });

    it('shows every field of a message', async () => {
      const id = await send(owner, 'design', '/me waves', 'Greetings');
      const [message] = shown(await read(ann, { anchor: id })) as unknown as Record<string, unknown>[];
      const { timestamp, recipient_id: recipientId, stream_id: streamId, ...rest } = message!;
      expect(timestamp).to.be.within(Date.now() / 1000 - 60, Date.now() / 1000 + 1);
      expect([recipientId, streamId].every(Number.isSafeInteger)).to.equal(true);
      expect(rest).to.deep.equal({
        id,
        type: 'stream',
        content: '<p>/me waves</p>',
        content_type: 'text/html',
        subject: 'Greetings',
        display_recipient: 'design',
        sender_id: owner.userId,
        sender_email: owner.email,
        sender_full_name: 'Owner',
        sender_realm_str: '',
        avatar_url: null,
        client: 'node',
        is_me_message: true,
        reactions: [],
        submessages: [],
        topic_links: [],
        flags: [],
      });
    });

    const wrong: readonly (readonly [string, Record<string, unknown>, string])[] = [
      ['no anchor', {}, "Missing 'anchor' argument."],
      ['an anchor that is none', { anchor: 'soon' }, 'Invalid anchor'],
      [
        'a day that no calendar has',
        { anchor: 'date', anchor_date: '2020-02-30T12:00:00Z' },
        'anchor_date is not a date',
      ],
      [
        'more than 5000',
        { anchor: 'newest', num_before: 3000, num_after: 2001 },
        'Too many messages requested (maximum 5000).',
      ],
      [
        'an anchor left out in the middle',
        { anchor: 5, num_before: 1, num_after: 1, include_anchor: false },
        'The anchor can only be excluded at an end of the range',
      ],
      ['a negative number', { anchor: 5, num_before: -1 }, 'num_before is too small'],
      ['a number that is text', { anchor: 5, num_after: '"1"' }, 'num_after is not an integer'],
      ['a flag that is none', { anchor: 5, apply_markdown: 0 }, 'apply_markdown is not a boolean'],
    ];
    for (const [what, fields, msg] of wrong)
      it(`refuses ${what}`, async () => {
        expectRefusal(await read(ann, fields), msg);
      });

    for (const [num_before, num_after] of [
      [5000, 0],
      [0, 5000],
      [2500, 2500],
    ])
      it(`takes ${num_before} before and ${num_after} after, beside the anchor`, async () => {
        expect((await read(ann, { anchor: 'newest', num_before, num_after })).status).to.equal(200);
      });

    it('asks for the size of the range and for a login, and names the parameters of later issues', async () => {
      for (const name of ['num_before', 'num_after']) {
        const fields = { anchor: 'newest', num_before: 1, num_after: 1 };
        const { [name as 'num_before']: _, ...rest } = fields;
        expectRefusal(await ann.get('/messages', rest), `Missing '${name}' argument`, {
          code: 'REQUEST_VARIABLE_MISSING',
          var_name: name,
        });
      }
      const range = '?anchor=newest&num_before=1&num_after=0';
      expectNotLoggedIn(await hansard.anonymous('GET', `/messages${range}`));
    });
  });

  describe('GET /messages/{id}', () => {
    it('gives the message, and its source beside', async () => {
      const id = await send(owner, 'design', 'so **it** is');
      const { body } = await ann.get(`/messages/${id}`);
      expect(body.raw_content).to.equal('so **it** is');
      expect(body.message).to.deep.equal(shown(await read(ann, { anchor: id }))[0]);
      const source = await ann.get(`/messages/${id}`, { apply_markdown: false });
      expect(source.body.message).to.include({ content: 'so **it** is' });
    });

    it('does not tell what is absent from what may not be read', async () => {
      const privately = await owner.post('/messages', { type: 'direct', to: [owner.userId], content: 'x' });
      for (const id of [0, 999_999, privately.body.id])
        expectRefusal(await ann.get(`/messages/${String(id)}`), 'Invalid message(s)');
      expectNotLoggedIn(await hansard.anonymous('GET', `/messages/${ids[0]}`));
      expect((await ann.get('/messages/none')).status).to.equal(404);
    });
  });

  describe('what may be read', () => {
    const makeChannel = (name: string, fields: object = {}) =>
      owner.post('/users/me/subscriptions', { subscriptions: [{ name }], ...fields });
    const enter = (name: string, who: Person) =>
      owner.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: [who.userId] });
    const leave = (name: string, who: Person) =>
      who.delete('/users/me/subscriptions', { subscriptions: [name] });
    const inChannel = (who: Person, channel: string) =>
      read(who, { anchor: 'newest', num_before: 50, narrow: [{ operator: 'channel', operand: channel }] });

    it('is all of a public channel to non-guests, as history where it was not received', async () => {
      await makeChannel('open');
      const early = await send(owner, 'open', 'early');
      const late = await hansard.account('Late Comer');
      const [message] = shown(await inChannel(late, 'open'));
      expect(message).to.deep.include({ id: early, flags: ['read', 'historical'] });
      expect(idsOf(await read(late, { anchor: 'newest', num_before: 9 }))).to.deep.equal([]);
      await late.post('/users/me/subscriptions', { subscriptions: [{ name: 'open' }] });
      const received = await send(owner, 'open', 'received');
      expect(shown(await inChannel(late, 'open')).map(({ flags }) => flags)).to.deep.equal([
        ['read', 'historical'],
        [],
      ]);
      expect(idsOf(await read(late, { anchor: 'newest', num_before: 9 }))).to.deep.equal([received]);
    });

    it('is of a protected history what was said while one was there', async () => {
      await makeChannel('protected', { invite_only: true });
      const visitor = await hansard.person('Vi Sitor');
      const before = await send(owner, 'protected', 'before');
      await enter('protected', visitor);
      const within = await send(owner, 'protected', 'within');
      expect(idsOf(await inChannel(visitor, 'protected'))).to.deep.equal([within]);
      expectRefusal(await visitor.get(`/messages/${before}`), 'Invalid message(s)');
      await leave('protected', visitor);
      expectUnknownChannel(await inChannel(visitor, 'protected'), 'protected');
      expectRefusal(await visitor.get(`/messages/${within}`), 'Invalid message(s)');
      const away = await send(owner, 'protected', 'away');
      await enter('protected', visitor);
      const again = await send(owner, 'protected', 'again');
      expect(idsOf(await inChannel(visitor, 'protected'))).to.deep.equal([within, again]);
      expectRefusal(await visitor.get(`/messages/${away}`), 'Invalid message(s)');
    });

    it('is all of a private channel with shared history, to subscribers only', async () => {
      await makeChannel('shared', { invite_only: true, history_public_to_subscribers: true });
      const early = await send(owner, 'shared', 'early');
      const visitor = await hansard.person('Sha Red');
      expectUnknownChannel(await inChannel(visitor, 'shared'), 'shared');
      await enter('shared', visitor);
      expect(idsOf(await inChannel(visitor, 'shared'))).to.deep.equal([early]);
    });

    it('is nothing of a private channel to administrators who are not in it', async () => {
      const admin = await hansard.person('Ada Admin', 200);
      await makeChannel('closed', { invite_only: true });
      const id = await send(owner, 'closed', 'x');
      expectSuccess(await inChannel(admin, 'closed'), {
        messages: [],
        anchor: 10_000_000_000_000_000,
        found_anchor: false,
        found_oldest: true,
        found_newest: true,
        history_limited: false,
      });
      expectRefusal(await admin.get(`/messages/${id}`), 'Invalid message(s)');
    });

    it('is to guests what they are subscribed to, and their direct messages', async () => {
      const guest = await hansard.account('Gus Guest', 600);
      const hidden = await send(owner, 'design', 'not for guests');
      expectRefusal(await guest.get(`/messages/${hidden}`), 'Invalid message(s)');
      expectUnknownChannel(await inChannel(guest, 'design'), 'design');
      await enter('design', guest);
      const seen = await send(owner, 'design', 'for guests');
      const direct = await owner.post('/messages', { type: 'direct', to: [guest.userId], content: 'x' });
      // The notice that they were subscribed comes when it comes.
      const narrow = [['sender', owner.userId]];
      const all = await read(guest, { anchor: 'newest', num_before: 9, narrow });
      expect(idsOf(all)).to.deep.equal([seen, direct.body.id]);
      expect(idsOf(await inChannel(guest, 'design'))).to.include(hidden);
    });
  });
});
