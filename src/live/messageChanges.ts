/** Client events of edited, moved and deleted messages. */
import type { MessageId } from '../base/ids.ts';
import type { EventOf, EventTypes } from '../events/catalog.ts';
import { readErasable } from '../events/define.ts';
import { type ChannelBeginning, readRecordedHtml } from '../events/messages.ts';
import { accessOf } from '../organization/access/access.ts';
import type { AddressedMessage } from '../organization/access/messageAccess.ts';
import { isGuest } from '../organization/access/rules.ts';
import { arrivalFrom, arrivalOf, type Arrived } from '../organization/slices/subscriptions.ts';
import { isMeMessage } from '../wire/messages.ts';
import { topicLinks } from '../wire/topicLinks.ts';
import { channelUpdate } from './channels.ts';
import { fileChanges } from './files.ts';
import { flagChange } from './flags.ts';
import { activityResumed, mentionFlags } from './messages.ts';
import {
  activeSubscribers,
  byAudience,
  filterAudience,
  messageReaders,
  recipientsAmong,
} from './translation/audiences.ts';
import {
  type AddressedPayload,
  type Audience,
  type LiveTransition,
  payloadTo,
  toUnixSeconds,
  translate,
} from './translation/define.ts';

type MessagesMovedEvent = EventOf<'MessagesMoved'>;

export const translations = translate({
  MessageEdited({ data, metadata }, moment) {
    const { after } = moment;
    const { messageId, channelId, oldContent, newContent } = data;
    const mentionedUserIds = [...(data.oldMentionedUserIds ?? []), ...(data.mentionedUserIds ?? [])];
    const to = messageReaders(after, { ...data, mentionedUserIds });
    const edited = payloadTo(
      to,
      {
        type: 'update_message',
        ...changeOf([messageId], messageId, data.editorId, metadata.time),
        ...(channelId !== undefined && { stream_id: channelId }),
        orig_content: readErasable(oldContent, ''),
        orig_rendered_content: readRecordedHtml({ content: oldContent, html: data.oldHtml }),
        content: readErasable(newContent, ''),
        rendered_content: readRecordedHtml({ content: newContent, html: data.newHtml }),
        is_me_message: isMeMessage(readErasable(newContent, '')),
      },
      {
        flagged: mentionFlags(after, data, to, recipientsAmong(after, data, to)),
        deferred: 'personal flags',
      },
    );
    return [...edited, ...fileChanges(moment, [messageId])];
  },
  MessagesMoved: (event, moment) => [
    ...byAudience(event.data.messageIds, (messageId) => updateAudience(event, moment, messageId)).flatMap(
      ({ to, things }) => movedFor(event, moment, to, things),
    ),
    ...byAudience(event.data.messageIds, (messageId) => removalAudience(event, moment, messageId)).flatMap(
      ({ to, things }) =>
        goneFor(to, things, { channelId: event.data.oldChannelId, topic: event.data.oldTopic }),
    ),
    // Clients that were away when the channel was archived may have them as unread.
    ...(event.data.readByAll === undefined
      ? []
      : payloadTo(
          activeSubscribers(moment.before, event.data.oldChannelId),
          flagChange('add', 'read', [...event.data.readByAll]),
        )),
    ...beginnings(event.data.channelBeginnings, moment),
    ...activityResumed(event.data.newChannelId, moment, event.metadata.time),
  ],
  MessagesDeleted: ({ data }, moment) => [
    ...byAudience(data.messageIds, (messageId) =>
      messageReaders(moment.before, { ...data, ...arrivedIn(data, messageId) }),
    ).flatMap(({ to, things }) => goneFor(to, things, data)),
    ...beginnings(data.channelBeginnings, moment),
    ...fileChanges(moment, data.messageIds),
  ],
});

const changeOf = (messageIds: readonly MessageId[], messageId: MessageId, editorId: number, at: number) => ({
  message_id: messageId,
  message_ids: [...messageIds],
  user_id: editorId,
  edit_timestamp: toUnixSeconds(at),
  rendering_only: false as const,
  flags: [],
});

const PROPAGATION = { one: 'change_one', later: 'change_later', all: 'change_all' } as const;

