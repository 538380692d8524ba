/**
 * Adapts payloads to the options of a queue and hides names that its owner may not know; payloads with a
 * single form are not listed here.
 */
import { redactNamesIn } from '../../wire/mentionNames.ts';
import { withNamedTopics } from '../emptyTopic.ts';
import type { Payload } from '../shapes.ts';
import type { DeliveryTarget } from './receiver.ts';
import type { BufferedEvent } from './entry.ts';
import { peopleAccessWithout, strangersOf } from './messageText.ts';

/** The client events of a payload: usually one. */
export function payloadForms(
  payload: Payload,
  entry: BufferedEvent,
  receiver: DeliveryTarget,
): readonly object[] {
  const rewrite = REWRITERS[payload.type] as Rewriter<Payload> | undefined;
  const known = withKnownPeople(payload, receiver, entry);
  const shown = rewrite === undefined ? [known] : rewrite(known, receiver, entry);
  // Only reactions and statuses differ for clients of others; the JSON of everything else is shared.
  return receiver.compatible && 'reaction_type' in payload ? shown.map(receiver.compatible) : shown;
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
  const unknown = strangersOf(entry, queue.userId);
  return unknown.size === 0 ? payload : redactNamesIn(payload, peopleAccessWithout(unknown));
}
