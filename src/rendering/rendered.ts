import type { RenderDirectory } from './directory.ts';
import type { WildcardKind } from './mentions.ts';

/** Recorded with every message; goes up when the same source would give other HTML. */
export const RENDERER_VERSION = 11;

/** A text to render, and whom and what it may speak of. */
export interface RenderJob {
  readonly source: string;
  readonly directory: RenderDirectory;
}

/** What rendering a message tells: its HTML, and whom it mentions aloud; lists in order of appearance, each once. */
export interface Rendered {
  readonly html: string;
  readonly mentionedUserIds: readonly number[];
  readonly mentionedGroupIds: readonly number[];
  readonly wildcards: readonly WildcardKind[];
  /** Targets of the links shown, autolinks included. */
  readonly links: readonly string[];
}

/** What comes of a job; null where the text would take too long or grow too large. */
export type RenderResult = Rendered | null;
