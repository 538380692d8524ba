/** What the wire shows of what people say of themselves. */
import { z } from 'zod';
import type { UserStatus } from '../organization/userStatus.ts';
import { plainEventShape } from './row.ts';
import { named } from './named.ts';

const parts = {
  status_text: z.string().optional(),
  emoji_name: z.string().optional(),
  emoji_code: z.string().optional(),
  reaction_type: z.string().optional(),
} as const;

/** Only what is set; `away` is deprecated: the user does not want to be shown as present. */
export const Status = named('UserStatus', z.strictObject({ away: z.literal(true).optional(), ...parts }));

export const wireStatus = ({ text, emoji }: UserStatus, isAway: boolean): z.infer<typeof Status> => ({
  ...(isAway && { away: true as const }),
  ...(text !== '' && { status_text: text }),
  ...(emoji && {
    emoji_name: emoji.emojiName,
    emoji_code: emoji.emojiCode,
    reaction_type: emoji.reactionType,
  }),
});

/** What differs between two statuses; '' is what is no longer set. */
export const statusChange = (before: UserStatus, after: UserStatus) => {
  const [old, now] = [wireStatus(before, false), wireStatus(after, false)];
  const names = ['status_text', 'emoji_name', 'emoji_code', 'reaction_type'] as const;
  return Object.fromEntries(
    names.filter((name) => old[name] !== now[name]).map((name) => [name, now[name] ?? '']),
  ) as { readonly [Name in (typeof names)[number]]?: string };
};

/** What clients are told of it: what has changed. */
export const userStatusPayloads = {
  user_status: plainEventShape('user_status', { user_id: z.int(), away: z.boolean().optional(), ...parts }),
} as const;
