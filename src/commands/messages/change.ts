/**
 * Edits and moves of messages. The order of the checks is part of the contract: tests see which refusal comes
 * first.
 */
import { Refused, requireThat } from '../../base/errors.ts';
import type { ChannelId, MessageId, UserId } from '../../base/ids.ts';
import { conversationKey, type MoveReach } from '../../events/messages.ts';
import { accessOf } from '../../organization/access/access.ts';
import { canDeleteAnyMessage, canDeleteOwnMessage } from '../../organization/access/messages.ts';
import type { Excerpt, ExcerptMessage, ExcerptQuery } from '../../organization/slices/excerpts.ts';
import { settingsOf } from '../../organization/slices/organizations.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { policyRemovals, readableChannel } from '../channels/topics.ts';
import {
  done,
  command,
  type DecidedEvent,
  type DecisionContext,
  requireAdministrator,
  requireCaller,
} from '../define.ts';
import type { CheckedTopic } from '../text.ts';
import { editedMessage, isOlderThan, requireNoWidget, requireSeenText } from './edit.ts';
import { countTooOld, deletionEvent, destinationOf, movedMessages, requestsMove } from './move.ts';
import type { WrittenText } from './rendering.ts';

/** Requested changes of a message; undefined means no change. */
export interface ChangeMessageInput {
  readonly messageId: MessageId;
  readonly text: WrittenText | undefined;
  readonly topic: CheckedTopic | undefined;
  readonly channelId: ChannelId | undefined;
  /** The messages of the topic that are moved with it. */
  readonly reach: MoveReach;
  readonly notifiesOldTopic: boolean;
  readonly notifiesNewTopic: boolean;
  /** SHA-256 of the text that the caller has seen, in hex. */
  readonly seenHash: string | undefined;
}

/**
 * `more`: one event's maximum of messages was moved; submit the same move again. `partly too old`: nothing
 * was changed, because messages sent before `since` may not be moved.
 */
export type ChangeOutcome =
  | { readonly status: 'done' | 'more' }
  | {
      readonly status: 'partly too old';
      readonly conversation: Excerpt['conversation'];
      readonly since: number;
    };

/** Changes a message's text, topic or channel. */
export const changeMessage = command<ChangeMessageInput, ChangeOutcome>({
  name: 'ChangeMessage',
  needs: (organization, input, actor) => ({ excerpts: [changeQuery(organization, input, actor)] }),
  decide(organization, input, context) {
    const { excerpt, actor } = changeable(organization, input, context);
    const { named, conversation } = excerpt;
    const text = input.text?.content === named.content ? undefined : input.text;
    requireSomething(input, named, text !== undefined || requestsMove(input, named));
    checkShape(input, named);
    const destination = destinationOf(organization, input, excerpt);
    requireSeenText(named, input.seenHash);
    const at = { organization, actor, now: context.now, excerpt };
    const edited = text && editedMessage(at, text);
    if (destination === undefined) return { events: edited ? [edited] : [], result: { status: 'done' } };
    const since = countTooOld(at, destination, input.reach);
    if (since !== undefined) return { events: [], result: { status: 'partly too old', conversation, since } };
    const moved = movedMessages(at, destination, input);
    return {
      events: edited ? [edited, ...moved] : moved,
      result: { status: excerpt.isComplete ? 'done' : 'more' },
    };
  },
});

/** The message with those moved along: only readable ones that are not in the destination yet. */
const changeQuery = (
  organization: OrganizationState,
  { messageId, reach, topic, channelId }: ChangeMessageInput,
  actor: UserId | null,
): ExcerptQuery => {
  const access = accessOf(organization, actor);
  return {
    of: messageId,
    reach,
    actor,
    into: { channelId, topic },
    means: (message) => requestsMove({ topic, channelId }, message) && access.mayReadMessage(message),
  };
};

function changeable(
  organization: OrganizationState,
  input: ChangeMessageInput,
  { actor, facts }: DecisionContext,
): { readonly excerpt: Excerpt; readonly actor: UserId } {
  const excerpt = facts.excerpt(changeQuery(organization, input, actor));
  const isOpen = excerpt && accessOf(organization, actor).mayChangeMessage(excerpt.named);
  if (!isOpen || actor === null) throw new Refused('Invalid message(s)');
  return { excerpt, actor };
}

