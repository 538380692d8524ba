/** How commands are given rendered text: the port, which `app/` fills, and what callers make of it. */
import type { UserId } from '../../ids.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { CheckedContent } from '../text.ts';
import type { Mentions } from './reach.ts';

/** A text's HTML, and what was found in it. */
export interface RenderedText extends Mentions {
  /** Absent where it is the escaped paragraph of the source. */
  readonly html: string | undefined;
  readonly rendererVersion: number;
  /** Targets of the links in it, each once. */
  readonly links: readonly string[];
  /** What a poll or to-do list begins with, as JSON text. */
  readonly widget: string | undefined;
}

/** A text as it goes on record. */
export interface WrittenText {
  readonly content: CheckedContent;
  readonly rendered: RenderedText;
}

/** What a text was before it is changed. */
export interface EarlierText {
  readonly content: string;
  readonly html: string;
}

/** Renders a message's Markdown; names in it mean what its writer may see of the organization. */
export type RenderText = (
  organization: OrganizationState,
  source: CheckedContent,
  writerId: UserId,
  earlier?: EarlierText,
) => RenderedText | Promise<RenderedText>;

/** A text with its rendering: a promise only where rendering is one. */
export function writtenText(
  render: RenderText,
  organization: OrganizationState,
  content: CheckedContent,
  writerId: UserId,
  earlier?: EarlierText,
): WrittenText | Promise<WrittenText> {
  const rendering = render(organization, content, writerId, earlier);
  return rendering instanceof Promise
    ? rendering.then((rendered) => ({ content, rendered }))
    : { content, rendered: rendering };
}
