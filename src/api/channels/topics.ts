/** Topics: listing and deleting them, and people's policies for them. */
import { z } from 'zod';
import { Refused, requireThat } from '../../base/errors.ts';
import { ChannelId } from '../../base/ids.ts';
import { setTopicPolicy, unmuteTopic } from '../../commands/channels/topics.ts';
import { deleteTopicMessages } from '../../commands/messages/change.ts';
import { checkedTopic, isTopic, MAX_TOPIC_LENGTH } from '../../commands/text.ts';
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../events/messages.ts';
import { TopicPolicy } from '../../events/subscriptions.ts';
import { accessOf } from '../../organization/access/access.ts';
import type { ChannelReference } from '../../organization/slices/channels.ts';
import { messageFacts } from '../../projections/messages/facts.ts';
import { messages } from '../../projections/messages/projection.ts';
import { findUserTopics, userTopics } from '../../projections/subscriptions.ts';
import { findTopics } from '../../projections/topics.ts';
import { Topic } from '../../wire/define.ts';
import { UserTopicEntry, UserTopics, wireUserTopic } from '../../wire/subscriptions.ts';
import { admitSpectator } from '../http/authentication.ts';
import { json, path, text } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';
import { listResponse } from '../listings/listResponse.ts';
import { showingParams } from '../messages/reading.ts';

const topicName = () =>
  text(
    z
      .string()
      .refine(isTopic, { params: { problem: `is too long (limit: ${MAX_TOPIC_LENGTH} characters)` } }),
  ).describe(Topic);

const PolicyNumber = z
  .int()
  .refine((number) => number in TopicPolicy.options, { error: 'Invalid visibility_policy' });

/** How long one call goes on deleting, in milliseconds. */
const DELETION_BUDGET_MS = 50_000;

export const topicRoutes = routes({
  'GET /users/me/:stream_id/topics': read({
    isBulky: true,
    who: 'visitor',
    summary: 'List the topics of a channel, most recent first',
    params: { stream_id: path(ChannelId), allow_empty_topic_name: showingParams.allow_empty_topic_name },
    response: z.strictObject({
      topics: z
        .array(
          z.strictObject({
            name: z.string().describe('The topic.'),
            max_id: z.int().describe('Its newest message.'),
          }),
        )
        .describe('The topics, most recent first; the newest 10,000.'),
    }),
    errors: ['UNAUTHENTICATED_USER'],
    async handle({ params, actor, organization, level }) {
      admitSpectator(organization, actor);
      const { state } = organization;
      const access = accessOf(state, actor?.userId ?? null);
      requireThat(access.readsContent(params.stream_id), 'Invalid channel ID');
      const topics = await findTopics(await level(messageFacts, messages), access, state, params.stream_id);
      const emptyName = params.allow_empty_topic_name ? '' : EMPTY_TOPIC_DISPLAY_NAME;
      return listResponse('topics', topics, ({ name, lastMessageId }) => ({
        name: name || emptyName,
        max_id: lastMessageId,
      }));
    },
  }),

  'GET /user_topics': read({
    who: 'user',
    summary: 'List the topics that you mute, unmute or follow',
    params: {},
    response: z.strictObject({ user_topics: UserTopics }),
    async handle({ actor, organization: { state }, level }) {
      const access = accessOf(state, actor.userId);
      const topics = await findUserTopics(await level(userTopics), state, actor.userId);
      return {
        user_topics: topics.filter(({ channelId }) => access.seesChannel(channelId)).map(wireUserTopic),
      };
    },
  }),

  'POST /user_topics': write({
    who: 'user',
    summary: 'Mute, unmute or follow a topic',
    params: {
      stream_id: json(ChannelId),
      topic: topicName(),
      visibility_policy: json(PolicyNumber).describe('0 none, 1 muted, 2 unmuted, 3 followed.'),
    },
    async handle({ params, submit }) {
      const policy = TopicPolicy.options[params.visibility_policy] ?? 'none';
      const topic = checkedTopic(params.topic);
      await submit(setTopicPolicy, { channel: { id: params.stream_id }, topic, policy });
    },
  }),

  'PATCH /users/me/subscriptions/muted_topics': write({
    who: 'user',
    summary: 'Mute or unmute a topic (use POST /user_topics)',
    deprecated: true,
    params: {
      stream_id: json(ChannelId).optional(),
      stream: text().optional().describe('Name of the channel.'),
      topic: topicName(),
      op: text(z.enum(['add', 'remove'])).describe('Whether to add or to remove.'),
    },
    async handle({ params, submit }) {
      const topic = { channel: channelIn(params), topic: checkedTopic(params.topic) };
      if (params.op === 'add') await submit(setTopicPolicy, { ...topic, policy: 'muted' });
      else await submit(unmuteTopic, topic);
    },
  }),

  'POST /streams/:stream_id/delete_topic': write({
    who: 'user',
    summary: 'Delete the messages of a topic; repeat it until it is complete',
    params: { stream_id: path(ChannelId), topic_name: text().describe(UserTopicEntry.shape.topic_name) },
    response: z.strictObject({
      complete: z.boolean().describe('Whether all was done; otherwise call again.'),
    }),
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, services: { clock }, submit }) {
      const doomed = { channelId: params.stream_id, topic: checkedTopic(params.topic_name) };
      const deadline = clock.monotonic() + DELETION_BUDGET_MS;
      let complete = false;
      do {
        ({ isComplete: complete } = await submit(deleteTopicMessages, doomed));
      } while (!complete && clock.monotonic() < deadline);
      return { complete };
    },
  }),
});

/** Exactly one of the two parameters must name a channel. */
function channelIn({
  stream_id: id,
  stream: name,
}: {
  readonly stream_id: ChannelId | undefined;
  readonly stream: string | undefined;
}): ChannelReference {
  if (id !== undefined && name !== undefined) {
    const parameters = 'stream_id, stream';
    throw new Refused(`Unsupported parameter combination: ${parameters}`, 'BAD_REQUEST', { parameters });
  }
  if (id !== undefined) return { id };
  if (name === undefined) throw new Refused("Missing 'stream_id' argument");
  return { name };
}
