/** How `type`, `to` and `topic` name a message's destination. */
import { z } from 'zod';
import { Refused, requireThat } from '../../base/errors.ts';
import type { ChannelId, UserId } from '../../base/ids.ts';
import type { Addressee } from '../../commands/messages/posts.ts';
import { requireKind } from '../../commands/messages/scheduled.ts';
import { checkedTopic, type CheckedTopic } from '../../commands/text.ts';
import { json, jsonOrText, text } from '../http/parameters.ts';

const MessageType = z.enum(['direct', 'channel', 'stream', 'private']);

/** The four words for two kinds of message; `private` is a deprecated alias of `direct`. */
export const messageType = () =>
  text(MessageType)
    .deprecate('private')
    .describe('`channel` or `direct`; `stream` and `private` are older names.');

export const readBySender = json(z.boolean())
  .optional()
  .describe('Whether the message is read for its sender at once; clients for people decide so themselves.');

/**
 * JSON if it is JSON, else raw text: `to=123` is channel ID 123, `to=general` a name. Without `to`, a bot's
 * default channel.
 */
export function parseAddressee(
  type: z.infer<typeof MessageType>,
  to: string | undefined,
  byDefault: ChannelId | null,
  personNamed: PersonNamed,
): Addressee {
  return addresseeKind(type) === 'channel'
    ? channelAddressee(to, byDefault)
    : directAddressee(to ?? '[]', personNamed);
}

/** Looks up a person by an address, as the caller sees it in answers. */
type PersonNamed = (address: string) => UserId | undefined;

/** Which of the two kinds of message a word means. */
export const addresseeKind = (type: z.infer<typeof MessageType>): Addressee['kind'] =>
  type === 'channel' || type === 'stream' ? 'channel' : 'direct';

/**
 * The destination of a scheduled message: a channel ID or a list of user IDs, as JSON. Without a type the
 * message keeps its own.
 */
export function scheduledAddressee(kind: Addressee['kind'] | undefined, to: string): Addressee {
  const value = parseTo(to);
  if (Array.isArray(value)) requireFew(value);
  const addressee = addresseeByIds(value);
  requireKind(kind ?? addressee?.kind ?? 'direct', addressee);
  return addressee;
}

function addresseeByIds(value: unknown): Addressee | undefined {
  if (Number.isSafeInteger(value)) return { kind: 'channel', channel: { id: value as ChannelId } };
  if (!Array.isArray(value) || !value.every(Number.isSafeInteger)) return undefined;
  requireThat(value.length > 0, 'Message must have recipients');
  return { kind: 'direct', recipientIds: distinct(value) as UserId[] };
}

/** The topic as it is stored; refused if a channel message has none. */
export function requiredTopic(topic: string | undefined): CheckedTopic {
  if (topic === undefined) throw new Refused('Missing topic');
  return checkedTopic(topic);
}

function channelAddressee(to: string | undefined, byDefault: ChannelId | null): Addressee {
  if (to === undefined && byDefault !== null) return { kind: 'channel', channel: { id: byDefault } };
  if (to === undefined || to === '') throw new Refused('Missing channel');
  const value = parseTo(to);
  const one = Array.isArray(value) ? onlyElement(value) : value;
  if (typeof one === 'string') return { kind: 'channel', channel: { name: one } };
  requireThat(Number.isSafeInteger(one), 'Invalid data type for channel');
  return { kind: 'channel', channel: { id: one as ChannelId } };
}

function onlyElement(values: readonly unknown[]): unknown {
  requireThat(values.length === 1, 'Expected exactly one channel');
  return values[0];
}

function directAddressee(to: string, personNamed: PersonNamed): Addressee {
  const value = parseTo(to);
  const items = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(items)) throw new Refused('Invalid data type for recipients');
  requireFew(items);
  const texts = items.filter((item) => typeof item === 'string');
  const numbers = items.filter((item) => Number.isSafeInteger(item));
  const areKnown = texts.length + numbers.length === items.length;
  requireThat(areKnown, 'Invalid data type for recipients');
  const mixed = 'Recipient lists may contain emails or user IDs, but not both.';
  requireThat(texts.length === 0 || numbers.length === 0, mixed);
  const addresses = texts.map((text) => text.trim()).filter((text) => text !== '');
  const named = addresses.map((address) => {
    const userId = personNamed(address);
    if (userId === undefined) throw new Refused(`Invalid email '${address}'`);
    return userId;
  });
  const recipientIds = distinct([...named, ...(numbers as UserId[])]);
  requireThat(recipientIds.length > 0, 'Message must have recipients');
  return { kind: 'direct', recipientIds };
}

function parseTo(to: string): unknown {
  requireThat(to.length <= MAX_CHARACTERS, 'to is too long');
  return jsonOrText('to', to);
}

/** Recipients per list, and the characters that suffice for their addresses. */
export const MAX_RECIPIENTS = 1_000;
const MAX_CHARACTERS = 300_000;

function requireFew(recipients: readonly unknown[]): void {
  const areFew = recipients.length <= MAX_RECIPIENTS;
  requireThat(areFew, `to has more than ${MAX_RECIPIENTS} elements`);
}

const distinct = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];
