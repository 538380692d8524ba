/**
 * How fast a log of messages becomes state and views again. Raw is what no server could go without: reading three
 * columns and parsing data and metadata.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { resultOf } from './support/child.ts';
import { populatedFolder } from './support/growLog.ts';
import type { Benchmark } from './support/report.ts';
import { interleaved } from './support/rounds.ts';

const EVENTS = Number(process.env.BENCH_EVENTS) || 300_000;

export const fold: Benchmark = async (report) => {
  const folder = await populatedFolder({ users: 1_000, channels: 100, subscribers: 100, messages: EVENTS });
  const measure = (what: string) =>
    resultOf<{ perSecond: number; milliseconds: number }>('bench/support/foldProcess', [what, folder]);
  const { raw, state, snapshot, views } = await interleaved({
    raw: () => measure('raw'),
    state: () => measure('state'),
    snapshot: () => measure('snapshot'),
    views() {
      rmSync(join(folder, 'views'), { recursive: true, force: true });
      return measure('views');
    },
  });
  report.figure('raw: three columns read and parsed', raw.perSecond, 'events/s');
  report.figure('state folded, every hash of the chain proved', state.perSecond, 'events/s');
  report.goal('  of raw', state.perSecond / raw.perSecond, { atLeast: 0.5 });
  report.figure('all projections rebuilt', views.perSecond, 'events/s');
  report.goal('  of raw', views.perSecond / raw.perSecond, { atLeast: 0.25 });
  const share = snapshot.milliseconds / state.milliseconds;
  report.goal('state from a snapshot, of the time of folding it all', share, { atMost: 0.25 });
};
