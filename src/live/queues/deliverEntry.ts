/**
 * Adapts a client event to a queue: translations create the widest form, and here it gets the form the queue
 * asked for. Texts that many queues share are serialized once.
 */
import type { UserId } from '../../base/ids.ts';
import { isShownOtherwise } from '../../wire/compatibility.ts';
import { redactNamesIn } from '../../wire/redactNames.ts';
import { wireSettings } from '../../wire/subscriptions.ts';
import { FALLBACK_COLOR } from '../subscriptions.ts';
import { type AddressedPayload, withNamedTopics } from '../translation/define.ts';
import type { Flag, Payload } from '../translation/shapes.ts';
import type { BufferedEvent } from './bufferedEvent.ts';
import { closedWithId, openJson, type QueueOwner } from './eventJson.ts';
import { hiddenPeopleOf, messageJson, peopleAccessWithout } from './messageJson.ts';
import { type DeliveryTarget, matchesQueueNarrow, type QueueRegistration } from './queueRegistration.ts';

// Completes client events with data from views and the vault.

/** A payload completed with what its translation left to delivery; undefined if that cannot be known. */
async function fillDeferredField(
  payload: Payload,
  { deferred }: AddressedPayload,
  { revision }: BufferedEvent,
  { queue, completions }: DeliveryTarget,
): Promise<Payload | undefined> {
  const { organizationId, userId } = queue;
  const reader: QueueOwner = { organizationId, userId, revision };
  if (payload.type === 'update_message' && deferred === 'personal flags')
    return { ...payload, flags: [...(await completions.flagsOf(reader, payload.message_id))] };
  if (payload.type === 'subscription' && payload.op === 'add') {
    const settings = await completions.settingsOf(reader);
    const subscriptions = payload.subscriptions.map((subscription) => {
      const own = settings.get(subscription.stream_id);
      const color = subscription.color ?? own?.color ?? FALLBACK_COLOR;
      return { ...subscription, ...(own && wireSettings(own)), color };
    });
    return { ...payload, subscriptions };
  }
  if (payload.type === 'muted_topics') {
    const topics = await completions.mutedTopics(reader, queue.capabilities.has('archived_channels'));
    return topics && ({ ...payload, muted_topics: topics } as Payload);
  }
  if (payload.type === 'realm_bot' && payload.op !== 'delete' && payload.bot.services !== undefined) {
    const token = (await completions.botToken(reader, payload.bot.user_id)) ?? '';
    const services = payload.bot.services.map((service) => ({ ...service, token }));
    return { ...payload, bot: { ...payload.bot, services } } as Payload;
  }
  return payload;
}

// * Adapts payloads to the options of a queue and hides names that its owner may not know; payloads with a
// single form are not listed here.

/** The client events of a payload: usually one. */
function payloadForms(payload: Payload, entry: BufferedEvent, receiver: DeliveryTarget): readonly object[] {
  const rewrite = REWRITERS[payload.type] as Rewriter<Payload> | undefined;
  const known = withKnownPeople(payload, receiver, entry);
  const shown = rewrite === undefined ? [known] : rewrite(known, receiver, entry);
  return receiver.compatible && isShownOtherwise(payload) ? shown.flatMap(receiver.compatible) : shown;
}

type PayloadOf<Type extends Payload['type']> = Extract<Payload, { readonly type: Type }>;
type Rewriter<One> = (payload: One, receiver: DeliveryTarget, entry: BufferedEvent) => readonly object[];

