import type { RenderResult, RenderJob } from './rendered.ts';

/** Renders texts outside the main thread, in the order in which they are posted. */
export interface RenderHost {
  /** Whether the parser is loaded and warmed up. */
  readonly ready: boolean;
  /**
   * Whether a library is being loaded, which happens once, or a text is rendered once more because the machine was busy:
   * neither counts against the text.
   */
  readonly loading: boolean;
  /** Finished but unreported jobs: the index of the current one among the unanswered. */
  readonly current: number;
  /** Number of finished jobs since the start. */
  readonly finished: number;
  post(jobs: readonly RenderJob[]): void;
  end(): Promise<void>;
}

/** Messages of a host to its queue. */
export interface HostListener {
  /** The parser is loaded and warmed up. */
  ready(): void;
  /** Outcomes of the oldest jobs, in order. */
  answered(outcomes: readonly RenderResult[]): void;
  /** The host has died during a job or could not start; `reason` is a clause, such as `exit code 9: bad option`. */
  lost(reason: string): void;
}

/** Starts a host that may spend so many milliseconds on one text. */
export type StartHost = (timeLimit: number, listener: (host: RenderHost) => HostListener) => RenderHost;
