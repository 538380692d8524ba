/** What the wire shows of muted users. */
import { z } from 'zod';
import type { MutedUser } from '../organization/mutedUsers.ts';
import { plainRow } from './row.ts';

/** All users whom somebody has muted, the first one first. */
export const MutedUsers = z.array(z.strictObject({ id: z.int(), timestamp: z.int() }));

export const wireMutedUsers = (muted: readonly MutedUser[]): z.infer<typeof MutedUsers> =>
  muted.map(({ userId, mutedAt }) => ({ id: userId, timestamp: Math.floor(mutedAt / 1000) }));

/** What clients are told of them. */
export const mutedUserPayloads = {
  muted_users: plainRow('muted_users', { muted_users: MutedUsers }),
} as const;
