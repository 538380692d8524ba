/** Registering a client event queue, with a snapshot of the current state. */
import { z } from 'zod';
import { requireThat } from '../../base/errors.ts';
import { FEATURE_LEVEL, SERVICE_VERSION } from '../../base/version.ts';
import { clientEventId, lastEventIdOf } from '../../live/queues/eventIds.ts';
import { parseQueueNarrow, type QueueNarrowTerm } from '../../live/queues/queueRegistration.ts';
import { type Snapshot, takeSnapshot } from '../../live/takeSnapshot.ts';
import { CAPABILITIES, type ClientCapability } from '../../live/translation/define.ts';
import { EVENT_TYPES, snapshotFields } from '../../live/translation/shapes.ts';
import { isGuest } from '../../organization/access/rules.ts';
import { botSettings } from '../../organization/slices/bots.ts';
import { restorationsOf } from '../../organization/slices/organizations.ts';
import { named } from '../../wire/define.ts';
import { Presences, PresenceUpdateId, ServerTimestamp } from '../../wire/presence.ts';
import { includeSubscribersParam, subscribersToInclude } from '../channels/includeSubscribers.ts';
import { admitSpectator } from '../http/authentication.ts';
import { notAuthorized } from '../http/parameterErrors.ts';
import { json, textOrJson, type ValuesOf } from '../http/parameters.ts';
import { read, type ReadContext, routes } from '../http/route.ts';
import { PreparedResponse } from '../listings/listResponse.ts';
import { ServerSettings } from '../organization/serverSettings.ts';
import { slimPresenceParam } from '../people/presence.ts';
import {
  isPresenceRequested,
  joinMembers,
  presencesFor,
  serializeFields,
  snapshotSource,
} from './snapshot.ts';

// All fields of POST /register; each appears if its fetch type was requested.

type Shapes = typeof snapshotFields;
type Merged = {
  readonly [Type in keyof Shapes as keyof Shapes[Type]]: z.ZodOptional<z.ZodType>;
};

const merged = Object.assign({}, ...Object.values(snapshotFields)) as Readonly<Record<string, z.ZodType>>;

export const registerFields = {
  ...(Object.fromEntries(
    Object.entries(merged).map(([name, schema]) => [name, schema.optional()]),
  ) as unknown as Merged),
  presences: Presences.optional(),
  presence_last_update_id: PresenceUpdateId.optional(),
  server_timestamp: ServerTimestamp.optional(),
};

const MAX_EVENT_TYPES = 100;
const MAX_NARROW_TERMS = 20;
/** Characters of a narrow, which is part of the queue's ID. */
const MAX_NARROW_LENGTH = 2_000;
/** Seconds. */
const IDLE_SECONDS = 600;
const MAX_IDLE_SECONDS = 12 * 3600;

const typeNames = z.array(z.string().max(100)).max(MAX_EVENT_TYPES).nullable();

const Term = z.union([
  z.tuple([z.string(), z.string()]),
  z
    .object({
      operator: z.string().describe('The operator, such as `channel` or `is`.'),
      operand: z.string().describe('What it compares with; its type depends on the operator.'),
      negated: z.boolean().optional().describe('Whether messages match that do not match the term.'),
    })
    .transform(({ operator, operand, negated }, context): [string, string] => {
      if (negated) context.addIssue('must not be negated');
      return [operator, operand];
    }),
]);

const understands = z.boolean().optional();

/** Unknown keys are no error. */
const Capabilities = named(
  'ClientCapabilities',
  'What a client understands.',
  z.object({
    notification_settings_null: z
      .boolean()
      .describe('Understands null as “follows the person’s setting” in settings of channels.'),
    bulk_message_deletion: understands.describe('Understands events that tell of several deleted messages.'),
    user_avatar_url_field_optional: understands.describe('Computes pictures of people from their addresses.'),
    stream_typing_notifications: understands.describe('Wants to be told who writes in channels.'),
    user_settings_object: understands.describe('Reads settings from `user_settings`.'),
    linkifier_url_template: understands.describe('Understands URL templates of linkifiers.'),
    user_list_incomplete: understands.describe('Copes with users who are missing from `realm_users`.'),
    include_deactivated_groups: understands.describe('Wants deactivated user groups, too.'),
    archived_channels: understands.describe('Wants archived channels, too.'),
    empty_topic_name: understands.describe('Displays the empty topic itself.'),
    simplified_presence_events: understands.describe('Understands presence events in the present format.'),
    individual_emoji_changes: understands.describe('Understands events of single emoji.'),
  } satisfies Record<ClientCapability, z.ZodType>),
);

