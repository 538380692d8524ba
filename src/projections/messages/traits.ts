/**
 * What a message has or is beside who said it where: `has:` and `is:resolved` of spec/beyond.md 3.2. Each trait is kept
 * with the channel, so that the messages of one channel that have it lie together in the index.
 */
import { RESOLVED } from '../../events/messages.ts';
import type { ChannelId } from '../../ids.ts';
import type { Document } from '../store/readModels.ts';
import type { MessageDocument } from './document.ts';

/** A link, one to a picture, one to a file that was uploaded here; a reaction; a resolved topic. */
const TRAITS = ['link', 'image', 'attachment', 'reaction', 'resolved'] as const;
export type Trait = (typeof TRAITS)[number];

/** Addresses of which a message shows the picture. */
const PICTURE = /^(?:https?:\/\/[^/?#]+)?\/[^?#]*\.(?:bmp|gif|jpe?g|png|webp)(?:[?#]|$)/i;
const UPLOADED = '/user_uploads/';

const shows: Readonly<Record<Trait, (message: MessageDocument) => boolean>> = {
  link: ({ links }) => links !== undefined,
  image: ({ links = [] }) => links.some((link) => PICTURE.test(link)),
  attachment: ({ links = [] }) => links.some((link) => link.startsWith(UPLOADED)),
  reaction: ({ reactions }) => reactions !== undefined,
  resolved: ({ topic }) => topic?.startsWith(RESOLVED) === true,
};

/** Under which messages with a trait are found: `link:7` in channel 7, `link:direct` where there is no channel. */
export const traitKey = (trait: Trait, channelId: ChannelId | undefined): string =>
  `${trait}:${channelId ?? 'direct'}`;

export const hasTrait = ({ traits = [], channelId }: MessageDocument, trait: Trait): boolean =>
  traits.includes(traitKey(trait, channelId));

/** What a message shows of traits; undefined where that is nothing. */
export function traitsOf(message: MessageDocument): readonly string[] | undefined {
  const traits = TRAITS.filter((trait) => shows[trait](message));
  return traits.length === 0 ? undefined : traits.map((trait) => traitKey(trait, message.channelId));
}

/** A change of a message that leaves it with the traits which it then has. */
export const keepingTraits =
  (change: (message: MessageDocument) => MessageDocument) =>
  (document: Document): Document => {
    const { traits: _, ...message } = change(document as unknown as MessageDocument);
    const traits = traitsOf(message);
    return { ...message, ...(traits && { traits }) };
  };
