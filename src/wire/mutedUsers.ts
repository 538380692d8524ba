/** Muted users on the wire. */
import { z } from 'zod';
import type { MutedUser } from '../organization/mutedUsers.ts';
import { plainEventShape } from './row.ts';
import { named } from './named.ts';

/** All users whom a person has muted, oldest first. */
export const MutedUsers = z.array(named('MutedUser', z.strictObject({ id: z.int(), timestamp: z.int() })));

export const wireMutedUsers = (muted: readonly MutedUser[]): z.infer<typeof MutedUsers> =>
  muted.map(({ userId, mutedAt }) => ({ id: userId, timestamp: Math.floor(mutedAt / 1000) }));

/** Client events of muted users. */
export const mutedUserPayloads = {
  muted_users: plainEventShape('muted_users', { muted_users: MutedUsers }),
} as const;
