/** What POST /register tells whom: clients that nobody has changed, spectators, guests, and who sees little. */
import { expect } from 'chai';
import { makeBot } from './bots.ts';
import { type Cast, startCast } from './cast.ts';
import type { Person } from '../support/hansard.ts';

type Body = Record<string, unknown>;
type List = readonly Body[];

/** What unmodified clients read: the terminal client, then the mobile client, which fails where one is missing. */
const TERMINAL = [
  'subscriptions',
  'muted_topics',
  'realm_user_groups',
  'realm_emoji',
  'presences',
  'realm_users',
  'cross_realm_bots',
  'custom_profile_fields',
  'starred_messages',
  'unread_msgs',
  'user_id',
  'email',
  'full_name',
  'realm_name',
  'realm_message_retention_days',
  'realm_allow_message_editing',
  'realm_message_content_edit_limit_seconds',
  'realm_allow_edit_history',
  'max_message_id',
  'zulip_version',
  'user_settings',
];
const MOBILE = [
  'zulip_version',
  'zulip_feature_level',
  'zulip_merge_base',
  'alert_words',
  'custom_profile_fields',
  'max_stream_name_length',
  'max_topic_length',
  'server_presence_ping_interval_seconds',
  'server_presence_offline_threshold_seconds',
  'muted_users',
  'presences',
  'realm_emoji',
  'realm_user_groups',
  'recent_private_conversations',
  'subscriptions',
  'unread_msgs',
  'starred_messages',
  'streams',
  'user_status',
  'user_settings',
  'user_topics',
  'realm_wildcard_mention_policy',
  'realm_name',
  'realm_waiting_period_threshold',
  'realm_allow_message_editing',
  'realm_enable_read_receipts',
  'realm_icon_url',
  'realm_presence_disabled',
  'realm_default_external_accounts',
  'max_file_upload_size_mib',
  'server_emoji_data_url',
  'event_queue_longpoll_timeout_seconds',
  'realm_users',
  'realm_non_active_users',
  'cross_realm_bots',
];

