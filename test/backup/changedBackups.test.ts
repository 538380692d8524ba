import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { savedCopy } from '../../src/backup/backupCopy.ts';
import { openFolderStore } from '../../src/backup/folderStore.ts';
import {
  EventLine,
  FileEntry,
  ListPart,
  newestManifest,
  readList,
  readManifests,
} from '../../src/backup/manifest.ts';
import { openS3Store } from '../../src/backup/s3Store.ts';
import { type BackupStore, isObjectName, readWhole } from '../../src/backup/store.ts';
import { Damaged } from '../../src/base/errors.ts';
import { Bucket } from '../support/bucket.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';

const DIGEST = hash('sha256', 'a file', 'hex');
const FILE = `files/1/${DIGEST.slice(0, 2)}/${DIGEST}`;
const MANIFEST = 'manifests/2026-11-29T14-00-00.000Z.json';

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** A part as somebody who can write to a back-up makes it: its digest is right. */
async function partOf(store: BackupStore, text: string, change: Partial<ListPart> = {}): Promise<ListPart> {
  const bytes = gzipSync(text);
  const sha256 = hash('sha256', bytes, 'hex');
  const name = `log/${sha256.slice(0, 32)}.jsonl.gz`;
  await store.write(name, bytes);
  return { name, sha256, lines: text.split('\n').length - 1, size: text.length, ...change };
}

const manifestWith = (change: object) => ({
  format: 1,
  release: '1.0.0',
  logId: 'log',
  startedAt: '2026-11-29T14:00:00.000Z',
  finishedAt: '2026-11-29T14:00:01.000Z',
  position: 1,
  time: 1,
  events: 1,
  digest: 'x',
  streams: {},
  log: [],
  vault: { ring: [], entries: [] },
  files: { lists: [], count: 0, absent: 0 },
  ...change,
});

async function drain(pages: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pages) continue;
}

describe('names of what back-ups consist of', () => {
  for (const name of [
    MANIFEST,
    `log/1-23-${'a'.repeat(32)}.jsonl.gz`,
    `vault/${'b'.repeat(32)}.jsonl.gz`,
    FILE,
  ])
    it(`are like ${name}`, () => expect(isObjectName(name)).to.equal(true));

  for (const name of [
    '',
    '/etc/passwd',
    'log/../../etc/passwd',
    'log/..',
    'log/.jsonl.gz',
    'log/a/b.jsonl.gz',
    `files/../${DIGEST}`,
    `files/1/../${DIGEST}`,
    `files/1/zz/${DIGEST}`,
    `files/1/00/${DIGEST}`,
    `files/0/${DIGEST.slice(0, 2)}/${DIGEST}`,
    `${FILE}\n`,
    `${FILE}/x`,
    'manifests/../x.json',
    'manifests/a.b.json',
    'writer.lock',
    'unfinished/x',
    'log\\x.jsonl.gz',
  ])
    it(`are not like ${JSON.stringify(name)}`, async () => {
      expect(isObjectName(name)).to.equal(false);
      const store = openFolderStore('/nowhere');
      for (const work of [store.read(name), store.write(name, Buffer.from('x')), store.remove(name)])
        expect(await failureOf(work)).to.be.instanceOf(Damaged);
    });
});

