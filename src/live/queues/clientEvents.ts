/** Client events as queues deliver them: the payloads of `../shapes.ts` in the forms of each client. */
import { z } from 'zod';
import { payloads } from '../shapes.ts';
import { EventMessage, Flag } from '../../wire/messageFields.ts';
import { plainRow, row } from '../../wire/row.ts';

const ids = z.array(z.int());

const ToldMessage = EventMessage.omit({ rendered_content: true }).extend({
  content_type: z.enum(['text/html', 'text/x-markdown']),
  recipient_id: z.int(),
});

const Deleted = [
  { message_type: z.literal('private') },
  { message_type: z.literal('stream'), stream_id: z.int(), topic: z.string() },
].flatMap((where) => [
  plainRow('delete_message', { message_ids: ids, ...where }),
  plainRow('delete_message', { message_id: z.int(), ...where }),
]);

const Subscription = payloads['subscription/add'].shape.subscriptions.element.extend({ color: z.string() });

const service = { base_url: z.string(), interface: z.int(), token: z.string() };
const botOf = (op: 'realm_bot/add' | 'realm_bot/update') =>
  payloads[op].shape.bot.extend({ services: z.array(z.strictObject(service)).optional() });

const told = {
  ...payloads,
  message: plainRow('message', {
    message: ToldMessage,
    flags: z.array(Flag),
    local_message_id: z.string().optional(),
  }),
  delete_message: z.union(Deleted),
  'subscription/add': row('subscription', 'add', { subscriptions: z.array(Subscription) }),
  muted_topics: plainRow('muted_topics', {
    muted_topics: z.array(z.tuple([z.string(), z.string(), z.int()])),
  }),
  'realm_bot/add': row('realm_bot', 'add', { bot: botOf('realm_bot/add') }),
  'realm_bot/update': row('realm_bot', 'update', { bot: botOf('realm_bot/update') }),
  'presence (slim)': payloads['presence (legacy)'].omit({ email: true }),
  heartbeat: plainRow('heartbeat', {}),
};

type Shape = z.ZodObject<z.core.$ZodLooseShape, z.core.$strict>;

const shapesOf = (schema: z.ZodType): readonly Shape[] =>
  schema instanceof z.ZodUnion
    ? schema.options.flatMap((option) => shapesOf(option as z.ZodType))
    : [schema as unknown as Shape];

/** A client event: ID, type and content. */
export const ClientEvent = z.union(
  Object.values<z.ZodType>(told)
    .flatMap(shapesOf)
    .map((shape) => shape.extend({ id: z.int() })),
);
