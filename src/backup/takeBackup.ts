/** The ways to take back-ups: once, again and again, or continuously. */
import { pauseUnlessAborted } from '../clock.ts';
import { BackupWriter, type BackupWriterOptions } from './backupWriter.ts';
import { type Manifest, manifestName } from './manifest.ts';
import { prune, type Retention } from './retention.ts';

export interface BackupOptions extends BackupWriterOptions {
  readonly retention?: Retention | undefined;
}

/** Takes one back-up, and removes old ones if that is asked for. */
export async function takeBackup(options: BackupOptions): Promise<Manifest> {
  const { store, clock, retention } = options;
  const writer = await BackupWriter.open(options);
  const manifest = await writer.backUp(manifestName(clock.now()));
  if (retention) await prune(store, retention, clock);
  return manifest;
}

export interface BackupFollowOptions extends BackupOptions {
  /** Milliseconds after which a new back-up begins, so that the one before stays as it is. */
  readonly every: number;
  readonly signal: AbortSignal;
  /** A back-up has begun and is level with the log. */
  readonly onBackup: (manifest: Manifest) => void;
  /** The newest back-up has been extended, or is still level. */
  readonly onExtended: (manifest: Manifest) => void;
}

/** Milliseconds between two looks at the log. */
const POLL_INTERVAL_MS = 300;
/** Milliseconds after which the manifest says again up to when nothing is missing, if nothing was added. */
const IDLE_SAVE_INTERVAL_MS = 60_000;

/** Continuously extends the newest back-up with what happens, until the signal aborts. */
export async function followLog(options: BackupFollowOptions): Promise<void> {
  const { signal, clock, store, retention, onBackup } = options;
  while (!signal.aborted) {
    const writer = await BackupWriter.open(options);
    const startedAt = clock.now();
    const name = manifestName(startedAt);
    onBackup(await writer.backUp(name));
    if (retention) await prune(store, retention, clock);
    await extend(writer, name, startedAt, options);
  }
}

async function extend(
  writer: BackupWriter,
  name: string,
  startedAt: number,
  { signal, clock, every, onExtended }: BackupFollowOptions,
): Promise<void> {
  const end = clock.monotonic() + every;
  let savedAt = clock.monotonic();
  while (clock.monotonic() < end && !(await pauseUnlessAborted(signal, clock, POLL_INTERVAL_MS))) {
    const isNew = await writer.copyAdditions();
    if (!isNew && clock.monotonic() - savedAt < IDLE_SAVE_INTERVAL_MS) continue;
    onExtended(await writer.save(name, startedAt));
    savedAt = clock.monotonic();
  }
}
