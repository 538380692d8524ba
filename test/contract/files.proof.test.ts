import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import type { Files } from '../../src/files/files.ts';
import { filesCheckNamed, runFilesCheck, type FilesEngine } from './files.ts';
import { folderFiles } from './files/engines.ts';

/** The folder with some of its methods replaced. */
const broken = (change: (real: Files) => Partial<Files>): FilesEngine => ({
  async storage() {
    const storage = await folderFiles.storage();
    return {
      ...storage,
      async open(clock) {
        const real = await storage.open(clock);
        const changes = change(real);
        return new Proxy(real, {
          get: (files, key) =>
            changes[key as keyof Files] ??
            (Reflect.get(files, key, files) as (...args: unknown[]) => unknown).bind(files),
        });
      },
    };
  },
});

const faults: readonly { fault: string; change: (real: Files) => Partial<Files>; caughtBy: string }[] = [
  {
    fault: 'loses the last piece',
    change: (real) => ({
      store: async (organizationId, source) =>
        real.store(organizationId, [(await buffer(Readable.from(source))).subarray(1)] as never),
    }),
    caughtBy: 'keeps bytes under their digest for the next handle',
  },
  {
    fault: 'ends a range one byte early',
    change: (real) => ({
      open: (organizationId, digest, range) =>
        real.open(organizationId, digest, range && { ...range, end: range.end - 1 }),
    }),
    caughtBy: 'gives any range of the bytes',
  },
  {
    fault: 'shares bytes between organizations',
    change: (real) => ({ sizeOf: (_organizationId, digest) => real.sizeOf(1 as never, digest) }),
    caughtBy: 'stores the same bytes once in an organization, and apart from those of another one',
  },
  {
    fault: 'takes what a failing source gave for the whole',
    change: (real) => ({
      store: (organizationId, source) =>
        real.store(
          organizationId,
          (async function* () {
            try {
              yield* source;
            } catch {
              return;
            }
          })(),
        ),
    }),
    caughtBy: 'fails as the source fails, and keeps nothing of it',
  },
  {
    fault: 'removes what was stored again',
    change: (real) => ({ remove: (organizationId, digest) => real.remove(organizationId, digest, Infinity) }),
    caughtBy: 'removes what has not been stored again since',
  },
  {
    fault: 'skips the beginning of each page',
    change: (real) => ({
      async *storedBefore(organizationId, time) {
        for await (const page of real.storedBefore(organizationId, time)) yield page.slice(1);
      },
    }),
    caughtBy: 'lists everything that was stored before a time, also while it is removed',
  },
];

describe('The Files contract', () => {
  for (const { fault, change, caughtBy } of faults) {
    it(`fails "${caughtBy}" on an engine that ${fault}`, async () => {
      const failure = await runFilesCheck(filesCheckNamed(caughtBy), broken(change)).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).to.be.instanceOf(Error);
    });
  }
});