const REWRITERS: { readonly [Type in Payload['type']]?: Rewriter<PayloadOf<Type>> } = {
  delete_message: (payload, receiver) => {
    const { message_ids: messageIds, ...rest } = named(payload, ['topic'], receiver);
    if (receiver.queue.capabilities.has('bulk_message_deletion'))
      return [{ ...rest, message_ids: messageIds }];
    return messageIds.map((messageId) => ({ ...rest, message_id: messageId }));
  },
  update_message: (payload, receiver) => [named(payload, ['orig_subject', 'subject'], receiver)],
  update_message_flags: (payload, receiver) => {
    if (!('message_details' in payload) || payload.message_details === undefined) return [payload];
    const details = Object.entries(payload.message_details).map(([messageId, detail]) => [
      messageId,
      detail.type === 'stream' ? named(detail, ['topic'], receiver) : detail,
    ]);
    return [{ ...payload, message_details: Object.fromEntries(details) as object }];
  },
  subscription: (payload, receiver) => {
    if (receiver.queue.capabilities.has('notification_settings_null')) return [payload];
    if (payload.op === 'update')
      return [{ ...payload, value: filled(payload.property, payload.value, receiver) }];
    if (payload.op !== 'add') return [payload];
    const subscriptions = payload.subscriptions.map((subscription) =>
      Object.fromEntries(
        Object.entries(subscription).map(([name, value]) => [name, filled(name, value, receiver)]),
      ),
    );
    return [{ ...payload, subscriptions }];
  },
  realm_user: (payload, { queue }, { event }) => {
    const isComputed = queue.clientGravatar && 'payload' in event && event.isPictureKnown === true;
    return [isComputed ? { ...payload, person: { ...payload.person, ...unsent(payload.person) } } : payload];
  },
  user_topic: (payload, receiver) => [named(payload, ['topic_name'], receiver)],
  typing: (payload, receiver) => {
    if (payload.message_type === 'direct') return [payload];
    if (!receiver.queue.capabilities.has('stream_typing_notifications')) return [];
    return [named(payload, ['topic'], receiver)];
  },
  presence: (payload, { queue }) => {
    if (!queue.slimPresence || !('email' in payload)) return [payload];
    const { email: _email, ...slim } = payload;
    return [slim];
  },
};

/** The addresses of pictures in a person, as null. */
const unsent = (person: object) =>
  Object.fromEntries(PICTURES.filter((name) => name in person).map((name) => [name, null]));

const PICTURES = ['avatar_url', 'avatar_url_medium'] as const;

/** For clients that know no inherited notifications: what is inherited. */
function filled(name: string, value: unknown, { inheritedSettings }: DeliveryTarget): unknown {
  if (value !== null) return value;
  const values: Readonly<Record<string, unknown>> = inheritedSettings();
  return Object.hasOwn(values, name) ? values[name] : value;
}

const named = <Shape extends object>(
  shape: Shape,
  fields: readonly string[],
  { queue }: DeliveryTarget,
): Shape => withNamedTopics(shape, fields, queue.capabilities);

/** The same object if the reader may know everybody in it, so that its JSON is shared. */
function withKnownPeople(payload: Payload, { queue }: DeliveryTarget, entry: BufferedEvent): Payload {
  const unknown = hiddenPeopleOf(entry, queue.userId);
  return unknown.size === 0 ? payload : redactNamesIn(payload, peopleAccessWithout(unknown));
}

/** Client events as JSON texts with IDs; `ended` if the queue ends. */
export type DeliveredTexts = readonly string[] | 'ended';

const NOTHING: DeliveredTexts = [];

/** The events that a receiver gets for an entry; without a promise unless views are needed. */
export function deliverEntry(
  entry: BufferedEvent,
  receiver: DeliveryTarget,
): DeliveredTexts | Promise<DeliveredTexts> {
  const { queue } = receiver;
  const { event } = entry;
  if (!('payload' in event))
    return event.to.has(queue.userId) && entry.revision > queue.start ? 'ended' : NOTHING;
  if (!isMeant(event, queue)) return NOTHING;
  const payloads = payloadsFor(event, queue).filter((payload) => isRequested(payload, entry, queue));
  if (payloads.length === 0) return NOTHING;
  const texts = payloads.map((payload) => openTexts(payload, event, entry, receiver));
  return texts.some((text) => text instanceof Promise)
    ? Promise.all(texts).then((all) => numbered(all.flat(), entry, receiver))
    : numbered((texts as readonly (readonly string[])[]).flat(), entry, receiver);
}

