/** Where the parameters of a route hold IDs, read from their schemas; and values for everything else. */
import { readdirSync } from 'node:fs';
import { z } from 'zod';
import type { Parameter } from '../../src/api/http/parameters.ts';
import type { Route } from '../../src/api/http/route.ts';
import * as ids from '../../src/base/ids.ts';
import { pushKey, pushToken } from '../support/bouncer.ts';
import { SOME_DAY } from '../support/makers.ts';

/** What an ID is of: the name of its schema in `src/base/ids.ts`, or in the events of its area. */
export type Kind = string;

/** One place for an ID: in `put` it becomes the value of the parameter. */
export interface IdSlot {
  readonly parameter: string;
  readonly kind: Kind;
  put(id: number): unknown;
}

type Values = Readonly<Record<string, unknown>>;
type Within = Pick<IdSlot, 'kind' | 'put'>;

const EVENTS = new URL('../../src/events/', import.meta.url);

/** What the files of areas export beside what everybody needs. */
const areas = await Promise.all(
  readdirSync(EVENTS)
    .filter((name) => name.endsWith('.ts'))
    .map(async (name) => (await import(new URL(name, EVENTS).href)) as object),
);

/** Every ID that names something within an organization. */
const KINDS: ReadonlyMap<unknown, Kind> = new Map(
  [ids, ...areas]
    .flatMap((module): readonly [string, unknown][] => Object.entries(module))
    .filter(
      ([name, schema]) => /Id$/.test(name) && name !== 'OrganizationId' && schema instanceof z.ZodNumber,
    )
    .map(([name, schema]) => [schema, name]),
);

/** Places in a draft. */
const DRAFTED: readonly Within[] = (
  [
    ['ChannelId', 'stream'],
    ['UserId', 'private'],
  ] as const
).map(([kind, type]) => ({ kind, put: (id) => ({ type, to: [id], topic: 'a topic', content: 'x' }) }));

/** Parameters whose text may be an ID, or a list of IDs, among other things. */
const TEXTS: Readonly<Record<string, readonly Within[]>> = {
  'POST /messages to': [{ kind: 'ChannelId', put: (id) => id }],
  'POST /scheduled_messages to': [{ kind: 'ChannelId', put: (id) => id }],
  'POST /drafts drafts': DRAFTED.map(({ kind, put }) => ({ kind, put: (id) => [put(id)] })),
  'PATCH /drafts/:draft_id draft': DRAFTED,
  'PATCH /scheduled_messages/:scheduled_message_id to': [{ kind: 'UserId', put: (id) => [id] }],
  'GET /users/:user_id user_id': [{ kind: 'UserId', put: (id) => id }],
  'PATCH /users/:user_id user_id': [{ kind: 'UserId', put: (id) => id }],
  'GET /users/:user_id/presence user_id': [{ kind: 'UserId', put: (id) => id }],
  'POST /mark_stream_as_read stream_id': [{ kind: 'ChannelId', put: (id) => id }],
  'POST /mark_topic_as_read stream_id': [{ kind: 'ChannelId', put: (id) => id }],
};

/** Parameters, of every route or of one, whose ID must be of a special kind. */
const SPECIAL: Readonly<Record<string, Kind>> = {
  bot_id: 'BotId',
  'DELETE /invites/multiuse/:invite_id invite_id': 'InvitationLinkId',
};

/** Every place of a route that takes an ID. */
export const idSlotsOf = ({ name, params }: Route): readonly IdSlot[] =>
  Object.entries(params).flatMap(([parameter, { schema }]) =>
    [...within(schema), ...(TEXTS[`${name} ${parameter}`] ?? [])].map(({ kind, put }) => ({
      parameter,
      kind: SPECIAL[`${name} ${parameter}`] ?? SPECIAL[parameter] ?? kind,
      put,
    })),
  );

