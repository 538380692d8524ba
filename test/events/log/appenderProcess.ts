import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

interface AppendOutcome {
  readonly id: string;
  readonly outcome: string;
}

/** A child process with the real engine, and the outcomes that it reported for each append. */
interface Appender {
  /** `open`, or the name of the error that opening ended with. */
  readonly opened: string;
  readonly acknowledged: readonly string[];
  /** Appends so many events at once; returns their outcomes, or those that were reported before the process ended. */
  append(count: number): Promise<string[]>;
  /** Ends it without a chance to clean up; answers its exit code, null when it was killed. */
  kill(): Promise<number | null>;
  readonly ended: Promise<number | null>;
}

/** Starts a process that appends to the log of a folder, and exits or stays when a flush has failed. */
export const startAppender = async (
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
  afterFatal: 'exit' | 'stay' = 'exit',
): Promise<Appender> => {
  const script = fileURLToPath(new URL('appender.ts', import.meta.url));
  const child = fork(script, [folder, afterFatal], {
    env,
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const acknowledged: string[] = [];
  child.on(
    'message',
    ({ id, outcome }: AppendOutcome) => outcome === 'acknowledged' && acknowledged.push(id),
  );
  const [first] = (await once(child, 'message')) as [AppendOutcome];
  return {
    opened: first.outcome,
    acknowledged,
    ended,
    async append(count) {
      const outcomes: string[] = [];
      const all = new Promise<void>((resolve) => {
        const note = ({ outcome }: AppendOutcome) => {
          if (outcomes.push(outcome) < count) return;
          child.off('message', note);
          resolve();
        };
        child.on('message', note);
      });
      child.send(Array.from({ length: count }, () => randomUUID()));
      await Promise.race([all, ended]);
      return outcomes;
    },
    kill() {
      child.kill('SIGKILL');
      return ended;
    },
  };
};
