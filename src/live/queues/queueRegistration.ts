/**
 * A client's registration. All of it is in the queue's ID, sealed with the server's key ring, and stored
 * nowhere: so a queue survives every crash, works on every node, and costs nothing while nobody polls it.
 */
import { z } from 'zod';
import { Refused } from '../../base/errors.ts';
import { nameKey } from '../../base/identity.ts';
import { OrganizationId, UserId } from '../../base/ids.ts';
import { RESOLVED_PREFIX } from '../../events/messages.ts';
import type { EventMessage } from '../../wire/messages.ts';
import type { InheritedNotifications } from '../subscriptions.ts';
import { CAPABILITIES, type ClientCapability } from '../translation/define.ts';
import type { Flag } from '../translation/shapes.ts';
import type { DeferredFields } from './eventJson.ts';

// The narrow of a queue: which messages it receives, determined from the message event alone.

const OPERATORS = ['channel', 'topic', 'sender', 'is'] as const;
const ALIASES: Readonly<Record<string, (typeof OPERATORS)[number]>> = { stream: 'channel' };

/** Operator and operand. */
export const QueueNarrowTerm = z.tuple([z.enum(OPERATORS), z.string()]);
export type QueueNarrowTerm = z.infer<typeof QueueNarrowTerm>;

/** Refuses operators that cannot be evaluated on an event. */
export const parseQueueNarrow = (pairs: readonly (readonly [string, string])[]): readonly QueueNarrowTerm[] =>
  pairs.map(([operator, operand]) => {
    const known = ALIASES[operator] ?? OPERATORS.find((name) => name === operator);
    if (known === undefined) throw new Refused(`Operator ${operator} not supported.`);
    return [known, operand];
  });

/** A message and the receiver's flags. */
interface FlaggedMessage {
  readonly message: Pick<
    z.infer<typeof EventMessage>,
    'type' | 'display_recipient' | 'subject' | 'sender_email'
  >;
  readonly flags: readonly Flag[];
}

/** Whether a message matches all terms. */
export const matchesQueueNarrow = (narrow: readonly QueueNarrowTerm[], narrowed: FlaggedMessage): boolean =>
  narrow.every(([operator, operand]) => MEETS[operator](narrowed, operand));

type Judge = (narrowed: FlaggedMessage, operand: string) => boolean;

const isSame = (one: string, other: string): boolean => nameKey(one) === nameKey(other);

const MEETS: Readonly<Record<(typeof OPERATORS)[number], Judge>> = {
  channel: ({ message }, name) =>
    typeof message.display_recipient === 'string' && isSame(message.display_recipient, name),
  topic: ({ message }, topic) => message.type === 'stream' && isSame(message.subject, topic),
  sender: ({ message }, email) => message.sender_email.toLowerCase() === email.toLowerCase(),
  is: (narrowed, operand) => (Object.hasOwn(IS, operand) ? (IS[operand]?.(narrowed) ?? true) : true),
};

const isDirect = ({ message }: FlaggedMessage): boolean => message.type === 'private';
const isMentioned = ({ flags }: FlaggedMessage): boolean =>
  flags.includes('mentioned') || flags.includes('wildcard_mentioned');

/** Messages match any other operand. */
const IS: Readonly<Record<string, (narrowed: FlaggedMessage) => boolean>> = {
  dm: isDirect,
  private: isDirect,
  starred: ({ flags }) => flags.includes('starred'),
  unread: ({ flags }) => !flags.includes('read'),
  mentioned: isMentioned,
  alerted: isMentioned,
  resolved: ({ message }) => message.type === 'stream' && message.subject.startsWith(RESOLVED_PREFIX),
};