function movedFor(
  { data, metadata }: MessagesMovedEvent,
  { after }: LiveTransition,
  to: Audience,
  messageIds: readonly MessageId[],
): readonly AddressedPayload[] {
  const named = messageIds.includes(data.messageId) ? data.messageId : messageIds[0];
  if (named === undefined) return [];
  const [oldTopic, newTopic] = [readErasable(data.oldTopic, ''), readErasable(data.newTopic, '')];
  return payloadTo(
    to,
    {
      type: 'update_message',
      ...changeOf(messageIds, named, data.editorId, metadata.time),
      stream_id: data.oldChannelId,
      propagate_mode: PROPAGATION[data.reach],
      orig_subject: oldTopic,
      ...(newTopic !== oldTopic && { subject: newTopic, topic_links: topicLinks(after, newTopic) }),
      ...(data.newChannelId !== data.oldChannelId && { new_stream_id: data.newChannelId }),
    },
    { deferred: 'personal flags' },
  );
}

/** A message of an event, with how it came to the channel that it leaves. */
const arrivedIn = (
  { arrivals = [] }: Pick<MessagesMovedEvent['data'], 'arrivals'>,
  messageId: MessageId,
): Arrived => ({
  messageId,
  ...arrivalOf(arrivals.find(({ messageIds }) => messageIds.includes(messageId)) ?? {}),
});

const messageBefore = ({ data }: MessagesMovedEvent, messageId: MessageId): AddressedMessage => ({
  ...arrivedIn(data, messageId),
  channelId: data.oldChannelId,
  mentionedUserIds: data.mentionedUserIds,
});

/** The same message at its new place; everybody who received it there still does. */
function messageAfter(event: MessagesMovedEvent, messageId: MessageId): AddressedMessage {
  const { oldChannelId, newChannelId } = event.data;
  const before = messageBefore(event, messageId);
  if (oldChannelId === newChannelId) return before;
  return { ...before, channelId: newChannelId, ...arrivalFrom(oldChannelId, before, event.revision) };
}

/**
 * People who had a message and may read it at its new place, and new readers who are subscribed to its new
 * channel. Guests among the latter are left out, because they may not know its former place.
 */
function updateAudience(event: MessagesMovedEvent, moment: LiveTransition, messageId: MessageId): Audience {
  const { before, after } = moment;
  const had = messageReaders(before, messageBefore(event, messageId));
  const moved = messageAfter(event, messageId);
  const kept = had.difference(lostReaders(had, moment, event, messageId));
  if (event.data.oldChannelId === event.data.newChannelId) return kept;
  const newGuests = filterAudience(
    messageReaders(after, moved)
      .difference(activeSubscribers(before, event.data.oldChannelId))
      .difference(had),
    (userId) => isGuest(after, userId),
  );
  return kept.union(messageReaders(after, moved).difference(newGuests));
}

const removalAudience = (event: MessagesMovedEvent, moment: LiveTransition, messageId: MessageId): Audience =>
  lostReaders(messageReaders(moment.before, messageBefore(event, messageId)), moment, event, messageId);

/** People who had a message and may not read it at its new place. */
const lostReaders = (
  had: Audience,
  { after }: LiveTransition,
  event: MessagesMovedEvent,
  messageId: MessageId,
): Audience =>
  event.data.oldChannelId === event.data.newChannelId
    ? had.difference(had)
    : filterAudience(
        had.difference(messageReaders(after, messageAfter(event, messageId))),
        (userId) => !accessOf(after, userId).mayReadMessage(messageAfter(event, messageId)),
      );

function goneFor(
  to: Audience,
  messageIds: readonly MessageId[],
  { channelId, topic }: Pick<EventTypes['MessagesDeleted'], 'channelId' | 'topic'>,
): readonly AddressedPayload[] {
  const gone = { type: 'delete_message' as const, message_ids: [...messageIds] };
  return payloadTo(
    to,
    channelId === undefined
      ? { ...gone, message_type: 'private' }
      : { ...gone, message_type: 'stream', stream_id: channelId, topic: readErasable(topic ?? '', '') },
  );
}

/** Tells clients the new first message of a channel. */
const beginnings = (
  changed: readonly ChannelBeginning[] = [],
  moment: LiveTransition,
): readonly AddressedPayload[] =>
  changed.flatMap(({ channelId, newMessageId }) =>
    channelUpdate(moment.after, channelId, 'first_message_id', newMessageId),
  );
