/** Custom emoji on the wire, and the URLs of their pictures. */
import { z } from 'zod';
import { EXTRA_EMOJI } from '../events/reactions.ts';
import type { OrganizationId } from '../ids.ts';
import type { CustomEmoji } from '../organization/emoji.ts';
import { eventShape } from './row.ts';
import { named } from './named.ts';

export const Emoji = named(
  'CustomEmoji',
  z.strictObject({
    id: z.string(),
    name: z.string(),
    source_url: z.string(),
    still_url: z.string().nullable(),
    deactivated: z.boolean(),
    author_id: z.int(),
  }),
);

/** Animated pictures have no still version, because pictures are stored unchanged. */
export const wireEmoji = (organizationId: OrganizationId, emoji: CustomEmoji): z.infer<typeof Emoji> => ({
  id: String(emoji.emojiId),
  name: emoji.name,
  source_url: customEmojiPath(organizationId, emoji),
  still_url: null,
  deactivated: emoji.deactivated,
  author_id: emoji.authorId,
});

/** Path of a custom emoji's picture, below the organization's URL. The file never changes. */
export const customEmojiPath = (
  organizationId: OrganizationId,
  { emojiId, imageType }: Pick<CustomEmoji, 'emojiId' | 'imageType'>,
): string => `/user_avatars/${organizationId}/emoji/images/${emojiId}.${imageType}`;

/** Path of the picture of the emoji that comes with the server. */
export const EXTRA_EMOJI_PATH = `/icons/emoji/${EXTRA_EMOJI}.svg`;

/** Client events of custom emoji. */
export const emojiPayloads = {
  'realm_emoji/update': eventShape('realm_emoji', 'update', { realm_emoji: z.record(z.string(), Emoji) }),
  'realm_emoji/add': eventShape('realm_emoji', 'add', { emoji: Emoji }),
  'realm_emoji/update_one': eventShape('realm_emoji', 'update_one', {
    emoji_id: z.string(),
    data: z.strictObject({ deactivated: z.boolean() }),
  }),
} as const;
