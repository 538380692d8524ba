/** Compares the memory of `hansard replay` for a long log and for a short one. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { moduleFile } from './support/child.ts';
import { populatedFolder } from './support/growLog.ts';
import type { Benchmark } from './support/report.ts';

const SHORT = 100_000;
const LONG = 10 * SHORT;

export const replayMemory: Benchmark = async (report) => {
  if (!existsSync(moduleFile('src/cli')))
    return report.skipped('hansard replay', 'there is no command line yet');
  const short = await peakOf(SHORT);
  const long = await peakOf(LONG);
  report.figure(`peak memory of a replay of ${SHORT.toLocaleString('en')} events`, short / 1e6, 'MB');
  report.figure(`peak memory of a replay of ${LONG.toLocaleString('en')} events`, long / 1e6, 'MB');
  report.goal('  of the shorter one’s', long / short, { atMost: 1.2 });
};

/** Most bytes that were resident at any time. */
async function peakOf(messages: number): Promise<number> {
  const folder = await populatedFolder({ users: 100, channels: 10, messages });
  const words = [
    '--import',
    moduleFile('bench/support/peakMemory'),
    moduleFile('src/cli'),
    'replay',
    '--json',
  ];
  const child = spawn(process.execPath, words, {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  let [lines, peak] = [0, ''];
  child.stdout?.on('data', (chunk: Buffer) => {
    for (const byte of chunk) if (byte === 10) lines += 1;
  });
  child.stdio[3]?.on('data', (chunk: Buffer) => (peak += chunk.toString()));
  await once(child, 'close');
  if (lines < messages) throw new Error(`The replay of ${messages} events printed ${lines} lines.`);
  return Number(peak);
}