describe('what registering tells whom', () => {
  let cast: Cast;

  before(async () => {
    cast = await startCast({ environment: { WEB_PUBLIC_CHANNELS: 'on', COMPATIBILITY_NAMES: 'zulip' } });
    const { owner, member, guest } = cast;
    await owner.patch('/realm', { enable_spectator_access: true });
    const everybody = [owner.userId, member.userId];
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'open' }],
      principals: everybody,
    });
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'world' }],
      is_web_public: true,
    });
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'closed' }],
      invite_only: true,
      principals: [owner.userId, guest.userId],
    });
  });
  after(() => cast.hansard.stop());

  const register = async (person: Person, fields: Body = {}): Promise<Body> => {
    const ask = () => person.post('/register', fields);
    let answer = await ask();
    for (let again = 0; again < 5 && answer.status === 503; again += 1) answer = await ask();
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body;
  };
  const namesIn = (list: unknown): readonly unknown[] => (list as List).map(({ name }) => name);
  const idsIn = (list: unknown): readonly unknown[] => (list as List).map(({ user_id: id }) => id);

  it('has all that the terminal client reads', async () => {
    const body = await register(cast.member, {
      fetch_event_types: [
        'realm',
        'presence',
        'subscription',
        'message',
        'starred_messages',
        'update_message_flags',
        'muted_topics',
        'realm_user',
        'realm_user_groups',
        'user_settings',
        'realm_emoji',
        'custom_profile_fields',
        'zulip_version',
      ],
      event_types: ['message', 'update_message', 'reaction', 'subscription', 'typing', 'realm_user'],
      include_subscribers: true,
      client_gravatar: true,
      apply_markdown: true,
    });
    expect(body).to.include.all.keys(TERMINAL);
    const settings = body.user_settings as Body;
    expect(settings).to.include({ twenty_four_hour_time: false, pm_content_in_desktop_notifications: true });
  });

  it('has all that the mobile client reads', async () => {
    const body = await register(cast.member, {
      apply_markdown: true,
      slim_presence: true,
      client_capabilities: { notification_settings_null: true, simplified_presence_events: true },
    });
    expect(body).to.include.all.keys(MOBILE);
    const names = await fetch(String(body.server_emoji_data_url).replace(/^https?:\/\/[^/]+/, urlOf()));
    const { code_to_names: byCode } = (await names.json()) as { code_to_names: Record<string, string[]> };
    expect(byCode['1f44d']).to.include('thumbs_up');
  });
  const urlOf = (): string => new URL(cast.hansard.url).origin;

  it('says the version and the level under both names', async () => {
    const body = await register(cast.member, { fetch_event_types: [] });
    expect(body.zulip_version).to.equal('12.0');
    expect(body.zulip_feature_level).to.equal(body.service_feature_level);
  });

  it('tells spectators of web-public channels, without a queue', async () => {
    const { status, body } = await cast.hansard.anonymous('POST', '/register');
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.include({ queue_id: null, last_event_id: -1, user_id: -1, is_admin: false });
    expect(namesIn(body.streams)).to.deep.equal(['world']);
    expect(namesIn(body.never_subscribed)).to.deep.equal(['world']);
    for (const list of ['subscriptions', 'unsubscribed', 'realm_bots', 'starred_messages', 'user_topics'])
      expect(body[list], list).to.deep.equal([]);
    expect(body.presences).to.deep.equal({});
    const [somebody] = body.realm_users as List;
    expect(somebody).not.to.have.any.keys('timezone', 'profile_data', 'is_active');
    expect(somebody?.date_joined).to.match(/^\d{4}-\d\d-\d\d$/);
    expect((body.realm_user_groups as List).flatMap(({ members }) => members)).to.deep.equal([]);
  });

  for (const [name, value] of [
    ['client_gravatar', true],
    ['include_subscribers', 'true'],
    ['include_subscribers', 'partial'],
  ] as const)
    it(`refuses ${name}=${String(value)} of spectators`, async () => {
      const { status, body } = await cast.hansard.anonymous('POST', '/register', { [name]: value });
      expect([status, body.code]).to.deep.equal([400, 'BAD_REQUEST']);
      expect(body.msg).to.equal(`Invalid '${name}' parameter for anonymous request`);
    });

  it('tells guests of what they follow, and of web-public channels', async () => {
    const body = await register(cast.guest);
    expect(namesIn(body.streams)).to.have.members(['closed', 'world']);
    expect(namesIn(body.subscriptions)).to.deep.equal(['closed']);
    expect(body.realm_default_streams).to.deep.equal([]);
    expect(body).to.include({ is_guest: true, can_create_streams: false });
  });

  it('refuses guests who ask for all public channels', async () => {
    const { status, body } = await cast.guest.post('/register', { all_public_streams: true });
    expect([status, body.msg]).to.deep.equal([400, 'User not authorized for this query']);
    await register(cast.member, { all_public_streams: true, fetch_event_types: [] });
  });

  it('shows who may not be known as somebody unknown, or not at all', async () => {
    const { owner, guest, member } = cast;
    const groups = (await owner.get('/user_groups')).body.user_groups as List;
    const members = groups.find(({ name }) => name === 'role:members')?.id;
    await owner.patch('/realm', { can_access_all_users_group: { new: members } });
    const types = { fetch_event_types: ['realm_user'] };
    const older = (await register(guest, types)).realm_users as List;
    const shown = older.find(({ user_id: id }) => id === member.userId);
    expect(shown).to.include({ full_name: 'Unknown user', delivery_email: null });
    expect(shown).not.to.have.property('is_active');
    expect(idsIn(older)).to.deep.equal([...idsIn(older)].sort((one, other) => Number(one) - Number(other)));
    const newer = await register(guest, {
      ...types,
      client_capabilities: { notification_settings_null: true, user_list_incomplete: true },
    });
    expect(idsIn(newer.realm_users)).to.include.members([owner.userId, guest.userId]);
    expect(idsIn(newer.realm_users)).not.to.include(member.userId);
    expect(JSON.stringify(newer)).not.to.include('Mia Member');
  });

  it('lists who is deactivated apart, and archived channels and deactivated groups for who knows of such', async () => {
    const { owner, moderator } = cast;
    await owner.delete(`/users/${moderator.userId}`);
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'old' }] });
    const { stream_id: old } = (await owner.get('/get_stream_id', { stream: 'old' })).body;
    await owner.delete(`/streams/${String(old)}`);
    const { group_id: group } = (
      await owner.post('/user_groups/create', { name: 'gone', description: '', members: [] })
    ).body;
    await owner.post(`/user_groups/${String(group)}/deactivate`);
    const older = await register(owner);
    expect(idsIn(older.realm_users)).not.to.include(moderator.userId);
    expect(idsIn(older.realm_non_active_users)).to.include(moderator.userId);
    expect(namesIn(older.subscriptions)).not.to.include('old');
    expect(namesIn(older.realm_user_groups)).not.to.include('gone');
    const newer = await register(owner, {
      client_capabilities: {
        notification_settings_null: true,
        archived_channels: true,
        include_deactivated_groups: true,
      },
    });
    expect(namesIn(newer.subscriptions)).to.include('old');
    expect(namesIn(newer.streams)).to.include('old');
    expect(namesIn(newer.realm_user_groups)).to.include('gone');
  });

  it('tells bots of what they are set up to, and their owners how', async () => {
    const { hansard, owner, member } = cast;
    const bot = await makeBot(hansard, member, {
      bot_type: 3,
      payload_url: 'https://weather.example.com/hook',
      default_events_register_stream: 'open',
      default_all_public_streams: true,
    });
    const queue = await register(bot, { event_types: ['message'], fetch_event_types: [] });
    for (const to of ['open', 'world'])
      await owner.post('/messages', { type: 'channel', to, topic: 'hi', content: to });
    const { body } = await bot.get('/events', {
      queue_id: queue.queue_id,
      last_event_id: queue.last_event_id,
      dont_block: true,
    });
    const contents = (body.events as readonly { message: Body }[]).map(({ message }) => message.content);
    expect(contents).to.deep.equal(['open']);
    const bots = (await register(member, { fetch_event_types: ['realm_bot'] })).realm_bots as List;
    const shown = bots.find(({ user_id: id }) => id === bot.userId);
    expect(shown).to.include({
      default_events_register_stream: 'open',
      default_all_public_streams: true,
    });
    const [service] = shown?.services as List;
    expect(service).to.include({ base_url: 'https://weather.example.com/hook', interface: 1 });
    expect(service?.token).to.match(/^\w{32}$/);
    expect((await register(cast.guest, { fetch_event_types: ['realm_bot'] })).realm_bots).to.deep.equal([]);
  });

  it('refuses spectators where nothing is for them', async () => {
    await cast.owner.patch('/realm', { enable_spectator_access: false });
    const { status, body } = await cast.hansard.anonymous('POST', '/register');
    expect([status, body.code]).to.deep.equal([401, 'UNAUTHENTICATED_USER']);
  });
});
