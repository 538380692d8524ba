/** The promise that every engine behind the `Files` port keeps, as a list of named checks. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import type { Clock } from '../../src/base/clock.ts';
import type { Files } from '../../src/files/files.ts';
import type { OrganizationId, UserId } from '../../src/base/ids.ts';
import { TestClock } from '../support/testClock.ts';

/** An engine whose storage outlives its handles. */
interface FilesStorage {
  open(clock: Clock): Promise<Files>;
  /** Bytes that the storage holds of files, whole or not. */
  bytesKept(): Promise<number>;
  discard(): Promise<void>;
}

export interface FilesEngine {
  storage(): Promise<FilesStorage>;
}

/** The handles of one check: `files` opens another one; all are closed after the check. */
interface Bench {
  readonly files: () => Promise<Files>;
  readonly clock: TestClock;
  readonly bytesKept: () => Promise<number>;
}

interface Check {
  readonly title: string;
  check(bench: Bench): Promise<void>;
}

const [here, there] = [1 as OrganizationId, 2 as OrganizationId];

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** So many bytes that do not repeat every 256. */
export const noise = (length: number, seed = 1): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8) * 7 + seed) & 255));

/** The bytes in pieces of this length. */
const inPieces = (bytes: Buffer, length: number): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
      bytes.subarray(index * length, (index + 1) * length),
    ),
  );

const store = (files: Files, bytes: Buffer, organizationId = here) =>
  files.store(organizationId, inPieces(bytes, 65_536));

async function read(
  files: Files,
  digest: string,
  range?: { readonly start: number; readonly end: number },
): Promise<Buffer | undefined> {
  const stream = await files.open(here, digest, range);
  return stream && buffer(stream);
}

async function listed(files: Files, time: number, organizationId = here): Promise<string[]> {
  const pages: string[] = [];
  for await (const page of files.storedBefore(organizationId, time))
    pages.push(...page.map(({ digest }) => digest));
  return pages;
}

/** Gives one piece and then nothing more, nor an end. */
async function* cutOff(bytes: Buffer, onWaiting: () => void): AsyncGenerator<Buffer> {
  yield bytes;
  yield bytes;
  onWaiting();
  await new Promise(() => undefined);
}

