/** Presence on the wire, in both formats. */
import { z } from 'zod';
import { ChannelId, MessageId, UserId } from '../base/ids.ts';
import { OFFLINE_AFTER_SECONDS, type PresenceTimes } from '../organization/presence.ts';
import type { User } from '../organization/slices/users.ts';
import {
  conversationType,
  eventShape,
  named,
  plainEventShape,
  sentenceOf,
  Topic,
  UserIds,
} from './define.ts';
import { Recipient } from './messages.ts';
import { SenderId } from './reactions.ts';
import { userFields } from './users.ts';

/** A person counts as active if the last activity is at most this many seconds before the last connection. */
const STILL_ACTIVE = 70;

/** PresenceTimes are UNIX seconds. */
const ModernPresence = named(
  'Presence',
  'When a person was there.',
  z.strictObject({
    active_timestamp: z.int().describe('When the person last did something, in UNIX seconds.'),
    idle_timestamp: z.int().describe('When a client of the person was last connected, in UNIX seconds.'),
  }),
);

const Seen = z.strictObject({
  client: z.literal('website').describe('Always `website`: all clients count as one.'),
  status: z.enum(['active', 'idle']).describe('Whether the person is active, idle or offline.'),
  timestamp: z.int().describe('When that was so, in UNIX seconds.'),
});

/** All clients are combined since feature level 178. */
const LegacyClient = named(
  'LegacyClientPresence',
  'Presence of a person, in the format of older feature levels.',
  z.strictObject({ ...Seen.shape, pushable: z.literal(false).describe('Always false.') }),
);
export const LegacyPresence = named(
  'LegacyPresence',
  'Presence of a person, in the format of older feature levels.',
  z.strictObject({
    aggregated: Seen.describe('All clients together.'),
    website: LegacyClient.describe('The same again, for clients of older feature levels.'),
  }),
);

export const PresenceUpdateId = z
  .int()
  .describe('Send it with the next call to be told only what has changed since; -1 if nothing has.');

export const Presences = z
  .union([z.record(z.string(), ModernPresence), z.record(z.string(), LegacyPresence)])
  .describe('Presence of people: by ID in the present format, by address in the older one.');

/** Presence of a single requested person. */
export const OnePresence = z.strictObject({
  aggregated: z
    .strictObject({
      status: z.enum(['active', 'idle', 'offline']).describe(sentenceOf(Seen.shape.status)),
      timestamp: Seen.shape.timestamp,
    })
    .describe(sentenceOf(LegacyPresence.shape.aggregated)),
  website: z
    .strictObject({ status: Seen.shape.status, timestamp: Seen.shape.timestamp })
    .describe(sentenceOf(LegacyPresence.shape.website)),
});

type Joined = Pick<User, 'createdAt'>;

/** Somebody who was never active counts as active when they joined or, if they hide, as gone before that. */
export function modernPresence({ activeAt, connectedAt }: PresenceTimes, { createdAt }: Joined) {
  const joinedAt = Math.floor(createdAt / 1000);
  const inactiveSince = connectedAt < joinedAt ? connectedAt - STILL_ACTIVE - 1 : joinedAt;
  return { active_timestamp: activeAt ?? inactiveSince, idle_timestamp: connectedAt };
}

export function legacyClient(times: PresenceTimes, user: Joined): z.infer<typeof LegacyClient> {
  return { ...seen(times, user), pushable: false };
}

export function legacyPresence(times: PresenceTimes, user: Joined): z.infer<typeof LegacyPresence> {
  return { aggregated: seen(times, user), website: legacyClient(times, user) };
}

/** `now` in UNIX seconds. */
export function onePresence(times: PresenceTimes, user: Joined, now: number): z.infer<typeof OnePresence> {
  const { status, timestamp } = seen(times, user);
  const isOffline = now - timestamp > OFFLINE_AFTER_SECONDS;
  return {
    aggregated: { status: isOffline ? 'offline' : status, timestamp },
    website: { status, timestamp },
  };
}

function seen(times: PresenceTimes, user: Joined): z.infer<typeof Seen> {
  const { active_timestamp: activeAt, idle_timestamp: connectedAt } = modernPresence(times, user);
  return activeAt + STILL_ACTIVE >= connectedAt
    ? { client: 'website', status: 'active', timestamp: activeAt }
    : { client: 'website', status: 'idle', timestamp: connectedAt };
}

export const ServerTimestamp = z.number().describe('Time of the server, in UNIX seconds.');

/** Client events of presence, in both formats. */
const presencePayloads = {
  presence: plainEventShape('presence', {
    presences: z.record(z.string(), ModernPresence).describe('Presence of people, by ID.'),
  }).describe('Somebody is there, or no longer.'),
  'presence (legacy)': plainEventShape('presence', {
    user_id: UserId,
    email: userFields.email,
    server_timestamp: ServerTimestamp,
    presence: z.strictObject({ website: LegacyPresence.shape.website }).describe('Presence of the person.'),
  }).describe('The same, for clients without `simplified_presence_events`.'),
} as const;

// Client events of typing.

const writer = named(
  'TypingUser',
  'Somebody in a conversation in which somebody writes.',
  z.strictObject({ user_id: z.int().describe('ID of the person.'), email: Recipient.shape.email }),
);

const IS_CHANNEL = 'Whether it is a channel or a direct conversation.';

const Conversation = z.union([
  z.strictObject({ type: z.literal('channel').describe(IS_CHANNEL), channel_id: ChannelId, topic: Topic }),
  z.strictObject({ type: z.literal('direct').describe(IS_CHANNEL), user_ids: UserIds }),
]);

const sender = writer.describe('Who writes.');

const typing = <Op extends 'start' | 'stop'>(op: Op) =>
  z.union([
    eventShape('typing', op, {
      message_type: conversationType(z.literal('direct')),
      sender,
      recipients: z.array(writer).describe('Everybody in the conversation.'),
    }),
    eventShape('typing', op, {
      message_type: conversationType(z.literal('stream')),
      sender,
      stream_id: ChannelId,
      topic: Topic,
    }),
  ]);

const typingEdit = <Op extends 'start' | 'stop'>(op: Op) =>
  eventShape('typing_edit_message', op, {
    sender_id: SenderId,
    message_id: MessageId,
    recipient: Conversation.describe('The conversation to which the message belongs.'),
  });

const typingPayloads = {
  'typing/start': typing('start').describe('Somebody writes.'),
  'typing/stop': typing('stop').describe('Somebody has stopped writing.'),
  'typing_edit_message/start': typingEdit('start').describe('Somebody edits a message.'),
  'typing_edit_message/stop': typingEdit('stop').describe('Somebody has stopped editing a message.'),
} as const;

/** Client events of the area. */
export const payloads = {
  ...presencePayloads,
  ...typingPayloads,
};
