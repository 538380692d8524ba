/** Presence: reports and queries. */
import { z } from 'zod';
import { Refused, requireThat } from '../../base/errors.ts';
import { isBot } from '../../organization/access/people.ts';
import { recordsPresence, seesPresence, showsPresence } from '../../organization/access/presence.ts';
import {
  LegacyPresence,
  onePresence,
  OnePresence,
  Presences,
  PresenceUpdateId,
  ServerTimestamp,
} from '../../wire/presence.ts';
import { json, pathText, text, type ValuesOf } from '../http/parameters.ts';
import { read, type ReadContext, routes, write } from '../http/route.ts';
import { PreparedResponse } from '../listings/listResponse.ts';
import type { PresenceQuery, PresenceResult } from '../listings/presences.ts';
import { resolveUserReference } from './userReference.ts';

const HISTORY_DAYS = 14;
const DAY_SECONDS = 24 * 3600;
const MINUTE_SECONDS = 60;

const LegacyPresences = z.record(z.string(), LegacyPresence);

export const slimPresenceParam = json(z.boolean())
  .default(false)
  .deprecate()
  .describe('Asks for presence by ID; for older clients.');

const reportParams = {
  status: text().describe('`active` or `idle`.'),
  last_update_id: json(z.int())
    .optional()
    .describe(
      'Answers what is newer than that: -1 for everything, later the newest `presence_last_update_id`.',
    ),
  history_limit_days: json(z.int().nonnegative())
    .default(HISTORY_DAYS)
    .describe(
      'Leaves out people who have been away for longer; 0 leaves out everybody. Not applied to increments.',
    ),
  ping_only: json(z.boolean()).default(false).describe('Leaves out the presence of other people.'),
  new_user_input: json(z.boolean()).default(false).describe('Taken and not kept.'),
  slim_presence: slimPresenceParam,
} as const;

export const presenceRoutes = routes({
  'POST /users/me/presence': write({
    who: 'human',
    summary: 'Report your presence and get that of others',
    params: reportParams,
    response: z.strictObject({
      presence_last_update_id: PresenceUpdateId,
      server_timestamp: ServerTimestamp.optional(),
      presences: Presences.optional(),
    }),
    hot: true,
    // One event reports the presence of everybody who changed within a second.
    longPoll: true,
    async handle(context) {
      const { params, actor, organization } = context;
      const { status, last_update_id: sent = -1, ping_only: isPing } = params;
      requireThat(status === 'active' || status === 'idle', `Invalid status: ${status}`);
      if (recordsPresence(organization.state, actor.userId))
        await (await organization.presence()).report(actor.userId, status);
      if (isPing) return { presence_last_update_id: Math.max(sent, -1) };
      const { lastUpdateId = sent, json } = await presencesFor(context, questionOf(params, context));
      return ready(context, json, { presence_last_update_id: Math.max(lastUpdateId, sent, -1) });
    },
  }),

  'GET /users/:user_id/presence': read({
    who: 'user',
    summary: 'Get the presence of a person',
    params: { user_id: pathText().describe('ID or e-mail address.') },
    response: z.strictObject({ presence: OnePresence.describe('Presence of the person.') }),
    async handle({ params: { user_id: reference }, actor, organization, services }) {
      const { state } = organization;
      const userId = resolveUserReference(organization, actor, reference);
      const user = state.users.byId.get(userId);
      if (user?.active !== true) throw new Refused('No such user');
      requireThat(!isBot(state, userId), 'Presence is not supported for bot users.');
      const presence = (await organization.presence()).state.people.get(userId);
      if (presence === undefined || !seesPresence(state, actor.userId, userId))
        throw new Refused(`No presence data for ${reference}`);
      return { presence: onePresence(presence, user, Math.floor(services.clock.now() / 1000)) };
    },
  }),

  'GET /realm/presence': read({
    who: 'user',
    summary: 'Get the presence of all people',
    params: {},
    response: z.strictObject({
      server_timestamp: ServerTimestamp,
      presences: LegacyPresences.describe('Presence of people, by e-mail address.'),
    }),
    async handle(context) {
      const since = sinceDays(HISTORY_DAYS, context);
      const { json } = await presencesFor(context, { format: 'legacy', after: -1, since });
      return ready(context, json);
    },
  }),
});

type PresenceContext = Pick<ReadContext<'user', Record<never, never>>, 'actor' | 'organization' | 'services'>;

/** Undefined if nothing was requested. */
function questionOf(
  { last_update_id: sent, slim_presence: isSlim, history_limit_days: days }: ValuesOf<typeof reportParams>,
  context: PresenceContext,
): PresenceQuery | undefined {
  const format = sent !== undefined || isSlim ? 'modern' : 'legacy';
  if (sent !== undefined && sent > 0) return { format, after: sent, since: 0 };
  return days === 0 ? undefined : { format, after: -1, since: sinceDays(days, context) };
}

/** Rounded to the minute, so that many requests share an answer. */
const sinceDays = (days: number, { services: { clock } }: PresenceContext): number =>
  Math.floor(clock.now() / 1000 / MINUTE_SECONDS) * MINUTE_SECONDS - days * DAY_SECONDS;

const NOBODY: PresenceResult = { lastUpdateId: undefined, json: Buffer.from('"presences":{}') };

async function presencesFor(
  { actor, organization, services }: PresenceContext,
  question: PresenceQuery | undefined,
): Promise<PresenceResult> {
  if (question === undefined || !showsPresence(organization.state)) return NOBODY;
  const { state } = await organization.presence();
  return services.listings.presences.of(organization, state, actor.userId, question);
}

function ready(
  { services: { clock } }: PresenceContext,
  presences: Buffer,
  fields: Readonly<Record<string, number>> = {},
): PreparedResponse {
  return new PreparedResponse([presences], undefined, { ...fields, server_timestamp: clock.now() / 1000 });
}
