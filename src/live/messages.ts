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
import { listenersOf, receiversOf } from './audiences.ts';
import { channelUpdate } from './channels.ts';
import {
  type Audience,
  type Flagged,
  type Moment,
  payloadTo,
  type AddressedPayload,
  translate,
} from './define.ts';
import { filesAfter } from './files.ts';
import { newAcquaintances } from './people.ts';

export const messagesLive = translate({
  MessageSent(event, moment) {
    const { data, metadata, revision } = event;
    const messageId = (revision + 1) as MessageId;
    return [
      ...newAcquaintances(moment, data.participantIds ?? []),
      ...(data.imported ? [] : newMessage(event, moment)),
      ...beginning(data.channelId, moment),
      ...activityResumed(data.channelId, moment, metadata.time),
      ...(data.fileIds ? filesAfter(moment, [messageId]) : []),
    ];
  },
});

type Sent = EventTypes['MessageSent'];

/** The message for those who receive it. Clients find imported ones when they read: what they look for here is news. */
function newMessage(event: RecordedEvent<'MessageSent', Sent>, moment: Moment): readonly AddressedPayload[] {
  const { data, revision } = event;
  const { after, host } = moment;
  const messageId = (revision + 1) as MessageId;
  const to = receiversOf(after, { messageId, ...data });
  const message = eventMessage({ state: after, host, subdomain: subdomainOf(after) }, event);
  const local = data.localId === undefined ? {} : { local_message_id: data.localId };
  const read = to.intersection(readersAtOnce(after, data));
  return payloadTo(
    to,
    { type: 'message', message, flags: [], ...local },
    {
      ...(data.channelId !== undefined && { offeredTo: listenersOf(after, data.channelId) }),
      flagged: { ...(read.size > 0 && { read }), ...mentionFlags(after, data, to) },
      ...(data.queueId !== undefined && { queueId: data.queueId }),
      ...(data.channelId === undefined && { completedBy: 'recipient_id' as const }),
    },
  );
}

/**
 * People for whom a message is read as soon as it is sent: those who have muted its sender, and the sender if
 * the message says so.
 */
const readersAtOnce = (organization: OrganizationState, { senderId, readBySender }: Sent): Audience => {
  const muters = mutersOf(organization, senderId);
  return readBySender ? muters.with(senderId) : muters;
};

/** The first message of a channel, or the first after all others were deleted. */
function beginning(channelId: ChannelId | undefined, { before, after }: Moment): readonly AddressedPayload[] {
  if (channelId === undefined) return [];
  const firstIn = ({ channelActivity }: OrganizationState): MessageId | null =>
    channelActivity.byChannel.get(channelId)?.firstMessageId ?? null;
  const first = firstIn(after);
  return first === firstIn(before) ? [] : channelUpdate(after, channelId, 'first_message_id', first);
}

/** A quiet channel becomes active again; `now` is in UNIX milliseconds. */
export function activityResumed(
  channelId: ChannelId | undefined,
  { before, after }: Moment,
  now: number,
): readonly AddressedPayload[] {
  if (channelId === undefined) return [];
  const isActive = ({ channelActivity }: OrganizationState): boolean =>
    isRecentlyActive(channelActivity.byChannel.get(channelId), now);
  const awakes = isActive(after) && !isActive(before);
  return awakes ? channelUpdate(after, channelId, 'is_recently_active', true) : [];
}

interface Mentions {
  readonly mentionedUserIds?: readonly UserId[] | undefined;
  readonly mentionedGroupIds?: readonly UserGroupId[] | undefined;
  readonly wildcards?: Sent['wildcards'];
  readonly topicParticipantIds?: readonly UserId[] | undefined;
  readonly alertedUserIds?: readonly UserId[] | undefined;
}

/** The flags that follow from mentions and alert words. */
export function mentionFlags(
  organization: OrganizationState,
  mentions: Mentions,
  to: Audience,
  received = to,
): Flagged {
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
