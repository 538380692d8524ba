import type { Outcome, RenderJob } from './rendered.ts';

/** Where texts are rendered, apart from the main thread; jobs are done in the order in which they are posted. */
export interface RenderHost {
  /** Whether the parser is loaded and warm. */
  readonly ready: boolean;
  /** Whether a library is being loaded, which happens once and is no fault of the text that needs it. */
  readonly loading: boolean;
  /** Jobs finished but not answered yet: which of the unanswered ones is being worked on. */
  readonly current: number;
  /** Jobs finished since the start. */
  readonly finished: number;
  post(jobs: readonly RenderJob[]): void;
  end(): Promise<void>;
}

/** What a host tells its queue. */
export interface HostListener {
  /** The parser is loaded and warm. */
  ready(): void;
  /** Outcomes of the oldest jobs, in order. */
  answered(outcomes: readonly Outcome[]): void;
  /** The host has died of a job or could not start. */
  lost(): void;
}

/** Starts a host that may spend so many milliseconds on one text. */
export type StartHost = (timeLimit: number, listener: (host: RenderHost) => HostListener) => RenderHost;
