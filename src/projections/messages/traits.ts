/**
 * Traits of messages, for the narrows `has:`, `is:resolved` and `is:alerted`. Each is stored with the
 * channel, so that a channel's messages with a trait are adjacent in the index.
 */
import { RESOLVED_PREFIX } from '../../events/messages.ts';
import type { ChannelId } from '../../ids.ts';
import type { MessageDocument } from './document.ts';

/** A link, a displayed picture, an uploaded file; a reaction; a resolved topic; anybody's alert word. */
const TRAITS = ['link', 'image', 'attachment', 'reaction', 'resolved', 'alerted'] as const;
export type Trait = (typeof TRAITS)[number];

const UPLOADED = '/user_uploads/';

/**
 * Our own HTML has no `<` in texts and no quote in attributes, so nobody can write text that looks like a
 * picture.
 */
const PICTURE = /<img (?![^>]*class="emoji")(?:[\w-]+="[^"]*" )*?src="([^"]*)"/g;

/** URLs of pictures in a message, from links or Markdown; not emoji. */
const picturesIn = ({ html }: MessageDocument): readonly string[] =>
  html === undefined ? [] : Array.from(html.matchAll(PICTURE), ([, address = '']) => address);

type Shows = (message: MessageDocument, pictures: readonly string[]) => boolean;

const shows: Readonly<Record<Trait, Shows>> = {
  link: ({ links }, pictures) => links !== undefined || pictures.length > 0,
  image: (_, pictures) => pictures.length > 0,
  attachment: ({ links = [] }, pictures) =>
    [...links, ...pictures].some((address) => address.startsWith(UPLOADED)),
  reaction: ({ reactions }) => reactions !== undefined,
  resolved: ({ topic }) => topic?.startsWith(RESOLVED_PREFIX) === true,
  alerted: ({ alertedUserIds }) => alertedUserIds !== undefined,
};

/** The index value of a trait: `link:7` in channel 7, `link:direct` without a channel. */
export const traitKey = (trait: Trait, channelId: ChannelId | undefined): string =>
  `${trait}:${channelId ?? 'direct'}`;

export const hasTrait = ({ traits = [], channelId }: MessageDocument, trait: Trait): boolean =>
  traits.includes(traitKey(trait, channelId));

/** The traits of a message; undefined if it has none. */
export function traitsOf(message: MessageDocument): readonly string[] | undefined {
  const pictures = picturesIn(message);
  const traits = TRAITS.filter((trait) => shows[trait](message, pictures));
  return traits.length === 0 ? undefined : traits.map((trait) => traitKey(trait, message.channelId));
}

/**
 * Wraps a change of a message so that it updates the traits. It assigns instead of spreading, because every
 * reaction changes a message (decision 31).
 */
export const withTraits =
  (change: (message: MessageDocument) => MessageDocument) =>
  (before: MessageDocument): MessageDocument => {
    const message = change(before);
    const traits = traitsOf(message);
    if (traits) return Object.assign({}, message, { traits });
    const { traits: _, ...others } = message;
    return others;
  };
