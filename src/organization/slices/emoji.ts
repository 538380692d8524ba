/** Custom emoji: their names, authors, and whether they are active. */
import type { UserId } from '../../base/ids.ts';
import type { EventTypes, OrganizationEvents } from '../../events/catalog.ts';
import type { EmojiId, ImageType } from '../../events/emoji.ts';
import type { LinkifierId, PlaygroundId } from '../../events/linkifiers.ts';
import { cell, map } from '../containers/containers.ts';
import { defineChanges, evolveById, slice } from '../containers/define.ts';

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
  emojiId,
  name,
  authorId,
  imageType,
  deactivated: false,
});

export const emojiSlice = slice({
  version: 2,
  state: () => ({
    byId: map<EmojiId, CustomEmoji>(),
    /** Active ones only. */
    idByName: map<string, EmojiId>(),
    nextEmojiId: cell(1 as EmojiId),
    /** UNIX milliseconds. */
    addedAt: map<EmojiId, number>(),
  }),
  evolve: {
    CustomEmojiAdded(emoji, data, { metadata }) {
      const { emojiId, name } = data;
      emoji.addedAt.set(emojiId, metadata.time);
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

// Linkifiers, in the order in which they are tried.

/** A linkifier from the data of its events. */
export type Linkifier = EventTypes['LinkifierAdded'];

export const linkifiersSlice = slice({
  version: 1,
  state: () => ({
    /** Replaced with every change, so that what is compiled for a list can be kept by it. */
    all: cell<readonly Linkifier[]>([]),
    nextId: cell(1 as LinkifierId),
  }),
  evolve: {
    LinkifierAdded({ all, nextId }, data) {
      all.set([...all.get(), data]);
      nextId.set((data.linkifierId + 1) as LinkifierId);
    },
    LinkifierChanged: ({ all }, data) =>
      all.set(all.get().map((each) => (each.linkifierId === data.linkifierId ? data : each))),
    LinkifierRemoved: ({ all }, { linkifierId }) =>
      all.set(all.get().filter((each) => each.linkifierId !== linkifierId)),
    LinkifiersReordered: ({ all }, { order }) =>
      all.set(order.flatMap((id) => all.get().find((each) => each.linkifierId === id) ?? [])),
  },
});

/** State with linkifiers. */
interface WithLinkifiers {
  readonly linkifiers: ReturnType<typeof linkifiersSlice.state>;
}

export const linkifiersOf = ({ linkifiers }: WithLinkifiers): readonly Linkifier[] => linkifiers.all.get();

// Code playgrounds.

/** A playground from the data of its event. */
export type Playground = EventTypes['PlaygroundAdded'];

export const playgroundsSlice = slice({
  version: 1,
  state: () => ({
    all: cell<readonly Playground[]>([]),
    nextId: cell(1 as PlaygroundId),
  }),
  evolve: {
    PlaygroundAdded({ all, nextId }, data) {
      all.set([...all.get(), data]);
      nextId.set((data.playgroundId + 1) as PlaygroundId);
    },
    PlaygroundRemoved: ({ all }, { playgroundId }) =>
      all.set(all.get().filter((each) => each.playgroundId !== playgroundId)),
  },
});