/** Places in a schema: an ID itself, or wherever lists, objects and alternatives hold one. */
function within(schema: z.core.$ZodType): readonly Within[] {
  const kind = KINDS.get(schema);
  if (kind !== undefined) return [{ kind, put: (id) => id }];
  if (schema instanceof z.ZodArray)
    return within(schema.element).map((slot) => ({ ...slot, put: (id) => [slot.put(id)] }));
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(within);
  if (schema instanceof z.ZodObject) return withinObject(schema);
  if (schema instanceof z.ZodTuple) return withinTuple(schema);
  const inner = innerOf(schema);
  return inner === undefined ? [] : within(inner);
}

const withinObject = (schema: z.ZodObject): readonly Within[] =>
  Object.entries(schema.shape).flatMap(([key, field]) =>
    // What is expected to be current is compared and never looked up.
    (key === 'old' ? [] : within(field)).map((slot) => ({
      kind: slot.kind,
      put: (id) => ({ ...(sample(schema) as object), [key]: slot.put(id) }),
    })),
  );

const withinTuple = (schema: z.ZodTuple): readonly Within[] =>
  schema.def.items.flatMap((item, index) =>
    within(item).map((slot) => ({
      kind: slot.kind,
      put: (id) => (sample(schema) as unknown[]).with(index, slot.put(id)),
    })),
  );

/** What is wrapped: optional, nullable, with a default, checked after. */
function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const def = schema._zod.def as { readonly innerType?: z.core.$ZodType; readonly in?: z.core.$ZodType };
  return def.innerType ?? def.in;
}

let texts = 0;

/** Some value that a schema accepts: texts are new each time, lists of objects have one element, others none. */
function sample(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodString) return `text ${(texts += 1)}`;
  if (schema instanceof z.ZodNumber) return 1;
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  if (schema instanceof z.ZodArray)
    return schema.element instanceof z.ZodObject ? [sample(schema.element)] : [];
  if (schema instanceof z.ZodUnion) return sample(schema.options[0]!);
  if (schema instanceof z.ZodTuple) return schema.def.items.map(sample);
  if (schema instanceof z.ZodObject) return sampleObject(schema);
  const inner = innerOf(schema);
  return inner === undefined ? null : sample(inner);
}

const sampleObject = (schema: z.ZodObject): Values =>
  Object.fromEntries(
    Object.entries(schema.shape)
      .filter(([, field]) => !field.safeParse(undefined).success)
      .map(([key, field]) => [key, KNOWN[key] ?? sample(field)]),
  );

/** Fields whose values depend on each other. */
const KNOWN: Values = { property: 'color', value: '#aabbcc' };

const isNeeded = ({ required, source }: Parameter<unknown>): boolean => required && source !== 'path';

/** What a route wants besides, and its schemas do not say. */
const HINTS: Readonly<Record<string, Values>> = {
  'POST /users/:user_id/status': { status_text: 'Out' },
  'POST /messages': { type: 'channel', topic: 'a topic' },
  'POST /scheduled_messages': { type: 'channel', topic: 'a topic', ...SOME_DAY },
  'PATCH /scheduled_messages/:scheduled_message_id': SOME_DAY,
  'POST /reminders': SOME_DAY,
  'POST /typing': { type: 'channel', topic: 'a topic' },
  'POST /mobile_push/register': { push_key_id: 1, push_key: pushKey(1), ...pushToken() },
  'PATCH /users/me/subscriptions/:stream_id': KNOWN,
  'POST /user_groups/:group_id/members': { add: [1] },
  'POST /user_groups/:group_id/subgroups': { add: [3] },
};

/** Values for the parameters that a route demands. */
export const neededValues = ({ name, params }: Route): Values => ({
  ...Object.fromEntries(
    Object.entries(params)
      .filter(([, parameter]) => isNeeded(parameter))
      .map(([parameter, { schema }]) => [parameter, sample(schema)]),
  ),
  ...HINTS[name],
});