/** Seconds, as a number or the word `mobile`. */
const IdleTimeout = z
  .union([z.literal('mobile'), z.int().positive(), z.null()])
  .transform((sent) => (sent === 'mobile' ? MAX_IDLE_SECONDS : sent && Math.min(sent, MAX_IDLE_SECONDS)));

const params = {
  event_types: json(typeNames, MAX_EVENT_TYPES)
    .default(null)
    .describe('Types of events that the queue delivers; all by default.'),
  fetch_event_types: json(typeNames, MAX_EVENT_TYPES)
    .default(null)
    .describe('Parts of the snapshot; `event_types` by default.'),
  apply_markdown: json(z.boolean()).default(false).describe('Whether events have messages as HTML.'),
  client_gravatar: json(z.boolean())
    .optional()
    .describe('Omits avatar URLs that clients can compute; true by default for those who are logged in.'),
  include_subscribers: includeSubscribersParam,
  slim_presence: slimPresenceParam,
  presence_history_limit_days: json(z.int().nonnegative())
    .default(14)
    .describe('Only people who were there in the last so many days are told.'),
  all_public_streams: json(z.boolean())
    .optional()
    .describe('Also delivers messages of all public channels. The default for a bot is its setting.'),
  narrow: json(z.array(Term), MAX_NARROW_TERMS)
    .optional()
    .describe('Delivers only matching messages. The default for a bot is its setting.'),
  client_capabilities: json(Capabilities)
    .optional()
    .describe('What the client understands. Those that may be absent are then false.'),
  idle_queue_timeout: textOrJson(IdleTimeout)
    .default(null)
    .describe('Seconds, at most 12 hours, or `mobile`, which is that. The queue works afterwards as well.'),
  queue_lifespan_secs: json(z.int().nonnegative())
    .default(0)
    .deprecate()
    .describe('The same as `idle_queue_timeout`, for older clients.'),
} as const;

/** Milliseconds that a client waits for views: it can do nothing without them, and would come again at once. */
const VIEWS_TIMEOUT_MS = 5_000;

type Params = ValuesOf<typeof params>;
type RegistrationContext = ReadContext<'visitor', typeof params>;

export const registerRoutes = routes({
  'POST /register': read({
    who: 'visitor',
    summary: 'Register an event queue',
    params,
    response: z.strictObject({
      queue_id: z.string().nullable().describe('ID of the new queue, for GET /events; null without a login.'),
      last_event_id: z
        .int()
        .describe('The last event that the answer contains: send it with the first GET /events.'),
      idle_queue_timeout_secs: z
        .int()
        .describe('Seconds that were asked for; the queue works afterwards as well.'),
      unreadable_fetch_types: z
        .array(z.string())
        .optional()
        .describe(
          'Fetch types that the server cannot read until its operator has repaired a view: their fields are empty, whatever there is.',
        ),
      service_version: ServerSettings.shape.service_version,
      service_merge_base: ServerSettings.shape.service_merge_base,
      service_feature_level: ServerSettings.shape.service_feature_level,
      ...registerFields,
    }),
    async handle(context) {
      const { organization, actor, services, requireAdmitted } = context;
      admitSpectator(organization, actor);
      const options = parseRegistration(context);
      const types = context.params.fetch_event_types ?? context.params.event_types;
      const fetched = types && new Set(types);
      const presences = isPresenceRequested(fetched)
        ? await presencesFor(context, options.capabilities.has('simplified_presence_events'))
        : undefined;
      const source = snapshotSource(context, {
        ...options,
        subscribers: await subscribersToInclude(context),
      });
      const snapshot = await takeSnapshot(source, fetched, (projections, revision) =>
        services.views.level(projections, organization.id, revision, 0, VIEWS_TIMEOUT_MS),
      );
      requireAdmitted();
      const registered = register(context, options, snapshot);
      const fields = {
        ...registered,
        idle_queue_timeout_secs: options.idleTimeout,
        service_version: SERVICE_VERSION,
        service_merge_base: '',
        service_feature_level: FEATURE_LEVEL,
        ...(snapshot.unreadable.length > 0 && { unreadable_fetch_types: snapshot.unreadable }),
        ...presences?.fields,
      };
      const { plain, members } = await serializeFields(snapshot.fields, context);
      const parts = joinMembers([...(presences?.members ?? []), ...members]);
      return new PreparedResponse(parts, undefined, { ...fields, ...plain });
    },
  }),
});