/** The ID of one of `count` forms of an entry: the last form has the entry's own. */
export const formId = ({ firstId, id }: BufferedEvent, index: number, count: number): number =>
  Math.max(firstId, id - (count - 1 - index));

const numbered = (
  open: readonly string[],
  entry: BufferedEvent,
  receiver: DeliveryTarget,
): readonly string[] =>
  open.map((text, index) => closedWithId(text, receiver.clientId(formId(entry, index, open.length))));

/** Whether an entry is for the reader of a queue: what the queue asked for is decided on delivery. */
export const isForQueue = ({ event }: BufferedEvent, queue: QueueRegistration): boolean =>
  'payload' in event ? isMeant(event, queue) : event.to.has(queue.userId);

/** Receivers in the audience, and queues that also receive other channels. */
const isMeant = (
  { to, offeredTo }: AddressedPayload,
  { userId, allPublicChannels, narrow }: QueueRegistration,
): boolean => to.has(userId) || ((allPublicChannels || narrow.length > 0) && offeredTo?.has(userId) === true);

const payloadsFor = (
  { payload, instead }: AddressedPayload,
  { capabilities }: QueueRegistration,
): readonly Payload[] =>
  instead !== undefined && !capabilities.has(instead.without) ? instead.payloads : [payload];

/** Whether the queue asked for it and its snapshot does not contain it. */
function isRequested(
  payload: Payload,
  { revision }: BufferedEvent,
  { start, startOf, eventTypes }: QueueRegistration,
): boolean {
  const { type } = payload;
  const op = 'op' in payload ? payload.op : '';
  if (revision <= (startOf[`${type}/${op}`] ?? startOf[type] ?? start)) return false;
  if (eventTypes === null) return true;
  return eventTypes.has(type) && (type !== 'muted_topics' || !eventTypes.has('user_topic'));
}

/** The forms of a payload as JSON texts that lack an ID. */
function openTexts(
  payload: Payload,
  addressed: AddressedPayload,
  entry: BufferedEvent,
  receiver: DeliveryTarget,
): readonly string[] | Promise<readonly string[]> {
  if (payload.type === 'message') return messageTexts(payload, addressed, entry, receiver);
  if (addressed.deferred !== undefined)
    return fillDeferredField(payload, addressed, entry, receiver).then((whole) =>
      whole === undefined ? [] : formed(whole, entry, receiver),
    );
  return formed(payload, entry, receiver);
}

const formed = (payload: Payload, entry: BufferedEvent, receiver: DeliveryTarget): readonly string[] =>
  payloadForms(payload, entry, receiver).map(openJson);

function messageTexts(
  payload: Extract<Payload, { readonly type: 'message' }>,
  addressed: AddressedPayload,
  entry: BufferedEvent,
  receiver: DeliveryTarget,
): readonly string[] | Promise<readonly string[]> {
  const { queue } = receiver;
  const flags = flagsFor(addressed, queue.userId);
  if (queue.narrow.length > 0 && !matchesQueueNarrow(queue.narrow, { message: payload.message, flags }))
    return [];
  const local = addressed.queueId === receiver.id ? payload.local_message_id : undefined;
  const around = (message: string): readonly string[] => [
    `{"type":"message","message":${message},"flags":${JSON.stringify(flags)}${
      local === undefined ? '' : `,"local_message_id":${JSON.stringify(local)}`
    }`,
  ];
  const text = messageJson(payload.message, entry, receiver);
  return text instanceof Promise ? text.then(around) : around(text);
}

const flagsFor = ({ flagged = {} }: AddressedPayload, userId: UserId): readonly Flag[] =>
  (Object.keys(flagged) as Flag[]).filter((flag) => flagged[flag]?.has(userId));
