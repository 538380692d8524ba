/**
 * The messages that a viewer has received: sent to a channel while they were subscribed, sent to them directly,
 * or mentioning them. They remain received when moved, as long as the viewer may read them
 * there; moving a message does not make anybody else receive it. Nothing is stored per recipient.
 */
import type { ChannelId, UserId } from '../../base/ids.ts';
import type { TopicPolicy } from '../../events/subscriptions.ts';
import type { Bitset } from '../containers/bitset.ts';
import { type Arrived, isWithin, wasReceived } from '../slices/subscriptions.ts';
import { isChannelMuted, peopleWithPolicy, topicPolicyOf } from '../slices/topics.ts';
import type { OrganizationState } from '../state.ts';
import type { Access } from './access.ts';

/** The part of a message that determines who receives it: its conversation, its mentions, and where else it was sent. */
export interface AddressedMessage extends Arrived {
  readonly channelId?: ChannelId | undefined;
  readonly participantIds?: readonly UserId[] | undefined;
  readonly mentionedUserIds?: readonly UserId[] | undefined;
}

/** The part of an access that decides which messages somebody may read. */
type MessageAccess = Pick<Access, 'viewerId' | 'receivedIntervals' | 'readableIntervals' | 'mayReadMessage'>;

/** A test whether the viewer received a message; looks up a channel's rules and intervals once. */
export function receivedBy(access: MessageAccess): (message: AddressedMessage) => boolean {
  const readable = readableBy(access);
  const intervalsOf = remembered((channelId: ChannelId) => access.receivedIntervals(channelId));
  return (message) => {
    const { channelId, messageId, mentionedUserIds, sentToChannelIds } = message;
    if (channelId === undefined) return readable(message);
    const cameBy = (of: ChannelId): boolean => isWithin(messageId, intervalsOf(of));
    const isNamed = access.viewerId !== null && mentionedUserIds?.includes(access.viewerId) === true;
    return (isNamed || (sentToChannelIds?.some(cameBy) ?? cameBy(channelId))) && readable(message);
  };
}

/** A test whether the viewer may read a message at this moment; looks up a channel's rules once. */
export function readableBy(access: MessageAccess): (message: AddressedMessage) => boolean {
  const readableIn = remembered((channelId: ChannelId) => access.readableIntervals(channelId));
  const intervalsOf = remembered((channelId: ChannelId) => access.receivedIntervals(channelId));
  return (message) => {
    const { channelId } = message;
    if (channelId === undefined) return access.mayReadMessage(message);
    const readable = readableIn(channelId);
    if (typeof readable === 'string') return readable === 'all';
    return wasReceived(message, readable, intervalsOf);
  };
}

function remembered<Key, Value>(ask: (key: Key) => Value): (key: Key) => Value {
  const answers = new Map<Key, Value>();
  return (key) => {
    const known = answers.get(key) ?? ask(key);
    answers.set(key, known);
    return known;
  };
}

// Topics that people have muted for themselves.

/** Whether a topic is muted: itself, or with its channel unless it is unmuted or followed. */
export function isTopicMuted(
  organization: OrganizationState,
  userId: UserId,
  channelId: ChannelId,
  topic: string,
): boolean {
  const policy = topicPolicyOf(organization, userId, channelId, topic);
  return policy === 'muted' || (policy === 'none' && isChannelMuted(organization, userId, channelId));
}

/** The people who have not muted a topic: the same rule for a whole set at once. */
export function unmutedAmong(
  organization: OrganizationState,
  people: Bitset<UserId>,
  channelId: ChannelId,
  topic: string,
): Bitset<UserId> {
  const holding = (policy: TopicPolicy) => peopleWithPolicy(organization, policy, channelId, topic);
  const opened = holding('unmuted').union(holding('followed'));
  const rest = people.difference(holding('muted')).difference(opened);
  const muted = [...rest].filter((userId) => isChannelMuted(organization, userId, channelId));
  return people.difference(holding('muted')).without(muted);
}
