import { expect } from 'chai';
import type { Answer, Hansard, Person } from '../support/hansard.ts';
import { things } from '../support/makers.ts';
import { startCast } from './cast.ts';
import { expectLoginFirst, expectOwnerOnly, expectRefusal, expectSuccess, listIn } from './expected.ts';

/** Group IDs of the system groups, in the order in which an organization creates them. */
const [EVERYONE, MEMBERS, MODERATORS, ADMINISTRATORS, NOBODY] = [2, 3, 5, 6, 8];
const NOT_ADMINISTERED = { code: 'CANNOT_ADMINISTER_CHANNEL' };

describe('PATCH /streams/{stream_id}', () => {
  let hansard: Hansard;
  let owner: Person;
  let admin: Person;
  let member: Person;
  let guest: Person;
  let made = 0;

  before(async () => {
    const environment = { WEB_PUBLIC_CHANNELS: 'on' };
    ({ hansard, owner, admin, member, guest } = await startCast({ environment }));
  });
  after(() => hansard.stop());

  /** A channel of the owner's, with the guest in it. */
  async function channel(fields: Readonly<Record<string, unknown>> = {}): Promise<number> {
    made += 1;
    const name = `channel ${made}`;
    const principals = [owner.userId, guest.userId];
    return things.channel.make(owner, { name, principals, ...fields });
  }
  const patch = (who: Person, streamId: number, fields: Readonly<Record<string, unknown>>): Promise<Answer> =>
    who.patch(`/streams/${streamId}`, fields);
  const shown = async (streamId: number) =>
    (await owner.get(`/streams/${streamId}`)).body.stream as Readonly<Record<string, unknown>>;

  const settings: readonly (readonly [
    Readonly<Record<string, unknown>>,
    Readonly<Record<string, unknown>>,
  ])[] = [
    [{ new_name: ' renamed ' }, { name: 'renamed' }],
    [
      { description: 'What *is*\nit?' },
      { description: 'What *is* it?', rendered_description: '<p>What <em>is</em> it?</p>' },
    ],
    [{ is_private: true }, { invite_only: true, history_public_to_subscribers: false }],
    [
      { is_private: true, history_public_to_subscribers: true },
      { invite_only: true, history_public_to_subscribers: true },
    ],
    [{ message_retention_days: 30 }, { message_retention_days: 30 }],
    [{ message_retention_days: 'unlimited' }, { message_retention_days: -1 }],
    [{ topics_policy: 'empty_topic_only' }, { topics_policy: 'empty_topic_only' }],
    [{ topics_policy: '"allow_empty_topic"' }, { topics_policy: 'allow_empty_topic' }],
    [
      { stream_post_policy: 4 },
      { can_send_message_group: MODERATORS, stream_post_policy: 4, is_announcement_only: false },
    ],
    [
      { is_announcement_only: true },
      { can_send_message_group: ADMINISTRATORS, stream_post_policy: 2, is_announcement_only: true },
    ],
    [{ is_archived: true }, { is_archived: false }],
  ];
  for (const [given, expected] of settings)
    it(`with ${JSON.stringify(given)} makes it ${JSON.stringify(expected)}`, async () => {
      const streamId = await channel();
      const before = await shown(streamId);
      expectSuccess(await patch(owner, streamId, given));
      expect(await shown(streamId)).to.deep.equal({ ...before, ...expected });
      const again = 'new_name' in given ? { description: 'What it is' } : given;
      expect((await patch(owner, streamId, again)).status).to.equal(200);
    });

  const PERMISSIONS = [
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
  it('gives each permission to whom it says, if it was whose it says', async () => {
    const streamId = await channel();
    for (const name of PERMISSIONS) {
      const old = (await shown(streamId))[name];
      const value = { direct_members: [member.userId, admin.userId], direct_subgroups: [MODERATORS] };
      expectSuccess(await patch(owner, streamId, { [name]: { new: value, old } }));
      const canonical = { direct_members: [admin.userId, member.userId], direct_subgroups: [MODERATORS] };
      expect((await shown(streamId))[name]).to.deep.equal(canonical);
      expectRefusal(
        await patch(owner, streamId, { [name]: { new: MEMBERS, old: NOBODY } }),
        "'old' value does not match the expected value.",
        { code: 'EXPECTATION_MISMATCH', field_name: 'old' },
      );
      expectSuccess(await patch(owner, streamId, { [name]: { new: MEMBERS } }));
      expect((await shown(streamId))[name]).to.equal(MEMBERS);
      expectRefusal(await patch(owner, streamId, { [name]: MEMBERS }), `${name} is not a dict`);
      expectRefusal(await patch(owner, streamId, { [name]: { new: 99 } }), 'Invalid user group ID: 99');
    }
  });

  it('makes it web-public where the server and the organization have such channels', async () => {
    const streamId = await channel();
    const disabled = await patch(owner, streamId, { is_web_public: true });
    expectRefusal(disabled, 'Web-public channels are not enabled.');
    expect((await owner.patch('/realm', { enable_spectator_access: true })).status).to.equal(200);
    expectRefusal(await patch(admin, streamId, { is_web_public: true }), 'Insufficient permission');
    expectSuccess(await patch(owner, streamId, { is_web_public: true }));
    expect(await shown(streamId)).to.include({ is_web_public: true, invite_only: false });
    const listed = listIn(await guest.get('/streams', { include_web_public: true }), 'streams');
    expect(listed.map(({ stream_id }) => stream_id)).to.include(streamId);
  });

  it('puts it into a folder and takes it out', async () => {
    const streamId = await channel();
    const folderId = await things.folder.make(owner, { name: 'projects' });
    expectSuccess(await patch(owner, streamId, { folder_id: folderId }));
    expect(await shown(streamId)).to.include({ folder_id: folderId });
    expectSuccess(await patch(owner, streamId, { folder_id: null }));
    expect(await shown(streamId)).to.include({ folder_id: null });
    expectRefusal(await patch(owner, streamId, { folder_id: 99 }), 'Invalid channel folder ID');
  });

  describe('with people in its settings who have left', () => {
    const withSomebody = async (name: string, group: number, fields: Readonly<Record<string, unknown>>) => {
      const leaving = await hansard.account(name);
      const value = { direct_members: [leaving.userId], direct_subgroups: [group] };
      const [setting = ''] = Object.keys(fields);
      const streamId = await channel({ invite_only: true, history_public_to_subscribers: true });
      expectSuccess(await patch(owner, streamId, { [setting]: { new: value } }));
      expectSuccess(await owner.delete(`/users/${leaving.userId}`));
      expect(await shown(streamId)).to.include({ [setting]: group });
      return { streamId, leaving };
    };

    it('protects its history for good, be they back or not', async () => {
      const setting = { can_create_topic_group: EVERYONE };
      const { streamId, leaving } = await withSomebody('Coming Back', EVERYONE, setting);
      expectSuccess(await patch(owner, streamId, { history_public_to_subscribers: false }));
      expectSuccess(await owner.post(`/users/${leaving.userId}/reactivate`));
      expect(await shown(streamId)).to.include({ ...setting, history_public_to_subscribers: false });
      expectSuccess(await patch(owner, streamId, { description: 'still changed' }));
    });

    it('takes the permission that is set while its history becomes protected', async () => {
      const setting = { can_create_topic_group: MODERATORS };
      const { streamId } = await withSomebody('Gone Before', MODERATORS, setting);
      const everybody = { can_create_topic_group: { new: EVERYONE } };
      expectSuccess(await patch(owner, streamId, { history_public_to_subscribers: false, ...everybody }));
      expect(await shown(streamId)).to.include({ can_create_topic_group: EVERYONE });
    });

    for (const old of [{}, { old: MODERATORS }])
      it(`is without them for good once it is set to what it shows, ${JSON.stringify(old)}`, async () => {
        const setting = { can_send_message_group: MODERATORS };
        const { streamId, leaving } = await withSomebody(`Not Again ${'old' in old}`, MODERATORS, setting);
        const update = { can_send_message_group: { new: MODERATORS, ...old } };
        expectSuccess(await patch(owner, streamId, update));
        expectSuccess(await owner.post(`/users/${leaving.userId}/reactivate`));
        expect(await shown(streamId)).to.include(setting);
      });

    it('tells older clients of who is left to post', async () => {
      const setting = { can_send_message_group: ADMINISTRATORS };
      const { streamId } = await withSomebody('Gone For Good', ADMINISTRATORS, setting);
      expect(await shown(streamId)).to.include({ stream_post_policy: 2, is_announcement_only: true });
    });
  });

  it('takes it out of the archive', async () => {
    const streamId = await channel();
    expectSuccess(await owner.delete(`/streams/${streamId}`));
    expectSuccess(await owner.delete(`/streams/${streamId}`));
    expect(await shown(streamId)).to.include({ is_archived: true, subscriber_count: 2 });
    expectSuccess(await patch(owner, streamId, { is_archived: false }));
    expect(await shown(streamId)).to.include({ is_archived: false, subscriber_count: 2 });
  });

  it('does not come out of the archive for a group that was deactivated meanwhile', async () => {
    const groupId = await things.group.make(owner, {
      name: 'tired',
      members: [member.userId],
    });
    const streamId = await channel({ can_send_message_group: groupId });
    expectSuccess(await owner.delete(`/streams/${streamId}`));
    expectSuccess(await owner.post(`/user_groups/${groupId}/deactivate`));
    const gone = 'User group is deactivated.';
    expectRefusal(await patch(owner, streamId, { is_archived: false }), gone);
    const present = { can_send_message_group: { new: groupId, old: groupId } };
    expectSuccess(await patch(owner, streamId, present));
    const other = { can_send_message_group: { new: MEMBERS, old: groupId } };
    expectSuccess(await patch(owner, streamId, { is_archived: false, ...other }));
  });

  it('is no default channel while it is archived', async () => {
    const streamId = await channel();
    expectSuccess(await owner.delete(`/streams/${streamId}`));
    const refusal = 'A default channel cannot be archived.';
    expectRefusal(await patch(owner, streamId, { is_default_stream: true }), refusal);
    expectRefusal(await owner.post('/default_streams', { stream_id: streamId }), refusal);
    expectSuccess(await owner.delete('/default_streams', { stream_id: streamId }));
    expectSuccess(await patch(owner, streamId, { is_archived: false, is_default_stream: true }));
  });

  it('asks for the right to a permission only where that becomes another', async () => {
    const only = { direct_members: [member.userId], direct_subgroups: [] };
    const streamId = await channel({ can_administer_channel_group: only });
    const delete_any = (value: number) => ({ can_delete_any_message_group: { new: value } });
    expectSuccess(await patch(member, streamId, delete_any(NOBODY)));
    expectRefusal(await patch(member, streamId, delete_any(MEMBERS)), 'Insufficient permission');
  });

  it('is for administrators and those of the channel, and hides what is hidden', async () => {
    const only = { direct_members: [member.userId], direct_subgroups: [] };
    const streamId = await channel({ can_administer_channel_group: only });
    expectSuccess(await patch(member, streamId, { description: 'by its administrator' }));
    const sentence = 'You do not have permission to administer this channel.';
    expectRefusal(await patch(guest, streamId, { description: 'x' }), sentence, NOT_ADMINISTERED);
    expectRefusal(await guest.delete(`/streams/${streamId}`), sentence, NOT_ADMINISTERED);
    const hidden = await channel({ invite_only: true });
    for (const absent of [hidden, 9999]) {
      expectRefusal(await patch(member, absent, { description: 'x' }), 'Invalid channel ID');
      expectRefusal(await member.delete(`/streams/${absent}`), 'Invalid channel ID');
    }
    const content = await patch(admin, hidden, { is_private: false });
    expectRefusal(content, 'Channel content access is required.');
    expectSuccess(await patch(admin, hidden, { description: 'from outside' }));
    expectOwnerOnly(await patch(admin, streamId, { message_retention_days: 7 }));
    expectLoginFirst(await hansard.anonymous('PATCH', `/streams/${streamId}`, { new_name: 'x' }));
  });

  it('refuses names that are taken, with the name', async () => {
    const [one, other] = [await channel(), await channel()];
    const { name } = await shown(other);
    const taken = `Channel '${String(name)}' already exists`;
    expectRefusal(await patch(owner, one, { new_name: name }), taken, {
      code: 'CHANNEL_ALREADY_EXISTS',
      status: 409,
      channel_name: name,
    });
    expectRefusal(await patch(owner, other, { new_name: name }), 'Channel already has that name.');
    expectSuccess(await patch(owner, other, { new_name: String(name).toUpperCase() }));
  });

  it('refuses the empty topic only while there are others', async () => {
    const streamId = await channel();
    const { body } = await owner.post('/messages', {
      type: 'channel',
      to: streamId,
      topic: 't',
      content: 'x',
    });
    const only = { topics_policy: 'empty_topic_only' };
    const refusal = 'All messages of the channel must be in general chat first.';
    const extra = { empty_topic_display_name: 'general chat' };
    expectRefusal(await patch(owner, streamId, only), refusal, extra);
    await owner.delete(`/messages/${String(body.id)}`);
    expectSuccess(await patch(owner, streamId, only));
  });

  it('changes all of it or nothing', async () => {
    const streamId = await channel();
    const before = await shown(streamId);
    const half = { description: 'changed', can_subscribe_group: { new: EVERYONE } };
    const refusal = "'can_subscribe_group' setting cannot be set to 'role:everyone' group.";
    expectRefusal(await patch(owner, streamId, half), refusal);
    expect(await shown(streamId)).to.deep.equal(before);
  });

  const wrong: readonly (readonly [string, unknown, string])[] = [
    ['is_private', 1, 'is_private is not a boolean'],
    ['is_web_public', 'True', 'is_web_public is not valid JSON'],
    ['history_public_to_subscribers', 'no', 'history_public_to_subscribers is not valid JSON'],
    ['is_default_stream', [], 'is_default_stream is not a boolean'],
    ['is_archived', 0, 'is_archived is not a boolean'],
    ['folder_id', 'x', 'folder_id is not valid JSON'],
    ['topics_policy', 'never', 'Invalid topics_policy'],
    ['new_name', 'x'.repeat(61), 'Channel name is too long (limit: 60 characters)'],
    ['description', 'x'.repeat(1025), 'description is too long (limit: 1024 characters)'],
  ];
  it('is strict about what it takes', async () => {
    const streamId = await channel();
    for (const [name, value, msg] of wrong)
      expectRefusal(await patch(owner, streamId, { [name]: value }), msg);
  });
});
