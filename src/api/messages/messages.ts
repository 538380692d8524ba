/** Sending messages. */
import { z } from 'zod';
import { Refused } from '../../base/errors.ts';
import type { Addressee } from '../../commands/messages/posts.ts';
import { reportMissingChannel, sendMessage, submitMessage } from '../../commands/messages/send.ts';
import { MAX_MESSAGE_LENGTH, trustedTopic } from '../../commands/text.ts';
import { policyNumber } from '../../events/subscriptions.ts';
import { botSettings } from '../../organization/slices/bots.ts';
import { Topic } from '../../wire/define.ts';
import { Widget } from '../../wire/widgets.ts';
import { notAuthorized } from '../http/parameterErrors.ts';
import { json, type ParameterRecord, text, type ValuesOf } from '../http/parameters.ts';
import { routes, write, type WriteContext } from '../http/route.ts';
import { resolveUserByEmail } from '../people/userReference.ts';
import { IDEMPOTENCY_HEADER, sendIdempotency } from './idempotency.ts';
import { messageType, parseAddressee, readBySender, requiredTopic } from './recipients.ts';

/** Clients in which people read while they write; compared without case. */
const READING_CLIENTS: ReadonlySet<string> = new Set([
  'website',
  'ios',
  'android',
  'snipe',
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
  'zulipflutter',
  'hansardandroid',
  'hansardios',
  'hansarddesktop',
  'hansardmobile',
  'hansardelectron',
  'hansardterminal',
]);

/** Whether messages sent with a client count as read by their sender. */
export const isReadingClient = (client: string): boolean => READING_CLIENTS.has(client.toLowerCase());

const TO =
  'A channel: its ID or name, plain or as JSON. People: a JSON list of their IDs or of their e-mail addresses, or ' +
  'addresses separated by commas.';

/** Both are recorded with the message. A queue's ID has its narrow in it. */
const MAX_QUEUE_ID_LENGTH = 10_000;
const MAX_LOCAL_ID_LENGTH = 100;

const ignoredParam = text().optional().describe('Without a meaning here; older programs send it.');

/** For accounts that mirror other systems and speak for others; not supported. */
const mirrorParams = {
  sender: ignoredParam,
  forged: ignoredParam,
  time: ignoredParam,
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
      content: text().describe('The text in Markdown.'),
      topic: text().alias('subject').optional().describe(Topic),
      queue_id: text()
        .optional()
        .describe('The sender’s event queue, which is told `local_id` with the message.'),
      local_id: text()
        .optional()
        .describe(
          'A name of the client’s own for the message: sending it again with the same `queue_id` sends nothing.',
        ),
      read_by_sender: readBySender,
      widget_content: json(Widget)
        .optional()
        .describe('A widget that the message shows: buttons, a poll or a to-do list.'),
      ...mirrorParams,
    },
    response: z.strictObject({
      id: z.int().describe('ID of the new message.'),
      automatic_new_visibility_policy: z
        .int()
        .optional()
        .describe('The visibility policy that the sender’s settings gave the topic now; absent if none.'),
    }),
    headers: IDEMPOTENCY_HEADER,
    errors: [
      'STREAM_DOES_NOT_EXIST',
      'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
      'IDEMPOTENCY_KEY_REUSED',
      'BAD_EVENT_QUEUE_ID',
    ],
    async handle({ params, actor, organization, services, client, header, submit }) {
      refuseMirroring(params);
      const byDefault = botSettings(organization.state, actor.userId).defaults.sendingChannelId;
      const to = parseAddressee(params.type, params.to, byDefault, (address) =>
        resolveUserByEmail(organization, actor, address),
      );
      const topic = to.kind === 'channel' ? requiredTopic(params.topic) : trustedTopic('');
      const widget = params.widget_content && JSON.stringify(params.widget_content);
      requireShort('widget_content', widget, MAX_MESSAGE_LENGTH);
      requireShort('queue_id', params.queue_id, MAX_QUEUE_ID_LENGTH);
      requireShort('local_id', params.local_id, MAX_LOCAL_ID_LENGTH);
      if (params.queue_id !== undefined)
        await services.eventQueues.requireNotForeign(organization.id, actor.userId, params.queue_id);
      const message = {
        to,
        topic,
        source: params.content,
        writerId: actor.userId,
        widget,
        readBySender: params.read_by_sender ?? isReadingClient(client),
        queueId: params.queue_id,
        localId: params.local_id,
        idempotency: sendIdempotency(organization.id, actor.userId, header, params),
      };
      const sent = submitMessage(services.render, organization.state, message, (checked) =>
        submit(sendMessage, checked),
      );
      const { messageId, automaticTopicPolicy: policy } = await (actor.isBot
        ? sent.catch(reportToOwner(to, submit))
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
const reportToOwner =
  (to: Addressee, submit: WriteContext<'user', ParameterRecord>['submit']) =>
  async (error: unknown): Promise<never> => {
    if (to.kind === 'channel' && error instanceof Refused && error.code === 'STREAM_DOES_NOT_EXIST')
      await submit(reportMissingChannel, {
        named: 'name' in to.channel ? to.channel.name : String(to.channel.id),
      });
    throw error;
  };

function refuseMirroring({ sender, forged, time }: ValuesOf<typeof mirrorParams>): void {
  if ([sender, forged, time].some((value) => value !== undefined)) throw notAuthorized();
}
