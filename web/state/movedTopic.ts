/** Links outlive the names of topics: where what they lead to is now. */
import { client } from './connection.ts';
import type { Route } from './routes.ts';
import { isResolved, loadTopics, topics, withResolution } from './topics.ts';
import { conversationKey, conversationOf } from './unread.ts';

type TopicRoute = Extract<Route, { readonly kind: 'topic' }>;

/** The route of a topic that was not found at a link's target; undefined if it is gone, or never existed. */
export async function findMovedTopic({ channelId, topic, near }: TopicRoute): Promise<Route | undefined> {
  if (near === undefined) {
    await loadTopics(channelId);
    const other = withResolution(topic, !isResolved(topic));
    const known = topics.peek().get(channelId) ?? [];
    const found = known.find(({ name }) => name.toLowerCase() === other.toLowerCase());
    return found && { kind: 'topic', channelId, topic: found.name };
  }
  const params = { message_id: near, allow_empty_topic_name: true };
  const answer = await client.call('GET /messages/:message_id', params).catch(() => undefined);
  const now = answer && conversationOf(answer.message);
  if (now === undefined || conversationKey(now) === conversationKey({ channelId, topic })) return undefined;
  return 'channelId' in now ? { kind: 'topic', ...now, near } : { kind: 'direct', ...now, near };
}
