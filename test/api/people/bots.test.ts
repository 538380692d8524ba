import { expect } from 'chai';
import { type Hansard, Person } from '../../support/hansard.ts';
import { newBotFields } from '../../support/makers.ts';
import {
  botIn,
  FOR_PEOPLE,
  HOOK,
  listedBot,
  makeBot,
  NOT_FOR_GUESTS,
  startCastWithChannels,
} from '../bots.ts';
import { expectLoginFirst, expectRefusal, expectSuccess, listIn, shownUser } from '../expected.ts';

const NONE = {
  default_sending_stream: null,
  default_events_register_stream: null,
  default_all_public_streams: false,
};

describe('making bots over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let admin: Person;
  let member: Person;
  let guest: Person;

  before(async () => {
    ({ hansard, owner, admin, member, guest } = await startCastWithChannels());
  });
  after(() => hansard.stop());

  const bot = (maker: Person, fields = {}) => makeBot(hansard, maker, fields);

  describe('POST /bots', () => {
    it('makes an account of the caller that uses the API by its key', async () => {
      const answer = await member.post('/bots', { full_name: 'Rain Bot', short_name: 'rain' });
      const rain = botIn(hansard, 'rain-bot@chat.example.com', answer);
      expect(rain.key).to.match(/^[a-zA-Z0-9]{32}$/);
      expect(answer.body.avatar_url).to.match(/^https:\/\/secure\.gravatar\.com\/avatar\//);
      const { avatar_url } = answer.body;
      expectSuccess(answer, { user_id: rain.userId, api_key: rain.key, avatar_url, ...NONE });
      expect(await shownUser(owner, rain.userId)).to.include({
        full_name: 'Rain Bot',
        delivery_email: 'rain-bot@chat.example.com',
        role: 400,
        is_bot: true,
        bot_type: 1,
        bot_owner_id: member.userId,
      });
      expect((await rain.get('/users/me')).body.user_id).to.equal(rain.userId);
    });

    it('takes the types 1 to 3', async () => {
      for (const bot_type of [1, 2, 3]) {
        const { body } = await member.post('/bots', newBotFields({ bot_type, payload_url: HOOK }));
        expect(await shownUser(owner, body.user_id as number)).to.include({ bot_type });
      }
      expectRefusal(
        await member.post('/bots', newBotFields({ bot_type: 4 })),
        'Embedded bots are not enabled.',
      );
      expectRefusal(await member.post('/bots', newBotFields({ bot_type: 5 })), 'Invalid bot type');
      expectRefusal(
        await member.post('/bots', newBotFields({ bot_type: 'two' })),
        'bot_type is not valid JSON',
      );
    });

    it('asks for a name and a short name that nobody has', async () => {
      const missing = (name: string) => ({ code: 'REQUEST_VARIABLE_MISSING', var_name: name });
      const without = "Missing 'full_name' argument";
      expectRefusal(await member.post('/bots', { short_name: 'x' }), without, missing('full_name'));
      const unnamed = await member.post('/bots', { full_name: 'Some Bot' });
      expectRefusal(unnamed, "Missing 'short_name' argument", missing('short_name'));
      const { full_name, short_name } = newBotFields();
      expect((await member.post('/bots', { full_name, short_name })).status).to.equal(200);
      const again = newBotFields({ short_name: short_name.toUpperCase() });
      expectRefusal(await member.post('/bots', again), 'Username already in use');
      const renamed = newBotFields({ full_name: full_name.toUpperCase() });
      expectRefusal(await member.post('/bots', renamed), 'Name is already in use!');
      expectRefusal(await member.post('/bots', newBotFields({ short_name: ' ' })), 'Bad name or username');
      expectRefusal(await member.post('/bots', newBotFields({ short_name: 'a@b' })), 'Bad name or username');
      expectRefusal(await member.post('/bots', newBotFields({ full_name: 'x' })), 'Name too short!');
    });

    it('asks whom an outgoing webhook is to tell', async () => {
      const outgoing = (payload_url: string) => newBotFields({ bot_type: 3, payload_url });
      expectRefusal(
        await member.post('/bots', newBotFields({ bot_type: 3 })),
        "Missing 'payload_url' argument",
        {
          code: 'REQUEST_VARIABLE_MISSING',
          var_name: 'payload_url',
        },
      );
      for (const url of ['', 'nowhere', 'ftp://example.com/', '"nowhere"'])
        expectRefusal(await member.post('/bots', outgoing(url)), 'payload_url is not a URL');
      const secret = 'payload_url must not hold a user name or password';
      expectRefusal(await member.post('/bots', outgoing('https://me:pass@example.com/')), secret);
      const long = 'payload_url is too long (limit: 2000 characters)';
      expectRefusal(await member.post('/bots', outgoing(`https://example.com/${'x'.repeat(2000)}`)), long);
      for (const url of [HOOK, JSON.stringify(HOOK)])
        expect((await member.post('/bots', outgoing(url))).status).to.equal(200);
    });

    it('offers one interface, and nothing to configure', async () => {
      const fields = { bot_type: 3, payload_url: HOOK };
      const other = await member.post('/bots', newBotFields({ ...fields, interface_type: 2 }));
      expectRefusal(other, 'Invalid interface type');
      const configured = await member.post('/bots', newBotFields({ config_data: { key: 'value' } }));
      expectRefusal(configured, 'Embedded bots are not enabled.');
      const usual = newBotFields({ ...fields, interface_type: 1, config_data: {} });
      expect((await member.post('/bots', usual)).status).to.equal(200);
    });

    it('takes defaults, of channels that the caller can read', async () => {
      const defaults = {
        default_sending_stream: 'design',
        default_events_register_stream: 'DESIGN',
        default_all_public_streams: true,
      };
      expect((await member.post('/bots', newBotFields(defaults))).body).to.include({
        default_sending_stream: 'design',
        default_events_register_stream: 'design',
        default_all_public_streams: true,
      });
      for (const name of ['default_sending_stream', 'default_events_register_stream'])
        for (const channel of ['secret', 'nowhere'])
          expectRefusal(
            await member.post('/bots', newBotFields({ [name]: channel })),
            `Invalid channel name '${channel}'`,
          );
    });

    it('is for those who may, which bots and guests never do', async () => {
      expectRefusal(await guest.post('/bots', newBotFields()), NOT_FOR_GUESTS);
      expectRefusal(await (await bot(member)).post('/bots', newBotFields()), FOR_PEOPLE);
      expectLoginFirst(await hansard.anonymous('POST', '/bots', newBotFields()));
      const { body } = await owner.get('/user_groups');
      const groups = body.user_groups as readonly { readonly id: number; readonly name: string }[];
      const idOf = (name: string) => groups.find((group) => group.name === name)!.id;
      await owner.patch('/realm', { can_create_bots_group: { new: idOf('role:administrators') } });
      expectRefusal(await member.post('/bots', newBotFields()), 'Insufficient permission');
      expect((await member.post('/bots', newBotFields({ bot_type: 2 }))).status).to.equal(200);
      expect((await admin.post('/bots', newBotFields())).status).to.equal(200);
      await owner.patch('/realm', { can_create_bots_group: { new: idOf('role:members') } });
    });
  });

  describe('GET /bots', () => {
    it("lists the caller's own bots that can be used, with their keys", async () => {
      const mine = await bot(admin, { default_sending_stream: 'design' });
      const gone = await bot(admin);
      await bot(member);
      await admin.delete(`/bots/${gone.userId}`);
      const all = listIn(await admin.get('/bots'), 'bots');
      expect(all.map(({ username }) => username)).to.include(mine.email);
      expect(all.map(({ username }) => username)).not.to.include(gone.email);
      const [found] = all.filter(({ username }) => username === mine.email);
      expect(found).to.deep.equal({
        username: mine.email,
        full_name: (await shownUser(owner, mine.userId)).full_name,
        api_key: mine.key,
        avatar_url: found!.avatar_url,
        ...NONE,
        default_sending_stream: 'design',
      });
      expect(all.every(({ api_key }) => String(api_key).length === 32)).to.equal(true);
    });

    it('shows of an outgoing webhook whom it tells, with its signing secret and a token that opens nothing here', async () => {
      const hook = await bot(admin, { bot_type: 3, payload_url: HOOK, service_name: 'weather' });
      const found = (await listedBot(admin, hook.email))!;
      const [service] = found.services as readonly Readonly<Record<'token' | 'signing_secret', string>>[];
      const { token, signing_secret } = service!;
      expect(service).to.deep.equal({ base_url: HOOK, interface: 1, token, signing_secret });
      expect(signing_secret).to.match(/^whsec_[a-zA-Z0-9+/]{32}$/);
      expect(service!.token)
        .to.match(/^[a-zA-Z0-9]{32}$/)
        .and.not.equal(hook.key);
      const impostor = new Person(hansard.url, { ...hook, email: hook.email, key: service!.token });
      const wrong = { code: 'INVALID_API_KEY', status: 401 };
      expectRefusal(await impostor.get('/users/me'), 'Invalid API key', wrong);
    });

    it('keeps the name of a channel from who may not know it any more', async () => {
      const channel = { subscriptions: [{ name: 'closing' }], principals: [owner.userId, member.userId] };
      await owner.post('/users/me/subscriptions', channel);
      const { email } = await bot(member, { default_sending_stream: 'closing' });
      expect(await listedBot(member, email)).to.include({ default_sending_stream: 'closing' });
      const { stream_id } = (await owner.get('/get_stream_id', { stream: 'closing' })).body;
      await owner.patch(`/streams/${String(stream_id)}`, { is_private: true });
      const leaving = { subscriptions: ['closing'], principals: [member.userId] };
      await owner.delete('/users/me/subscriptions', leaving);
      expect(await listedBot(member, email)).to.include({ default_sending_stream: null });
    });

    it('is neither for guests nor for bots', async () => {
      expectRefusal(await guest.get('/bots'), NOT_FOR_GUESTS);
      expectRefusal(await (await bot(member)).get('/bots'), FOR_PEOPLE);
      expectLoginFirst(await hansard.anonymous('GET', '/bots'));
    });
  });
});
