/** People's topic policies as they were set: one document per person. */
import { ERASED } from '../events/define.ts';
import { conversationKey } from '../events/messages.ts';
import { policyNumber } from '../events/topics.ts';
import type { ChannelId, UserId } from '../ids.ts';
import type { OrganizationState } from '../organization/state.ts';
import { collection, defineProjection } from './define.ts';
import { documentsOf } from './documents.ts';
import type { Views } from './views.ts';

/** A person's policy for a topic. */
export interface UserTopic {
  readonly channelId: ChannelId;
  readonly topic: string;
  /** The wire number of the policy; never that of `none`. */
  readonly policy: number;
  /** UNIX seconds. */
  readonly setAt: number;
}

/** A document of the collection `userTopics`; its ID is the person's. The latest change comes last. */
interface UserTopicsDocument {
  readonly topics: readonly UserTopic[];
}

const keyOf = ({ channelId, topic }: Pick<UserTopic, 'channelId' | 'topic'>): string =>
  conversationKey({ kind: 'channel', channelId, topic });

const topicDocuments = collection<UserTopicsDocument, UserId>('userTopics', { id: 'number' });

/** Personal lists of topics. */
export const userTopics = defineProjection({
  name: 'userTopics',
  version: 1,
  collections: [topicDocuments],
  on: {
    TopicPolicySet({ data: { userIds, channelId, topic, newPolicy }, metadata }, views) {
      if (topic === ERASED) return;
      const key = keyOf({ channelId, topic });
      const policy = policyNumber(newPolicy);
      const setAt = Math.floor(metadata.time / 1000);
      const set = (document: UserTopicsDocument | undefined): UserTopicsDocument | undefined => {
        const others = (document?.topics ?? []).filter((other) => keyOf(other) !== key);
        const topics = newPolicy === 'none' ? others : [...others, { channelId, topic, policy, setAt }];
        return topics.length === 0 ? undefined : { topics };
      };
      for (const userId of userIds) views.upsert(topicDocuments, userId, set);
    },
  },
});

/** The topics for which a person has a policy, the latest change last. */
export async function findUserTopics(
  views: Views,
  organization: Pick<OrganizationState, 'organizationId'>,
  userId: UserId,
): Promise<readonly UserTopic[]> {
  const document = await documentsOf(views, organization).get(topicDocuments, userId);
  return document?.topics ?? [];
}
