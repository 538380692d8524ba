import { expect } from 'chai';
import { type Answer, Hansard, type Person } from '../support/hansard.ts';
import { expectRefusal, listIn } from './expected.ts';

const NOBODY = { direct_members: [], direct_subgroups: [] };

describe('who may say and read what, over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let ann: Person;
  let guest: Person;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    ann = await hansard.account('Ann Example');
    guest = await hansard.account('Gus Guest', 600);
  });
  after(() => hansard.stop());

  const sendDirect = (who: Person, ...to: readonly number[]): Promise<Answer> =>
    who.post('/messages', { type: 'direct', to, content: 'hi' });
  const sendToChannel = (who: Person, to: number, content = 'said'): Promise<Answer> =>
    who.post('/messages', { type: 'channel', to, topic: 't', content });
  const idIn = ({ body, status }: Answer): number => {
    expect(status, JSON.stringify(body)).to.equal(200);
    return Number(body.id);
  };
  const permit = async (name: string, group: unknown): Promise<void> => {
    const { status, body } = await owner.patch('/realm', { [name]: { new: group } });
    expect(status, JSON.stringify(body)).to.equal(200);
  };
  const groupNamed = async (name: string): Promise<number> => {
    const groups = listIn(await owner.get('/user_groups'), 'user_groups');
    return groups.find((group) => group.name === name)?.id as number;
  };
  const makeChannel = async (name: string, principals: readonly Person[], settings: object = {}) => {
    const userIds = principals.map(({ userId }) => userId);
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: userIds,
      ...settings,
    });
    return Number((await owner.get('/get_stream_id', { stream: name })).body.stream_id);
  };

  it('refuses direct messages in three ways', async () => {
    const bob = await hansard.account('Bob Example');
    const [nobody, owners] = [await groupNamed('role:nobody'), await groupNamed('role:owners')];
    await permit('direct_message_permission_group', nobody);
    expectRefusal(await sendDirect(ann, bob.userId), 'Direct messages are disabled in this organization.');
    expect((await sendDirect(ann, ann.userId)).status).to.equal(200);
    await permit('direct_message_permission_group', owners);
    const unauthorized = 'This conversation does not include any users who can authorize it.';
    expectRefusal(await sendDirect(ann, bob.userId), unauthorized);
    expect((await sendDirect(ann, owner.userId)).status).to.equal(200);
    await permit('direct_message_permission_group', await groupNamed('role:everyone'));
    await permit('direct_message_initiator_group', owners);
    const first = 'You do not have permission to initiate direct message conversations.';
    expectRefusal(await sendDirect(ann, bob.userId), first);
    expect((await sendDirect(ann, owner.userId)).status).to.equal(200);
    await permit('direct_message_initiator_group', await groupNamed('role:everyone'));
    expect((await sendDirect(ann, bob.userId)).status).to.equal(200);
  });

  it('keeps those whom a limited guest may not know from him', async () => {
    const gone = await hansard.account('Lea Ver');
    await owner.delete(`/users/${gone.userId}`);
    const channelId = await makeChannel('shown', [owner, guest, ann]);
    const id = idIn(await sendToChannel(ann, channelId));
    await permit('can_access_all_users_group', await groupNamed('role:members'));
    const seen = await guest.get(`/messages/${id}`);
    expect(seen.body.message).to.include({ sender_full_name: 'Ann Example' });
    await owner.delete('/users/me/subscriptions', { subscriptions: ['shown'], principals: [ann.userId] });
    const hidden = await guest.get(`/messages/${id}`);
    expect(hidden.body.message).to.include({
      sender_id: ann.userId,
      sender_full_name: 'Unknown user',
      sender_email: `user${ann.userId}@chat.example.com`,
      avatar_url: '/images/unknown-user-avatar.svg?version=1',
    });
    const unseen = 'You do not have permission to access some of the recipients.';
    for (const { userId } of [ann, gone]) expectRefusal(await sendDirect(guest, userId), unseen);
    for (const operator of ['sender', 'dm', 'dm-including', 'group-pm-with', 'mentions'])
      for (const operand of [ann.userId, ann.email, 9999, 'nobody@example.com']) {
        const narrow = [{ operator, operand }];
        const answer = await guest.get('/messages', {
          anchor: 'newest',
          num_before: 1,
          num_after: 0,
          narrow,
        });
        const desc = `unknown user ${operand}`;
        expectRefusal(answer, `Invalid narrow operator: ${desc}`, { code: 'BAD_NARROW', desc });
      }
    for (const called of [`@_**|${ann.userId}**`, '@**Ann Example**', `@**Ann Example|${ann.userId}**`]) {
      const { body } = await guest.post('/messages/render', { content: called });
      expect(body.rendered).to.equal(`<p>${called}</p>`);
    }
    await permit('can_access_all_users_group', await groupNamed('role:everyone'));
  });

  it('names nobody by an address that the sender may not know', async () => {
    const shy = await hansard.account('Shy Example');
    await shy.patch('/settings', { email_address_visibility: 5 });
    const placeholder = `user${shy.userId}@chat.example.com`;
    const write = (to: unknown) => ann.post('/messages', { type: 'direct', to, content: 'hi' });
    expectRefusal(await write([shy.email]), `Invalid email '${shy.email}'`);
    expectRefusal(await write([`user9999@chat.example.com`]), `Invalid email 'user9999@chat.example.com'`);
    for (const to of [placeholder, [placeholder], [shy.userId]]) {
      const { message } = (await ann.get(`/messages/${idIn(await write(to))}`)).body as { message: object };
      expect(message).to.have.property('recipient_id');
    }
    await owner.delete(`/users/${shy.userId}`);
    for (const to of [[placeholder], [shy.userId]])
      expectRefusal(await write(to), "'Shy Example' is no longer using the service.");
  });

  it('refuses to call a group that one may not call', async () => {
    const channelId = await makeChannel('groups', [owner, ann]);
    const made = await owner.post('/user_groups/create', {
      name: 'leaders',
      description: '',
      members: [owner.userId],
      can_mention_group: NOBODY,
    });
    expect(made.status, JSON.stringify(made.body)).to.equal(200);
    const refused = "You are not allowed to mention user group 'leaders'.";
    expectRefusal(await sendToChannel(ann, channelId, 'Hey @*leaders*'), refused);
    expect((await sendToChannel(ann, channelId, 'Hey @_*leaders*')).status).to.equal(200);
  });

  it('judges access to a message by where it is now', async () => {
    const open = await makeChannel('open', [owner, ann]);
    const secret = await makeChannel('secret', [owner], { invite_only: true });
    const mixed = await makeChannel('mixed', [owner, ann], { invite_only: true });
    const id = idIn(await sendToChannel(ann, open));
    const move = async (to: number): Promise<void> => {
      const { status, body } = await owner.patch(`/messages/${id}`, { stream_id: to });
      expect(status, JSON.stringify(body)).to.equal(200);
    };
    await move(secret);
    expectRefusal(await ann.get(`/messages/${id}`), 'Invalid message(s)');
    await move(open);
    expect((await ann.get(`/messages/${id}`)).status).to.equal(200);
    const late = await hansard.account('Late Comer');
    await move(mixed);
    await makeChannel('mixed', [late]);
    expect((await ann.get(`/messages/${id}`)).status).to.equal(200);
    expectRefusal(await late.get(`/messages/${id}`), 'Invalid message(s)');
  });

  it('reads named messages, received or not, and no range beside them', async () => {
    const channelId = await makeChannel('named', [owner]);
    const ids = [idIn(await sendToChannel(owner, channelId)), idIn(await sendToChannel(owner, channelId))];
    const secret = idIn(await sendDirect(owner, owner.userId));
    const answer = await ann.get('/messages', { message_ids: [ids[1], secret, ids[0], 999_999] });
    expect(listIn(answer, 'messages').map(({ id }) => id)).to.deep.equal(ids);
    expect(answer.body).to.include({ anchor: null, found_anchor: false });
    const parameters = 'anchor, num_before, message_ids';
    expectRefusal(
      await ann.get('/messages', { message_ids: ids, anchor: 'newest', num_before: 1 }),
      `Unsupported parameter combination: ${parameters}`,
      { parameters },
    );
  });

  it('takes a date for an anchor', async () => {
    const at = (anchor_date?: string) =>
      owner.get('/messages', {
        anchor: 'date',
        num_before: 0,
        num_after: 0,
        ...(anchor_date && { anchor_date }),
      });
    const all = listIn(
      await owner.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 100 }),
      'messages',
    );
    expect((await at('2001-01-01')).body.anchor).to.equal(all[0]?.id);
    for (const later of ['2999-01-01', '2999-01-01T10:00', '2999-01-01T10:00:00Z'])
      expect((await at(later)).body.anchor, later).to.equal(all.at(-1)?.id);
    expectRefusal(await at(), "Missing 'anchor_date' argument.");
    expectRefusal(await at('soon'), 'anchor_date is not a date');
    const first = await owner.get('/messages', {
      anchor: 'newest',
      use_first_unread_anchor: true,
      num_before: 0,
      num_after: 0,
    });
    expect(first.status).to.equal(200);
    expect(first.headers.has('deprecation')).to.equal(true);
  });

  it('shows spectators what is web-public', async () => {
    const spectators = await Hansard.start({ environment: { WEB_PUBLIC_CHANNELS: 'on' } });
    const host = await spectators.owner();
    await host.patch('/realm', { enable_spectator_access: true });
    for (const [name, is_web_public] of [
      ['web', true],
      ['open', false],
    ] as const)
      await host.post('/users/me/subscriptions', { subscriptions: [{ name }], is_web_public });
    const send = async (to: string) =>
      idIn(await host.post('/messages', { type: 'channel', to, topic: 't', content: 'x' }));
    const [web, open] = [await send('web'), await send('open')];
    await spectators.app.projections.caughtUp();
    const range = 'anchor=newest&num_before=9&num_after=0&narrow=';
    const narrowed = (narrow: unknown) =>
      spectators.anonymous('GET', `/messages?${range}${encodeURIComponent(JSON.stringify(narrow))}`);
    const page = await narrowed([['channels', 'web-public']]);
    expect(listIn(page, 'messages').map(({ id, flags }) => [id, flags])).to.deep.equal([
      [web, ['read', 'historical']],
    ]);
    for (const narrow of [
      [],
      [['channel', 'web']],
      [
        ['channels', 'web-public'],
        ['is', 'unread'],
      ],
    ])
      expect((await narrowed(narrow)).status, JSON.stringify(narrow)).to.equal(401);
    expect((await spectators.anonymous('GET', `/messages/${web}`)).status).to.equal(200);
    expectRefusal(await spectators.anonymous('GET', `/messages/${open}`), 'Invalid message(s)');
    const topics = await spectators.anonymous('GET', '/users/me/1/topics');
    expect(topics.body['topics']).to.deep.equal([{ name: 't', max_id: web }]);
    expectRefusal(await spectators.anonymous('GET', '/users/me/2/topics'), 'Invalid channel ID');
    await spectators.stop();
  });
});
