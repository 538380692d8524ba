import { expect } from 'chai';
import type { Answer, Hansard, Person } from '../support/hansard.ts';
import { startCast } from './cast.ts';
import { expectRefusal, listIn } from './expected.ts';

const named = (...names: string[]) => ({ subscriptions: names.map((name) => ({ name })) });

/** Group IDs of the system groups, in the order of spec/endpoint-details.md 0.8. */
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

  it('makes a public channel with the defaults of the specification', async () => {
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
    'can_delete_any_message_group',
    'can_delete_own_message_group',
    'can_remove_subscribers_group',
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
      if (['can_add_subscribers_group', 'can_administer_channel_group'].includes(setting))
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
    const name = '😀'.repeat(60);
    const description = '😀'.repeat(1024);
    const { status } = await subscribe(owner, { subscriptions: [{ name, description }] });
    expect(status).to.equal(200);
  });

  it('names the parameters of later issues', async () => {
    const later = {
      announce: true,
      is_web_public: false,
      is_default_stream: false,
      message_retention_days: 30,
      topics_policy: 'inherit',
      can_move_messages_out_of_channel_group: 1,
      can_send_message_group: 1,
      folder_id: 1,
      send_new_subscription_messages: true,
    };
    const { body } = await subscribe(owner, { ...named('later'), ...later });
    expect(body.ignored_parameters_unsupported).to.deep.equal(Object.keys(later).sort());
  });
});
