/** Custom emoji: their names, authors, and whether they are active. */
import type { OrganizationEvents } from '../events/catalog.ts';
import type { EmojiId, ImageType } from '../events/emoji.ts';
import type { UserId } from '../ids.ts';
import { defineChanges, evolveById } from './changes.ts';
import { cell, map } from './containers.ts';
import { slice } from './define.ts';

/** A custom emoji as rules see it. */
export interface CustomEmoji {
  readonly emojiId: EmojiId;
  readonly name: string;
  readonly authorId: UserId;
  readonly imageType: ImageType;
  readonly deactivated: boolean;
}

/** Changes of a custom emoji by events. */
export const emojiChanges = defineChanges<EmojiId, CustomEmoji>()(({ emojiId }) => emojiId, {
  CustomEmojiDeactivated: () => ({ deactivated: true }),
});
const changed = evolveById(emojiChanges);

/** A custom emoji after its first event. */
export const initialEmoji = ({
  emojiId,
  name,
  authorId,
  imageType,
}: OrganizationEvents['CustomEmojiAdded']): CustomEmoji => ({
  ...{ emojiId, name, authorId, imageType },
  deactivated: false,
});

export const emojiSlice = slice({
  version: 1,
  state: () => ({
    byId: map<EmojiId, CustomEmoji>(),
    /** Active ones only. */
    idByName: map<string, EmojiId>(),
    nextEmojiId: cell(1 as EmojiId),
  }),
  evolve: {
    CustomEmojiAdded(emoji, data) {
      const { emojiId, name } = data;
      emoji.byId.set(emojiId, initialEmoji(data));
      emoji.idByName.set(name, emojiId);
      emoji.nextEmojiId.set(Math.max(emoji.nextEmojiId.get(), emojiId + 1) as EmojiId);
    },
    CustomEmojiDeactivated(emoji, data) {
      const { emojiId, name } = data;
      changed.CustomEmojiDeactivated(emoji, data);
      if (emoji.idByName.get(name) === emojiId) emoji.idByName.delete(name);
    },
  },
});
type Emoji = ReturnType<typeof emojiSlice.state>;

/** State with custom emoji. */
interface WithEmoji {
  readonly emoji: Emoji;
}

/** The active custom emoji with a name. */
export function customEmojiByName({ emoji }: WithEmoji, name: string): CustomEmoji | undefined {
  const emojiId = emoji.idByName.get(name);
  return emojiId === undefined ? undefined : emoji.byId.get(emojiId);
}
