/** Client events as queues deliver them: the payloads of `../shapes.ts` in the forms of each client. */
import { z } from 'zod';
import { eventShape, named, plainEventShape } from '../../wire/define.ts';
import { EventMessage, Flag } from '../../wire/messages.ts';
import { OutgoingWebhookService } from '../../wire/users.ts';
import { payloads } from '../translation/shapes.ts';

const ids = z.array(z.int());

const DeliveredMessage = named(
  'EventMessage',
  EventMessage.omit({ rendered_content: true }).extend({
    content_type: z.enum(['text/html', 'text/x-markdown']),
    recipient_id: z.int(),
  }),
);

const Deleted = [
  { message_type: z.literal('private') },
  { message_type: z.literal('stream'), stream_id: z.int(), topic: z.string() },
].flatMap((where) => [
  plainEventShape('delete_message', { message_ids: ids, ...where }),
  plainEventShape('delete_message', { message_id: z.int(), ...where }),
]);

const Subscription = named(
  'AddedSubscription',
  payloads['subscription/add'].shape.subscriptions.element.extend({ color: z.string() }),
);

const botOf = (op: 'realm_bot/add' | 'realm_bot/update') =>
  payloads[op].shape.bot.extend({ services: z.array(OutgoingWebhookService).optional() });

const deliveredShapes = {
  ...payloads,
  message: plainEventShape('message', {
    message: DeliveredMessage,
    flags: z.array(Flag),
    local_message_id: z.string().optional(),
  }),
  delete_message: z.union(Deleted),
  'subscription/add': eventShape('subscription', 'add', { subscriptions: z.array(Subscription) }),
  muted_topics: plainEventShape('muted_topics', {
    muted_topics: z.array(z.tuple([z.string(), z.string(), z.int()])),
  }),
  'realm_bot/add': eventShape('realm_bot', 'add', { bot: botOf('realm_bot/add') }),
  'realm_bot/update': eventShape('realm_bot', 'update', { bot: botOf('realm_bot/update') }),
  'presence (slim)': payloads['presence (legacy)'].omit({ email: true }),
  heartbeat: plainEventShape('heartbeat', {}),
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
  const forms = shapesOf(schema).map((shape) => shape.extend({ id: z.int() }));
  const [only] = forms;
  return named(nameOf(key), forms.length === 1 && only ? only : z.union(forms));
}

/** A client event: ID, type and content. */
export const ClientEventSchema = named(
  'ClientEvent',
  z.union(Object.entries<z.ZodType>(deliveredShapes).map(([key, schema]) => eventOf(key, schema))),
);
