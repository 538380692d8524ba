/** Custom emoji and their pictures. */
import { createHash } from 'node:crypto';
import { ERASED } from '../events/define.ts';
import type { EmojiId, ImageType } from '../events/emoji.ts';
import { type CustomEmoji, emojiChanges, initialEmoji } from '../organization/slices/emoji.ts';
import type { OrganizationState } from '../organization/state.ts';
import { collection, defineProjection, patchById } from './running/define.ts';
import { documentsOf, type Views } from './running/views.ts';

/** A document of the collection `emoji`; its ID is the emoji's. */
type EmojiDocument = Omit<CustomEmoji, 'emojiId'>;

/** A document of `emojiPictures`; its ID is the emoji's. Erasing removes it. */
export interface StoredEmoji {
  readonly imageType: ImageType;
  /** The bytes in base64, and their SHA-256. */
  readonly image: string;
  readonly digest: string;
}

const emojiDocuments = collection<EmojiDocument, EmojiId>('emoji', { id: 'number' });
const pictureDocuments = collection<StoredEmoji, EmojiId>('emojiPictures', { id: 'number' });

/** Custom emoji by ID, deactivated ones included, with their pictures in a second collection. */
export const emoji = defineProjection({
  name: 'emoji',
  version: 2,
  collections: [emojiDocuments, pictureDocuments],
  on: {
    ...patchById(emojiDocuments, emojiChanges, (change) => change),
    CustomEmojiAdded({ data }, views) {
      const { imageType, image } = data;
      const { emojiId, ...document } = initialEmoji(data);
      views.put(emojiDocuments, emojiId, document);
      if (image === ERASED) return;
      const digest = createHash('sha256').update(image, 'base64').digest('base64url');
      views.put(pictureDocuments, emojiId, { imageType, image, digest });
    },
  },
});

/** All custom emoji, ascending by ID. */
export async function findCustomEmoji(
  views: Views,
  organization: OrganizationState,
): Promise<readonly CustomEmoji[]> {
  const found = await documentsOf(views, organization).find(emojiDocuments, {});
  return found.map(({ id, document }) => ({ emojiId: id, ...document }));
}

/** The picture of a custom emoji, active or not. */
export const findEmojiPicture = (
  views: Views,
  organization: OrganizationState,
  emojiId: EmojiId,
): Promise<StoredEmoji | undefined> => documentsOf(views, organization).get(pictureDocuments, emojiId);
