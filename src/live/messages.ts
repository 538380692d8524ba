/** What clients are told of messages that are sent. */
import { ERASED, revealed } from '../events/define.ts';
import type { EventTypes } from '../events/catalog.ts';
import { htmlOf } from '../events/messages.ts';
import type { ChannelId, MessageId, UserGroupId, UserId } from '../ids.ts';
import { Bitset } from '../organization/bitset.ts';
import { isRecentlyActive } from '../organization/channelActivity.ts';
import { subdomainOf } from '../organization/organizations.ts';
import type { OrganizationState } from '../organization/state.ts';
import { membersOf } from '../organization/userGroups.ts';
import { topicLinks } from '../wire/topicLinks.ts';
import { personOf } from '../wire/messages.ts';
import { gravatarOf } from '../wire/users.ts';
import { listenersOf, receiversOf } from './audiences.ts';
import { channelUpdate } from './channels.ts';
import { type Audience, type Flagged, type Moment, seconds, tell, type Told, translate } from './define.ts';
import { newAcquaintances } from './people.ts';
import type { WireMessage } from './payloads/messages.ts';

export const messagesLive = translate({
  MessageSent({ data, metadata, revision }, moment) {
    const { after } = moment;
    const messageId = (revision + 1) as MessageId;
    const to = receiversOf(after, { messageId, ...data });
    const message = {
      id: messageId,
      ...textOf(data),
      ...placeOf(data, moment),
      ...senderOf(data.senderId, moment),
      client: metadata.client,
      timestamp: seconds(metadata.time),
      reactions: [],
      submessages: submessagesOf(data, messageId),
    } satisfies WireMessage;
    const local = data.localId === undefined ? {} : { local_message_id: data.localId };
    const read = data.readBySender ? Bitset.of([data.senderId]).intersection(to) : undefined;
    return [
      ...newAcquaintances(moment, data.participantIds ?? []),
      ...tell(
        to,
        { type: 'message', message, flags: [], ...local },
        {
          ...(data.channelId !== undefined && { offeredTo: listenersOf(after, data.channelId) }),
          flagged: { ...(read?.size && { read }), ...mentionFlags(after, data, to) },
          ...(data.queueId !== undefined && { queueId: data.queueId }),
          ...(data.channelId === undefined && { completedBy: 'recipient_id' as const }),
        },
      ),
      ...awakening(data.channelId, moment, metadata.time),
    ];
  },
});

type Sent = EventTypes['MessageSent'];

/** A channel in which nothing was said for long is active again; `now` is in UNIX milliseconds. */
export function awakening(
  channelId: ChannelId | undefined,
  { before, after }: Moment,
  now: number,
): readonly Told[] {
  if (channelId === undefined) return [];
  const isActive = ({ channelActivity }: OrganizationState): boolean =>
    isRecentlyActive(channelActivity.byChannel.get(channelId), now);
  const awakes = isActive(after) && !isActive(before);
  return awakes ? channelUpdate(after, channelId, 'is_recently_active', true) : [];
}

const textOf = ({ content, html }: Sent) => ({
  content: revealed(content, ''),
  rendered_content: renderedText(content, html),
  is_me_message: isMeMessage(content),
});

/** The HTML of a text; '' where it has been erased. */
export const renderedText = (content: Sent['content'], html: Sent['html']): string =>
  content === ERASED || html === ERASED ? '' : htmlOf({ content, html });

export const isMeMessage = (content: Sent['content']): boolean => revealed(content, '').startsWith('/me ');

function placeOf({ channelId, topic, participantIds = [] }: Sent, { after, host }: Moment) {
  if (channelId === undefined) {
    const people = participantIds.map((userId) => personOf(after, userId, host));
    return { type: 'private' as const, subject: '', topic_links: [], display_recipient: people };
  }
  const subject = revealed(topic ?? '', '');
  return {
    type: 'stream' as const,
    subject,
    topic_links: topicLinks(subject),
    stream_id: channelId,
    display_recipient: after.channels.byId.get(channelId)?.name ?? '',
    recipient_id: 2 * channelId,
  };
}

function senderOf(senderId: UserId, { after, host }: Moment) {
  const { email, full_name: name } = personOf(after, senderId, host);
  return {
    sender_id: senderId,
    sender_email: email,
    sender_full_name: name,
    sender_realm_str: subdomainOf(after),
    avatar_url: gravatarOf(email),
  };
}

/** The first submessage of a poll or to-do list comes with it. */
const submessagesOf = ({ senderId, widget }: Sent, messageId: MessageId): WireMessage['submessages'] =>
  typeof widget === 'string'
    ? [{ id: messageId, message_id: messageId, sender_id: senderId, msg_type: 'widget', content: widget }]
    : [];

interface Mentions {
  readonly mentionedUserIds?: readonly UserId[] | undefined;
  readonly mentionedGroupIds?: readonly UserGroupId[] | undefined;
  readonly wildcards?: Sent['wildcards'];
  readonly topicParticipantIds?: readonly UserId[] | undefined;
}

/** The flags that follow from whom a text calls. */
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
  };
  return Object.fromEntries(Object.entries(flagged).filter(([, audience]) => audience.size > 0));
}

const NOBODY: Audience = Bitset.of<UserId>();
