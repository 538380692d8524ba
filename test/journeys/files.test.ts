/** Servers that are killed at random points while files are uploaded, and large files on their way in and out. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { type ClientRequest, get, request } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import { sweepFiles } from '../../src/app/core/core.ts';
import { openFolderFiles } from '../../src/files/folder.ts';
import { sendFiles } from '../api/uploads.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { MovedClock } from '../support/movedClock.ts';
import { ServerProcess } from '../support/process.ts';
import { repetitions } from '../support/repetitions.ts';
import { randomMoment, until } from '../support/waiting.ts';

const DAY = 24 * 60 * 60 * 1000;
const MIB = 1_048_576;
const AT_ONCE = 6;

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Kills servers on one folder while files are uploaded. */
function describeFileKills(points: number): void {
  describe(`files, with servers killed at ${points} points amid uploads`, () => {
    let folder: string;
    let remove: () => Promise<void>;
    /** Name → digest of what was sent under it. */
    const sent = new Map<string, string>();
    const answered = new Set<string>();

    before(async () => ({ folder, remove } = await temporaryFolder()));
    after(() => remove());

    const isAnswered = (point: number): boolean => [...answered].some((name) => name.startsWith(`${point}-`));

    async function uploadUntilKilled(server: ServerProcess, owner: Person, point: number): Promise<void> {
      let isKilled = false;
      const uploading = Array.from({ length: AT_ONCE }, async (_, line) => {
        for (let count = 0; !isKilled; count += 1) {
          const [name, bytes] = [`${point}-${line}-${count}.bin`, randomBytes(200_000)];
          sent.set(name, digestOf(bytes));
          const answer = sendFiles(server, owner, '/user_uploads', [{ bytes, name }]);
          if ((await answer.catch(() => undefined))?.status === 200) answered.add(name);
        }
      });
      // Two of three are killed after the first answer, however long that takes.
      if (point % 3 > 0) await until(() => isAnswered(point), 1);
      await randomMoment(320, 20);
      isKilled = true;
      await server.kill();
      await Promise.all(uploading);
    }

    it('are there for every event, and no others are left after a sweep', async () => {
      let owner: Person | undefined;
      for (let point = 0; point < points; point += 1) {
        const server = await ServerProcess.start(folder);
        owner = owner ? server.known(owner) : await server.login();
        await uploadUntilKilled(server, owner, point);
      }
      expect(answered.size).to.be.greaterThan(points / 2);
      const clock = new MovedClock();
      clock.advance(2 * DAY);
      const hansard = await Hansard.start({ folder, clock });
      const files = await openFolderFiles({ folder, clock });
      await sweepFiles(files, hansard.app.lanes, clock);
      const named = [...hansard.app.lanes.all()].flatMap(({ state }) => [...state.files.byId.values()]);
      expect(named.map(({ name }) => name)).to.include.members([...answered]);
      for (const { name, digest } of named) {
        expect(digest, name).to.equal(sent.get(name));
        const path = join(folder, 'files', '1', digest.slice(0, 2), digest);
        expect(digestOf(readFileSync(path)), name).to.equal(digest);
      }
      const kept = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true });
      const names = kept.filter((entry) => entry.isFile()).map((entry) => entry.name);
      expect(names).to.have.members(named.map(({ digest }) => digest));
      await hansard.stop();
    });
  });
}

/** Kills servers on one folder amid one large upload, which a client continues. */
function describeContinuedUpload(kills: number): void {
  describe(`a large upload, with servers killed ${kills} times amid it`, () => {
    const PIECE = 8 * MIB;

    it('goes on from what was stored, and becomes one file', async () => {
      const { folder, remove } = await temporaryFolder();
      const bytes = randomBytes((kills + 2) * 2 * PIECE);
      const environment = { MAX_FILE_UPLOAD_SIZE_MIB: String(bytes.length / MIB) };
      let server = await ServerProcess.start(folder, environment);
      let owner = await server.login();
      const headers = { ...owner.headers, 'tus-resumable': '1.0.0' };
      const begun = await fetch(`${server.url}/tus`, {
        method: 'POST',
        headers: { ...headers, 'upload-length': String(bytes.length) },
      });
      expect(begun.status).to.equal(201);
      const path = begun.headers.get('location')!;
      let offset = 0;
      const send = async (killAfter: number): Promise<string | undefined> => {
        const outgoing = request(new URL(path, server.url), {
          method: 'PATCH',
          headers: {
            ...headers,
            'content-type': 'application/offset+octet-stream',
            'upload-offset': String(offset),
            'content-length': String(bytes.length - offset),
          },
        });
        outgoing.setMaxListeners(0);
        const answered = once(outgoing, 'response').then(
          async ([answer]: unknown[]) => {
            const parts: Buffer[] = [];
            for await (const part of answer as AsyncIterable<Buffer>) parts.push(part);
            return Buffer.concat(parts).toString();
          },
          () => undefined,
        );
        for (
          let at = offset;
          at < Math.min(offset + killAfter, bytes.length) && !outgoing.destroyed;
          at += MIB
        )
          if (!outgoing.write(bytes.subarray(at, at + MIB)))
            await Promise.race([once(outgoing, 'drain'), once(outgoing, 'close')]);
        if (killAfter === Infinity) outgoing.end();
        else await server.kill();
        return answered;
      };
      for (let kill = 0; kill < kills; kill += 1) {
        await send(PIECE + Math.random() * 2 * PIECE);
        server = await ServerProcess.start(folder, environment);
        owner = server.known(owner);
        const head = await fetch(new URL(path, server.url), { method: 'HEAD', headers });
        const known = Number(head.headers.get('upload-offset'));
        expect(known).to.be.within(offset, bytes.length - 1);
        expect(known % PIECE).to.equal(0);
        offset = known;
      }
      expect(offset).to.be.greaterThan(0);
      const { url } = JSON.parse((await send(Infinity)) ?? '') as { url: string };
      const read = await fetch(new URL(url, server.url), { headers: owner.headers });
      expect(digestOf(Buffer.from(await read.arrayBuffer()))).to.equal(digestOf(bytes));
      await server.stop();
      await remove();
    });
  });
}

