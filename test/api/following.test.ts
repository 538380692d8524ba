/** Whoever registered early and followed the events knows what they would be told if they registered now. */
import { expect } from 'chai';
import { startCast, type Cast } from './cast.ts';
import { makeBot } from './bots.ts';
import { Follower } from '../support/follower.ts';
import { differences, followed, messageCounts, registered } from '../support/followerComparison.ts';
import type { Person } from '../support/hansard.ts';

type Body = Record<string, unknown>;

const ALL = {
  apply_markdown: true,
  client_gravatar: false,
  include_subscribers: 'true',
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_list_incomplete: true,
    include_deactivated_groups: true,
    archived_channels: true,
    empty_topic_name: true,
    simplified_presence_events: true,
    individual_emoji_changes: true,
  },
};

describe('a client that follows events', () => {
  let cast: Cast;
  before(async () => {
    cast = await startCast();
  });
  after(() => cast.hansard.stop());

  const register = async (person: Person): Promise<Body> => {
    const { status, body } = await person.post('/register', ALL);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body;
  };

  it('knows what it would be told anew', async () => {
    const { owner, admin, member, moderator, guest, hansard } = cast;
    const ok = async (answer: Promise<{ status: number; body: Body }>): Promise<Body> => {
      const { status, body } = await answer;
      expect(status, JSON.stringify(body)).to.equal(200);
      return body;
    };
    const followers = [owner, member, guest];
    const queues = await Promise.all(followers.map(register));
    const idOf = async (stream: string) => (await owner.get('/get_stream_id', { stream })).body.stream_id;
    const subscribe = (name: string, principals: readonly Person[], more: Body = {}) =>
      ok(
        owner.post('/users/me/subscriptions', {
          subscriptions: [{ name, description: `About *${name}*` }],
          ...more,
          principals: principals.map(({ userId }) => userId),
        }),
      );
    await subscribe('open', [owner, member]);
    await subscribe('closed', [owner, guest], { invite_only: true });
    await subscribe('team', [member], { is_default_stream: true });
    const [open, closed] = [await idOf('open'), await idOf('closed')];
    await ok(owner.patch(`/streams/${String(open)}`, { new_name: 'opened', description: 'New' }));
    await ok(owner.patch(`/streams/${String(closed)}`, { is_private: false }));
    const folder = await ok(owner.post('/channel_folders/create', { name: 'Folder', description: '*x*' }));
    await ok(owner.patch(`/streams/${String(open)}`, { folder_id: folder.channel_folder_id }));
    await ok(owner.patch(`/channel_folders/${String(folder.channel_folder_id)}`, { name: 'Box' }));
    await ok(
      member.post('/users/me/subscriptions/properties', {
        subscription_data: [
          { stream_id: open, property: 'is_muted', value: true },
          { stream_id: open, property: 'color', value: '#112233' },
        ],
      }),
    );
    await ok(guest.delete('/users/me/subscriptions', { subscriptions: ['closed'] }));
    await ok(member.post('/user_topics', { stream_id: open, topic: 'Noise', visibility_policy: 1 }));
    await ok(member.post('/user_topics', { stream_id: open, topic: 'News', visibility_policy: 3 }));
    await ok(member.post('/user_topics', { stream_id: open, topic: 'noise', visibility_policy: 0 }));
    const sent = await ok(
      owner.post('/messages', { type: 'channel', to: 'opened', topic: 'News', content: 'hi' }),
    );
    await ok(member.post('/messages/flags', { messages: [sent.id], op: 'add', flag: 'starred' }));
    await ok(member.patch('/settings', { full_name: 'Mia Renamed', timezone: 'Europe/Vienna' }));
    await ok(member.patch('/settings', { email_address_visibility: 3, send_read_receipts: false }));
    await ok(owner.patch(`/users/${moderator.userId}`, { role: 400 }));
    await ok(owner.delete(`/users/${admin.userId}`));
    const group = await ok(
      owner.post('/user_groups/create', { name: 'crew', description: 'x', members: [member.userId] }),
    );
    await ok(owner.patch(`/user_groups/${String(group.group_id)}`, { name: 'team', description: 'y' }));
    await ok(owner.post(`/user_groups/${String(group.group_id)}/members`, { add: [guest.userId] }));
    await ok(owner.post(`/user_groups/${String(group.group_id)}/deactivate`));
    await ok(owner.patch('/realm', { name: 'Renamed', description: 'Of *us*', message_retention_days: 30 }));
    await ok(owner.patch('/realm', { topics_policy: 'disable_empty_topic', waiting_period_threshold: 3 }));
    await ok(owner.patch('/realm', { new_stream_announcements_stream_id: open }));
    await ok(owner.post('/realm/profile_fields', { name: 'Phone', field_type: 1 }));
    const scheduled = await ok(
      member.post('/scheduled_messages', {
        type: 'channel',
        to: open,
        topic: 'later',
        content: 'then',
        scheduled_delivery_timestamp: 4_000_000_000,
      }),
    );
    await ok(
      member.patch(`/scheduled_messages/${String(scheduled.scheduled_message_id)}`, { content: 'then!' }),
    );
    const bot = await makeBot(hansard, member, { default_sending_stream: 'opened' });
    await ok(member.patch(`/bots/${bot.userId}`, { default_all_public_streams: true }));
    const [field] = (await owner.get('/realm/profile_fields')).body.custom_fields as Body[];
    await ok(member.patch('/users/me/profile_data', { data: [{ id: field?.id, value: '*123*' }] }));
    await ok(owner.post(`/users/${admin.userId}/reactivate`));
    await ok(owner.patch(`/user_groups/${String(group.group_id)}`, { deactivated: false }));
    await subscribe('old', [owner, member, guest]);
    await ok(owner.delete(`/streams/${String(await idOf('old'))}`));
    await subscribe('hidden', [owner, member, guest]);
    const hidden = await idOf('hidden');
    await ok(
      owner.delete('/users/me/subscriptions', { subscriptions: ['hidden'], principals: [member.userId] }),
    );
    await ok(owner.patch(`/streams/${String(hidden)}`, { is_private: true }));
    await ok(owner.patch(`/streams/${String(hidden)}`, { can_send_message_group: { new: group.group_id } }));
    const second = await ok(owner.post('/channel_folders/create', { name: 'Second', description: '' }));
    await ok(
      owner.patch('/channel_folders', { order: [second.channel_folder_id, folder.channel_folder_id] }),
    );
    await ok(owner.patch(`/channel_folders/${String(second.channel_folder_id)}`, { is_archived: true }));
    await ok(owner.delete('/default_streams', { stream_id: await idOf('team') }));
    const draft = { type: '', to: [], topic: '', content: 'x' };
    const drafts = (await ok(member.post('/drafts', { drafts: [draft, draft, draft] }))).ids as number[];
    await ok(member.patch(`/drafts/${drafts[0]}`, { draft: { ...draft, content: 'y' } }));
    await ok(member.delete(`/drafts/${drafts[1]}`));
    for (const title of ['a', 'b']) await ok(member.post('/saved_snippets', { title, content: 'x' }));
    await ok(member.patch('/saved_snippets/1', { content: 'y' }));
    await ok(member.delete('/saved_snippets/2'));
    await ok(member.post('/users/me/status', { status_text: 'Out', emoji_name: 'car', away: true }));
    await ok(member.post('/users/me/status', { status_text: '' }));
    await ok(owner.post(`/users/${moderator.userId}/status`, { status_text: 'Ill' }));
    await ok(owner.post(`/users/${moderator.userId}/status`, { status_text: '' }));
    const reminder = { message_id: sent.id, scheduled_delivery_timestamp: 4_000_000_000 };
    for (let reminders = 0; reminders < 2; reminders += 1) await ok(member.post('/reminders', reminder));
    await ok(member.delete('/reminders/1'));
    await ok(member.patch('/settings', { color_scheme: 2, default_language: 'de', enter_sends: true }));
    await ok(owner.patch('/realm/user_settings_defaults', { color_scheme: 3, enter_sends: true }));
    await ok(member.post('/users/me/alert_words', { alert_words: ['lunch', 'tea'] }));
    await ok(member.delete('/users/me/alert_words', { alert_words: ['tea'] }));
    await ok(member.post(`/users/me/muted_users/${moderator.userId}`));
    await hansard.settled();
    for (const [index, person] of followers.entries()) {
      const queue = queues[index]!;
      const follower = new Follower(queue, ALL);
      const { body } = await person.get('/events', {
        queue_id: queue.queue_id,
        last_event_id: queue.last_event_id,
        dont_block: true,
      });
      follower.take(body.events as never);
      const again = new Follower(await register(person), ALL).state;
      expect(differences(followed(follower), registered(again, follower)), person.email).to.deep.equal([]);
      expect(differences(...messageCounts(follower, again)), person.email).to.deep.equal([]);
    }
  });
});
