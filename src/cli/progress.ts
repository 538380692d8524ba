/** How far a long command is, on stderr: bars on a terminal, a line now and then elsewhere. */
import { type Clock, systemClock } from '../clock.ts';

/** One piece of work. `done` and `total` are in any unit; `eta` is in seconds. */
interface Step {
  readonly label: string;
  readonly done: number;
  readonly total: number;
  readonly eta: number;
}

export interface Progress {
  show(step: Step): void;
  close(): Promise<void>;
}

const LINE_EVERY = 2_000;

export async function createProgress(clock: Clock = systemClock): Promise<Progress> {
  return process.stderr.isTTY ? createBars() : createLines(clock);
}

async function createBars(): Promise<Progress> {
  const { default: progress } = await import('cli-progress');
  const format = '{label} {bar} {percentage} %  {remaining} left';
  const bars = new progress.MultiBar({ format, stream: process.stderr, hideCursor: true });
  const known = new Map<string, ReturnType<typeof bars.create>>();
  return {
    show({ label, done, total, eta }) {
      const bar = known.get(label) ?? bars.create(total, 0, { label: label.padEnd(14), remaining: '' });
      known.set(label, bar);
      bar.setTotal(total);
      bar.update(done, { remaining: duration(eta) });
    },
    close: async () => bars.stop(),
  };
}

function createLines(clock: Clock): Progress {
  const spokeAt = new Map<string, number>();
  const finished = new Set<string>();
  return {
    show({ label, done, total, eta }) {
      const now = clock.monotonic();
      const isDue = done === total || now - (spokeAt.get(label) ?? -Infinity) >= LINE_EVERY;
      if (!isDue || finished.has(label)) return;
      spokeAt.set(label, now);
      if (done === total) finished.add(label);
      const percentage = total === 0 ? 100 : Math.floor((done / total) * 100);
      process.stderr.write(`${label}: ${percentage} %, ${duration(eta)} left\n`);
    },
    close: () => Promise.resolve(),
  };
}

/** 75 → "1 min 15 s" */
function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
