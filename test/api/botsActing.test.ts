import { expect } from 'chai';
import { type Hansard, Person } from '../support/hansard.ts';
import { FOR_PEOPLE, makeBot, NOT_FOR_GUESTS, startCastWithChannels } from './bots.ts';
import { expectLoginFirst, expectRefusal, expectSuccess, listIn } from './expected.ts';

describe('what bots do over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let admin: Person;
  let member: Person;

  before(async () => {
    ({ hansard, owner, admin, member } = await startCastWithChannels());
  });
  after(() => hansard.stop());

  const bot = (maker: Person, fields = {}) => makeBot(hansard, maker, fields);

  describe('another API key', () => {
    const wrong = { code: 'INVALID_API_KEY', status: 401 };

    it('of a bot makes the old one worthless at once', async () => {
      const rotated = await bot(member);
      expect((await rotated.get('/users/me')).status).to.equal(200);
      const answer = await member.post(`/bots/${rotated.userId}/api_key/regenerate`);
      expectRefusal(await rotated.get('/users/me'), 'Invalid API key', wrong);
      const renewed = new Person(hansard.url, {
        email: rotated.email,
        userId: rotated.userId,
        key: answer.body.api_key as string,
      });
      expectSuccess(answer, { api_key: renewed.key });
      expect(renewed.key)
        .to.match(/^[a-zA-Z0-9]{32}$/)
        .and.not.equal(rotated.key);
      expect((await renewed.get('/users/me')).status).to.equal(200);
      const own = listIn(await member.get('/bots'), 'bots');
      expect(own.map(({ api_key }) => api_key))
        .to.include(renewed.key)
        .and.not.include(rotated.key);
    });

    it('of a person does, too, and the password gives the new one', async () => {
      const person = await hansard.person('Key Holder');
      const answer = await person.post('/users/me/api_key/regenerate');
      expectRefusal(await person.get('/users/me'), 'Invalid API key', wrong);
      expect((await hansard.login(person.email, 'kiwi-lamp-42')).key).to.equal(answer.body.api_key);
      expectSuccess(answer, { api_key: answer.body.api_key });
      expectLoginFirst(await hansard.anonymous('POST', '/users/me/api_key/regenerate'));
    });

    it('is for guests, and not for a bot by itself', async () => {
      const visitor = await hansard.account('Key Guest', 600);
      expect((await visitor.post('/users/me/api_key/regenerate')).status).to.equal(200);
      expectRefusal(await (await bot(member)).post('/users/me/api_key/regenerate'), FOR_PEOPLE);
    });
  });

  it('ends where the role of the owner ends, whatever the role of the bot', async () => {
    const keeper = await hansard.account('Keeper', 200);
    const kept = await bot(keeper);
    expect((await owner.patch(`/bots/${kept.userId}`, { role: 200 })).status).to.equal(200);
    const { body } = await owner.get('/get_stream_id', { stream: 'design' });
    const channel = `/streams/${String(body.stream_id)}`;
    const description = { description: 'Said by a bot.' };
    expectSuccess(await kept.patch(channel, description));
    await owner.patch(`/users/${keeper.userId}`, { role: 400 });
    expectRefusal(
      await kept.patch(channel, description),
      'You do not have permission to administer this channel.',
      { code: 'CANNOT_ADMINISTER_CHANNEL' },
    );
    expect((await kept.get(channel)).status).to.equal(200);
    await owner.patch(`/users/${keeper.userId}`, { role: 600 });
    expectRefusal(await kept.get(channel), 'Invalid channel ID');
    const joining = { subscriptions: [{ name: 'design' }] };
    expectRefusal(await kept.post('/users/me/subscriptions', joining), NOT_FOR_GUESTS);
    await owner.patch(`/users/${keeper.userId}`, { role: 200 });
    expectSuccess(await kept.patch(channel, description));
  });

  describe('an incoming webhook', () => {
    it('sends messages and does nothing else', async () => {
      const hook = await bot(member, { bot_type: 2 });
      const message = { type: 'channel', to: 'design', topic: 'rain', content: 'It rains.' };
      expect((await hook.post('/messages', message)).status).to.equal(200);
      const refusal = 'This API is not available to incoming webhook bots.';
      expectRefusal(await hook.get('/users/me'), refusal);
      expectRefusal(await hook.get('/users'), refusal);
      expectRefusal(await hook.get('/bots'), refusal);
      expectRefusal(await hook.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }), refusal);
      expectRefusal(await hook.post('/messages/render', { content: 'x' }), refusal);
      expectRefusal(await hook.delete('/users/me'), refusal);
    });
  });

  describe('a bot sends', () => {
    const send = (sender: Person, fields: Readonly<Record<string, unknown>>) =>
      sender.post('/messages', { type: 'channel', topic: 'rain', content: 'It rains.', ...fields });

    it('to its default channel where it names none', async () => {
      const sender = await bot(member, { default_sending_stream: 'design' });
      const { body } = await send(sender, {});
      const { message } = (await owner.get(`/messages/${String(body.id)}`)).body;
      expect(message).to.include({ display_recipient: 'design', sender_id: sender.userId });
      expectRefusal(await send(await bot(member), {}), 'Missing channel');
      expectRefusal(await send(sender, { to: '' }), 'Missing channel');
      expectRefusal(await send(member, {}), 'Missing channel');
    });

    it('wherever its owner may post, and is subscribed', async () => {
      const only = { can_send_message_group: { direct_members: [admin.userId], direct_subgroups: [] } };
      const principals = { principals: [owner.userId, admin.userId] };
      const channel = { subscriptions: [{ name: 'by admins' }], invite_only: true, ...principals, ...only };
      await owner.post('/users/me/subscriptions', channel);
      expect((await send(await bot(admin), { to: 'by admins' })).status).to.equal(200);
      const refusal = 'You do not have permission to post in this channel.';
      expectRefusal(await send(await bot(member), { to: 'by admins' }), refusal);
      expectRefusal(
        await send(await bot(member), { to: 'secret' }),
        "Not authorized to send to channel 'secret'",
      );
      expect((await send(await bot(owner), { to: 'secret' })).status).to.equal(200);
    });
  });

  it('lists to a bot what its owner is subscribed to, where it asks for that', async () => {
    const ownersBot = await bot(owner);
    const names = async (fields = {}) =>
      listIn(await ownersBot.get('/streams', { include_public: false, ...fields }), 'streams').map(
        ({ name }) => name,
      );
    expect(await names()).to.deep.equal([]);
    expect(await names({ include_owner_subscribed: true })).to.include.members(['design', 'secret']);
  });
});
