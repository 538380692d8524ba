/** Presence on the wire, in both formats. */
import { z } from 'zod';
import { OFFLINE_AFTER_SECONDS, type PresenceTimes } from '../organization/presence.ts';
import type { User } from '../organization/slices/users.ts';
import { eventShape, named, plainEventShape } from './define.ts';

/** A person counts as active if the last activity is at most this many seconds before the last connection. */
const STILL_ACTIVE = 70;

/** PresenceTimes are UNIX seconds. */
export const ModernPresence = named(
  'Presence',
  z.strictObject({ active_timestamp: z.int(), idle_timestamp: z.int() }),
);

const Seen = z.strictObject({
  client: z.literal('website'),
  status: z.enum(['active', 'idle']),
  timestamp: z.int(),
});

/** All clients are combined since feature level 178. */
const LegacyClient = named(
  'LegacyClientPresence',
  z.strictObject({ ...Seen.shape, pushable: z.literal(false) }),
);
export const LegacyPresence = named(
  'LegacyPresence',
  z.strictObject({ aggregated: Seen, website: LegacyClient }),
);

/** Presence of a single requested person. */
export const OnePresence = z.strictObject({
  aggregated: z.strictObject({ status: z.enum(['active', 'idle', 'offline']), timestamp: z.int() }),
  website: z.strictObject({ status: z.enum(['active', 'idle']), timestamp: z.int() }),
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

/** Client events of presence, in both formats. */
const presencePayloads = {
  presence: plainEventShape('presence', { presences: z.record(z.string(), ModernPresence) }),
  'presence (legacy)': plainEventShape('presence', {
    user_id: z.int(),
    email: z.string(),
    server_timestamp: z.number(),
    presence: z.strictObject({ website: LegacyClient }),
  }),
} as const;

// Client events of typing.

const writer = named('TypingUser', z.strictObject({ user_id: z.int(), email: z.string() }));

const Recipient = z.union([
  z.strictObject({ type: z.literal('channel'), channel_id: z.int(), topic: z.string() }),
  z.strictObject({ type: z.literal('direct'), user_ids: z.array(z.int()) }),
]);

const typing = <Op extends 'start' | 'stop'>(op: Op) =>
  z.union([
    eventShape('typing', op, {
      message_type: z.literal('direct'),
      sender: writer,
      recipients: z.array(writer),
    }),
    eventShape('typing', op, {
      message_type: z.literal('stream'),
      sender: writer,
      stream_id: z.int(),
      topic: z.string(),
    }),
  ]);

const typingEdit = <Op extends 'start' | 'stop'>(op: Op) =>
  eventShape('typing_edit_message', op, { sender_id: z.int(), message_id: z.int(), recipient: Recipient });

const typingPayloads = {
  'typing/start': typing('start'),
  'typing/stop': typing('stop'),
  'typing_edit_message/start': typingEdit('start'),
  'typing_edit_message/stop': typingEdit('stop'),
} as const;

/** Client events of the area. */
export const payloads = {
  ...presencePayloads,
  ...typingPayloads,
};
