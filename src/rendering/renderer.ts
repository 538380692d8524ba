import type { Clock } from '../clock.ts';
import { withinNesting } from './bounds.ts';
import { Lane, cannotRender } from './lane.ts';
import type { RenderDirectory } from './directory.ts';
import { isPlain, isPlainWithEmoticons, plainHtml } from './plain.ts';
import type { Rendered } from './rendered.ts';

/** Markdown to HTML, off the main thread. */
export interface Renderer {
  /**
   * Renders one message. Errors: `Refused('BAD_REQUEST', 'Unable to render message')` where the text would take too
   * long or grow too large, `NotReady` when too many messages are waiting.
   */
  render(source: string, directory: RenderDirectory): Promise<Rendered>;
  /** Starts the thread for short messages before the first of them comes. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** How a renderer is made; tests shorten the time limit. */
export interface RendererOptions {
  readonly clock: Clock;
  /** Milliseconds for one message; every answer comes within three times as much. */
  readonly timeLimit?: number;
  readonly queueLimit?: number;
}

/**
 * What a text of this length can do to the parser, whose time grows with the square of the length, is over in a few
 * milliseconds: such texts have a thread where none waits long for another. Longer ones wait for each other.
 */
const SHORT = 500;

const NOTHING_MENTIONED = { mentionedUserIds: [], mentionedGroupIds: [], wildcards: [], links: [] };

/** A renderer with two threads, each started when first needed: one for short messages, one for long ones. */
export function createRenderer({ clock, timeLimit = 300, queueLimit = 1000 }: RendererOptions): Renderer {
  const short = new Lane({ clock, timeLimit, queueLimit, window: 16 });
  const long = new Lane({ clock, timeLimit, queueLimit, window: 1 });
  return {
    async render(source, directory) {
      if (directory.emoticons ? isPlainWithEmoticons(source) : isPlain(source))
        return { html: plainHtml(source), ...NOTHING_MENTIONED };
      if (!withinNesting(source)) throw cannotRender();
      return (source.length <= SHORT ? short : long).render({ source, directory });
    },
    warm: () => short.warm(),
    close: async () => {
      await Promise.all([short.close(), long.close()]);
    },
  };
}
