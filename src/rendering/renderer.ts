import type { Clock } from '../clock.ts';
import { Refused } from '../errors.ts';
import { isShort, withinNesting } from './bounds.ts';
import { Lane, cannotRender } from './lane.ts';
import type { RenderDirectory } from './directory.ts';
import { isPlain, isPlainWithEmoticons, plainHtml } from './plain.ts';
import type { Rendered } from './rendered.ts';
import { RenderProcess } from './process.ts';
import { RenderThread } from './thread.ts';

/** Markdown to HTML, off the main thread. */
export interface Renderer {
  /**
   * Renders one message. `writer` is any text that stands for who wrote it. Errors: `Refused('BAD_REQUEST', 'Unable to
   * render message')` where the text would take too long or grow too large, `NotReady` when too many are waiting.
   */
  render(source: string, directory: RenderDirectory, writer: string): Promise<Rendered>;
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

/** Milliseconds for which the long texts of somebody wait apart from others', after one that was refused. */
const APART = 60_000;
/** Writers kept apart before those are forgotten whose time has passed. */
const MANY = 1_000;

const NOTHING_MENTIONED = { mentionedUserIds: [], mentionedGroupIds: [], wildcards: [], links: [] };

/**
 * A renderer with three hosts, each started when first needed: a thread for short messages, where none waits long for
 * another, a process for long ones, which wait for each other, and one for long ones of those whose last text could not
 * be rendered, so that they keep nobody else waiting.
 */
export function createRenderer({ clock, timeLimit = 300, queueLimit = 1000 }: RendererOptions): Renderer {
  const limits = { clock, timeLimit, queueLimit };
  const short = new Lane({ ...limits, window: 32, start: (...how) => new RenderThread(...how) });
  const long = new Lane({ ...limits, window: 1, start: (...how) => new RenderProcess(...how) });
  const apart = new Lane({ ...limits, window: 1, start: (...how) => new RenderProcess(...how) });
  const suspects = new Suspects(clock);
  return {
    async render(source, directory, writer) {
      if (directory.emoticons ? isPlainWithEmoticons(source) : isPlain(source))
        return { html: plainHtml(source), ...NOTHING_MENTIONED };
      if (!withinNesting(source)) throw cannotRender();
      const lane = isShort(source) ? short : suspects.has(writer) ? apart : long;
      return lane.render({ source, directory }).catch((error: unknown) => {
        if (error instanceof Refused) suspects.add(writer);
        throw error;
      });
    },
    warm: () => short.warm(),
    close: async () => {
      await Promise.all([short, long, apart].map((lane) => lane.close()));
    },
  };
}

/** Those who have lately written what could not be rendered. */
class Suspects {
  readonly #clock: Clock;
  /** Until when, in milliseconds. */
  readonly #until = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  has(writer: string): boolean {
    return (this.#until.get(writer) ?? -Infinity) > this.#clock.monotonic();
  }

  add(writer: string): void {
    if (this.#until.size >= MANY) for (const known of this.#until.keys()) this.#forget(known);
    this.#until.set(writer, this.#clock.monotonic() + APART);
  }

  #forget(writer: string): void {
    if (!this.has(writer)) this.#until.delete(writer);
  }
}
