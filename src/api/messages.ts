/** Sending messages. */
import { z } from 'zod';
import type { Addressee } from '../commands/messages/addressee.ts';
import { reportMissingChannel } from '../commands/messages/undelivered.ts';
import { sendMessage } from '../commands/messages/send.ts';
import { submitMessage } from '../commands/messages/submit.ts';
import { MAX_MESSAGE_LENGTH, trustedTopic } from '../commands/text.ts';
import { Refused, requireThat } from '../errors.ts';
import { policyNumber } from '../events/topics.ts';
import { defaultSendingChannel } from '../organization/bots.ts';
import { idempotencyOf } from './http/idempotency.ts';
import { json, type ParameterRecord, text, type ValuesOf } from './http/parameters.ts';
import { isReadingClient } from './readingClients.ts';
import { parseAddressee, messageType, requiredTopic } from './recipients.ts';
import { routes, write, type WriteContext } from './http/route.ts';
import { resolveUserByEmail } from './userReference.ts';
import { Widget } from '../wire/widgets.ts';

const TO =
  'A channel: its ID or name, plain or as JSON. People: a JSON list of their IDs or of their e-mail addresses, or ' +
  'addresses separated by commas.';

/** Both are recorded with the message. A queue's ID has its narrow in it. */
const MAX_QUEUE_ID_LENGTH = 10_000;
const MAX_LOCAL_ID_LENGTH = 100;

/** For accounts that mirror other systems and speak for others; not supported. */
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
      type: messageType(),
      to: text().describe(TO).optional(),
      content: text(),
      topic: text().alias('subject').optional(),
      queue_id: text().optional(),
      local_id: text().optional(),
      read_by_sender: json(z.boolean()).optional(),
      widget_content: json(Widget).optional(),
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
      const to = parseAddressee(params.type, params.to, byDefault, (address) =>
        resolveUserByEmail(organization, actor, address),
      );
      const topic = to.kind === 'channel' ? requiredTopic(params.topic) : trustedTopic('');
      const widget = params.widget_content && JSON.stringify(params.widget_content);
      requireShort('widget_content', widget, MAX_MESSAGE_LENGTH);
      requireShort('queue_id', params.queue_id, MAX_QUEUE_ID_LENGTH);
      requireShort('local_id', params.local_id, MAX_LOCAL_ID_LENGTH);
      const message = {
        ...{ to, topic, source: params.content, writerId: actor.userId, widget },
        readBySender: params.read_by_sender ?? isReadingClient(client),
        queueId: params.queue_id,
        localId: params.local_id,
        idempotency: idempotencyOf(organization.id, actor.userId, header('idempotency-key'), params),
      };
      const sent = submitMessage(services.render, organization.state, message, (checked) =>
        submit(sendMessage, checked),
      );
      const { messageId, automaticTopicPolicy: policy } = await (actor.isBot
        ? sent.catch(tellingOwner(to, submit))
        : sent);
      return { id: messageId, ...(policy && { automatic_new_visibility_policy: policyNumber(policy) }) };
    },
  }),
});

/** These are recorded as they are. */
function requireShort(name: string, text: string | undefined, limit: number): void {
  if (text !== undefined && text.length > limit)
    throw new Refused(`${name} is too long (limit: ${limit} characters)`);
}

/** Passes the refusal on to the bot, and tells its owner about the missing channel. */
const tellingOwner =
  (to: Addressee, submit: WriteContext<'user', ParameterRecord>['submit']) =>
  async (error: unknown): Promise<never> => {
    if (to.kind === 'channel' && error instanceof Refused && error.code === 'STREAM_DOES_NOT_EXIST')
      await submit(reportMissingChannel, {
        named: 'name' in to.channel ? to.channel.name : String(to.channel.id),
      });
    throw error;
  };

function refuseMirroring({ sender, forged, time }: ValuesOf<typeof mirrorParams>): void {
  for (const [field, value] of Object.entries({ sender, forged, time }))
    requireThat(value === undefined, `User not authorized for this query: ${field}`);
}
