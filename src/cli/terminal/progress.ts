/** Progress of a long command on stderr: bars on a terminal, an occasional line elsewhere. */
import { type Clock, systemClock } from '../../base/clock.ts';
import { printNote } from '../../base/printable.ts';

/** One task. `done` and `total` are in any unit; `eta` is in seconds. */
interface Step {
  readonly label: string;
  readonly done: number;
  readonly total: number;
  readonly eta: number;
}

export interface ProgressDisplay {
  show(step: Step): void;
  close(): Promise<void>;
}

const LINE_EVERY = 2_000;

export async function createProgress(clock: Clock = systemClock): Promise<ProgressDisplay> {
  return process.stderr.isTTY ? createBars() : createLines(clock);
}

/** Shows work of which only the amounts done and in total are known; the rest is estimated. */
export function timedStep(
  progress: ProgressDisplay,
  label: string,
  clock: Clock = systemClock,
): (done: number, total: number) => void {
  const startedAt = clock.monotonic();
  return (done, total) => {
    const seconds = (clock.monotonic() - startedAt) / 1_000;
    progress.show({ label, done, total, eta: (seconds * (total - done)) / Math.max(done, 1) });
  };
}

async function createBars(): Promise<ProgressDisplay> {
  const { default: progress } = await import('cli-progress');
  const bars = new progress.MultiBar({
    ...layoutFor(process.stderr.columns),
    stream: process.stderr,
    hideCursor: true,
    linewrap: null,
  });
  const known = new Map<string, ReturnType<typeof bars.create>>();
  return {
    show({ label, done, total, eta }) {
      const bar = known.get(label) ?? bars.create(total, 0, { label: fitted(label), remaining: '' });
      known.set(label, bar);
      bar.setTotal(total);
      bar.update(done, { remaining: remaining({ done, total, eta }) });
    },
    close: async () => bars.stop(),
  };
}

function createLines(clock: Clock): ProgressDisplay {
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
      printNote(`${label}: ${percentage} %, ${remaining({ done, total, eta })}\n`);
    },
    close: () => Promise.resolve(),
  };
}

const LABEL_WIDTH = 17;
/** The line without its bar: the label, "100 %" and "23 h 59 min left", with the spaces between. */
const FIXED_WIDTH = LABEL_WIDTH + 26;
const WITHOUT_TIME = LABEL_WIDTH + 8;
const WIDEST_BAR = 40;

/** The text that fits in one line of a terminal: narrow ones show no time, very narrow ones no bar. */
export function layoutFor(columns = 80): { readonly format: string; readonly barsize: number } {
  const withTime = columns - FIXED_WIDTH;
  if (withTime >= 5)
    return {
      format: '{label} {bar} {percentage} %  {remaining}',
      barsize: Math.min(WIDEST_BAR, withTime),
    };
  const barsize = columns - WITHOUT_TIME;
  return barsize >= 5
    ? { format: '{label} {bar} {percentage} %', barsize }
    : { format: '{label} {percentage} %', barsize: 1 };
}

const fitted = (label: string): string => label.slice(0, LABEL_WIDTH).padEnd(LABEL_WIDTH);

/** Remaining time, once a hundredth of the work is done. */
export function remaining({ done, total, eta }: Omit<Step, 'label'>): string {
  return done < total && done * 100 < total ? 'estimating' : `${duration(eta)} left`;
}

/** 75 → "1 min 15 s", 4000 → "1 h 7 min" */
function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.ceil(whole / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