/** What a client registers for. */
interface RegistrationOptions {
  readonly capabilities: ReadonlySet<ClientCapability>;
  readonly clientGravatar: boolean;
  readonly narrow: readonly QueueNarrowTerm[];
  readonly allPublicChannels: boolean;
  readonly idleTimeout: number;
}

function parseRegistration(context: RegistrationContext): RegistrationOptions {
  const { params, actor } = context;
  refuseForSpectators(params, actor);
  return {
    capabilities: new Set(CAPABILITIES.filter((name) => params.client_capabilities?.[name] === true)),
    clientGravatar: params.client_gravatar ?? actor !== null,
    narrow: parseQueueNarrow(pairsIn(context)),
    allPublicChannels: takesAllPublicChannels(context),
    idleTimeout:
      params.idle_queue_timeout ?? (Math.min(params.queue_lifespan_secs, MAX_IDLE_SECONDS) || IDLE_SECONDS),
  };
}

function refuseForSpectators(params: Params, actor: RegistrationContext['actor']): void {
  if (actor !== null) return;
  const refused =
    (params.client_gravatar === true && 'client_gravatar') ||
    (params.include_subscribers !== false && 'include_subscribers');
  requireThat(refused === false, `Invalid '${String(refused)}' parameter for anonymous request`);
}

function pairsIn({ params: { narrow }, actor, organization: { state } }: RegistrationContext) {
  if (narrow === undefined) {
    const channelId = actor && botSettings(state, actor.userId).defaults.eventsChannelId;
    const channel = channelId === null ? undefined : state.channels.byId.get(channelId);
    return channel === undefined ? [] : [['channel', channel.name] as const];
  }
  const length = narrow.flat().reduce((sum, part) => sum + part.length, 0);
  requireThat(length <= MAX_NARROW_LENGTH, `narrow is too long (limit: ${MAX_NARROW_LENGTH})`);
  return narrow;
}

function takesAllPublicChannels({ params, actor, organization: { state } }: RegistrationContext): boolean {
  if (actor === null) return false;
  const isForGuests = isGuest(state, actor.userId);
  const requested = params.all_public_streams;
  if (requested === true && isForGuests) throw notAuthorized();
  return requested ?? (!isForGuests && botSettings(state, actor.userId).defaults.allPublicChannels);
}

/** Events continue where the snapshot ends; without a login there is no queue. */
function register(
  { actor, params, organization, services }: RegistrationContext,
  { capabilities, clientGravatar, narrow, allPublicChannels, idleTimeout }: RegistrationOptions,
  { start, startOf: all }: Snapshot,
): { readonly queue_id: string | null; readonly last_event_id: number } {
  if (actor === null) return { queue_id: null, last_event_id: -1 };
  const types = params.event_types && new Set(params.event_types.filter((type) => EVENT_TYPES.has(type)));
  const isSubscribed = (name: string): boolean => types === null || types.has(name.split('/', 1)[0] ?? '');
  const startOf = Object.fromEntries(Object.entries(all).filter(([name]) => isSubscribed(name)));
  const id = services.eventQueues.register({
    organizationId: organization.id,
    userId: actor.userId,
    start,
    startOf,
    eventTypes: types,
    capabilities,
    clientGravatar,
    narrow,
    allPublicChannels,
    idleTimeout,
    applyMarkdown: params.apply_markdown,
    slimPresence: params.slim_presence,
  });
  const last = lastEventIdOf(Math.min(start, ...Object.values(startOf)));
  return { queue_id: id, last_event_id: clientEventId(last, restorationsOf(organization.state)) };
}
