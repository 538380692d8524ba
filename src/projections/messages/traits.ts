/**
 * Traits of messages, for the narrows `has:`, `is:resolved` and `is:alerted`. Each trait is stored with the channel, so that the
 * messages of one channel that have it are adjacent in the index.
 */
import { RESOLVED } from '../../events/messages.ts';
import type { ChannelId } from '../../ids.ts';
import type { MessageDocument } from './document.ts';

/** A link, a picture that is shown, a file that was uploaded here; a reaction; a resolved topic; an alert word of anybody. */
const TRAITS = ['link', 'image', 'attachment', 'reaction', 'resolved', 'alerted'] as const;
export type Trait = (typeof TRAITS)[number];

const UPLOADED = '/user_uploads/';

/** In our own HTML no text has a `<` and no attribute a quote: nobody can write what is taken for a picture. */
const PICTURE = /<img (?![^>]*class="emoji")(?:[\w-]+="[^"]*" )*?src="([^"]*)"/g;

/** Addresses of the pictures that a message shows, be they linked to or put there by Markdown; emoji are none. */
const picturesIn = ({ html }: MessageDocument): readonly string[] =>
  html === undefined ? [] : Array.from(html.matchAll(PICTURE), ([, address = '']) => address);

type Shows = (message: MessageDocument, pictures: readonly string[]) => boolean;

const shows: Readonly<Record<Trait, Shows>> = {
  link: ({ links }, pictures) => links !== undefined || pictures.length > 0,
  image: (_, pictures) => pictures.length > 0,
  attachment: ({ links = [] }, pictures) =>
    [...links, ...pictures].some((address) => address.startsWith(UPLOADED)),
  reaction: ({ reactions }) => reactions !== undefined,
  resolved: ({ topic }) => topic?.startsWith(RESOLVED) === true,
  alerted: ({ alertedUserIds }) => alertedUserIds !== undefined,
};

/** Under which messages with a trait are found: `link:7` in channel 7, `link:direct` where there is no channel. */
export const traitKey = (trait: Trait, channelId: ChannelId | undefined): string =>
  `${trait}:${channelId ?? 'direct'}`;

export const hasTrait = ({ traits = [], channelId }: MessageDocument, trait: Trait): boolean =>
  traits.includes(traitKey(trait, channelId));

/** What a message shows of traits; undefined where that is nothing. */
export function traitsOf(message: MessageDocument): readonly string[] | undefined {
  const pictures = picturesIn(message);
  const traits = TRAITS.filter((trait) => shows[trait](message, pictures));
  return traits.length === 0 ? undefined : traits.map((trait) => traitKey(trait, message.channelId));
}

/**
 * A change of a message that leaves it with the traits which it then has. It assigns rather than spreads, for messages
 * are changed as often as somebody reacts (decision 31).
 */
export const keepingTraits =
  (change: (message: MessageDocument) => MessageDocument) =>
  (before: MessageDocument): MessageDocument => {
    const message = change(before);
    const traits = traitsOf(message);
    if (traits) return Object.assign({}, message, { traits });
    const { traits: _, ...others } = message;
    return others;
  };
