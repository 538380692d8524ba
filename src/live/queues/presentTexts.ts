/**
 * What an older event may still say: a queue is read in the log long after the event, and its reader may have lost what the
 * event is about. Texts that the reader could not read now are left empty; the event itself comes, so that clients follow. Live
 * delivery knows nothing of this.
 */
import type { ChannelId, UserId } from '../../base/ids.ts';
import type { PresentReader } from './eventJson.ts';
import type { AddressedPayload } from '../translation/define.ts';
import type { Payload } from '../translation/shapes.ts';
import type { BufferedEvent } from './bufferedEvent.ts';

/** IDs of the messages whose texts are in an entry. */
export function messagesNamedIn({ event }: BufferedEvent): readonly number[] {
  if (!('payload' in event)) return [];
  const { payload } = event;
  if (payload.type === 'message') return [payload.message.id];
  return payload.type === 'update_message' || payload.type === 'submessage' ? [payload.message_id] : [];
}

/** The entry with what its reader may read now; the same one if that is all of it. */
export function presentEntry(entry: BufferedEvent, reader: PresentReader): BufferedEvent {
  const { event } = entry;
  if (!('payload' in event)) return entry;
  const payload = presentPayload(event.payload, reader);
  const { instead } = event;
  const payloads = instead?.payloads.map((each) => presentPayload(each, reader));
  const isSame =
    payload === event.payload &&
    (payloads?.every((each, index) => each === instead?.payloads[index]) ?? true);
  if (isSame) return entry;
  const shown: AddressedPayload = {
    ...event,
    payload,
    ...(instead && payloads && { instead: { ...instead, payloads } }),
  };
  return { ...entry, event: shown };
}

const presentPayload = (payload: Payload, reader: PresentReader): Payload =>
  withPresentChannels(withPresentTexts(payload, reader), reader.access) as Payload;

// What is written in messages, and what is for those who administer.

function withPresentTexts(payload: Payload, reader: PresentReader): Payload {
  if (payload.type === 'message') {
    const { message } = payload;
    const content = presentText(message.id, message.content, reader);
    if (content === message.content) return payload;
    return { ...payload, message: emptied(message, [...TEXTS, ...hiddenTopics(message.id, reader)]) };
  }
  if (payload.type === 'update_message') return withPresentEdit(payload, reader);
  if (payload.type === 'submessage')
    return typeof reader.contents.get(payload.message_id) !== 'string'
      ? emptied(payload, ['content'])
      : payload;
  if (payload.type === 'realm_export' && !reader.isAdministrator) return { ...payload, exports: [] };
  if (payload.type === 'realm_bot' && payload.op !== 'delete' && !reader.managesBot(payload.bot.user_id))
    return { ...payload, bot: emptied(payload.bot, BOT_TEXTS) } as Payload;
  if (payload.type === 'realm_user' && payload.op !== 'remove') {
    const { person } = payload;
    const isHidden = 'delivery_email' in person && !reader.seesEmailOf(person.user_id as UserId);
    if (isHidden) return { ...payload, person: { ...person, delivery_email: null } } as Payload;
  }
  return payload;
}

/** A text of a message as far as it may be read now: the present one, or a former one that is displayed. */
function presentText(messageId: number, text: string, { contents, showsFormerTexts }: PresentReader): string {
  const present = contents.get(messageId);
  if (typeof present !== 'string') return '';
  return showsFormerTexts || text === present ? text : '';
}

function withPresentEdit(
  payload: Extract<Payload, { readonly type: 'update_message' }>,
  reader: PresentReader,
): Payload {
  const { message_id: id } = payload;
  if (!('content' in payload)) return emptied(payload, hiddenTopics(id, reader));
  const isHidden = (text: string): boolean => presentText(id, text, reader) !== text;
  return emptied(payload, [
    ...(isHidden(payload.content) ? TEXTS : []),
    ...(isHidden(payload.orig_content) ? FORMER_TEXTS : []),
  ]);
}

/** The fields that say where a message is, if it exists where the reader may not read it. */
const hiddenTopics = (messageId: number, { contents }: PresentReader): readonly string[] =>
  contents.get(messageId) === null ? TOPICS : [];

// Channels, wherever a payload names them.

const TEXTS = ['content', 'rendered_content'];
const BOT_TEXTS = ['services', 'default_sending_stream', 'default_events_register_stream'];
const FORMER_TEXTS = ['orig_content', 'orig_rendered_content'];
/** Fields beside `stream_id` that are known to those who may know the channel … */
const NAMES = ['name', 'description', 'rendered_description', 'display_recipient', 'value'];
/** … and to those who may read in it. */
const TOPICS = ['subject', 'orig_subject', 'topic', 'topic_name', 'topic_links'];

function withPresentChannels(value: unknown, access: PresentReader['access']): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const all = value.map((element: unknown) => withPresentChannels(element, access));
    return all.every((element, index) => element === value[index]) ? value : all;
  }
  const fields = Object.entries(value);
  const shown = fields.map(([name, part]) => [name, withPresentChannels(part, access)] as const);
  const isSame = shown.every(([, part], index) => part === fields[index]?.[1]);
  return withPresentChannel(isSame ? value : Object.fromEntries(shown), access);
}

function withPresentChannel(thing: object, access: PresentReader['access']): object {
  const { stream_id: from, new_stream_id: to = from } = thing as {
    stream_id?: unknown;
    new_stream_id?: unknown;
  };
  if (typeof from !== 'number') return thing;
  const [channelId, newChannelId] = [from, to] as [ChannelId, ChannelId];
  const hidden = [
    ...(access.seesChannel(channelId) ? [] : NAMES),
    ...(access.readsContent(channelId) ? [] : TOPICS.filter((name) => name !== 'subject' || to === from)),
    ...(access.readsContent(newChannelId) ? [] : ['subject', 'topic_links']),
  ];
  return hidden.length === 0 ? thing : emptied(thing, hidden);
}

/** With the texts and lists of these fields empty; the same thing if it has none. */
function emptied<Thing extends object>(thing: Thing, names: readonly string[]): Thing {
  const values = thing as Readonly<Record<string, unknown>>;
  const changed = names.filter((name) => {
    const value = values[name];
    return typeof value === 'string' ? value !== '' : Array.isArray(value) && value.length > 0;
  });
  if (changed.length === 0) return thing;
  const empty = changed.map((name) => [name, typeof values[name] === 'string' ? '' : []]);
  return { ...thing, ...(Object.fromEntries(empty) as Partial<Thing>) };
}
