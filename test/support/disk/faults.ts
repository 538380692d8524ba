/** Disks that fail on request, for processes started by tests (see faults.c). Linux, and a C compiler. */
import { execFile } from 'node:child_process';
import { realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from './temporaryFolder.ts';

const run = promisify(execFile);

/** What a test needs that is not here, or undefined: to be named when it is skipped. */
export const missingForDiskFaults = async (): Promise<string | undefined> => {
  if (process.platform !== 'linux') return 'Linux';
  return run('cc', ['--version']).then(
    () => undefined,
    () => 'a C compiler (cc)',
  );
};

/** A disk fault that can be switched on and off while processes run. */
export interface DiskFaults {
  /** The environment in which a process meets the fault on files below that folder. */
  environment(folder: string): Promise<NodeJS.ProcessEnv>;
  /** From now on flushes fail (`fsync`), or nothing can be written (`full`). */
  begin(fault: 'fsync' | 'full'): Promise<void>;
  end(): Promise<void>;
  /** Removes what was built. */
  remove(): Promise<void>;
}

/** Compiles the fault library into a temporary folder. */
export const buildDiskFaults = async (): Promise<DiskFaults> => {
  const { folder: built, remove } = await temporaryFolder();
  const library = join(built, 'faults.so');
  const control = join(built, 'control');
  const source = fileURLToPath(new URL('faults.c', import.meta.url));
  await run('cc', ['-O1', '-fPIC', '-shared', '-o', library, source, '-ldl']);
  return {
    environment: async (folder) => ({
      ...process.env,
      LD_PRELOAD: library,
      DISK_FAULT_CONTROL: control,
      DISK_FAULT_UNDER: await realpath(folder),
    }),
    begin: (fault) => writeFile(control, fault),
    end: () => rm(control, { force: true }),
    remove,
  };
};
