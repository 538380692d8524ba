import { openSync, readSync } from 'node:fs';

const buffer = Buffer.alloc(64);
const statistics = opened();

/** Linux counts, thread by thread, for how long it ran and for how long it was ready to run and waited for a processor. */
function opened(): number | undefined {
  try {
    return openSync('/proc/thread-self/schedstat', 'r');
  } catch {
    return undefined;
  }
}

/**
 * Milliseconds that go by for this thread: unlike `performance.now()` they stand still while it waits for a processor that
 * another process has, so that a busy machine makes nothing look slow. Where the system does not count that, all count.
 */
export function undisturbed(): number {
  if (statistics === undefined) return performance.now();
  // Both are of one moment only where no waiting came in between.
  for (;;) {
    const [before, now] = [waited(statistics), performance.now()];
    if (waited(statistics) === before) return now - before / 1e6;
  }
}

/** Milliseconds of work that show what share of a processor there is. */
const SAMPLE = 30;

/** How many times longer work takes at present than with a processor of its own: 1 on an idle machine. */
export function crowding(): number {
  const [began, ours] = [performance.now(), undisturbed()];
  while (undisturbed() - ours < SAMPLE);
  return Math.max(1, (performance.now() - began) / SAMPLE);
}

/** Nanoseconds. */
function waited(file: number): number {
  const length = readSync(file, buffer, 0, buffer.length, 0);
  const [, nanoseconds] = buffer.toString('latin1', 0, length).split(' ');
  return Number(nanoseconds);
}
