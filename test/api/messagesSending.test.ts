import { expect } from 'chai';
import type { Answer, Hansard, Person } from '../support/hansard.ts';
import { startCast } from './cast.ts';
import { expectLoginFirst, expectRefusal, expectSuccess } from './expected.ts';

describe('sending messages over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let admin: Person;
  let member: Person;
  let guest: Person;
  let leaver: Person;
  let designId: number;

  before(async () => {
    ({ hansard, owner, admin, member, guest } = await startCast());
    leaver = await hansard.person('Lea Ver');
    await owner.delete(`/users/${leaver.userId}`);
    for (const [name, fields] of [
      ['design', {}],
      ['secret', { invite_only: true }],
      [
        'shared secret',
        { invite_only: true, history_public_to_subscribers: true, can_add_subscribers_group: 3 },
      ],
      ['with guest', { principals: [guest.userId] }],
    ] as const)
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name }], ...fields });
    designId = await channelId('design');
  });
  after(() => hansard.stop());

  const channelId = async (name: string): Promise<number> => {
    const { body } = await owner.get('/streams', { include_all: true });
    return (body.streams as { name: string; stream_id: number }[]).find((each) => each.name === name)!
      .stream_id;
  };
  const send = (who: Person, fields: Record<string, unknown>, headers?: Record<string, string>) =>
    who.post('/messages', { content: 'hello', ...fields }, headers);
  const say = (who: Person, to: unknown, fields: Record<string, unknown> = {}) =>
    send(who, { type: 'channel', to, topic: 'colours', ...fields });
  const shown = async (answer: Answer, who = owner): Promise<Record<string, unknown>> => {
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    const { body } = await who.get(`/messages/${String(answer.body.id)}`, { apply_markdown: false });
    return body.message as Record<string, unknown>;
  };

  describe('to a channel', () => {
    it('takes its name or its ID, bare, as JSON or as a list of one', async () => {
      for (const to of ['design', '"design"', '["design"]', ' DESIGN ', designId, [designId]])
        expect(await shown(await say(owner, to)), String(to)).to.include({
          type: 'stream',
          stream_id: designId,
          display_recipient: 'design',
          subject: 'colours',
        });
    });

    it('takes both words for it, and answers nothing but the ID', async () => {
      for (const type of ['channel', 'stream']) {
        const answer = await send(owner, { type, to: 'design', subject: 'colours' });
        expect(answer.body.id).to.be.a('number');
        expectSuccess(answer, { id: answer.body.id });
      }
    });

    const wrong: readonly (readonly [string, Record<string, unknown>, string])[] = [
      ['no channel', { type: 'channel', topic: 't' }, 'Missing channel'],
      ['two channels', { to: ['design', 'secret'] }, 'Expected exactly one channel'],
      ['no channel in a list', { to: [] }, 'Expected exactly one channel'],
      ['a channel of another type', { to: { name: 'design' } }, 'Invalid data type for channel'],
      ['a channel of no type', { to: true }, 'Invalid data type for channel'],
      ['a word that is no type', { to: 'design', type: 'email' }, 'Invalid type'],
      ['an empty text', { to: 'design', content: ' \n\n ' }, 'Message must not be empty'],
      ['a text with U+0000', { to: 'design', content: 'a\u0000b' }, 'Message must not contain null bytes'],
      [
        'a topic with a control character',
        { to: 'design', topic: 'ab\u0001' },
        'Invalid character in topic, at position 3.',
      ],
    ];
    for (const [what, fields, msg] of wrong)
      it(`refuses ${what}`, async () => {
        expectRefusal(await send(owner, { type: 'channel', topic: 't', ...fields }), msg);
      });

    it('asks for a topic, a text and a type', async () => {
      expectRefusal(await send(owner, { type: 'channel', to: 'design' }), 'Missing topic');
      const missing = (name: string) => ({ code: 'REQUEST_VARIABLE_MISSING', var_name: name });
      const bare = await owner.post('/messages', { type: 'channel', to: 'design', topic: 't' });
      expectRefusal(bare, "Missing 'content' argument", missing('content'));
      expectRefusal(
        await send(owner, { to: 'design', topic: 't' }),
        "Missing 'type' argument",
        missing('type'),
      );
    });

    it('cannot decide between a topic and a subject', async () => {
      const both = await say(owner, 'design', { subject: 'colours' });
      expectRefusal(both, "Can't decide between 'topic' and 'subject' arguments", {
        code: 'REQUEST_CONFUSING_VAR',
        var_name1: 'topic',
        var_name2: 'subject',
      });
    });

    it('knows no channel that is not there, and says back what was asked for', async () => {
      expectRefusal(await say(owner, 'no <such>'), "Channel 'no <such>' does not exist", {
        code: 'STREAM_DOES_NOT_EXIST',
        stream: 'no &lt;such&gt;',
      });
      for (const to of [9999, [9999], '9999'])
        expectRefusal(await say(owner, to), "Channel with ID '9999' does not exist", {
          code: 'STREAM_DOES_NOT_EXIST',
          stream_id: 9999,
        });
    });

    it('lets non-guests write to public channels, subscribed or not', async () => {
      for (const who of [owner, admin, member]) expect((await say(who, 'design')).status).to.equal(200);
      expectRefusal(await say(guest, 'design'), "Not authorized to send to channel 'design'");
      expect((await say(guest, 'with guest')).status).to.equal(200);
    });

    it('lets subscribers alone write to a private channel, administrators or not', async () => {
      expect((await say(owner, 'secret')).status).to.equal(200);
      for (const who of [admin, member, guest])
        expectRefusal(await say(who, 'secret'), "Not authorized to send to channel 'secret'");
      const byId = await say(member, await channelId('secret'));
      expectRefusal(byId, 'Not authorized to send to channel');
    });

    it('lets in whom a private channel with shared history would let subscribe', async () => {
      for (const who of [admin, member]) expect((await say(who, 'shared secret')).status).to.equal(200);
      expectRefusal(await say(guest, 'shared secret'), "Not authorized to send to channel 'shared secret'");
    });

    it('keeps the first spelling of a topic', async () => {
      await say(owner, 'design', { topic: '  First Spelling ' });
      const again = await shown(await say(member, 'design', { topic: 'FIRST spelling' }));
      expect(again.subject).to.equal('First Spelling');
    });

    it('knows three spellings of the empty topic, and shows it by its name', async () => {
      for (const topic of ['', '(no topic)', 'general chat', '  general chat '])
        expect((await shown(await say(owner, 'design', { topic }))).subject).to.equal('general chat');
      const narrow = [{ operator: 'topic', operand: '' }];
      const { body } = await owner.get('/messages', {
        anchor: 'newest',
        num_before: 9,
        num_after: 0,
        narrow,
      });
      expect(body.messages).to.have.lengthOf(4);
    });

    it('cuts long topics and texts by characters', async () => {
      const topic = `${'😀'.repeat(57)}...`;
      expect((await shown(await say(owner, 'design', { topic: '😀'.repeat(61) }))).subject).to.equal(topic);
      expect((await shown(await say(owner, 'design', { topic: '😀'.repeat(60) }))).subject).to.equal(
        '😀'.repeat(60),
      );
      const long = await shown(await say(owner, 'design', { content: 'é'.repeat(10_001) }));
      expect(long.content).to.equal(`${'é'.repeat(9980)}\n[message truncated]`);
      const whole = await shown(await say(owner, 'design', { content: 'é'.repeat(10_000) }));
      expect(whole.content).to.equal('é'.repeat(10_000));
    });

    it('keeps leading spaces of a text and strips what surrounds it otherwise', async () => {
      const message = await shown(await say(owner, 'design', { content: '\n\n    code\n\n  ' }));
      expect(message.content).to.equal('    code');
    });
  });

  describe('directly', () => {
    const direct = (who: Person, to: unknown, type = 'direct') => send(who, { type, to });
    const peopleIn = (message: Record<string, unknown>) =>
      (message.display_recipient as { id: number }[]).map(({ id }) => id);

    it('takes IDs or addresses, as a list, as JSON text or joined by commas', async () => {
      const both = [admin.userId, owner.userId, member.userId];
      for (const to of [
        [admin.userId, member.userId],
        [admin.email, member.email],
        `${admin.email}, ${member.email.toUpperCase()},`,
        JSON.stringify(`${admin.email},${member.email}`),
        [member.userId, admin.userId, owner.userId, admin.userId],
      ])
        expect(peopleIn(await shown(await direct(owner, to))).sort()).to.deep.equal([...both].sort());
    });

    it('takes both words for it, and shows the people sorted by address where they are two', async () => {
      for (const type of ['direct', 'private']) {
        const message = await shown(await direct(owner, [member.userId], type));
        expect(message).to.deep.include({
          type: 'private',
          subject: '',
          display_recipient: [
            { id: member.userId, email: member.email, full_name: 'Mia Member', is_mirror_dummy: false },
            { id: owner.userId, email: owner.email, full_name: 'Owner', is_mirror_dummy: false },
          ],
        });
        expect(message).not.to.have.property('stream_id');
      }
    });

    it('reaches oneself, and ignores a topic', async () => {
      const answer = await send(member, { type: 'direct', to: [member.userId], topic: 'ignored' });
      expect(peopleIn(await shown(answer, member))).to.deep.equal([member.userId]);
    });

    it('reaches guests, and is reached by them', async () => {
      expect((await direct(guest, [owner.userId])).status).to.equal(200);
      expect((await direct(owner, [guest.userId])).status).to.equal(200);
    });

    it('refuses what is no list of people', async () => {
      const noType = 'Invalid data type for recipients';
      for (const to of [member.userId, { id: 1 }, [1.5], [true], [1, null]])
        expectRefusal(await direct(owner, to), noType);
      const mixed = 'Recipient lists may contain emails or user IDs, but not both.';
      expectRefusal(await direct(owner, [1, member.email]), mixed);
      for (const to of [[], '', ' , ', '[""]'])
        expectRefusal(await direct(owner, to), 'Message must have recipients');
      expectRefusal(await send(owner, { type: 'direct' }), 'Message must have recipients');
    });

    it('refuses people who are not there any more, or never were', async () => {
      expectRefusal(await direct(owner, [member.userId, 9999]), 'Invalid user ID 9999');
      expectRefusal(await direct(owner, ['nobody@example.com']), "Invalid email 'nobody@example.com'");
      const left = `'${leaver.email}' is no longer using the service.`;
      expectRefusal(await direct(owner, [leaver.userId]), left);
      expectRefusal(await direct(owner, [leaver.email, member.email]), left);
    });
  });

  describe('read by the sender', () => {
    const isRead = async (fields: Record<string, unknown>, userAgent?: string) => {
      const headers = userAgent === undefined ? undefined : { 'user-agent': userAgent };
      const answer = await send(owner, { type: 'channel', to: 'design', topic: 't', ...fields }, headers);
      return ((await shown(answer)).flags as string[]).includes('read');
    };

    it('is what the client says', async () => {
      expect(await isRead({ read_by_sender: true })).to.equal(true);
      expect(await isRead({ read_by_sender: false, client: 'website' })).to.equal(false);
    });

    it('is else so for clients in which somebody reads', async () => {
      for (const client of ['website', 'iOS', 'Android', 'snipe', 'ZulipMobile', 'ZulipElectron'])
        expect(await isRead({ client }), client).to.equal(true);
      expect(await isRead({}, 'ZulipFlutter/30.0 (Android 14)')).to.equal(true);
      for (const client of ['my script', 'website2']) expect(await isRead({ client })).to.equal(false);
      expect(await isRead({}, 'curl/8.1')).to.equal(false);
    });

    it('keeps the client’s name, cut to 30 characters', async () => {
      const message = await shown(await say(owner, 'design', { client: 'c'.repeat(40) }));
      expect(message.client).to.equal('c'.repeat(30));
      expect(
        (
          await shown(
            await send(owner, { type: 'channel', to: 'design', topic: 't' }, { 'user-agent': 'Robot/1.0 x' }),
          )
        ).client,
      ).to.equal('Robot');
    });
  });

  it('is strict about types, asks for a login and names the parameters that it does not know', async () => {
    expectRefusal(await say(owner, 'design', { read_by_sender: 1 }), 'read_by_sender is not a boolean');
    const fields = { type: 'channel', to: 'design', topic: 't', content: 'x' };
    expectLoginFirst(await hansard.anonymous('POST', '/messages', fields));
    const answer = await say(owner, 'design', { colour: 'red' });
    expectSuccess(answer, {
      id: answer.body.id,
      automatic_new_visibility_policy: 3,
      ignored_parameters_unsupported: ['colour'],
    });
  });

  it('lets nobody speak for others, or at another time', async () => {
    for (const name of ['sender', 'forged', 'time'])
      expectRefusal(await say(owner, 'design', { [name]: '1' }), 'User not authorized for this query');
  });
});
