import type { Clock } from '../clock.ts';
import { isShort, withinNesting } from './bounds.ts';
import { RenderQueue, cannotRender } from './renderQueue.ts';
import type { RenderDirectory } from './directory.ts';
import type { StartHost } from './host.ts';
import { isPlain, isPlainWithEmoticons, plainHtml } from './plain.ts';
import type { Rendered } from './rendered.ts';
import { RenderProcess } from './process.ts';
import { RenderThread } from './thread.ts';
import type { Asker } from '../turnQueue.ts';

/** Markdown to HTML, off the main thread. */
export interface Renderer {
  /**
   * Renders one message. Errors: `Refused('Unable to render message')` if the text would take too long or
   * grow too large, `NotReady` if too many texts are waiting, in total or of the same owner.
   */
  render(source: string, directory: RenderDirectory, asker: Asker): Promise<Rendered>;
  /** Starts the thread for short messages in advance. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** Options of a renderer; tests shorten the time limit. */
export interface RendererOptions {
  readonly clock: Clock;
  /** Milliseconds for one message; every answer takes at most three times as long. */
  readonly timeLimit?: number;
  readonly queueLimit?: number;
}

/** Waiting texts per owner: a burst of short ones is over soon, long ones take about 50 ms each. */
const OWNER_LIMIT = { short: 250, long: 32 };

/**
 * Milliseconds for which somebody's long texts are rendered separately after one that was refused or slow.
 */
const APART = 60_000;
/** Separated owners before expired ones are removed. */
const MANY = 1_000;

const NOTHING_MENTIONED = { mentionedUserIds: [], mentionedGroupIds: [], wildcards: [], links: [] };

/**
 * A renderer with three hosts, each started on first use: a thread for short messages, with short waits; a
 * process for long ones, formulas and code, in turn by asker; and a process for owners whose last text was
 * slow or failed, so that they delay nobody else.
 */
export function createRenderer({ clock, timeLimit = 300, queueLimit = 1000 }: RendererOptions): Renderer {
  const suspects = new Suspects(clock);
  const onTrouble = (asker: Asker): void => suspects.add(asker);
  const common = { clock, timeLimit, queueLimit, onTrouble };
  const forLong = {
    ...common,
    ...{ window: 1, ownerLimit: OWNER_LIMIT.long },
    start: (...how: Parameters<StartHost>) => new RenderProcess(...how),
  };
  const short = new RenderQueue({
    ...common,
    ...{ window: 32, ownerLimit: OWNER_LIMIT.short },
    start: (...how) => new RenderThread(...how),
  });
  const long = new RenderQueue(forLong);
  const apart = new RenderQueue(forLong);
  return {
    async render(source, directory, asker) {
      const isPlainText = directory.emoticons ? isPlainWithEmoticons : isPlain;
      if (directory.linkifiers.length === 0 && isPlainText(source))
        return { html: plainHtml(source), ...NOTHING_MENTIONED };
      if (!withinNesting(source)) throw cannotRender();
      const queue = isShort(source) ? short : suspects.has(asker) ? apart : long;
      return queue.render({ source, directory, asker });
    },
    warm: () => short.warm(),
    close: async () => {
      await Promise.all([short, long, apart].map((queue) => queue.close()));
    },
  };
}

/** Owners with a recent text that was slow or failed. */
class Suspects {
  readonly #clock: Clock;
  /** Until when, in milliseconds. */
  readonly #until = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  has(asker: Asker): boolean {
    return this.#isApart(keyOf(asker));
  }

  add(asker: Asker): void {
    if (this.#until.size >= MANY)
      for (const known of this.#until.keys()) if (!this.#isApart(known)) this.#until.delete(known);
    this.#until.set(keyOf(asker), this.#clock.monotonic() + APART);
  }

  #isApart(owner: string): boolean {
    return (this.#until.get(owner) ?? -Infinity) > this.#clock.monotonic();
  }
}

const keyOf = ({ organizationId, ownerId }: Asker): string => `${organizationId}:${ownerId}`;
