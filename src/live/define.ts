/**
 * How an event of the log becomes what clients are told. A translation is pure: it knows the event, and the
 * organization before and after it. It tells each thing once, in the widest form; what differs from queue to queue is
 * left for delivery, which rewrites:
 *
 * - `message`: one of `content` and `rendered_content`, with its `content_type` (`apply_markdown`); the sender and the
 *   people of `display_recipient` whom the receiver may not know; `local_message_id` for one queue alone.
 * - `avatar_url` of people who show their address (`isPictureKnown`, `client_gravatar`), the empty topic by its display name.
 * - `presence` without `email` (`slim_presence`).
 * - `delete_message` one by one (`bulk_message_deletion`), `muted_topics` not beside `user_topic`, narrows.
 */
import type { EphemeralEvents, OrganizationEvents } from '../events/catalog.ts';
import type { RecordedEvent } from '../events/define.ts';
import type { UserId } from '../ids.ts';
import type { Bitset } from '../organization/bitset.ts';
import type { Moment as FoldedMoment } from '../organization/moments.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { ClientCapability } from './capabilities.ts';
import type { Flag, Payload } from './shapes.ts';

/** People and bots, all of them active at that position. */
export type Audience = Bitset<UserId>;

/** Flag → those of the audience who have it. */
export type Flagged = Readonly<Partial<Record<Flag, Audience>>>;

/** Capabilities that translations have two forms for. */
export type Capability = Extract<
  ClientCapability,
  | 'archived_channels'
  | 'include_deactivated_groups'
  | 'individual_emoji_changes'
  | 'simplified_presence_events'
>;

/**
 * What the state does not keep, so that delivery reads it in views level with the event: how the receiver has flagged
 * the message, the number of a direct conversation, how the receiver has set up a channel, their muted topics; and in the
 * vault the token of a bot's service.
 */
export type Completion =
  'personal flags' | 'recipient_id' | 'subscription settings' | 'muted_topics' | 'token';

/** One thing that clients are told. */
export interface AddressedPayload {
  readonly to: Audience;
  readonly payload: Payload;
  /** Those whose queues ask for all public channels, or have a narrow, and take it in too. */
  readonly offeredTo?: Audience;
  /** Flags of the payload's message; the empty list of the payload is filled for each receiver. */
  readonly flagged?: Flagged;
  /** The one queue that is told `local_message_id`. */
  readonly queueId?: string;
  /** What queues are told instead that do not say that they understand. */
  readonly instead?: { readonly without: Capability; readonly payloads: readonly Payload[] };
  readonly completedBy?: Completion;
  /** Whether clients can compute the picture of the payload's person, so that some are not told it (`client_gravatar`). */
  readonly isPictureKnown?: true;
}

/**
 * The queues of these people end, and clients that come again register anew (BAD_EVENT_QUEUE_ID): because the account
 * has no queues any more, or because it sees so much that it did not see before that telling it apart is no use.
 */
export interface QueuesEnded {
  readonly to: Audience;
  readonly endsQueues: true;
}

export type ClientEvent = AddressedPayload | QueuesEnded;

/** One organization on both sides of an event; the same on both of one that is not in its own stream. */
export interface Moment extends FoldedMoment<OrganizationState> {
  /** Host name of the organization, without a port; placeholder addresses are there. */
  readonly host: string;
}

/** What clients can be told of, by name. */
export type TranslatableEvents = OrganizationEvents & EphemeralEvents;

type Translation<Type extends keyof TranslatableEvents> = (
  event: RecordedEvent<Type, TranslatableEvents[Type]>,
  moment: Moment,
) => readonly ClientEvent[];

/** Event name → what clients are told of it, in the order in which they are told. */
export type Translations = { readonly [Type in keyof TranslatableEvents]?: Translation<Type> };

/** Defines what clients are told of the events of an area; nobody is told of what reaches nobody. */
export const translate = <Area extends Translations>(translations: Area): Area => translations;

/** UNIX milliseconds as the seconds of the interface. */
export const seconds = (time: number): number => Math.floor(time / 1000);

/** One payload to one audience; nothing where that is empty. */
export const payloadTo = (
  to: Audience,
  payload: Payload,
  more: Omit<AddressedPayload, 'to' | 'payload'> = {},
): readonly AddressedPayload[] => (to.size === 0 && !more.offeredTo?.size ? [] : [{ to, payload, ...more }]);

/** Ends queues; of nobody no more than nothing. */
export const endQueues = (to: Audience): readonly QueuesEnded[] =>
  to.size === 0 ? [] : [{ to, endsQueues: true }];