const checks: readonly Check[] = [
  {
    title: 'keeps bytes under their digest for the next handle',
    async check({ files }) {
      const bytes = noise(3_500_001);
      const first = await files();
      expect(await first.store(here, inPieces(bytes, 99_991))).to.deep.equal({
        digest: digestOf(bytes),
        size: bytes.length,
      });
      const second = await files();
      expect(await second.sizeOf(here, digestOf(bytes))).to.equal(bytes.length);
      expect((await read(second, digestOf(bytes)))?.equals(bytes)).to.equal(true);
    },
  },
  {
    title: 'keeps an empty file',
    async check({ files }) {
      const opened = await files();
      const { digest, size } = await store(opened, Buffer.alloc(0));
      expect(size).to.equal(0);
      expect(await opened.sizeOf(here, digest)).to.equal(0);
      expect(await read(opened, digest)).to.deep.equal(Buffer.alloc(0));
    },
  },
  {
    title: 'gives any range of the bytes',
    async check({ files }) {
      const bytes = noise(2_500_000);
      const opened = await files();
      const { digest } = await store(opened, bytes);
      const last = bytes.length - 1;
      for (const [start, end] of [
        [0, 0],
        [1_044_479, 1_044_480],
        [5, 2_200_000],
        [last, last],
        [0, last],
      ] as const)
        expect((await read(opened, digest, { start, end }))?.equals(bytes.subarray(start, end + 1))).to.equal(
          true,
          `${start} to ${end}`,
        );
    },
  },
  {
    title: 'stores the same bytes once in an organization, and apart from those of another one',
    async check({ files, bytesKept }) {
      const bytes = noise(70_000);
      const [opened, other] = [await files(), await files()];
      await Promise.all([store(opened, bytes), store(opened, bytes), store(other, bytes)]);
      await store(opened, bytes);
      expect(await bytesKept()).to.equal(bytes.length);
      expect(await opened.sizeOf(there, digestOf(bytes))).to.equal(undefined);
      expect(await opened.open(there, digestOf(bytes))).to.equal(undefined);
      await store(opened, bytes, there);
      expect(await bytesKept()).to.equal(2 * bytes.length);
      expect((await read(opened, digestOf(bytes)))?.equals(bytes)).to.equal(true);
    },
  },
  {
    title: 'knows no other name than a digest',
    async check({ files }) {
      const opened = await files();
      const { digest } = await store(opened, noise(10));
      for (const name of [
        '',
        '../incoming',
        `../${digest}`,
        digest.toUpperCase(),
        `${digest}\0`,
        digest.slice(1),
      ]) {
        expect(await opened.sizeOf(here, name)).to.equal(undefined);
        expect(await opened.open(here, name)).to.equal(undefined);
        expect(await opened.remove(here, name, Infinity)).to.equal(false);
      }
    },
  },
  {
    title: 'fails as the source fails, and keeps nothing of it',
    async check({ files, bytesKept }) {
      const failing = async function* () {
        yield noise(1_500_000);
        throw new RangeError('enough');
      };
      const failure = await (await files()).store(here, failing()).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(RangeError).and.to.have.property('message', 'enough');
      expect(await bytesKept()).to.equal(0);
    },
  },
  {
    title: 'removes what has not been stored again since',
    async check({ files, clock, bytesKept }) {
      const opened = await files();
      const { digest } = await store(opened, noise(100));
      const storedAt = clock.now();
      expect(await opened.remove(here, digest, storedAt), 'stored at that very time').to.equal(false);
      await clock.advance(10);
      await store(opened, noise(100));
      expect(await opened.remove(here, digest, storedAt + 10), 'stored again').to.equal(false);
      expect(await opened.remove(there, digest, storedAt + 11), 'of another organization').to.equal(false);
      expect((await read(opened, digest))?.length).to.equal(100);
      expect(await opened.remove(here, digest, storedAt + 11)).to.equal(true);
      expect(await opened.remove(here, digest, storedAt + 11), 'twice').to.equal(false);
      expect(await opened.sizeOf(here, digest)).to.equal(undefined);
      expect(await opened.open(here, digest)).to.equal(undefined);
      expect(await bytesKept()).to.equal(0);
      await store(opened, noise(100));
      expect((await read(opened, digest))?.length).to.equal(100);
    },
  },
  {
    title: 'lists everything that was stored before a time, also while it is removed',
    async check({ files, clock }) {
      const opened = await files();
      const early: string[] = [];
      for (let group = 0; group < 52; group += 1) {
        const stored = Array.from({ length: 10 }, (_, index) =>
          store(opened, Buffer.from(`${group} ${index}`)),
        );
        early.push(...(await Promise.all(stored)).map(({ digest }) => digest));
        if (group % 20 === 0) await clock.advance(1);
      }
      await clock.advance(1);
      const time = clock.now();
      const late = await store(opened, Buffer.from('late'));
      await store(opened, Buffer.from('elsewhere'), there);
      expect(await listed(opened, time)).to.have.members(early);
      for await (const page of opened.storedBefore(here, time))
        for (const { digest, storedAt } of page) {
          expect(storedAt).to.be.lessThan(time);
          await opened.remove(here, digest, time);
        }
      expect(await listed(opened, Infinity)).to.deep.equal([late.digest]);
    },
  },
  {
    title: 'removes what was begun and never became whole, and nothing else',
    async check({ files, clock, bytesKept }) {
      const whole = noise(50, 9);
      const first = await files();
      await store(first, whole);
      await new Promise<void>((resolve) => {
        first.store(here, cutOff(noise(1_500_000), resolve)).catch(() => undefined);
      });
      await clock.advance(10);
      const second = await files();
      await second.removeUnfinished(clock.now());
      expect(await bytesKept()).to.equal(whole.length);
      expect(await listed(second, Infinity)).to.deep.equal([digestOf(whole)]);
    },
  },
  {
    title: 'notes how much of a file has come, for the next handle, and for one writer at a time',
    async check({ files, clock }) {
      const [first, second] = [await files(), await files()];
      const file = { id: 'a'.repeat(32), ownerId: 7 as UserId, offset: 0, begunAt: clock.now(), notes: '{}' };
      expect(await first.savePartial(here, file, 5), 'nothing was noted').to.equal(false);
      expect(await first.savePartial(here, file, undefined)).to.equal(true);
      expect(await first.savePartial(here, file, undefined), 'begun twice').to.equal(false);
      const more = { ...file, offset: 10, notes: '"more"' };
      expect(await second.savePartial(here, more, 5), 'another offset').to.equal(false);
      expect(await second.savePartial(here, more, 0)).to.equal(true);
      expect(await first.findPartial(here, file.id)).to.deep.equal(more);
      expect(await first.findPartialsOf(here, file.ownerId)).to.deep.equal([more]);
      expect(await first.findPartialsOf(here, 8 as UserId)).to.deep.equal([]);
      for (const [organizationId, id] of [
        [there, file.id],
        [here, 'b'.repeat(32)],
        [here, '../incoming'],
      ] as const)
        expect(await first.findPartial(organizationId, id)).to.equal(undefined);
      await first.removeUnfinished(clock.now());
      expect(await first.findPartial(here, file.id)).to.deep.equal(more);
      await first.removeUnfinished(clock.now() + 1);
      expect(await first.findPartial(here, file.id)).to.equal(undefined);
      await first.savePartial(here, file, undefined);
      await second.removePartial(here, file.id);
      expect(await first.findPartialsOf(here, file.ownerId)).to.deep.equal([]);
    },
  },
];

/** Runs one check on a storage of its own. */
export async function runFilesCheck({ check }: Check, engine: FilesEngine): Promise<void> {
  const storage = await engine.storage();
  const opened: Files[] = [];
  const clock = new TestClock();
  const files = async (): Promise<Files> => {
    const handle = await storage.open(clock);
    opened.push(handle);
    return handle;
  };
  try {
    await check({ files, clock, bytesKept: () => storage.bytesKept() });
  } finally {
    for (const handle of opened) await handle.close();
    await storage.discard();
  }
}

/** The check of that title. */
export function filesCheckNamed(title: string): Check {
  const found = checks.find((check) => check.title === title);
  if (!found) throw new Error(`The contract has no check "${title}".`);
  return found;
}

/** Declares the whole contract as a mocha suite. */
export function describeFiles(name: string, engine: FilesEngine): void {
  describe(`${name} keeps the Files contract`, () => {
    for (const check of checks) it(check.title, () => runFilesCheck(check, engine));
  });
}
