/** The knowledge of a client compared with what its owner can read over HTTP at the same time. */
import type { ClientState } from '../../../packages/client/src/client.ts';
import { type Body, STRANGER } from '../../support/follower.ts';
import {
  comparableMessage,
  differences,
  PERSONAL,
  sorted,
  without,
} from '../../support/followerComparison.ts';
import type { FollowedQueue } from './queue.ts';
import type { World } from './world.ts';

type List = Body[];

/** Where things are read, the list and the key there, and the same of the state; the organization’s own bots are in no listing. */
const READ: readonly (readonly [string, string, string, (state: ClientState) => Iterable<object>])[] = [
  ['/streams', 'streams', 'stream_id', ({ channels }) => [...channels.values()].map(withoutSubscription)],
  ['/users', 'members', 'user_id', ({ users }) => [...users.values()].filter((user) => !user.is_system_bot)],
  ['/user_groups', 'user_groups', 'id', ({ groups }) => groups.values()],
  ['/channel_folders', 'channel_folders', 'id', ({ folders }) => folders.values()],
  [
    '/scheduled_messages',
    'scheduled_messages',
    'scheduled_message_id',
    (state) => state.scheduledMessages.values(),
  ],
  ['/realm/profile_fields', 'custom_fields', 'id', ({ fields }) => fields.custom_profile_fields ?? []],
];

/** Fields of a channel that its readers have from subscriptions. */
const SUBSCRIBED = { ...PERSONAL, isSubscribed: '', subscribers: '', partial_subscribers: '' };
const withoutSubscription = (channel: object): object => without(channel, SUBSCRIBED);

/** Not the same number everywhere, or not in both. */
const NOT_COMPARED = [
  'stream_weekly_traffic',
  'subscriber_count',
  'is_active',
  'bot_type',
  'bot_owner_id',
  'profile_data',
];

/** Entries of the client's lists that are different over HTTP. */
export async function unreadableFields(queue: FollowedQueue): Promise<readonly string[]> {
  const { follower, person, registration } = queue;
  const found: string[] = [];
  for (const [path, field, key, things] of READ) {
    const { status, body } = await person.get(path, {
      ...(path === '/streams' && { include_all: true, exclude_archived: false }),
      ...(path === '/users' && {
        client_gravatar: registration.gravatar,
        include_custom_profile_fields: true,
      }),
      ...(path === '/user_groups' && { include_deactivated_groups: true }),
      ...(path === '/channel_folders' && { include_archived: true }),
    });
    // Bots have nothing of people's personal things, and cannot ask for them.
    if (status !== 200) continue;
    const readable = new Map((body[field] as List).map((each) => [each[key], each]));
    for (const received of things(follower.state) as Iterable<Body>)
      if (received.full_name !== STRANGER)
        found.push(...beyond(received, readable.get(received[key]), `${path} ${String(received[key])}`));
  }
  return found;
}

/** Fields that were received with other values than are read, or of objects that cannot be read at all. */
function beyond(received: Body, read: Body | undefined, name: string): readonly string[] {
  if (read === undefined) return [`${name} cannot be read`];
  const names = Object.keys(received).filter(
    (field) => !NOT_COMPARED.includes(field) && received[field] !== null,
  );
  return names.flatMap((field) =>
    differences(sorted(received[field]), sorted(read[field]), `${name}.${field}`),
  );
}

/** Messages that the client has, and IDs that it received, which its owner cannot read now. */
export async function messagesBeyondReading(
  queue: FollowedQueue,
  ids: Iterable<number>,
): Promise<readonly string[]> {
  const { markdown, gravatar, capabilities } = queue.registration;
  const { messages } = queue.follower;
  const found: string[] = [];
  for (const id of ids) {
    const { status, body } = await queue.person.get(`/messages/${id}`, {
      apply_markdown: markdown,
      client_gravatar: gravatar,
      allow_empty_topic_name: capabilities.includes('empty_topic_name'),
    });
    const message = messages.get(id);
    if (status !== 200) found.push(`message ${id} cannot be read`);
    else if (message !== undefined) {
      const { content, subject } = comparableMessage(body.message as Body);
      found.push(
        ...beyond(
          { content: message.content, subject: message.subject },
          { content, subject },
          `message ${id}`,
        ),
      );
    }
  }
  return found;
}

/** Channels and people that a spectator receives, and cannot read. */
export async function unreadableToSpectators(world: World): Promise<readonly string[]> {
  const { status, body } = await world.anonymously('/register', 'POST', {});
  if (status !== 200) return [];
  const [channels, users] = await Promise.all([world.anonymously('/streams'), world.anonymously('/users')]);
  const readable = (list: unknown, key: string) => new Map((list as List).map((each) => [each[key], each]));
  const found = (
    [
      ['streams', 'stream_id', channels.body.streams],
      ['never_subscribed', 'stream_id', channels.body.streams],
      ['realm_users', 'user_id', users.body.members],
    ] as const
  ).flatMap(([list, key, read]) => {
    const known = readable(read, key);
    return (body[list] as List).flatMap((received) =>
      beyond(received, known.get(received[key]), `spectator ${list} ${String(received[key])}`),
    );
  });
  const own = [
    'subscriptions',
    'unsubscribed',
    'user_topics',
    'starred_messages',
    'scheduled_messages',
    'realm_bots',
  ];
  const personal = own.filter((list) => (body[list] as List).length > 0);
  return [...found, ...personal.map((list) => `spectator ${list} is not empty`)];
}
