import { expect } from 'chai';
import type { Answer, Hansard, Person } from '../support/hansard.ts';
import { things } from '../support/makers.ts';
import { startCast } from './cast.ts';
import { expectRefusal, listIn } from './expected.ts';

const named = (...names: string[]) => ({ subscriptions: names.map((name) => ({ name })) });

/** Group IDs of the system groups, in the order in which an organization creates them. */
const [INTERNET, EVERYONE, MEMBERS, , MODERATORS, ADMINISTRATORS, , NOBODY] = [1, 2, 3, 4, 5, 6, 7, 8];

describe('channels that subscribing creates', () => {
  let hansard: Hansard;
  let owner: Person;
  let admin: Person;
  let moderator: Person;
  let member: Person;

  before(async () => {
    ({ hansard, owner, admin, moderator, member } = await startCast());
  });
  after(() => hansard.stop());

  const subscribe = (who: Person, fields: Record<string, unknown>): Promise<Answer> =>
    who.post('/users/me/subscriptions', fields);
  const channelNamed = async (name: string) =>
    listIn(await owner.get('/streams', { include_all: true }), 'streams').find(
      (channel) => channel.name === name,
    );

  it('makes a public channel with the defaults of the contract', async () => {
    await subscribe(member, { subscriptions: [{ name: 'defaults', description: 'What *is*\nit?' }] });
    expect(await channelNamed('defaults')).to.deep.include({
      description: 'What *is* it?',
      rendered_description: '<p>What <em>is</em> it?</p>',
      creator_id: member.userId,
      invite_only: false,
      is_web_public: false,
      history_public_to_subscribers: true,
      topics_policy: 'inherit',
      message_retention_days: null,
      folder_id: null,
      first_message_id: null,
      is_archived: false,
      is_recently_active: false,
      is_announcement_only: false,
      stream_post_policy: 1,
      stream_weekly_traffic: null,
      subscriber_count: 1,
      can_add_subscribers_group: NOBODY,
      can_administer_channel_group: { direct_members: [member.userId], direct_subgroups: [] },
      can_create_topic_group: EVERYONE,
      can_delete_any_message_group: NOBODY,
      can_delete_own_message_group: NOBODY,
      can_move_messages_out_of_channel_group: NOBODY,
      can_move_messages_within_channel_group: NOBODY,
      can_remove_subscribers_group: ADMINISTRATORS,
      can_resolve_topics_group: NOBODY,
      can_send_message_group: EVERYONE,
      can_subscribe_group: NOBODY,
    });
  });

  it('makes private channels, with protected history unless it is to be shared', async () => {
    await subscribe(owner, { ...named('secret'), invite_only: true });
    await subscribe(owner, {
      ...named('open book'),
      invite_only: true,
      history_public_to_subscribers: true,
    });
    expect(await channelNamed('secret')).to.include({
      invite_only: true,
      history_public_to_subscribers: false,
    });
    expect(await channelNamed('open book')).to.include({
      invite_only: true,
      history_public_to_subscribers: true,
    });
    const half = { ...named('half open'), history_public_to_subscribers: false };
    expectRefusal(await subscribe(owner, half), 'Invalid parameters');
  });

  it('ignores the settings of a new channel where the channel is there already', async () => {
    await subscribe(owner, named('settled'));
    const before = await channelNamed('settled');
    const late = { subscriptions: [{ name: 'settled', description: 'late' }], invite_only: true };
    await subscribe(owner, { ...late, can_add_subscribers_group: MEMBERS });
    expect(await channelNamed('settled')).to.deep.equal(before);
  });

  it('takes group settings by ID or as people and groups, and keeps them in their canonical form', async () => {
    await subscribe(owner, {
      ...named('groups'),
      can_add_subscribers_group: { direct_members: [], direct_subgroups: [MODERATORS] },
      can_administer_channel_group: {
        direct_members: [member.userId, admin.userId, member.userId],
        direct_subgroups: [MODERATORS],
      },
      can_remove_subscribers_group: { direct_members: [], direct_subgroups: [] },
      can_delete_any_message_group: MODERATORS,
      can_delete_own_message_group: EVERYONE,
    });
    expect(await channelNamed('groups')).to.deep.include({
      can_add_subscribers_group: MODERATORS,
      can_administer_channel_group: {
        direct_members: [admin.userId, member.userId],
        direct_subgroups: [MODERATORS],
      },
      can_remove_subscribers_group: NOBODY,
      can_delete_any_message_group: MODERATORS,
      can_delete_own_message_group: EVERYONE,
    });
  });

  const SETTINGS = [
    'can_add_subscribers_group',
    'can_administer_channel_group',
    'can_create_topic_group',
    'can_delete_any_message_group',
    'can_delete_own_message_group',
    'can_move_messages_out_of_channel_group',
    'can_move_messages_within_channel_group',
    'can_remove_subscribers_group',
    'can_resolve_topics_group',
    'can_send_message_group',
    'can_subscribe_group',
  ];
  const NOT_FOR_EVERYONE = [
    'can_add_subscribers_group',
    'can_administer_channel_group',
    'can_subscribe_group',
  ];
  for (const setting of SETTINGS)
    it(`refuses unknown and forbidden groups for ${setting}`, async () => {
      const attempt = (value: unknown) => subscribe(owner, { ...named('bad groups'), [setting]: value });
      const forbidden = (group: string) => `'${setting}' setting cannot be set to '${group}' group.`;
      expectRefusal(await attempt(99), 'Invalid user group ID: 99');
      expectRefusal(await attempt({ direct_members: [9999], direct_subgroups: [] }), 'Invalid user ID: 9999');
      expectRefusal(await attempt(INTERNET), forbidden('role:internet'));
      const nested = { direct_members: [owner.userId], direct_subgroups: [INTERNET] };
      expectRefusal(await attempt(nested), forbidden('role:internet'));
      const members = await attempt({ direct_members: [] });
      expectRefusal(members, `${setting}["direct_subgroups"] field is missing`);
      if (NOT_FOR_EVERYONE.includes(setting))
        expectRefusal(await attempt(EVERYONE), forbidden('role:everyone'));
      expect(await channelNamed('bad groups')).to.equal(undefined);
    });

  it('lets moderators and up alone give anybody the right to delete', async () => {
    for (const setting of ['can_delete_any_message_group', 'can_delete_own_message_group']) {
      const fields = { ...named(`deleting by ${setting}`), [setting]: MEMBERS };
      expectRefusal(await subscribe(member, fields), 'Insufficient permission');
      expect((await subscribe(moderator, fields)).status).to.equal(200);
      expect((await subscribe(member, { ...named(`none ${setting}`), [setting]: NOBODY })).status).to.equal(
        200,
      );
    }
  });

  const wrong: readonly (readonly [string, unknown, string])[] = [
    ['no list', 'general', 'subscriptions is not valid JSON'],
    ['a list of names', ['x'], 'subscriptions[0] is not a dict'],
    ['an entry without a name', [{}], 'subscriptions[0]["name"] field is missing'],
    ['a name of another type', [{ name: 7 }], 'subscriptions[0]["name"] is not a string'],
    [
      'a key that is not known',
      [{ name: 'x', colour: 'red' }],
      'Argument "colour" at subscriptions[0]["colour"] is unexpected',
    ],
    [
      'a colour that is none',
      [{ name: 'x', color: 'red' }],
      'subscriptions[0]["color"] is not a valid hex color code',
    ],
    ['an empty name', [{ name: '  ' }], "Channel name can't be empty."],
    [
      'a name of 61 characters',
      [{ name: 'x'.repeat(61) }],
      'Channel name is too long (limit: 60 characters)',
    ],
    [
      'a name with a control character',
      [{ name: 'ab\u0000' }],
      'Invalid character in channel name, at position 3.',
    ],
    [
      'a name with a noncharacter',
      [{ name: '😀\uffff' }],
      'Invalid character in channel name, at position 2.',
    ],
    [
      'a description of 1025 characters',
      [{ name: 'x', description: 'd'.repeat(1025) }],
      'subscriptions[0]["description"] is too long (limit: 1024 characters)',
    ],
  ];
  for (const [what, subscriptions, msg] of wrong)
    it(`refuses ${what}`, async () => {
      expectRefusal(await subscribe(owner, { subscriptions }), msg);
    });

  it('counts characters, not what they take to store', async () => {
    const name = '𝒳'.repeat(60);
    const description = '𝒳'.repeat(1024);
    const { status } = await subscribe(owner, { subscriptions: [{ name, description }] });
    expect(status).to.equal(200);
  });

  it('takes every setting of a new channel', async () => {
    const folderId = await things.folder.make(owner);
    const groups = [
      'can_create_topic_group',
      'can_move_messages_out_of_channel_group',
      'can_subscribe_group',
      'can_move_messages_within_channel_group',
      'can_resolve_topics_group',
      'can_send_message_group',
    ];
    const settings = {
      is_default_stream: true,
      message_retention_days: 30,
      folder_id: folderId,
      ...Object.fromEntries(groups.map((name) => [name, MODERATORS])),
    };
    const { body } = await subscribe(owner, {
      ...named('all set'),
      announce: true,
      topics_policy: 'inherit',
      ...settings,
    });
    expect(body).not.to.have.property('ignored_parameters_unsupported');
    const { is_default_stream: _isDefault, ...shown } = settings;
    expect(await channelNamed('all set')).to.deep.include({ ...shown, stream_post_policy: 4 });
  });

  const accepted: readonly (readonly [string, unknown, Readonly<Record<string, unknown>>])[] = [
    ['topics_policy', 'disable_empty_topic', { topics_policy: 'disable_empty_topic' }],
    ['topics_policy', '"empty_topic_only"', { topics_policy: 'empty_topic_only' }],
    ['message_retention_days', 'unlimited', { message_retention_days: -1 }],
    ['message_retention_days', '"unlimited"', { message_retention_days: -1 }],
    ['message_retention_days', '"realm_default"', { message_retention_days: null }],
    ['message_retention_days', 'realm_default', { message_retention_days: null }],
    ['stream_post_policy', 2, { can_send_message_group: ADMINISTRATORS, is_announcement_only: true }],
    ['stream_post_policy', 1, { can_send_message_group: EVERYONE, stream_post_policy: 1 }],
    ['is_announcement_only', true, { can_send_message_group: ADMINISTRATORS, stream_post_policy: 2 }],
  ];
  for (const [name, value, shown] of accepted)
    it(`takes ${JSON.stringify(value)} as ${name}`, async () => {
      const channel = `${name} ${JSON.stringify(value)}`;
      await subscribe(owner, { ...named(channel), [name]: value });
      expect(await channelNamed(channel)).to.deep.include(shown);
    });

  for (const days of ['0', '-1', 'forever', '1.5'])
    it(`refuses ${days} as message_retention_days`, async () => {
      const answer = await subscribe(owner, { ...named('kept'), message_retention_days: days });
      expectRefusal(answer, `Bad value for 'message_retention_days': ${days}`, {
        code: 'REQUEST_VARIABLE_INVALID',
        var_name: 'message_retention_days',
        bad_value: days,
      });
    });

  const unfit: readonly (readonly [string, unknown, string])[] = [
    ['topics_policy', 'sometimes', 'Invalid topics_policy'],
    ['stream_post_policy', 5, 'Invalid stream_post_policy'],
    ['folder_id', 99, 'Invalid channel folder ID'],
    ['announce', 1, 'announce is not a boolean'],
    ['is_web_public', 'yes', 'is_web_public is not valid JSON'],
    ['is_web_public', true, 'Web-public channels are not enabled.'],
    ['is_default_stream', 0, 'is_default_stream is not a boolean'],
    ['send_new_subscription_messages', 'no', 'send_new_subscription_messages is not valid JSON'],
  ];
  for (const [name, value, msg] of unfit)
    it(`refuses ${JSON.stringify(value)} as ${name}`, async () => {
      expectRefusal(await subscribe(owner, { ...named('unfit'), [name]: value }), msg);
      expect(await channelNamed('unfit')).to.equal(undefined);
    });

  it('takes one word only about who may send', async () => {
    const both = { can_send_message_group: MEMBERS, is_announcement_only: true };
    const answer = await subscribe(owner, { ...named('two words'), ...both });
    expectRefusal(
      answer,
      "Can't decide between 'can_send_message_group' and 'is_announcement_only' arguments",
      {
        code: 'REQUEST_CONFUSING_VAR',
        var_name1: 'can_send_message_group',
        var_name2: 'is_announcement_only',
      },
    );
  });

  it('makes all of it or nothing', async () => {
    const fields = { ...named('first of two', 'second of two'), principals: [member.userId, 9999] };
    expectRefusal(await subscribe(owner, fields), 'No such user');
    expect(await channelNamed('first of two')).to.equal(undefined);
  });
});
