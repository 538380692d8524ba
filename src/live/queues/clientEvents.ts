/** Client events as queues deliver them: the payloads of `../shapes.ts` in the forms of each client. */
import { z } from 'zod';
import { ChannelId, MessageId } from '../../base/ids.ts';
import {
  conversationType,
  eventShape,
  named,
  plainEventShape,
  sentenceOf,
  Topic,
} from '../../wire/define.ts';
import { MessageIds } from '../../wire/messageEvents.ts';
import { EventMessage, Flag, Message } from '../../wire/messages.ts';
import { MutedTopics, SubscribedChannel } from '../../wire/subscriptions.ts';
import { WebhookServices } from '../../wire/users.ts';
import { payloads } from '../translation/shapes.ts';

const DeliveredMessage = named(
  'EventMessage',
  'A message in an event: without flags, which stand beside it, and without reactions.',
  EventMessage.omit({ rendered_content: true }).extend({
    content_type: Message.shape.content_type,
    recipient_id: Message.shape.recipient_id,
  }),
);

const Deleted = [
  { message_type: conversationType(z.literal('private')) },
  { message_type: conversationType(z.literal('stream')), stream_id: ChannelId, topic: Topic },
].flatMap((where) => [
  plainEventShape('delete_message', { message_ids: MessageIds, ...where }),
  plainEventShape('delete_message', { message_id: MessageId, ...where }),
]);

const Subscription = named(
  'AddedSubscription',
  'A channel to which the receiver is subscribed now, with its settings.',
  payloads['subscription/add'].shape.subscriptions.element.extend({ color: SubscribedChannel.shape.color }),
);

const botOf = (op: 'realm_bot/add' | 'realm_bot/update') =>
  payloads[op].shape.bot.extend({ services: WebhookServices.optional() });

const deliveredShapes = {
  ...payloads,
  message: plainEventShape('message', {
    message: DeliveredMessage.describe('The message, as the receiver sees it.'),
    flags: z.array(Flag).describe('What the message is for the receiver.'),
    local_message_id: z
      .string()
      .optional()
      .describe('The `local_id` that was sent with the message, for the queue that it was sent with.'),
  }),
  delete_message: z.union(Deleted),
  'subscription/add': eventShape('subscription', 'add', {
    subscriptions: z.array(Subscription).describe('The channels, with the receiver’s settings for them.'),
  }),
  muted_topics: plainEventShape('muted_topics', {
    muted_topics: z.array(z.tuple([z.string(), z.string(), z.int()])).describe(sentenceOf(MutedTopics)),
  }),
  'realm_bot/add': eventShape('realm_bot', 'add', {
    bot: botOf('realm_bot/add').describe('The bot, with its settings.'),
  }),
  'realm_bot/update': eventShape('realm_bot', 'update', {
    bot: botOf('realm_bot/update').describe('The bot’s ID, and what has changed.'),
  }),
  'presence (slim)': payloads['presence (legacy)']
    .omit({ email: true })
    .describe('The same, for clients that asked for `slim_presence`.'),
  heartbeat: plainEventShape('heartbeat', {}).describe(
    'Nothing has happened for some time; the connection works.',
  ),
};

type Shape = z.ZodObject<z.core.$ZodLooseShape, z.core.$strict>;

const shapesOf = (schema: z.ZodType): readonly Shape[] =>
  schema instanceof z.ZodUnion
    ? schema.options.flatMap((option) => shapesOf(option as z.ZodType))
    : [schema as unknown as Shape];

/** `realm_user/add` is a RealmUserAddEvent. */
const nameOf = (key: string): string =>
  `${key.replaceAll(/(?:^|[^a-z]+)([a-z])/g, (_, letter: string) => letter.toUpperCase()).replaceAll(/\W/g, '')}Event`;

/** The forms of one key of `told`, each with its ID. */
function eventOf(key: string, schema: z.ZodType): z.ZodType {
  const forms = shapesOf(schema).map((shape) =>
    shape.extend({ id: z.int().describe('ID of the event, for `last_event_id`; ascending in a queue.') }),
  );
  const [only] = forms;
  const sentence = sentenceOf(
    schema.description === undefined ? payloads[key as keyof typeof payloads] : schema,
  );
  return named(nameOf(key), sentence, forms.length === 1 && only ? only : z.union(forms));
}

/** A client event: ID, type and content. */
export const ClientEventSchema = named(
  'ClientEvent',
  'An event of a queue. `type` and, where there is one, `op` tell which.',
  z.union(Object.entries<z.ZodType>(deliveredShapes).map(([key, schema]) => eventOf(key, schema))),
);
