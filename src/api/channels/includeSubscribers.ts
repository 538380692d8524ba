/** Which subscribers of channels a client wants to be told of. */
import { z } from 'zod';
import type { UserId } from '../../base/ids.ts';
import { seesEverybody } from '../../organization/access/people.ts';
import { Bitset } from '../../organization/containers/bitset.ts';
import type { PresenceState } from '../../organization/presence.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { IncludedSubscribers } from '../../wire/subscriptions.ts';
import { textOrJson } from '../http/parameters.ts';
import type { Account, ServedOrganization } from '../http/servedOrganization.ts';
import type { Services } from '../http/services.ts';

/** Seconds. */
const RECENTLY_ACTIVE_SECONDS = 14 * 24 * 3600;

export const includeSubscribersParam = textOrJson(z.union([z.literal('partial'), z.boolean()]))
  .default(false)
  .describe(
    'Whether channels have `subscribers`. With `partial`, channels of 250 and more have `partial_subscribers`: ' +
      'at least all bots and the people who were active within 14 days.',
  );

interface SubscribersRequest {
  readonly actor: Account | null;
  readonly organization: ServedOrganization;
  readonly services: Services;
  readonly params: { readonly include_subscribers: boolean | 'partial' };
}

/** A limited guest, who may not know who was active, is told of everybody instead of a part. */
export async function subscribersToInclude({
  actor,
  organization,
  services: { clock },
  params: { include_subscribers: requested },
}: SubscribersRequest): Promise<IncludedSubscribers> {
  if (!requested) return 'none';
  if (requested === true || actor === null || !seesEverybody(organization.state, actor.userId)) return 'all';
  const { state: presence } = await organization.presence();
  return { inLarge: maybeActive(organization.state, presence, clock.now() / 1000 - RECENTLY_ACTIVE_SECONDS) };
}

/** Bots, and all people but those who show their presence and were last connected earlier (UNIX seconds). */
export const maybeActive = (
  { users }: OrganizationState,
  { people }: { readonly people: Pick<PresenceState['people'], 'get'> },
  since: number,
): Bitset<UserId> =>
  Bitset.of(
    [...users.byId.values()]
      .filter(({ userId, bot, settings }) => {
        const connectedAt = people.get(userId)?.connectedAt ?? Infinity;
        return bot !== null || !settings.presenceEnabled || connectedAt >= since;
      })
      .map(({ userId }) => userId),
  );
