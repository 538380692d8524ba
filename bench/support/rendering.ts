/** The renderer in a process of its own, for texts only. */
import type { ChildProcess } from 'node:child_process';
import { ask, end, startModule } from './child.ts';

export interface RenderJob {
  readonly source: string;
  readonly milliseconds: number;
}

export class RenderProcess {
  readonly #process: ChildProcess = startModule('bench/support/renderProcess');

  run(source: string, milliseconds: number): Promise<{ readonly perSecond: number }> {
    return ask(this.#process, { source, milliseconds } satisfies RenderJob);
  }

  stop(): Promise<void> {
    return end(this.#process);
  }
}
