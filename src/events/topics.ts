import { z } from 'zod';
import { ChannelId, UserId } from '../ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';

/**
 * A person's policy for a topic; `none` inherits the channel's. The index in this list is the wire number,
 * and automatic changes only go up.
 */
export const TopicPolicy = z.enum(['none', 'muted', 'unmuted', 'followed']);
export type TopicPolicy = z.infer<typeof TopicPolicy>;

/** The wire number of a policy. */
export const policyNumber = (policy: TopicPolicy): number => TopicPolicy.options.indexOf(policy);

/** Policies that participation can set automatically. */
export const AutomaticTopicPolicy = TopicPolicy.extract(['unmuted', 'followed']);
export type AutomaticTopicPolicy = z.infer<typeof AutomaticTopicPolicy>;

/** Events of people's topic policies. */
export const topicEvents = defineEvents('organization', {
  /**
   * The listed people have another policy for this topic: by choice, by participation, or because the topic
   * is gone.
   */
  TopicPolicySet: eventType(1, {
    userIds: z.array(UserId).min(1).readonly(),
    channelId: ChannelId,
    topic: erasable('person:userIds', z.string()),
    oldPolicy: TopicPolicy,
    newPolicy: TopicPolicy,
  }),
});
export const { TopicPolicySet } = topicEvents.make;
