/** Who may read messages, send them, and change, move and delete them. */
import type { ChannelId, UserId } from '../../base/ids.ts';
import type { Channel } from '../slices/channels.ts';
import { permissionOf, settingsOf } from '../slices/organizations.ts';
import {
  type Arrived,
  cameWithin,
  type MessageInterval,
  NO_END,
  subscriptionIntervals,
  wasSentWithin,
} from '../slices/subscriptions.ts';
import { systemGroupId } from '../slices/userGroups.ts';
import type { OrganizationState } from '../state.ts';
import {
  canDeleteAnyMessageIn,
  canDeleteOwnMessageIn,
  canMoveOutOfChannel,
  canMoveWithinChannel,
  canResolveTopicsIn,
  hasContentAccess,
  isUnarchived,
  sharesHistory,
} from './channels.ts';
import { isBot, ownsBot } from './people.ts';
import {
  type Actor,
  actorIndependent,
  allOf,
  anyOf,
  chooseRule,
  condition,
  hasPermission,
  isAdministrator,
  isModerator,
  mapSubject,
  permission,
  type Rule,
} from './rules.ts';

/** The channel or the participants of a message, and its origin if it was moved, for reading permissions. */
export interface MessageLocation extends Arrived {
  readonly channelId?: ChannelId | undefined;
  readonly participantIds?: readonly UserId[] | undefined;
}
type MessageLocationRule = Rule<[message: MessageLocation]>;

const inMessageChannel = (rule: Rule<[Channel]>): MessageLocationRule =>
  mapSubject<[MessageLocation], Channel>(
    ({ channels }, { channelId }) => (channelId === undefined ? undefined : channels.byId.get(channelId)),
    rule,
    'there is no such channel',
  );
const isParticipant = condition<[MessageLocation]>(
  ({ who, not }) => `${who} is${not} a participant of the conversation`,
  (_organization, actor, { participantIds }) => actor !== null && participantIds?.includes(actor) === true,
);
const intervalsOf = (
  organization: OrganizationState,
  actor: Actor,
  channelId: ChannelId | undefined,
): readonly MessageInterval[] =>
  actor === null || channelId === undefined ? [] : subscriptionIntervals(organization, actor, channelId);
const wasSubscribed = condition<[MessageLocation]>(
  ({ organization, actor, who, not }, { channelId }) =>
    `${who} was${not} subscribed when the message came (${formatIntervals(intervalsOf(organization, actor, channelId))})`,
  (organization, actor, message) => cameWithin(message, intervalsOf(organization, actor, message.channelId)),
);
const formatIntervals = (intervals: readonly MessageInterval[]): string =>
  intervals.length === 0
    ? 'never subscribed'
    : `subscribed for messages ${intervals.map(({ from, to }) => (to === NO_END ? `from ${from} on` : `${from} to ${to}`)).join(', ')}`;
const hadItBefore = condition<[MessageLocation]>(
  ({ who, holds }) => `${who} ${holds ? 'received' : 'did not receive'} the message in another channel first`,
  (organization, actor, message) =>
    wasSentWithin(message, (channelId) => intervalsOf(organization, actor, channelId)),
);
const readsInChannel: MessageLocationRule = allOf(
  inMessageChannel(hasContentAccess),
  anyOf(inMessageChannel(sharesHistory), wasSubscribed, hadItBefore),
);
/** Reading a message: with protected history only those that arrived while subscribed. */
export const canReadMessage: MessageLocationRule = permission(
  () => 'read the message',
  chooseRule<[MessageLocation]>(({ channelId }) =>
    channelId === undefined ? isParticipant : readsInChannel,
  ),
);

const isInOpenChannel = inMessageChannel(isUnarchived);
const isDirect = actorIndependent(
  () => 'direct messages stay open to change',
  () => true,
);
/** Changing anything about a message: archived channels are read-only. */
export const canChangeMessage: MessageLocationRule = permission(
  () => 'change anything of the message',
  allOf(
    canReadMessage,
    chooseRule<[MessageLocation]>(({ channelId }) => (channelId === undefined ? isDirect : isInOpenChannel)),
  ),
);

/** Wildcard mentions that reach more than 15 people. */
export const canMentionMany = hasPermission('can_mention_many_users_group', 'mention many people at once');
type ConversationRule = Rule<[participantIds: readonly UserId[]]>;

