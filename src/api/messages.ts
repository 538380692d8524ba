/** Messages: sending and reading them (spec/endpoint-details.md 1, spec/beyond.md 3.1 and 3.3). */
import { z } from 'zod';
import type { RenderedText } from '../commands/messages/reach.ts';
import { sendMessage } from '../commands/messages/send.ts';
import { checkedContent, checkedTopic } from '../commands/text.ts';
import { Refused, requireThat } from '../errors.ts';
import { numberOfPolicy } from '../events/topics.ts';
import { MessageId } from '../ids.ts';
import { accessOf } from '../organization/access.ts';
import { defaultSendingChannel } from '../organization/bots.ts';
import { messageFor, messagesAround } from '../projections/messages/page.ts';
import { anchorOf, anchorParam, checkAnchorExcluded, MAX_MESSAGES } from './anchor.ts';
import { idempotencyOf } from './idempotency.ts';
import { Message, wireMessage } from './messageFields.ts';
import { narrowParam, narrowTerms } from './narrow.ts';
import { json, path, text, type ValuesOf } from './parameters.ts';
import { addresseeOf, MessageType } from './recipients.ts';
import { read, routes, write } from './route.ts';

const Count = z.int().nonnegative();

const TO =
  'A channel: its ID or name, plain or as JSON. People: a JSON list of their IDs or of their e-mail addresses, or ' +
  'addresses separated by commas.';

/** What speaks for others, for accounts that mirror other systems: there are none here. */
const mirrorParams = {
  sender: text().optional(),
  forged: text().optional(),
  time: text().optional(),
} as const;

export const messageRoutes = routes({
  'POST /messages': write({
    who: 'user',
    takesSendOnlyBots: true,
    hot: true,
    summary: 'Send a message to a channel or directly to people',
    params: {
      type: text(MessageType),
      to: text().describe(TO).optional(),
      content: text(),
      topic: text().alias('subject').optional(),
      queue_id: text().optional(),
      local_id: text().optional(),
      read_by_sender: json(z.boolean()).optional(),
      ...mirrorParams,
    },
    response: z.strictObject({ id: z.int(), automatic_new_visibility_policy: z.int().optional() }),
    headers: {
      'Idempotency-Key':
        '1 to 255 characters. The same message sent again with the same key is answered again and not sent twice; ' +
        'another message with it is IDEMPOTENCY_KEY_REUSED.',
    },
    errors: [
      'STREAM_DOES_NOT_EXIST',
      'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
      'IDEMPOTENCY_KEY_REUSED',
    ],
    async handle({ params, actor, organization, services, client, header, submit }) {
      refuseMirroring(params);
      const byDefault = defaultSendingChannel(organization.state, actor.userId);
      const to = addresseeOf(params.type, params.to, byDefault);
      const topic = to.kind === 'channel' ? requiredTopic(params.topic) : '';
      const content = checkedContent(params.content);
      const readBySender = params.read_by_sender ?? isReadingClient(client);
      const rendered: RenderedText = await services.render(organization.state, content, actor.userId);
      const idempotency = idempotencyOf(organization.id, actor.userId, header('idempotency-key'), params);
      const { queue_id: queueId, local_id: localId } = params;
      const said = { to, topic, content, rendered, readBySender, queueId, localId, idempotency };
      const { messageId, automaticTopicPolicy: policy } = await submit(sendMessage, said);
      return { id: messageId, ...(policy && { automatic_new_visibility_policy: numberOfPolicy(policy) }) };
    },
  }),

  'GET /messages': read({
    who: 'user',
    summary: 'Read messages around an anchor, within a narrow',
    params: {
      anchor: anchorParam,
      include_anchor: json(z.boolean()).default(true),
      num_before: json(Count),
      num_after: json(Count),
      narrow: narrowParam,
      apply_markdown: json(z.boolean()).default(true),
      allow_empty_topic_name: json(z.boolean()).default(false),
    },
    response: z.strictObject({
      messages: z.array(Message),
      anchor: z.number(),
      found_anchor: z.boolean(),
      found_oldest: z.boolean(),
      found_newest: z.boolean(),
      history_limited: z.boolean(),
    }),
    errors: ['BAD_NARROW'],
    async handle({ params, actor, organization, level }) {
      const request = {
        ...rangeOf(params),
        anchor: anchorOf(params.anchor),
        narrow: narrowTerms(organization.state, params.narrow),
      };
      const views = await level('messages', 'messageFacts');
      const access = accessOf(organization.state, actor.userId);
      const page = await messagesAround(views, access, organization.state, request);
      return {
        messages: page.messages.map((message) => wireMessage(organization, message, params)),
        anchor: page.anchor,
        found_anchor: page.foundAnchor,
        found_oldest: page.foundOldest,
        found_newest: page.foundNewest,
        history_limited: false,
      };
    },
  }),

  'GET /messages/:message_id': read({
    who: 'user',
    summary: 'Read one message',
    params: {
      message_id: path(MessageId),
      apply_markdown: json(z.boolean()).default(true),
      allow_empty_topic_name: json(z.boolean()).default(false),
    },
    response: z.strictObject({ message: Message, raw_content: z.string() }),
    async handle({ params, actor, organization, level }) {
      const views = await level('messages', 'messageFacts');
      const access = accessOf(organization.state, actor.userId);
      const message = await messageFor(views, access, organization.state, params.message_id);
      if (message === undefined) throw new Refused('BAD_REQUEST', 'Invalid message(s)');
      return {
        message: wireMessage(organization, message, params),
        raw_content: message.content,
      };
    },
  }),
});

function refuseMirroring({ sender, forged, time }: ValuesOf<typeof mirrorParams>): void {
  const speaksForItself = sender === undefined && forged === undefined && time === undefined;
  requireThat(speaksForItself, 'BAD_REQUEST', 'User not authorized for this query');
}

function requiredTopic(topic: string | undefined): string {
  if (topic === undefined) throw new Refused('BAD_REQUEST', 'Missing topic');
  return checkedTopic(topic);
}

/** Clients in which somebody reads while writing (spec/endpoint-details.md 1.5): compared without case. */
const READING_CLIENTS: ReadonlySet<string> = new Set([
  ...['website', 'ios', 'android', 'snipe'],
  ...[
    'zulipandroid',
    'zulipios',
    'zulipdesktop',
    'zulipmobile',
    'zulipelectron',
    'zulipterminal',
    'zulipflutter',
  ],
  ...[
    'hansardandroid',
    'hansardios',
    'hansarddesktop',
    'hansardmobile',
    'hansardelectron',
    'hansardterminal',
  ],
]);
const isReadingClient = (client: string): boolean => READING_CLIENTS.has(client.toLowerCase());

function rangeOf(params: { include_anchor: boolean; num_before: number; num_after: number }) {
  const { include_anchor: includeAnchor, num_before: before, num_after: after } = params;
  const tooMany = `Too many messages requested (maximum ${MAX_MESSAGES}).`;
  requireThat(before + after + (includeAnchor ? 1 : 0) <= MAX_MESSAGES, 'BAD_REQUEST', tooMany);
  checkAnchorExcluded(includeAnchor, before, after);
  return { includeAnchor, before, after };
}
