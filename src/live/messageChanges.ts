/** Client events of edited, moved and deleted messages. */
import type { RecordedEvent } from '../events/define.ts';
import { revealed } from '../events/define.ts';
import type { EventTypes } from '../events/catalog.ts';
import { type ChannelBeginning, revealedHtml } from '../events/messages.ts';
import type { MessageId } from '../ids.ts';
import { accessOf } from '../organization/access.ts';
import { isGuest } from '../organization/access/rules.ts';
import { arrivalFrom, arrivalOf, type Arrived } from '../organization/subscriptions.ts';
import { isMeMessage } from '../wire/messageFields.ts';
import { topicLinks } from '../wire/topicLinks.ts';
import { byAudience, chosen, followersOf, type Placed, readersOf, receiversAmong } from './audiences.ts';
import { channelUpdate } from './channels.ts';
import {
  type Audience,
  type Moment,
  seconds,
  payloadTo,
  type AddressedPayload,
  translate,
} from './define.ts';
import { filesAfter } from './files.ts';
import { activityResumed, mentionFlags } from './messages.ts';

type Moved = RecordedEvent<'MessagesMoved', EventTypes['MessagesMoved']>;

export const messageChangesLive = translate({
  MessageEdited({ data, metadata }, moment) {
    const { after } = moment;
    const { messageId, channelId, oldContent, newContent } = data;
    const mentionedUserIds = [...(data.oldMentionedUserIds ?? []), ...(data.mentionedUserIds ?? [])];
    const to = readersOf(after, { ...data, mentionedUserIds });
    const edited = payloadTo(
      to,
      {
        type: 'update_message',
        ...changeOf([messageId], messageId, data.editorId, metadata.time),
        ...(channelId !== undefined && { stream_id: channelId }),
        orig_content: revealed(oldContent, ''),
        orig_rendered_content: revealedHtml({ content: oldContent, html: data.oldHtml }),
        content: revealed(newContent, ''),
        rendered_content: revealedHtml({ content: newContent, html: data.newHtml }),
        is_me_message: isMeMessage(revealed(newContent, '')),
      },
      {
        flagged: mentionFlags(after, data, to, receiversAmong(after, data, to)),
        completedBy: 'personal flags',
      },
    );
    return [...edited, ...filesAfter(moment, [messageId])];
  },
  MessagesMoved: (event, moment) => [
    ...byAudience(event.data.messageIds, (messageId) => keepers(event, moment, messageId)).flatMap(
      ({ to, things }) => movedFor(event, moment, to, things),
    ),
    ...byAudience(event.data.messageIds, (messageId) => losers(event, moment, messageId)).flatMap(
      ({ to, things }) =>
        goneFor(to, things, { channelId: event.data.oldChannelId, topic: event.data.oldTopic }),
    ),
    ...beginnings(event.data.channelBeginnings, moment),
    ...activityResumed(event.data.newChannelId, moment, event.metadata.time),
  ],
  MessagesDeleted: ({ data }, moment) => [
    ...byAudience(data.messageIds, (messageId) =>
      readersOf(moment.before, { ...data, ...arrivedIn(data, messageId) }),
    ).flatMap(({ to, things }) => goneFor(to, things, data)),
    ...beginnings(data.channelBeginnings, moment),
    ...filesAfter(moment, data.messageIds),
  ],
});

const changeOf = (messageIds: readonly MessageId[], messageId: MessageId, editorId: number, at: number) => ({
  message_id: messageId,
  message_ids: [...messageIds],
  user_id: editorId,
  edit_timestamp: seconds(at),
  rendering_only: false as const,
  flags: [],
});

const PROPAGATION = { one: 'change_one', later: 'change_later', all: 'change_all' } as const;

function movedFor(
  { data, metadata }: Moved,
  { after }: Moment,
  to: Audience,
  messageIds: readonly MessageId[],
): readonly AddressedPayload[] {
  const named = messageIds.includes(data.messageId) ? data.messageId : messageIds[0];
  if (named === undefined) return [];
  const [oldTopic, newTopic] = [revealed(data.oldTopic, ''), revealed(data.newTopic, '')];
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
    { completedBy: 'personal flags' },
  );
}

/** A message of an event, with how it came to the channel that it leaves. */
const arrivedIn = ({ arrivals = [] }: Pick<Moved['data'], 'arrivals'>, messageId: MessageId): Arrived => ({
  messageId,
  ...arrivalOf(arrivals.find(({ messageIds }) => messageIds.includes(messageId)) ?? {}),
});

const placeBefore = ({ data }: Moved, messageId: MessageId): Placed => ({
  ...arrivedIn(data, messageId),
  channelId: data.oldChannelId,
  mentionedUserIds: data.mentionedUserIds,
});

/** The same message at its new place; everybody who received it there still does. */
function placeAfter(event: Moved, messageId: MessageId): Placed {
  const { oldChannelId, newChannelId } = event.data;
  const before = placeBefore(event, messageId);
  if (oldChannelId === newChannelId) return before;
  return { ...before, channelId: newChannelId, ...arrivalFrom(oldChannelId, before, event.revision) };
}

/**
 * People who had a message and may read it at its new place, and new readers who are subscribed to its new
 * channel. Guests among the latter are left out, because they may not know its former place.
 */
function keepers(event: Moved, moment: Moment, messageId: MessageId): Audience {
  const { before, after } = moment;
  const had = readersOf(before, placeBefore(event, messageId));
  const place = placeAfter(event, messageId);
  const kept = had.difference(losersAmong(had, moment, event, messageId));
  if (event.data.oldChannelId === event.data.newChannelId) return kept;
  const strangers = chosen(
    readersOf(after, place).difference(followersOf(before, event.data.oldChannelId)).difference(had),
    (userId) => isGuest(after, userId),
  );
  return kept.union(readersOf(after, place).difference(strangers));
}

const losers = (event: Moved, moment: Moment, messageId: MessageId): Audience =>
  losersAmong(readersOf(moment.before, placeBefore(event, messageId)), moment, event, messageId);

/** People who had a message and may not read it at its new place. */
const losersAmong = (had: Audience, { after }: Moment, event: Moved, messageId: MessageId): Audience =>
  event.data.oldChannelId === event.data.newChannelId
    ? had.difference(had)
    : chosen(
        had.difference(readersOf(after, placeAfter(event, messageId))),
        (userId) => !accessOf(after, userId).mayReadMessage(placeAfter(event, messageId)),
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
      : { ...gone, message_type: 'stream', stream_id: channelId, topic: revealed(topic ?? '', '') },
  );
}

/** Tells clients the new first message of a channel. */
const beginnings = (changed: readonly ChannelBeginning[] = [], moment: Moment): readonly AddressedPayload[] =>
  changed.flatMap(({ channelId, newMessageId }) =>
    channelUpdate(moment.after, channelId, 'first_message_id', newMessageId),
  );
