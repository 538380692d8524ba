import { z } from 'zod';
import { numericId, UserId } from '../base/ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';

/** ID of a custom emoji; as decimal text it is the emoji's code. */
export const EmojiId = numericId<'EmojiId'>('ID of the custom emoji.');
export type EmojiId = z.infer<typeof EmojiId>;

/** Namespaces of emoji codes. */
export const ReactionType = z.enum(['unicode_emoji', 'realm_emoji', 'service_extra_emoji']);
export type ReactionType = z.infer<typeof ReactionType>;

/** Image types that an emoji can have. */
export const ImageType = z.enum(['png', 'gif', 'jpeg', 'webp']);
export type ImageType = z.infer<typeof ImageType>;

/** Events of custom emoji. A name is taken while an active emoji has it. */
export const emojiEvents = defineEvents('organization', 'listed', 'shared', {
  CustomEmojiAdded: eventType(1, {
    emojiId: EmojiId,
    name: z.string(),
    authorId: UserId,
    imageType: ImageType,
    /** The picture's bytes in base64. */
    image: erasable('person:authorId', z.string()),
  }),
  /** It can no longer be used; where it was used it is still shown. */
  CustomEmojiDeactivated: eventType(1, { emojiId: EmojiId, name: z.string() }),
});
