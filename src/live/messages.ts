/** Client events of new messages. */
import type { EventTypes } from '../events/catalog.ts';
import type { RecordedEvent } from '../events/define.ts';
import type { UserGroupId } from '../events/userGroups.ts';
import type { ChannelId, MessageId, UserId } from '../ids.ts';
import { Bitset } from '../organization/bitset.ts';
import { isRecentlyActive } from '../organization/channelActivity.ts';
import { mutersOf } from '../organization/mutedUsers.ts';
import { subdomainOf } from '../organization/organizations.ts';
import type { OrganizationState } from '../organization/state.ts';
import { membersOf } from '../organization/userGroups.ts';
import { eventMessage } from '../wire/messageFields.ts';
import { channelListeners, messageRecipients } from './audiences.ts';
import { channelUpdate } from './channels.ts';
import {
  type Audience,
  type FlagAudiences,
  type LiveTransition,
  payloadTo,
  type AddressedPayload,
  translate,
} from './define.ts';
import { fileChanges } from './files.ts';
import { peopleRevealed } from './people.ts';

export const messagesLive = translate({
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

type MessageSentData = EventTypes['MessageSent'];

/** The message for those who receive it. Clients find imported ones when they read: what they look for here is news. */
function newMessage(
  event: RecordedEvent<'MessageSent', MessageSentData>,
  moment: LiveTransition,
): readonly AddressedPayload[] {
  const { data, revision } = event;
  const { after, host } = moment;
  const messageId = (revision + 1) as MessageId;
  const to = messageRecipients(after, { messageId, ...data });
  const message = eventMessage({ state: after, host, subdomain: subdomainOf(after) }, event);
  const local = data.localId === undefined ? {} : { local_message_id: data.localId };
  const read = to.intersection(readersAtOnce(after, data));
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

const NOBODY: Audience = Bitset.of<UserId>();
