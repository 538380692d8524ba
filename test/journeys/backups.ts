/** What the journeys of back-ups share: commands on data folders, and what they print. */
import { expect } from 'chai';
import { command } from '../support/process.ts';

export type Settings = Readonly<Record<string, string>>;

/** What `hansard backup --json` prints. */
export interface BackupReport {
  readonly events: number;
  readonly position: number;
  /** Over the ends of all streams. */
  readonly digest: string;
  readonly files: number;
  readonly foreign: number;
}

/** What `hansard move --json` prints. */
export interface MoveReport {
  readonly events: number;
  readonly digest: string;
  readonly stoppedForSeconds: number;
  readonly foreign: number;
}

/** Runs `hansard … --json` with these settings, and answers the last line that it prints; fails on another exit code. */
export async function hansard<Value = Record<string, unknown>>(
  settings: Settings,
  words: readonly string[],
  exitCode = 0,
): Promise<Value> {
  const { code, stdout, stderr } = await command([...words, '--json'], settings);
  expect(code, `${words.join(' ')}: ${stderr}${stdout}`).to.equal(exitCode);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Value;
}

/** The sentence with which a command is refused. */
export async function refusal(settings: Settings, words: readonly string[], exitCode = 2): Promise<string> {
  const { code, stderr } = await command(words, settings);
  expect(code, stderr).to.equal(exitCode);
  return stderr.trim();
}

/** All events of a log, as `hansard replay` prints them. */
export async function replayed(settings: Settings, ...words: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await command(['replay', ...words], settings);
  return stdout.trim().split('\n');
}

/** Checks that log and views are as they should be; the views must have been built. */
export async function expectSound(settings: Settings): Promise<void> {
  expect(await hansard(settings, ['log', 'verify'])).to.include({ intact: true });
  const views = await hansard<readonly { status: string }[]>(settings, ['projections', 'verify']);
  expect(views.filter(({ status }) => status !== 'same')).to.deep.equal([]);
}
