/** Turns the options of a question to the record into conditions. */
import { requireOrganization, suggestion } from '../../app/core/requireOrganization.ts';
import type { Selection } from '../../audit/selection.ts';
import { systemClock } from '../../base/clock.ts';
import { OperatorError } from '../../base/errors.ts';
import type { ChannelId, MessageId, OrganizationId, UserId } from '../../base/ids.ts';
import type { Lanes } from '../../commands/lane/lanes.ts';
import { channelByName } from '../../organization/slices/channels.ts';
import { userByEmail } from '../../organization/slices/users.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { parseTimestamp } from '../../rendering/timestamps.ts';

/** Conditions as they were typed. */
export interface TypedConditions {
  readonly organization?: string;
  readonly since?: string;
  readonly until?: string;
  readonly actor?: string;
  readonly person?: string;
  readonly channel?: string;
  readonly topic?: string;
  readonly message?: number;
}

/** The conditions, checked; OperatorError if one names nothing that exists. */
export async function parseSelection(
  lanes: () => Promise<Lanes>,
  conditions: TypedConditions,
): Promise<Selection> {
  const times = {
    since: conditions.since === undefined ? undefined : timeNamed(conditions.since, '--since'),
    until: conditions.until === undefined ? undefined : timeNamed(conditions.until, '--until'),
  };
  if ((times.since ?? 0) > (times.until ?? Infinity))
    throw new OperatorError('--since must not be later than --until.');
  const { organization, actor, person, channel, topic, message } = conditions;
  const isOfOne = [actor, person, channel, topic, message].some((each) => each !== undefined);
  if (organization === undefined && !isOfOne) return times;
  const state = await requireState(await lanes(), organization ?? 'root');
  return {
    ...times,
    organizationId: state.organizationId,
    actor: actor === undefined ? undefined : actor === 'server' ? null : requirePerson(state, actor),
    person: person === undefined ? undefined : requirePerson(state, person),
    channel: channel === undefined ? undefined : requireChannel(state, channel),
    topic,
    message: message as MessageId | undefined,
  };
}

/** The state of an organization that an operator names. */
export async function requireState(lanes: Lanes, name: string): Promise<OrganizationState> {
  const organizationId: OrganizationId = requireOrganization(lanes.server.state, name);
  return (await lanes.organization(organizationId)).state;
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A date, a time, or a duration before now; UNIX milliseconds. */
function timeNamed(text: string, option: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return systemClock.now() - Number(count) * UNITS[unit as keyof typeof UNITS];
  const moment = parseTimestamp(text);
  if (moment !== undefined) return Date.parse(moment);
  throw new OperatorError(`${option} is a time such as 2026-11-26, 2026-11-26T10:30Z or 36h, not '${text}'.`);
}

/** A person or bot by ID or e-mail address. */
export function requirePerson(state: OrganizationState, name: string): UserId {
  const user = isId(name) ? state.users.byId.get(Number(name) as UserId) : userByEmail(state, name);
  if (user !== undefined) return user.userId;
  const addresses = [...state.users.byId.values()].map(({ email }) => email);
  throw absent('person', name, addresses);
}

/** A channel by ID or name. */
export function requireChannel(state: OrganizationState, name: string): ChannelId {
  const byId = isId(name) ? state.channels.byId.get(Number(name) as ChannelId) : undefined;
  const channel = byId ?? channelByName(state, name.replace(/^#/, ''));
  if (channel !== undefined) return channel.channelId;
  throw absent(
    'channel',
    name,
    [...state.channels.byId.values()].map((each) => each.name),
  );
}

const isId = (name: string): boolean => /^[1-9]\d{0,14}$/.test(name);

const absent = (what: string, name: string, names: readonly string[]): OperatorError =>
  new OperatorError(`There is no ${what} '${name}' in this organization.${suggestion(name, names)}`);