/** Uploads and downloads one large file, and watches the memory of the server. */
function describeLargeFile(mebibytes: number): void {
  describe(`a file of ${mebibytes} MiB`, () => {
    let folder: string;
    let remove: () => Promise<void>;
    let server: ServerProcess;
    let owner: Person;

    before(async () => {
      ({ folder, remove } = await temporaryFolder());
      server = await ServerProcess.start(folder, { MAX_FILE_UPLOAD_SIZE_MIB: '4096' });
      owner = await server.login();
    });
    after(async () => {
      await server.stop();
      await remove();
    });

    it('goes in and out in less than 64 MB of memory', async () => {
      // What code and buffers take is there before anything is measured.
      await uploadOf(16);
      await download(await uploadOf(16));
      const before = memoryOf(server.pid);
      let most = before;
      const watching = setInterval(() => (most = Math.max(most, memoryOf(server.pid))), 10);
      const url = await uploadOf(mebibytes);
      expect(await download(url)).to.equal(mebibytes * MIB);
      clearInterval(watching);
      expect((most - before) / 1_000_000).to.be.lessThan(64);
    });

    it('goes in by an upload that can be continued in less than 64 MB of memory', async () => {
      await continuedUploadOf(16);
      const before = memoryOf(server.pid);
      let most = before;
      const watching = setInterval(() => (most = Math.max(most, memoryOf(server.pid))), 10);
      expect(await download(await continuedUploadOf(mebibytes))).to.equal(mebibytes * MIB);
      clearInterval(watching);
      expect((most - before) / 1_000_000).to.be.lessThan(64);
    });

    async function continuedUploadOf(count: number): Promise<string> {
      const piece = randomBytes(MIB);
      const outgoing = request(`${server.url}/tus`, {
        method: 'POST',
        headers: {
          ...owner.headers,
          'tus-resumable': '1.0.0',
          'upload-length': String(count * MIB),
          'content-type': 'application/offset+octet-stream',
        },
      });
      return sentTo(outgoing, piece, count, '');
    }

    async function uploadOf(count: number): Promise<string> {
      const piece = randomBytes(MIB);
      const outgoing = request(`${server.url}/user_uploads`, {
        method: 'POST',
        headers: { ...owner.headers, 'content-type': 'multipart/form-data; boundary=xyz' },
      });
      outgoing.write('--xyz\r\nContent-Disposition: form-data; name="f"; filename="large.bin"\r\n\r\n');
      return sentTo(outgoing, piece, count, '\r\n--xyz--\r\n');
    }

    async function sentTo(
      outgoing: ClientRequest,
      piece: Buffer,
      count: number,
      end: string,
    ): Promise<string> {
      const answer = once(outgoing, 'response') as Promise<[AsyncIterable<Buffer>]>;
      for (let index = 0; index < count; index += 1)
        if (!outgoing.write(piece)) await once(outgoing, 'drain');
      outgoing.end(end);
      const parts: Buffer[] = [];
      for await (const part of (await answer)[0]) parts.push(part);
      return (JSON.parse(Buffer.concat(parts).toString()) as { url: string }).url;
    }

    async function download(url: string): Promise<number> {
      const [incoming] = (await once(
        get(new URL(url, server.url), { headers: owner.headers }),
        'response',
      )) as [AsyncIterable<Buffer>];
      let size = 0;
      for await (const part of incoming) size += part.length;
      return size;
    }
  });
}

/** Bytes of memory that a process has. */
const memoryOf = (pid: number): number =>
  1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

describeFileKills(repetitions(200));
describeContinuedUpload(repetitions(40));
describeLargeFile(repetitions(1024, 192));
