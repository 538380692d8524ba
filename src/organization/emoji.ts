/** An organization's own emoji: what each is called, who made it, whether it may still be used. */
import type { OrganizationEvents } from '../events/catalog.ts';
import type { EmojiId, ImageType } from '../events/emoji.ts';
import type { UserId } from '../ids.ts';
import { changesOf, evolveById } from './changes.ts';
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

/** What events change of a custom emoji. */
export const emojiChanges = changesOf<EmojiId, CustomEmoji>()(({ emojiId }) => emojiId, {
  CustomEmojiDeactivated: () => ({ deactivated: true }),
});
const changed = evolveById(emojiChanges);

/** A custom emoji as its first event makes it. */
export const emojiAsAdded = ({
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
    /** Those that may be used. */
    idByName: map<string, EmojiId>(),
    nextEmojiId: cell(1 as EmojiId),
  }),
  evolve: {
    CustomEmojiAdded(emoji, data) {
      const { emojiId, name } = data;
      emoji.byId.set(emojiId, emojiAsAdded(data));
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

/** State that knows custom emoji. */
interface WithEmoji {
  readonly emoji: Emoji;
}

/** The custom emoji that may be used under a name. */
export function customEmojiNamed({ emoji }: WithEmoji, name: string): CustomEmoji | undefined {
  const emojiId = emoji.idByName.get(name);
  return emojiId === undefined ? undefined : emoji.byId.get(emojiId);
}
