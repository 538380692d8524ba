/** The subscribers of a channel on the wire: all, or in large channels those who matter to a client at once. */
import { z } from 'zod';
import type { UserId } from '../ids.ts';
import type { Bitset } from '../organization/bitset.ts';

/** Channels with fewer subscribers are always shown with all of them. */
const LARGE = 250;

/** Whom a client wants to be told of: nobody, everybody, or in large channels only these people. */
export type IncludedSubscribers = 'none' | 'all' | { readonly inLarge: Bitset<UserId> };

const ids = z.array(z.int()).optional();

export const subscriberFields = { subscribers: ids, partial_subscribers: ids } as const;

const Subscribers = z.object(subscriberFields);

/** The field of a channel with these active subscribers. */
export function wireSubscribers(
  subscribers: readonly UserId[],
  wanted: IncludedSubscribers,
): z.infer<typeof Subscribers> {
  if (wanted === 'none') return {};
  if (wanted === 'all' || subscribers.length < LARGE) return { subscribers: [...subscribers] };
  return { partial_subscribers: subscribers.filter((userId) => wanted.inLarge.has(userId)) };
}
