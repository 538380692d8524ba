/**
 * Links of imported texts to imported messages. A text is rendered before its message and others of the batch have IDs: until
 * then `imported{hash}` stands for the ID, by the key under which the linked message is imported.
 */
import type { EarlierChange } from '../../events/messages.ts';
import type { MessageId } from '../../ids.ts';
import type { CheckedContent } from '../text.ts';
import type { WrittenText } from './rendering.ts';

const PLACE = /(\/(?:near|with|id)\/)imported([0-9a-f]{64})/g;

/** Stands in the URL of a link for the ID of a message that is imported under a key (`importKeyOf`). */
export const placeForId = (keyHash: string): string =>
  `imported${Buffer.from(keyHash, 'base64url').toString('hex')}`;

interface ImportedTexts extends WrittenText {
  readonly earlierChanges: readonly EarlierChange[];
}

/** The texts with IDs in their links; links to messages without one lead to their conversations. */
export function withLinkedIds<Message extends ImportedTexts>(
  message: Message,
  idOf: (keyHash: string) => MessageId | undefined,
): Message {
  const resolved = <Text extends string>(text: Text): Text =>
    text.replaceAll(PLACE, (_, operator: string, hex: string) => {
      const id = idOf(Buffer.from(hex, 'hex').toString('base64url'));
      return id === undefined ? '' : `${operator}${id}`;
    }) as Text;
  const { content, rendered, earlierChanges } = message;
  const { html, links } = rendered;
  return {
    ...message,
    content: resolved<CheckedContent>(content),
    rendered: { ...rendered, html: html && resolved(html), links: links.map(resolved) },
    earlierChanges: earlierChanges.map((change) => ({
      ...change,
      ...(change.oldContent !== undefined && { oldContent: resolved(change.oldContent) }),
      ...(change.oldHtml !== undefined && { oldHtml: resolved(change.oldHtml) }),
    })),
  };
}
