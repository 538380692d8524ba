import { z } from 'zod';
import { ChannelId, UserId } from '../ids.ts';
import { defineEvents, erasable, fact } from './define.ts';

/**
 * How somebody has a topic; `none` is as its channel is. The place in this list is the number on the wire,
 * and what comes of itself only goes up the list.
 */
export const TopicPolicy = z.enum(['none', 'muted', 'unmuted', 'followed']);
export type TopicPolicy = z.infer<typeof TopicPolicy>;

/** The number of a policy on the wire. */
export const numberOfPolicy = (policy: TopicPolicy): number => TopicPolicy.options.indexOf(policy);

/** What a topic may become of itself to who takes part in it. */
export const AutomaticTopicPolicy = TopicPolicy.extract(['unmuted', 'followed']);
export type AutomaticTopicPolicy = z.infer<typeof AutomaticTopicPolicy>;

/** Facts of what topics are to people. */
export const topicEvents = defineEvents('organization', {
  /** Every listed person has this topic otherwise than before: by will, by taking part, or because it is gone. */
  TopicPolicySet: fact(1, {
    userIds: z.array(UserId).min(1).readonly(),
    channelId: ChannelId,
    topic: erasable('person:userIds', z.string()),
    oldPolicy: TopicPolicy,
    newPolicy: TopicPolicy,
  }),
});
export const { TopicPolicySet } = topicEvents.make;