/** Requests that direct messages do not support have refusals of their own. */
function requireSomething(
  { topic, channelId }: ChangeMessageInput,
  named: ExcerptMessage,
  changes: boolean,
): void {
  const asksTooMuch = named.channelId === undefined && (topic !== undefined || channelId !== undefined);
  requireThat(changes || asksTooMuch, 'Nothing to change');
}

function checkShape({ topic, channelId, reach, text }: ChangeMessageInput, named: ExcerptMessage): void {
  const isDirect = named.channelId === undefined;
  const noChannel = 'Direct messages cannot be moved to channels.';
  requireThat(!isDirect || channelId === undefined, noChannel);
  requireThat(!isDirect || topic === undefined, 'Direct messages cannot have topics.');
  const isMove = topic !== undefined || channelId !== undefined;
  requireThat(reach === 'one' || isMove, 'Invalid propagate_mode without topic edit');
  const both = 'Cannot change message content while changing channel';
  requireThat(text === undefined || channelId === undefined, both);
  if (text !== undefined) requireNoWidget(named);
}

// The rules for deleting a message.

/** Deletes one message. People's policies for the topic stay, even if it was the last message. */
export const deleteMessage = command<{ readonly messageId: MessageId }, void>({
  name: 'DeleteMessage',
  needs: (_, { messageId }, actor) => ({ excerpts: [removalQuery(messageId, actor)] }),
  decide(organization, { messageId }, { actor, now, facts }) {
    const excerpt = facts.excerpt(removalQuery(messageId, actor));
    const isOpen = excerpt && accessOf(organization, actor).mayChangeMessage(excerpt.named);
    if (!isOpen || actor === null) throw new Refused('Invalid message(s)');
    const { senderId, channelId, sentAt } = excerpt.named;
    const channel = channelId === undefined ? undefined : organization.channels.byId.get(channelId);
    if (!canDeleteAnyMessage(organization, actor, { senderId, channel })) {
      const isOwn = canDeleteOwnMessage(organization, actor, { senderId, channel });
      requireThat(isOwn, "You don't have permission to delete this message");
      const limit = settingsOf(organization).messageContentDeleteLimitSeconds;
      const isLate = isOlderThan(sentAt, limit, now);
      requireThat(!isLate, 'The time limit for deleting this message has passed');
    }
    return done(deletionEvent(excerpt, actor));
  },
});

const removalQuery = (messageId: MessageId, actor: UserId | null): ExcerptQuery => ({
  of: messageId,
  reach: 'one',
  actor,
  means: () => true,
});

// Decisions about deleting whole topics.

interface DeleteTopicInput {
  readonly channelId: ChannelId;
  /** Matched without case. */
  readonly topic: CheckedTopic;
}

/**
 * Deletes the newest messages of a topic that the caller can see, as many as one event holds. If the result
 * is not complete, submit it again. People's policies for the topic end with its last message.
 */
export const deleteTopicMessages = command<DeleteTopicInput, { readonly isComplete: boolean }>({
  name: 'DeleteTopicMessages',
  needs: (organization, input, actor) => ({ excerpts: [topicDeletionQuery(organization, input, actor)] }),
  decide(organization, input, context) {
    requireAdministrator(organization, context);
    const { channelId } = readableChannel(organization, context, { id: input.channelId });
    const deleterId = requireCaller(context);
    const excerpt = context.facts.excerpt(topicDeletionQuery(organization, input, deleterId));
    const isComplete = excerpt?.isComplete ?? true;
    const events: DecidedEvent[] = excerpt?.messages.length ? [deletionEvent(excerpt, deleterId)] : [];
    if (isComplete) events.push(...policyRemovals(organization, { channelId, topic: input.topic }));
    return { events, result: { isComplete } };
  },
});

/** Messages per event. */
const BATCH = 100;

/** All messages of the topic that the caller may read. */
const topicDeletionQuery = (
  organization: OrganizationState,
  { channelId, topic }: DeleteTopicInput,
  actor: UserId | null,
): ExcerptQuery => ({
  of: conversationKey({ kind: 'channel', channelId, topic }),
  reach: 'all',
  limit: BATCH,
  actor,
  means: (message) => accessOf(organization, actor).mayReadMessage(message),
});
