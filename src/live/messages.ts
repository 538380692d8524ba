/** Client events of new messages. */
import type { ChannelId, MessageId, UserId } from '../base/ids.ts';
import { isReadOnly } from '../organization/slices/channels.ts';
import type { EventOf, EventTypes, MessageSentData } from '../events/catalog.ts';
import { readErasable } from '../events/define.ts';
import type { UserGroupId } from '../events/userGroups.ts';
import { Bitset, NOBODY } from '../organization/containers/bitset.ts';
import { isRecentlyActive } from '../organization/slices/channelActivity.ts';
import { mutersOf } from '../organization/slices/mutedUsers.ts';
import { subdomainOf } from '../organization/slices/organizations.ts';
import { membersOf } from '../organization/slices/userGroups.ts';
import type { OrganizationState } from '../organization/state.ts';
import { eventMessage } from '../wire/messages.ts';
import { channelUpdate } from './channels.ts';
import { fileChanges } from './files.ts';
import { channelListeners, messageReaders, messageRecipients } from './translation/audiences.ts';
import {
  type AddressedPayload,
  type Audience,
  type FlagAudiences,
  type LiveTransition,
  payloadTo,
  translate,
} from './translation/define.ts';
import { peopleRevealed } from './translation/people.ts';

const messagesLive = translate({
  MessageSent(event, moment) {
    const { data, metadata, revision } = event;
    const messageId = (revision + 1) as MessageId;
    return [
      ...peopleRevealed(moment, data.participantIds ?? []),
      ...(data.imported ? [] : newMessage(event, moment)),
      ...beginning(data.channelId, moment),
      ...activityResumed(data.channelId, moment, metadata.time),
      ...(data.fileIds ? fileChanges(moment, [messageId]) : []),
    ];
  },
});

/** The message for those who receive it. Clients find imported ones when they read: what they look for here is news. */
function newMessage(event: EventOf<'MessageSent'>, moment: LiveTransition): readonly AddressedPayload[] {
  const { data, revision } = event;
  const { after, host } = moment;
  const messageId = (revision + 1) as MessageId;
  const to = messageRecipients(after, { messageId, ...data });
  const message = eventMessage({ state: after, host, subdomain: subdomainOf(after) }, event);
  const local = data.localId === undefined ? {} : { local_message_id: data.localId };
  const read = isReadOnly(after, data.channelId) ? to : to.intersection(readersAtOnce(after, data));
  return payloadTo(
    to,
    { type: 'message', message, flags: [], ...local },
    {
      ...(data.channelId !== undefined && { offeredTo: channelListeners(after, data.channelId) }),
      flagged: { ...(read.size > 0 && { read }), ...mentionFlags(after, data, to) },
      ...(data.queueId !== undefined && { queueId: data.queueId }),
      ...(data.channelId === undefined && { deferred: 'recipient_id' as const }),
    },
  );
}

/**
 * People for whom a message is read as soon as it is sent: those who have muted its sender, and the sender if
 * the message says so.
 */
const readersAtOnce = (
  organization: OrganizationState,
  { senderId, readBySender }: MessageSentData,
): Audience => {
  const muters = mutersOf(organization, senderId);
  return readBySender ? muters.with(senderId) : muters;
};

/** The first message of a channel, or the first after all others were deleted. */
function beginning(
  channelId: ChannelId | undefined,
  { before, after }: LiveTransition,
): readonly AddressedPayload[] {
  if (channelId === undefined) return [];
  const firstIn = ({ channelActivity }: OrganizationState): MessageId | null =>
    channelActivity.byChannel.get(channelId)?.firstMessageId ?? null;
  const first = firstIn(after);
  return first === firstIn(before) ? [] : channelUpdate(after, channelId, 'first_message_id', first);
}

/** A quiet channel becomes active again; `now` is in UNIX milliseconds. */
export function activityResumed(
  channelId: ChannelId | undefined,
  { before, after }: LiveTransition,
  now: number,
): readonly AddressedPayload[] {
  if (channelId === undefined) return [];
  const isActive = ({ channelActivity }: OrganizationState): boolean =>
    isRecentlyActive(channelActivity.byChannel.get(channelId), now);
  const awakes = isActive(after) && !isActive(before);
  return awakes ? channelUpdate(after, channelId, 'is_recently_active', true) : [];
}

interface MentionAudiences {
  readonly mentionedUserIds?: readonly UserId[] | undefined;
  readonly mentionedGroupIds?: readonly UserGroupId[] | undefined;
  readonly wildcards?: MessageSentData['wildcards'];
  readonly topicParticipantIds?: readonly UserId[] | undefined;
  readonly alertedUserIds?: readonly UserId[] | undefined;
}

/** The flags that follow from mentions and alert words. */
export function mentionFlags(
  organization: OrganizationState,
  mentions: MentionAudiences,
  to: Audience,
  received = to,
): FlagAudiences {
  const { mentionedUserIds = [], mentionedGroupIds = [], wildcards = [] } = mentions;
  const grouped = mentionedGroupIds
    .reduce((all, groupId) => all.union(membersOf(organization, groupId)), NOBODY)
    .intersection(received);
  const named = Bitset.of(mentionedUserIds).intersection(to).union(grouped);
  const inChannel = wildcards.includes('channel') ? received : NOBODY;
  const inTopic = wildcards.includes('topic')
    ? Bitset.of(mentions.topicParticipantIds ?? []).intersection(received)
    : NOBODY;
  const flagged = {
    mentioned: named,
    stream_wildcard_mentioned: inChannel,
    topic_wildcard_mentioned: inTopic,
    wildcard_mentioned: inChannel.union(inTopic),
    has_alert_word: Bitset.of(mentions.alertedUserIds ?? []).intersection(to),
  };
  return Object.fromEntries(Object.entries(flagged).filter(([, audience]) => audience.size > 0));
}

// Client events of reactions and submessages.

const reactionsLive = translate({
  ReactionAdded: ({ data }, { after }) =>
    payloadTo(messageReaders(after, data), { type: 'reaction', op: 'add', ...reactionOf(data) }),
  ReactionRemoved: ({ data }, { after }) =>
    payloadTo(messageReaders(after, data), { type: 'reaction', op: 'remove', ...reactionOf(data) }),
  SubmessageAdded: ({ data, revision }, { after }) =>
    payloadTo(messageReaders(after, data), {
      type: 'submessage',
      message_id: data.messageId,
      submessage_id: revision + 1,
      sender_id: data.senderId,
      msg_type: data.messageType,
      content: readErasable(data.content, ''),
    }),
});

const reactionOf = (data: EventTypes['ReactionAdded']) => ({
  message_id: data.messageId,
  emoji_name: data.emojiName,
  emoji_code: data.emojiCode,
  reaction_type: data.reactionType,
  user_id: data.userId,
});

/** What clients are sent of the events of the area. */
export const translations = {
  ...messagesLive,
  ...reactionsLive,
};
