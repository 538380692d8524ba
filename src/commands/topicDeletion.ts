/** Decisions about deleting whole topics. */
import { conversationKey } from '../events/messages.ts';
import type { ChannelId, UserId } from '../ids.ts';
import { accessOf } from '../organization/access.ts';
import type { ExcerptQuery } from '../organization/excerpts.ts';
import type { OrganizationState } from '../organization/state.ts';
import { requireAdministrator } from './authority.ts';
import { command, type DecidedEvent } from './define.ts';
import type { CheckedTopic } from './text.ts';
import { deletionEvent } from './messages/rearranged.ts';
import { callerOf, policyRemovals, readableChannel } from './topics.ts';

export interface DeleteTopicInput {
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
  needs: (organization, input, actor) => ({ excerpts: [question(organization, input, actor)] }),
  decide(organization, input, context) {
    requireAdministrator(organization, context);
    const { channelId } = readableChannel(organization, context, { id: input.channelId });
    const deleterId = callerOf(context);
    const excerpt = context.facts.excerpt(question(organization, input, deleterId));
    const isComplete = excerpt?.isComplete ?? true;
    const events: DecidedEvent[] = excerpt?.messages.length ? [deletionEvent(excerpt, deleterId)] : [];
    if (isComplete) events.push(...policyRemovals(organization, { channelId, topic: input.topic }));
    return { events, result: { isComplete } };
  },
});

/** Messages per event. */
const BATCH = 100;

/** All messages of the topic that the caller may read. */
const question = (
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
