/**
 * What a queue is told of a client event. Translations say each thing once in the widest form; here it takes the form that
 * the queue asked for. What is the same for many queues is made once, as JSON.
 */
import type { UserId } from '../../ids.ts';
import type { AddressedPayload } from '../define.ts';
import type { Flag, Payload } from '../shapes.ts';
import { completed } from './completed.ts';
import type { Entry } from './entry.ts';
import { messageText } from './messageText.ts';
import { meets } from './narrow.ts';
import type { Queue } from './queue.ts';
import type { Receiver } from './receiver.ts';
import { inFormOf } from './rewriting.ts';
import { jsonOf, withId } from './texts.ts';

/** Client events as JSON texts, with their IDs; `ended` where the queue ends. */
export type Delivered = readonly string[] | 'ended';

const NOTHING: Delivered = [];

/** What a receiver is told of an entry: at once, but where views have to be asked. */
export function delivered(entry: Entry, receiver: Receiver): Delivered | Promise<Delivered> {
  const { queue } = receiver;
  const { event } = entry;
  if (!('payload' in event))
    return event.to.has(queue.userId) && entry.revision > queue.start ? 'ended' : NOTHING;
  if (!isMeant(event, queue)) return NOTHING;
  const payloads = payloadsFor(event, queue).filter((payload) => isWanted(payload, entry, queue));
  if (payloads.length === 0) return NOTHING;
  const texts = payloads.map((payload) => textsOf(payload, event, entry, receiver));
  return texts.some((text) => text instanceof Promise)
    ? Promise.all(texts).then((all) => all.flat())
    : (texts as readonly (readonly string[])[]).flat();
}

/** The audience, and queues that take in more than what their owner follows. */
const isMeant = (
  { to, offeredTo }: AddressedPayload,
  { userId, allPublicChannels, narrow }: Queue,
): boolean => to.has(userId) || ((allPublicChannels || narrow.length > 0) && offeredTo?.has(userId) === true);

const payloadsFor = ({ payload, instead }: AddressedPayload, { capabilities }: Queue): readonly Payload[] =>
  instead !== undefined && !capabilities.has(instead.without) ? instead.payloads : [payload];

/** Whether the queue has asked for it, and its snapshot lacks it. */
function isWanted(payload: Payload, { revision }: Entry, { start, startOf, eventTypes }: Queue): boolean {
  const { type } = payload;
  const op = 'op' in payload ? payload.op : '';
  if (revision <= (startOf[`${type}/${op}`] ?? startOf[type] ?? start)) return false;
  if (eventTypes === null) return true;
  return eventTypes.has(type) && (type !== 'muted_topics' || !eventTypes.has('user_topic'));
}

function textsOf(
  payload: Payload,
  told: AddressedPayload,
  entry: Entry,
  receiver: Receiver,
): readonly string[] | Promise<readonly string[]> {
  if (payload.type === 'message') return messageTexts(payload, told, entry, receiver);
  if (told.completedBy !== undefined)
    return completed(payload, told, entry, receiver).then((whole) => formed(whole, entry, receiver));
  return formed(payload, entry, receiver);
}

const formed = (payload: Payload, entry: Entry, receiver: Receiver): readonly string[] =>
  inFormOf(payload, entry, receiver).map((shown) => withId(jsonOf(shown), entry.id));

function messageTexts(
  payload: Extract<Payload, { readonly type: 'message' }>,
  told: AddressedPayload,
  entry: Entry,
  receiver: Receiver,
): readonly string[] | Promise<readonly string[]> {
  const { queue } = receiver;
  const flags = flagsFor(told, queue.userId);
  if (queue.narrow.length > 0 && !meets(queue.narrow, { message: payload.message, flags })) return [];
  const local = told.queueId === receiver.id ? payload.local_message_id : undefined;
  const around = (message: string): readonly string[] => [
    `{"type":"message","message":${message},"flags":${JSON.stringify(flags)}${
      local === undefined ? '' : `,"local_message_id":${JSON.stringify(local)}`
    },"id":${entry.id}}`,
  ];
  const text = messageText(payload.message, entry, receiver);
  return text instanceof Promise ? text.then(around) : around(text);
}

const flagsFor = ({ flagged = {} }: AddressedPayload, userId: UserId): readonly Flag[] =>
  (Object.keys(flagged) as Flag[]).filter((flag) => flagged[flag]?.has(userId));