const areBotsOrOneself = condition<[readonly UserId[]]>(
  ({ holds }) => `the conversation is ${holds ? '' : 'not '}with bots or oneself alone`,
  (organization, actor, participantIds) =>
    participantIds.every((userId) => userId === actor || isBot(organization, userId)),
);
/** Anybody may write to bots and to themselves; bots may write to everybody. */
const asksNothing: ConversationRule = anyOf<[readonly UserId[]]>(isBot, areBotsOrOneself);

/** Whether nobody may send direct messages. */
export const areDirectMessagesOff = actorIndependent(
  ({ holds }) => `direct messages are permitted to ${holds ? 'nobody' : 'somebody'}`,
  (organization) =>
    permissionOf(organization, 'direct_message_permission_group') === systemGroupId('role:nobody'),
);

const isPermittedDirect = hasPermission('direct_message_permission_group', 'send direct messages');
const isOneOfThemPermitted = actorIndependent<[readonly UserId[]]>(
  ({ holds }) => `${holds ? 'a' : 'no'} participant may send direct messages`,
  (organization, participantIds) => participantIds.some((userId) => isPermittedDirect(organization, userId)),
);
/** It suffices that one participant of the conversation, sender included, has the permission. */
export const canSendDirect: ConversationRule = permission(
  () => 'send messages to the conversation',
  anyOf(asksNothing, isOneOfThemPermitted),
);
/** Checked only if the conversation has no messages yet. */
export const canInitiateDirect: ConversationRule = permission(
  () => 'begin the conversation',
  anyOf<[readonly UserId[]]>(
    asksNothing,
    hasPermission('direct_message_initiator_group', 'begin direct conversations'),
  ),
);

/** A message as its rules see it; no channel means a direct message. */
export interface MessageOf {
  readonly senderId: UserId;
  readonly channel: Channel | undefined;
}
type MessageRule = Rule<[message: MessageOf]>;

const inItsChannel = (rule: Rule<[channel: Channel]>): MessageRule =>
  mapSubject<[MessageOf], Channel>((_organization, { channel }) => channel, rule, 'it is a direct message');

/** Deleting anybody's messages at any time. */
export const canDeleteAnyMessage: MessageRule = permission(
  () => 'delete the message, no matter who sent it',
  anyOf<[MessageOf]>(
    isAdministrator,
    hasPermission('can_delete_any_message_group', 'delete any message'),
    inItsChannel(canDeleteAnyMessageIn),
  ),
);
const isOwn: MessageRule = condition<[MessageOf]>(
  ({ who, holds }) => `${who} or a bot of theirs ${holds ? 'sent' : 'did not send'} the message`,
  (organization, actor, { senderId }) => senderId === actor || ownsBot(organization, actor, senderId),
);
/** Deleting one's own messages, or one's bot's, within the organization's time limit. */
export const canDeleteOwnMessage: MessageRule = permission(
  () => 'delete the message as their own',
  allOf<[MessageOf]>(
    isOwn,
    anyOf<[MessageOf]>(
      hasPermission('can_delete_own_message_group', 'delete their own messages'),
      inItsChannel(canDeleteOwnMessageIn),
    ),
  ),
);

/** Seeing read receipts: everybody or nobody. */
export const canSeeReadReceipts = actorIndependent(
  ({ holds }) => `the organization ${holds ? 'shows' : 'does not show'} who has read a message`,
  (organization) => settingsOf(organization).enableReadReceipts,
);

/** Moving messages to another topic of their channel. */
export const canMoveBetweenTopics: Rule<[Channel]> = permission(
  ({ name }) => `move messages between topics of #${name}`,
  anyOf<[Channel]>(
    hasPermission('can_move_messages_between_topics_group', 'move messages between topics'),
    canMoveWithinChannel,
  ),
);
/** Moving messages to another channel. */
export const canMoveBetweenChannels: Rule<[Channel]> = permission(
  ({ name }) => `move messages from #${name} to other channels`,
  anyOf<[Channel]>(
    hasPermission('can_move_messages_between_channels_group', 'move messages between channels'),
    canMoveOutOfChannel,
  ),
);
export const canResolveTopics: Rule<[Channel]> = permission(
  ({ name }) => `resolve topics in #${name}`,
  anyOf<[Channel]>(hasPermission('can_resolve_topics_group', 'resolve topics'), canResolveTopicsIn),
);
/** Moving messages of any age. */
export const movesAtAnyTime = isModerator;
