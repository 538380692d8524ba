/** Moves of messages to another topic or channel, and who may make them. */
import { Refused, requireThat } from '../../base/errors.ts';
import { nameKey } from '../../base/identity.ts';
import type { ChannelId, MessageId, UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import {
  type ArrivalGroup,
  type ChannelBeginning,
  EMPTY_TOPIC_DISPLAY_NAME,
  isResolving,
  type MoveReach,
  RESOLVED_PREFIX,
  togglesResolution,
} from '../../events/messages.ts';
import { hasMetadataAccess } from '../../organization/access/channels.ts';
import {
  canMoveBetweenChannels,
  canMoveBetweenTopics,
  canResolveTopics,
  movesAtAnyTime,
} from '../../organization/access/messages.ts';
import { isFreshResolution } from '../../organization/notificationBot.ts';
import { type Channel, isReadByArchiving } from '../../organization/slices/channels.ts';
import type { Excerpt, ExcerptMessage } from '../../organization/slices/excerpts.ts';
import { settingsOf } from '../../organization/slices/organizations.ts';
import { arrivalOf, type Arrived } from '../../organization/slices/subscriptions.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { policyMoves } from '../channels/topics.ts';
import type { DecidedEvent } from '../define.ts';
import { isOlderThan, type MessageChangeContext, requireMovable } from './edit.ts';
import {
  conversationFields,
  requireMayPostIn,
  requireMaySendTo,
  requireMayUseTopic,
} from './postPermissions.ts';

// The fields about conversations in events that move or delete many messages.

/** Deletes the messages of an excerpt. */
export const deletionEvent = (excerpt: Excerpt, deleterId: UserId) =>
  newEvent('MessagesDeleted', {
    messageIds: excerpt.messages.map(({ messageId }) => messageId),
    deleterId,
    ...conversationFields(excerpt.conversation),
    ...departureFields(excerpt, []),
  });

/** The messages that remain at the source of an excerpt; `others` are the destination channels. */
function departureFields(excerpt: Excerpt, others: readonly (ChannelBeginning | undefined)[]) {
  const { conversation, messages, remaining, channelBeginning } = excerpt;
  const mentioned = [...new Set(messages.flatMap(({ mentionedUserIds = [] }) => mentionedUserIds))];
  const left =
    conversation.kind === 'channel'
      ? firstMessageChange(conversation.channelId, channelBeginning.now, channelBeginning.without)
      : undefined;
  const beginnings = [left, ...others].filter((changed) => changed !== undefined);
  return {
    ...(mentioned.length > 0 && { mentionedUserIds: mentioned }),
    ...arrivalFields(messages),
    ...(remaining && { remaining }),
    ...(beginnings.length > 0 && { channelBeginnings: beginnings }),
  };
}

/** For messages originally sent to another channel, how they got here; most were sent here. */
function arrivalFields(messages: readonly Arrived[]): { readonly arrivals?: readonly ArrivalGroup[] } {
  const groups = new Map<string, ArrivalGroup & { readonly messageIds: MessageId[] }>();
  for (const message of messages) {
    if (message.sentToChannelIds === undefined) continue;
    const arrival = arrivalOf(message);
    const group = groups.get(JSON.stringify(arrival)) ?? { messageIds: [], ...arrival };
    group.messageIds.push(message.messageId);
    groups.set(JSON.stringify(arrival), group);
  }
  return groups.size === 0 ? {} : { arrivals: [...groups.values()] };
}

/** The change of a channel's first message, if it changes. */
const firstMessageChange = (
  channelId: ChannelId,
  oldMessageId: MessageId | null,
  newMessageId: MessageId | null,
): ChannelBeginning | undefined =>
  oldMessageId === newMessageId ? undefined : { channelId, oldMessageId, newMessageId };

/** The source and destination of a move. */
interface Destination {
  readonly from: Channel;
  readonly to: Channel;
  readonly oldTopic: string;
  readonly newTopic: string;
  readonly isAway: boolean;
  /** The move only resolves or unresolves the topic. */
  readonly resolves: boolean;
}

interface MoveInput {
  readonly messageId: MessageId;
  readonly topic: string | undefined;
  readonly channelId: ChannelId | undefined;
  readonly reach: MoveReach;
  readonly notifiesOldTopic: boolean;
  readonly notifiesNewTopic: boolean;
}

/** Whether the requested topic or channel differs from the current one; direct messages have neither. */
export const requestsMove = (
  { topic, channelId }: Pick<MoveInput, 'topic' | 'channelId'>,
  named: Pick<ExcerptMessage, 'topic' | 'channelId'>,
): boolean =>
  named.channelId !== undefined &&
  ((channelId ?? named.channelId) !== named.channelId || (topic ?? named.topic) !== named.topic);

/** The destination of a message; undefined if it is there already, or is a direct message. */
export function destinationOf(
  organization: OrganizationState,
  { topic, channelId }: MoveInput,
  { named, there }: Excerpt,
): Destination | undefined {
  if (named.channelId === undefined || !requestsMove({ topic, channelId }, named)) return undefined;
  const oldTopic = named.topic ?? '';
  const from = channelOf(organization, named.channelId);
  const isAway = channelId !== undefined && channelId !== named.channelId;
  const to = isAway ? channelOf(organization, channelId) : from;
  const requestedTopic = topic ?? oldTopic;
  const isRespelled = !isAway && nameKey(requestedTopic) === nameKey(oldTopic);
  const newTopic = isRespelled ? requestedTopic : (there?.topic ?? requestedTopic);
  return { from, to, oldTopic, newTopic, isAway, resolves: !isAway && isResolving(oldTopic, newTopic) };
}

function channelOf(organization: OrganizationState, channelId: ChannelId): Channel {
  const channel = organization.channels.byId.get(channelId);
  if (channel === undefined) throw new Refused('Invalid channel ID');
  return channel;
}

/**
 * Refuses a move that the caller may not make. If only part of the topic is too old, returns the time before
 * which messages were sent, in UNIX milliseconds.
 */
export function countTooOld(
  change: MessageChangeContext,
  destination: Destination,
  reach: MoveReach,
): number | undefined {
  checkMover(change, destination);
  const { organization, actor, now, excerpt } = change;
  if (destination.resolves || movesAtAnyTime(organization, actor)) return undefined;
  const limits = limitsOf(organization, destination);
  for (const { limit, tooLate } of limits)
    requireThat(!isOlderThan(excerpt.named.sentAt, limit, now), tooLate);
  const strictest = Math.min(...limits.map(({ limit }) => limit ?? Infinity));
  if (reach !== 'all' || !isOlderThan(excerpt.oldestSentAt, strictest, now)) return undefined;
  return now - strictest * 1000;
}

/** Age limits in seconds, null for none: one for topics, one for channels; both may apply. */
function limitsOf(organization: OrganizationState, { oldTopic, newTopic, isAway }: Destination) {
  const settings = settingsOf(organization);
  const ofTopics = {
    limit: settings.moveMessagesWithinChannelLimitSeconds,
    tooLate: "The time limit for editing this message's topic has passed.",
  };
  const ofChannels = {
    limit: settings.moveMessagesBetweenChannelsLimitSeconds,
    tooLate: "The time limit for editing this message's channel has passed",
  };
  const isRenamed = oldTopic !== newTopic && !isResolving(oldTopic, newTopic);
  return [...(isRenamed ? [ofTopics] : []), ...(isAway ? [ofChannels] : [])];
}

function checkMover({ organization, actor }: MessageChangeContext, destination: Destination): void {
  const { from, to, oldTopic, newTopic, isAway, resolves } = destination;
  if (isAway) {
    const isKnown = hasMetadataAccess(organization, actor, to);
    requireThat(isKnown, 'Invalid channel ID');
    const mayLeave = canMoveBetweenChannels(organization, actor, from);
    requireThat(mayLeave, "You don't have permission to move this message");
  }
  if (oldTopic === newTopic) return;
  checkResolution(organization, actor, destination);
  const mayRename = resolves || canMoveBetweenTopics(organization, actor, from);
  requireThat(mayRename, "You don't have permission to edit this message");
}

/** The empty topic, with the prefix of resolved topics. */
const RESOLVED_GENERAL: readonly string[] = [
  RESOLVED_PREFIX.trim(),
  RESOLVED_PREFIX,
  RESOLVED_PREFIX + EMPTY_TOPIC_DISPLAY_NAME,
];

function checkResolution(
  organization: OrganizationState,
  actor: UserId,
  { from, oldTopic, newTopic }: Destination,
): void {
  const mayResolve = !togglesResolution(oldTopic, newTopic) || canResolveTopics(organization, actor, from);
  requireThat(mayResolve, "You don't have permission to resolve topics in this channel.");
  const isGeneral = oldTopic === '' && RESOLVED_GENERAL.includes(newTopic);
  requireThat(!isGeneral, 'General chat cannot be marked as resolved');
}

/** The events of a permitted move. */
export function movedMessages(
  change: MessageChangeContext,
  destination: Destination,
  input: MoveInput,
): DecidedEvent[] {
  const { organization, actor, excerpt } = change;
  const { to, newTopic, isAway, resolves } = destination;
  requireMovable(excerpt.messages);
  if (isAway) requireMaySendTo(organization, actor, to, to.name);
  else if (!resolves) requireMayPostIn(organization, actor, to);
  if (!resolves) requireMayUseTopic(organization, actor, to, newTopic, excerpt.there);
  const moved = movement(change, destination, input);
  const isEmptied = excerpt.isComplete && excerpt.remaining === undefined && !isRespelling(destination);
  const undone = isEmptied && resolves ? resolutionNotice(change) : undefined;
  return [
    newEvent('MessagesMoved', { ...moved, ...(undone && { isUndone: true }) }),
    ...(isEmptied ? policiesCarried(change, destination) : []),
    ...(undone ? [undoneMove(change, destination, undone)] : []),
  ];
}

/** The notification bot's notice about resolving the topic, if it is the last message in it. */
function resolutionNotice({ organization, now, excerpt }: MessageChangeContext): ExcerptMessage | undefined {
  const { messages } = excerpt;
  const last = messages.length > 1 ? messages.at(-1) : undefined;
  return last && isFreshResolution(organization, last, now) ? last : undefined;
}

/** Deletes the notice. Older messages remain in the conversation, so it is the first one nowhere. */
function undoneMove(
  { actor, excerpt }: MessageChangeContext,
  { to, newTopic }: Destination,
  notice: ExcerptMessage,
): DecidedEvent {
  const staying = excerpt.messages.slice(0, -1).map(({ messageId }) => messageId);
  const { firstMessageId = Infinity, lastMessageId = 0 } = excerpt.there ?? {};
  return newEvent('MessagesDeleted', {
    messageIds: [notice.messageId],
    deleterId: actor,
    channelId: to.channelId,
    topic: newTopic,
    ...arrivalFields([notice]),
    remaining: {
      firstMessageId: Math.min(staying[0]!, firstMessageId) as MessageId,
      lastMessageId: Math.max(staying.at(-1)!, lastMessageId) as MessageId,
    },
  });
}

const isRespelling = ({ isAway, oldTopic, newTopic }: Destination): boolean =>
  !isAway && nameKey(oldTopic) === nameKey(newTopic);

function movement(
  { organization, actor, excerpt }: MessageChangeContext,
  destination: Destination,
  input: MoveInput,
) {
  const { from, to, oldTopic, newTopic } = destination;
  const { messages, isComplete, intoBeginning } = excerpt;
  const messageIds = messages.map(({ messageId }) => messageId);
  const readByAll = destination.isAway
    ? messages.filter((message) => isReadByArchiving(organization, { ...message, channelId: from.channelId }))
    : [];
  const contributorIds = messages.flatMap(({ senderId, reactions = [] }) => [
    senderId,
    ...reactions.map(({ userId }) => userId),
  ]);
  return {
    messageId: input.messageId,
    messageIds,
    editorId: actor,
    oldChannelId: from.channelId,
    oldTopic,
    newChannelId: to.channelId,
    newTopic,
    reach: input.reach,
    notifiesOldTopic: isComplete && input.notifiesOldTopic,
    notifiesNewTopic: isComplete && input.notifiesNewTopic,
    contributorIds: [...new Set(contributorIds)],
    ...(readByAll.length > 0 && { readByAll: readByAll.map(({ messageId }) => messageId) }),
    ...(destination.isAway
      ? departureFields(excerpt, [arrivalIn(to, intoBeginning, messageIds[0])])
      : departureFields({ ...excerpt, channelBeginning: NOTHING_CHANGES }, [])),
  };
}

/** Moving within a channel does not change its first message. */
const NOTHING_CHANGES: Excerpt['channelBeginning'] = { now: null, without: null };

function arrivalIn({ channelId }: Channel, oldest: MessageId | null, first: MessageId | undefined) {
  const isFirst = first !== undefined && (oldest === null || first < oldest);
  return isFirst ? firstMessageChange(channelId, oldest, first) : undefined;
}

function policiesCarried(
  { organization, excerpt }: MessageChangeContext,
  destination: Destination,
): DecidedEvent[] {
  const { from, to, oldTopic, newTopic } = destination;
  return policyMoves(
    organization,
    { channelId: from.channelId, topic: oldTopic },
    { channelId: to.channelId, topic: newTopic },
    excerpt.there === undefined,
  );
}