describe('a changed back-up', () => {
  let root: string;
  let remove: () => Promise<void>;
  let bucket: Bucket;
  let tests = 0;
  before(async () => {
    ({ folder: root, remove } = await temporaryFolder());
    bucket = await Bucket.start();
  });
  after(async () => {
    bucket.stop();
    await remove();
  });

  const stores: Readonly<Record<string, () => Promise<BackupStore>>> = {
    folder: () => Promise.resolve(openFolderStore(join(root, `store-${(tests += 1)}`))),
    bucket: async () => {
      const { settings } = bucket;
      return openS3Store({
        location: `s3://chat/store-${(tests += 1)}`,
        accessKeyId: settings['AWS_ACCESS_KEY_ID'],
        secretAccessKey: settings['AWS_SECRET_ACCESS_KEY'],
        sessionToken: undefined,
        region: settings['AWS_REGION'] ?? '',
        endpoint: settings['AWS_ENDPOINT_URL'],
      });
    },
  };

  for (const [kind, open] of Object.entries(stores)) {
    it(`in a ${kind} is refused where a part unpacks to more than it says`, async () => {
      const store = await open();
      const text = `${JSON.stringify({ id: 'a'.repeat(50_000_000) })}\n`;
      const part = await partOf(store, text, { size: 1_000_000 });
      const failure = await failureOf(drain(readList(store, [part], EventLine)));
      expect(failure).to.be.instanceOf(Damaged);
      expect((failure as Error).message).to.match(/cannot be unpacked/);
      expect(ListPart.safeParse({ ...part, size: 50_000_000 }).success).to.equal(false);
    });

    it(`in a ${kind} is refused where an object is larger than it may be`, async () => {
      const store = await open();
      await store.write(FILE, Buffer.alloc(1_000));
      expect(await readWhole(store, FILE, 1_000)).to.have.length(1_000);
      const failure = await failureOf(readWhole(store, FILE, 999));
      expect(failure).to.be.instanceOf(Damaged);
      const lists = [
        await partOf(store, `${JSON.stringify({ organizationId: 1, digest: DIGEST, size: 999 })}\n`),
      ];
      const manifest = manifestWith({ files: { lists, count: 1, absent: 0 } });
      await store.write(MANIFEST, Buffer.from(JSON.stringify(manifest)));
      const copy = savedCopy(store, (await newestManifest(store))!.manifest);
      const bytes = await copy.openFile({ organizationId: 1 as never, digest: DIGEST });
      expect(await failureOf(drain(bytes ?? Readable.from([])))).to.be.instanceOf(Damaged);
    });

    for (const [what, line] of [
      ['an organization that is a path', { organizationId: '../..', digest: DIGEST, size: 1 }],
      ['a digest that is a path', { organizationId: 1, digest: '../../../../etc/passwd', size: 1 }],
      ['a size below zero', { organizationId: 1, digest: DIGEST, size: -1 }],
    ] as const)
      it(`in a ${kind} is refused where its list of files has ${what}`, async () => {
        const store = await open();
        const part = await partOf(store, `${JSON.stringify(line)}\n`);
        expect(await failureOf(drain(readList(store, [part], FileEntry)))).to.be.instanceOf(Damaged);
      });

    for (const name of ['../../secret.jsonl.gz', '/etc/passwd', 'log/../../x.jsonl.gz', 'unfinished/x'])
      it(`in a ${kind} is refused where its manifest names ${name}`, async () => {
        const store = await open();
        const part = { name, sha256: DIGEST, lines: 1, size: 1 };
        await store.write(MANIFEST, Buffer.from(JSON.stringify(manifestWith({ log: [part] }))));
        const failure = await failureOf(drain(readManifests(store)));
        expect(failure).to.be.instanceOf(Damaged);
      });
  }

  it('in a folder is read through no link, pipe or device', async function () {
    const folder = join(root, 'links');
    const store = openFolderStore(folder);
    const outside = join(root, 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'secret'), 'of somebody else');
    await mkdir(join(folder, 'log'), { recursive: true });
    const names = ['linked', 'device', 'pipe', 'folder'].map((each) => `log/${each}.jsonl.gz`);
    await symlink(join(outside, 'secret'), join(folder, names[0] ?? ''));
    await symlink('/dev/zero', join(folder, names[1] ?? ''));
    execFileSync('mkfifo', [join(folder, names[2] ?? '')]);
    await mkdir(join(folder, names[3] ?? ''));
    for (const name of names) expect(await failureOf(store.read(name)), name).to.be.instanceOf(Damaged);
    expect(await store.list('log/')).to.deep.equal([]);
  });

  for (const linked of ['files', 'files/1', `files/1/${DIGEST.slice(0, 2)}`])
    it(`in a folder deletes, writes and lists nothing where ${linked} is a link`, async () => {
      const at = join(root, `linked-${(tests += 1)}`);
      const store = openFolderStore(join(at, 'store'));
      await store.write(FILE, Buffer.from('a file'));
      await mkdir(join(at, 'elsewhere'));
      await rename(join(at, 'store', linked), join(at, 'elsewhere', 'kept'));
      await symlink(join(at, 'elsewhere', 'kept'), join(at, 'store', linked));
      for (const work of [store.remove(FILE), store.write(FILE, Buffer.from('other')), store.read(FILE)])
        expect(await failureOf(work)).to.be.instanceOf(Damaged);
      const listed = await store.list('files/').catch((error: unknown) => error);
      expect(listed instanceof Damaged || (listed as unknown[]).length === 0).to.equal(true);
      const kept = await readdir(join(at, 'elsewhere'), { recursive: true, withFileTypes: true });
      const [file] = kept.filter((each) => each.isFile());
      expect(await readFile(join(file?.parentPath ?? '', file?.name ?? ''), 'utf8')).to.equal('a file');
    });

  it('in a folder is not locked through a link', async () => {
    const folder = join(root, 'locked');
    await mkdir(folder);
    await writeFile(join(root, 'victim'), '');
    await symlink(join(root, 'victim'), join(folder, 'writer.lock'));
    expect(await failureOf(openFolderStore(folder).lock())).to.be.instanceOf(Damaged);
  });

  it('may be in a folder that is itself a link', async () => {
    await mkdir(join(root, 'mounted'));
    await symlink(join(root, 'mounted'), join(root, 'back-ups'));
    const store = openFolderStore(join(root, 'back-ups'));
    await store.lock();
    await store.write(FILE, Buffer.from('a file'));
    expect((await store.list('files/')).map(({ name, size }) => [name, size])).to.deep.equal([[FILE, 6]]);
    await store.close();
  });
});
