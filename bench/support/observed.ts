/**
 * Loaded into a server before anything else (`--import`): reports to the benchmark over IPC what cannot be measured from
 * outside, the longest time that its event loop stood still and which modules it has loaded.
 */
import Module from 'node:module';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The possible requests. */
export interface Observation {
  readonly ask: 'begin' | 'delay' | 'memory' | 'modules' | 'processor';
}

const delay = monitorEventLoopDelay({ resolution: 1 });

const answers: Readonly<Record<Observation['ask'], () => unknown>> = {
  begin() {
    delay.enable();
    delay.reset();
    return true;
  },
  /** Milliseconds beyond the turn that the monitor itself waits for; it ends then, because it costs processor time. */
  delay() {
    delay.disable();
    return { longest: delay.max / 1e6 - 1, p99: delay.percentile(99) / 1e6 - 1 };
  },
  /** Bytes that are resident. */
  memory: () => ({ rss: process.memoryUsage.rss() }),
  /** Milliseconds of processor time so far. */
  processor: () => (process.cpuUsage().user + process.cpuUsage().system) / 1000,
  /** CommonJS modules by their files; both drivers are CommonJS. */
  modules: () => Object.keys((Module as unknown as { readonly _cache: object })._cache),
};

process.on('message', ({ ask }: Observation) => process.send?.(answers[ask]()));
process.channel?.unref();
