/** How commands are given rendered text: the port, which `app/` fills. */
import type { UserId } from '../../ids.ts';
import type { OrganizationState } from '../../organization/state.ts';
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

/** What a text was before it is changed. */
export interface EarlierText {
  readonly content: string;
  readonly html: string;
}

/** Renders a message's Markdown; names in it mean what its writer may see of the organization. */
export type RenderText = (
  organization: OrganizationState,
  source: string,
  writerId: UserId,
  earlier?: EarlierText,
) => RenderedText | Promise<RenderedText>;
