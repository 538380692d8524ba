/**
 * A client's registration. All of it is in the queue's ID, sealed with the server's key ring, and stored
 * nowhere: so a queue survives every crash, works on every node, and costs nothing while nobody polls it.
 */
import { z } from 'zod';
import { OrganizationId, UserId } from '../../ids.ts';
import { CAPABILITIES, type ClientCapability } from '../capabilities.ts';
import { QueueNarrowTerm } from './narrow.ts';

/** Filter, reader and position of a queue. */
export interface QueueRegistration {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
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
];

/** The queue of an ID; undefined for one that this server did not issue. */
export async function openQueue(seal: QueueSeal, id: string): Promise<QueueRegistration | undefined> {
  const text = await seal.openText(PURPOSE, id);
  if (text === undefined) return undefined;
  const { success, data } = Sealed.safeParse(JSON.parse(text));
  if (!success) return undefined;
  const [organizationId, userId, start, startOf, types, bits, narrow, idleTimeout] = data;
  return {
    ...{ organizationId, userId, start, startOf, narrow, idleTimeout },
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