/** Filter, reader and position of a queue. */
export interface QueueRegistration {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  /** UNIX milliseconds. */
  readonly registeredAt: number;
  /** Revision of the snapshot, which contains events up to it. */
  readonly start: number;
  /** Event type, or `type/op` → the revision up to which the snapshot contains its events, if not `start`. */
  readonly startOf: Readonly<Record<string, number>>;
  /** Types of events that are delivered; null: all. */
  readonly eventTypes: ReadonlySet<string> | null;
  readonly capabilities: ReadonlySet<ClientCapability>;
  /** Whether messages come as HTML rather than Markdown. */
  readonly applyMarkdown: boolean;
  /** Whether `avatar_url` is null where the client can compute it. */
  readonly clientGravatar: boolean;
  readonly slimPresence: boolean;
  /** Whether it also receives messages of public channels without a subscription. */
  readonly allPublicChannels: boolean;
  readonly narrow: readonly QueueNarrowTerm[];
  /** Seconds that a node keeps it ready without a poll; it still works afterwards. */
  readonly idleTimeout: number;
}

/** The parts of a sealed queue, short and in a fixed order, because every poll has them in its URL. */
const Sealed = z.tuple([
  OrganizationId,
  UserId,
  z.int(),
  z.record(z.string(), z.int()),
  z.array(z.string()).nullable(),
  /** Bits: capabilities in their order, then the four booleans. */
  z.int(),
  z.array(QueueNarrowTerm),
  z.int(),
  // Earlier releases did not note the time.
  z.int().optional(),
]);

const PURPOSE = 'event queue';

/** The required part of the server's secrets. */
export interface QueueSeal {
  sealText(purpose: string, text: string): string;
  openText(purpose: string, presented: string): Promise<string | undefined>;
}

/** The ID of a new queue; always unique. */
export const sealQueue = (seal: QueueSeal, queue: QueueRegistration): string =>
  seal.sealText(PURPOSE, JSON.stringify(sealed(queue)));

const sealed = (queue: QueueRegistration): z.input<typeof Sealed> => [
  queue.organizationId,
  queue.userId,
  queue.start,
  { ...queue.startOf },
  queue.eventTypes && [...queue.eventTypes],
  bitsOf(queue),
  [...queue.narrow],
  queue.idleTimeout,
  queue.registeredAt,
];

/** The queue of an ID; undefined for one that this server did not issue. */
export async function openQueue(seal: QueueSeal, id: string): Promise<QueueRegistration | undefined> {
  const text = await seal.openText(PURPOSE, id);
  if (text === undefined) return undefined;
  const { success, data } = Sealed.safeParse(JSON.parse(text));
  if (!success) return undefined;
  const [organizationId, userId, start, startOf, types, bits, narrow, idleTimeout, registeredAt = 0] = data;
  return {
    organizationId,
    userId,
    start,
    startOf,
    narrow,
    idleTimeout,
    registeredAt,
    eventTypes: types && new Set(types),
    ...fromBits(bits),
  };
}

const SWITCHES = ['applyMarkdown', 'clientGravatar', 'slimPresence', 'allPublicChannels'] as const;
type Switches = Pick<QueueRegistration, 'capabilities' | (typeof SWITCHES)[number]>;

const bitsOf = (queue: Switches): number =>
  [
    ...CAPABILITIES.map((name) => queue.capabilities.has(name)),
    ...SWITCHES.map((name) => queue[name]),
  ].reduce((bits, isOn, index) => (isOn ? bits + 2 ** index : bits), 0);

function fromBits(bits: number): Switches {
  const isOn = (index: number): boolean => Math.floor(bits / 2 ** index) % 2 === 1;
  const switches = SWITCHES.map((name, index) => [name, isOn(CAPABILITIES.length + index)]);
  return {
    capabilities: new Set(CAPABILITIES.filter((_, index) => isOn(index))),
    ...(Object.fromEntries(switches) as Omit<Switches, 'capabilities'>),
  };
}

// A queue as the receiver of events.

/** A queue, its ID and its organization's host. */
export interface DeliveryTarget {
  readonly id: string;
  readonly queue: QueueRegistration;
  /** Host name of the organization, without a port. */
  readonly host: string;
  readonly completions: DeferredFields;
  /** The reader's notification settings for channels without their own. */
  readonly inheritedSettings: () => InheritedNotifications;
  /** An event ID as clients see it. */
  readonly clientId: (id: number) => number;
  /** A client event in the forms that clients of others expect, if they are to be served. */
  readonly compatible: ((event: object) => readonly object[]) | undefined;
}
