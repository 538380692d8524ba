import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { upload } from '../api/uploads.ts';
import { checkedFiles, FileDamaged, type LostFile } from '../../src/files/checkedFiles.ts';
import { openFolderFiles } from '../../src/files/folder.ts';
import type { Files } from '../../src/files/files.ts';
import { systemClock } from '../../src/base/clock.ts';
import { ROOT_ORGANIZATION } from '../../src/base/ids.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard } from '../support/hansard.ts';
import { ServerProcess } from '../support/process.ts';
import { until } from '../support/waiting.ts';

const BYTES = Buffer.alloc(300_000, 'several pieces ');

describe('a file whose bytes are compared', () => {
  let folder: string;
  let remove: () => Promise<void>;
  let files: Files;
  let digest: string;
  let path: string;
  let lost: LostFile[];

  beforeEach(async () => {
    ({ folder, remove } = await temporaryFolder());
    lost = [];
    files = checkedFiles(await openFolderFiles({ folder, clock: systemClock }), (each) => lost.push(each));
    ({ digest } = await files.store(
      ROOT_ORGANIZATION,
      (async function* () {
        yield BYTES;
      })(),
    ));
    path = join(folder, 'files', '1', digest.slice(0, 2), digest);
  });
  afterEach(() => remove());

  const read = async (range?: { readonly start: number; readonly end: number }) => {
    const source = await files.open(ROOT_ORGANIZATION, digest, range);
    return source && buffer(source).catch((error: unknown) => error);
  };
  const change = (at: number) => {
    const bytes = readFileSync(path);
    bytes[at]! ^= 1;
    writeFileSync(path, bytes);
  };

  it('is read as it is, and any range of it', async () => {
    expect(((await read()) as Buffer).equals(BYTES)).to.equal(true);
    for (const [start, end] of [
      [0, 0],
      [0, 299_999],
      [65_530, 65_545],
      [299_999, 299_999],
      [100_000, 250_000],
    ] as const)
      expect(((await read({ start, end })) as Buffer).equals(BYTES.subarray(start, end + 1))).to.equal(true);
    expect(((await read({ start: 5, end: 4 })) as Buffer).length).to.equal(0);
    expect(lost).to.deep.equal([]);
  });

  for (const [what, harm] of [
    ['the first byte', () => change(0)],
    ['the last byte', () => change(299_999)],
    ['its end', () => truncateSync(path, 299_990)],
    ['what follows it', () => writeFileSync(path, Buffer.concat([BYTES, Buffer.from('x')]))],
  ] as const)
    it(`is never whole where ${what} is not what was stored, nor is a range of it`, async () => {
      harm();
      for (const range of [undefined, { start: 10, end: 20 }])
        expect(await read(range)).to.be.instanceOf(FileDamaged);
      const fault = { organizationId: ROOT_ORGANIZATION, digest, fault: 'damaged' };
      expect(lost).to.deep.equal([fault, fault]);
    });

  it('is closed when it is let go before anybody has read of it', async () => {
    const plain = await openFolderFiles({ folder, clock: systemClock });
    const opened: Readable[] = [];
    const open = plain.open.bind(plain);
    const watched: Files = Object.assign(plain, {
      open: async (...args: Parameters<Files['open']>) => {
        const source = await open(...args);
        if (source) opened.push(source);
        return source;
      },
    });
    const checked = checkedFiles(watched, () => {});
    for (const range of [undefined, { start: 10, end: 20 }])
      (await checked.open(ROOT_ORGANIZATION, digest, range))?.destroy();
    await until(async () => opened.every(({ closed }) => closed));
    expect(opened).to.have.length(2);
    await plain.close();
  });

  it('is reported where it is missing', async () => {
    rmSync(path);
    expect(await read()).to.equal(undefined);
    expect(lost.map(({ fault }) => fault)).to.deep.equal(['missing']);
  });
});

describe('a file that is served', () => {
  it('ends its connection where its bytes have changed, with one line and a metric', async () => {
    const { folder, remove } = await temporaryFolder();
    const server = await ServerProcess.start(folder, { LOG_LEVEL: 'warn' });
    const owner = await server.login();
    const urls = [
      await upload(server, owner, { bytes: BYTES, name: 'data.bin', type: 'application/octet-stream' }),
      await upload(server, owner, { bytes: 'Lost.' }),
    ];
    const { createHash } = await import('node:crypto');
    const pathOf = (bytes: Buffer | string) => {
      const digest = createHash('sha256').update(bytes).digest('hex');
      return join(folder, 'files', '1', digest.slice(0, 2), digest);
    };
    writeFileSync(pathOf(BYTES), Buffer.alloc(300_000, 'others'));
    rmSync(pathOf('Lost.'));
    for (let round = 0; round < 2; round += 1) {
      const answer = await fetch(new URL(urls[0] ?? '', server.url), { headers: owner.headers });
      const failure = await answer.arrayBuffer().then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure, 'the whole of other bytes').not.to.equal(undefined);
      expect((await fetch(new URL(urls[1] ?? '', server.url), { headers: owner.headers })).status).to.equal(
        404,
      );
    }
    const metrics = await (await fetch(new URL('/metrics', server.url))).text();
    expect(metrics).to.include('hansard_file_faults_total{fault="damaged"} 2');
    expect(metrics).to.include('hansard_file_faults_total{fault="missing"} 2');
    const { stderr } = await server.stop();
    const events = stderr
      .split('\n')
      .flatMap((line) => /"event":"((?:files|request)\.[^"]+)"/.exec(line)?.[1] ?? []);
    expect(events.sort()).to.deep.equal(['files.lost', 'files.lost']);
    await remove();
  });

  it('is answered 503 where it is a text whose bytes have changed: they show its character set', async () => {
    const { folder, remove } = await temporaryFolder();
    const server = await ServerProcess.start(folder, { LOG_LEVEL: 'warn' });
    const owner = await server.login();
    const url = await upload(server, owner, { bytes: 'What was said.' });
    const { createHash } = await import('node:crypto');
    const digest = createHash('sha256').update('What was said.').digest('hex');
    writeFileSync(join(folder, 'files', '1', digest.slice(0, 2), digest), 'What was meant');
    const answer = await fetch(new URL(url, server.url), { headers: owner.headers });
    expect(answer.status).to.equal(503);
    await server.stop();
    await remove();
  });

  it('is no picture any more where its bytes have changed, and no fault of the server', async () => {
    const { folder, remove } = await temporaryFolder();
    const hansard = await Hansard.start({ folder });
    const owner = await hansard.owner();
    const { default: sharp } = await import('sharp');
    const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const url = await upload(hansard, owner, { bytes: picture, name: 'red.png', type: 'image/png' });
    const { createHash } = await import('node:crypto');
    const digest = createHash('sha256').update(picture).digest('hex');
    const bytes = Buffer.from(picture);
    bytes[bytes.length - 20]! ^= 1;
    writeFileSync(join(folder, 'files', '1', digest.slice(0, 2), digest), bytes);
    const thumbnail = `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`;
    const answer = await fetch(hansard.url + thumbnail, { headers: owner.headers });
    expect(answer.status).to.equal(404);
    await hansard.stop();
    await remove();
  });
});
