/** Presence in the answer of POST /register. */
import { showsPresence } from '../../organization/access/presence.ts';
import type { Account, ServedOrganization } from '../http/served.ts';
import type { Services } from '../http/services.ts';

const DAY = 24 * 3600;

interface PresenceRequest {
  readonly actor: Account | null;
  readonly organization: ServedOrganization;
  readonly services: Services;
  readonly params: { readonly slim_presence: boolean; readonly presence_history_limit_days: number };
}

export const isPresenceAsked = (asked: ReadonlySet<string> | null): boolean =>
  asked === null || asked.has('presence');

/** Fields, and serialized members. Spectators see no presence. */
export async function presencesFor(
  { actor, organization, services: { clock, listings }, params }: PresenceRequest,
  isSimplified: boolean,
) {
  const now = clock.now() / 1000;
  const fields = { server_timestamp: now };
  if (actor === null || !showsPresence(organization.state))
    return { fields: { ...fields, presences: {}, presence_last_update_id: -1 }, members: [] };
  const { state } = await organization.presence();
  const { json, lastUpdateId } = await listings.presences.of(organization, state, actor.userId, {
    format: isSimplified || params.slim_presence ? 'modern' : 'legacy',
    after: -1,
    since: Math.floor(now / 60) * 60 - params.presence_history_limit_days * DAY,
  });
  const members = params.presence_history_limit_days === 0 ? Buffer.from('"presences":{}') : json;
  return { fields: { ...fields, presence_last_update_id: lastUpdateId ?? -1 }, members: [[members]] };
}
