/**
 * How an event of the log becomes client events. A translation is pure: it gets the event, and the
 * organization before and after it. It creates each client event once, in the widest form; delivery adapts it
 * to each queue:
 *
 * - `message`: one of `content` and `rendered_content`, with its `content_type` (`apply_markdown`); the sender and the
 *   people of `display_recipient` whom the receiver may not know; `local_message_id` for one queue alone.
 * - `avatar_url` of people who show their address (`isPictureKnown`, `client_gravatar`), the empty topic by its display name.
 * - `presence` without `email` (`slim_presence`).
 * - `delete_message` one by one (`bulk_message_deletion`), no `muted_topics` beside `user_topic`, narrows.
 */
import type { ChannelId, UserId } from '../../base/ids.ts';
import type { EphemeralEvents, OrganizationEvents } from '../../events/catalog.ts';
import type { RecordedEvent } from '../../events/define.ts';
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../events/messages.ts';
import type { Bitset } from '../../organization/containers/bitset.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { Transition as FoldedMoment } from '../../organization/transitions.ts';
import type { Flag, Payload } from './shapes.ts';

// Capabilities that clients may declare (`client_capabilities`).

/** The order is fixed, because sealed queues depend on it: append new ones. */
export const CAPABILITIES = [
  'notification_settings_null',
  'bulk_message_deletion',
  'user_avatar_url_field_optional',
  'stream_typing_notifications',
  'user_settings_object',
  'linkifier_url_template',
  'user_list_incomplete',
  'include_deactivated_groups',
  'archived_channels',
  'empty_topic_name',
  'simplified_presence_events',
  'individual_emoji_changes',
] as const;

export type ClientCapability = (typeof CAPABILITIES)[number];

/** Active people and bots at that position. */
export type Audience = Bitset<UserId>;

/** Flag → the members of the audience who have it. */
export type FlagAudiences = Readonly<Partial<Record<Flag, Audience>>>;

/** Capabilities for which translations have two forms. */
type Capability = Extract<
  ClientCapability,
  | 'archived_channels'
  | 'include_deactivated_groups'
  | 'individual_emoji_changes'
  | 'linkifier_url_template'
  | 'simplified_presence_events'
>;

/**
 * What the state does not keep, so that delivery reads it in views level with the event: how the receiver has flagged
 * the message, the number of a direct conversation, how the receiver has set up a channel, their muted topics; and in the
 * vault the token of a bot's service.
 */
type DeferredField =
  | ('personal flags' | 'recipient_id' | 'subscription settings' | 'muted_topics' | 'token')
  /** The messages of a channel that the reader has not read. */
  | { readonly unreadIn: ChannelId };

/** A client event's payload and its audience. */
export interface AddressedPayload {
  readonly to: Audience;
  readonly payload: Payload;
  /** Additional receivers if their queues ask for all public channels, or have a narrow. */
  readonly offeredTo?: Audience;
  /** Flags of the payload's message; delivery fills in each receiver's. */
  readonly flagged?: FlagAudiences;
  /** The one queue that receives `local_message_id`. */
  readonly queueId?: string;
  /** Replacement for queues without a capability. */
  readonly instead?: { readonly without: Capability; readonly payloads: readonly Payload[] };
  readonly deferred?: DeferredField;
  /** Whether clients can compute the picture of the payload's person, so that some are not told it (`client_gravatar`). */
  readonly isPictureKnown?: true;
}

/**
 * Ends the queues of these people, whose clients have to register again (BAD_EVENT_QUEUE_ID): the account was
 * deactivated, or it now sees so much more that sending the difference would be pointless.
 */
interface QueuesEnded {
  readonly to: Audience;
  readonly endsQueues: true;
}

export type ClientEvent = AddressedPayload | QueuesEnded;

/** An organization before and after an event; both are the same for events outside its own stream. */
export interface LiveTransition extends FoldedMoment<OrganizationState> {
  /** Host name of the organization, without a port: the domain of placeholder addresses. */
  readonly host: string;
}

/** All events that can have client events, by name. */
type TranslatableEvents = OrganizationEvents & EphemeralEvents;

type Translation<Type extends keyof TranslatableEvents> = (
  event: RecordedEvent<Type, TranslatableEvents[Type]>,
  moment: LiveTransition,
) => readonly ClientEvent[];

/** Event name → its client events, in order. */
type Translations = { readonly [Type in keyof TranslatableEvents]?: Translation<Type> };

/** Defines the client events of an area's events. Payloads with an empty audience are dropped. */
export const translate = <Area extends Translations>(translations: Area): Area => translations;

/** UNIX milliseconds as UNIX seconds. */
export const toUnixSeconds = (time: number): number => Math.floor(time / 1000);

/** A payload for one audience; nothing if that is empty. */
export const payloadTo = (
  to: Audience,
  payload: Payload,
  more: Omit<AddressedPayload, 'to' | 'payload'> = {},
): readonly AddressedPayload[] => (to.size === 0 && !more.offeredTo?.size ? [] : [{ to, payload, ...more }]);

/** Ends the queues of an audience; nothing if that is empty. */
export const endQueues = (to: Audience): readonly QueuesEnded[] =>
  to.size === 0 ? [] : [{ to, endsQueues: true }];

// The display name of the empty topic, for older clients.

/** Replaces the empty topic by its display name in these fields, for clients that do not support it. */
export function withNamedTopics<Shape extends object>(
  shape: Shape,
  fields: readonly string[],
  capabilities: ReadonlySet<ClientCapability>,
): Shape {
  if (capabilities.has('empty_topic_name')) return shape;
  const empty = fields.filter((field) => (shape as Readonly<Record<string, unknown>>)[field] === '');
  return { ...shape, ...Object.fromEntries(empty.map((field) => [field, EMPTY_TOPIC_DISPLAY_NAME])) };
}
