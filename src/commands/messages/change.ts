/**
 * Edits and moves of messages. The order of the checks is part of the contract: tests see which refusal comes
 * first.
 */
import { Refused, requireThat } from '../../errors.ts';
import type { MoveReach } from '../../events/messages.ts';
import type { ChannelId, MessageId, UserId } from '../../ids.ts';
import { accessOf } from '../../organization/access.ts';
import type { Excerpt, ExcerptQuery, ExcerptMessage } from '../../organization/excerpts.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { command, type DecisionContext } from '../define.ts';
import type { CheckedTopic } from '../text.ts';
import { requireSeenText, editedMessage } from './edit.ts';
import { destinationOf, requestsMove, movedMessages, countTooOld } from './move.ts';
import type { WrittenText } from './rendering.ts';

/** Requested changes of a message; undefined means no change. */
export interface ChangeMessageInput {
  readonly messageId: MessageId;
  readonly text: WrittenText | undefined;
  readonly topic: CheckedTopic | undefined;
  readonly channelId: ChannelId | undefined;
  /** Which messages of the topic are moved with it. */
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
  needs: (organization, input, actor) => ({ excerpts: [question(organization, input, actor)] }),
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
const question = (
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
  const excerpt = facts.excerpt(question(organization, input, actor));
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
  requireThat(text === undefined || named.submessages === undefined, 'Widgets cannot be edited.');
}
