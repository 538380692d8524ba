/** Files up and down, compared with a bare Node server that pipes to and from a flushed file. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { end, firstLine, startModule } from './support/child.ts';
import type { Benchmark } from './support/report.ts';
import { interleaved, timed } from './support/rounds.ts';
import { Server } from './support/server.ts';

const MIB = 1_048_576;
const PIECES = 64;

interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const files: Benchmark = async (report) => {
  const server = await Server.start();
  const floor = startModule('bench/support/filesFloor', []);
  const floorUrl = /http:\S+/.exec(await firstLine(floor))?.[0] ?? '';
  const type = { 'content-type': 'multipart/form-data; boundary=xyz' };
  const ours: Target = {
    url: `http://localhost:${server.port}/api/v1/user_uploads`,
    headers: { ...type, authorization: server.authorization },
  };
  let stored = '';
  const measured = await interleaved({
    async bareUp() {
      return { rate: rateOf(await timed(() => upload({ url: floorUrl, headers: {} }))) };
    },
    async up() {
      let answer = '';
      const took = await timed(async () => (answer = await upload(ours)));
      stored = (JSON.parse(answer) as { url: string }).url;
      return { rate: rateOf(took) };
    },
    async bareDown() {
      return { rate: rateOf(await timed(() => download({ url: floorUrl, headers: {} }))) };
    },
    async down() {
      const target = { ...ours, url: new URL(stored, ours.url).href };
      return { rate: rateOf(await timed(() => download(target))) };
    },
  });
  const { bareUp, up, bareDown, down } = measured;
  report.figure('bare Node pipe into a flushed file', bareUp.rate, 'MiB/s');
  report.figure('upload', up.rate, 'MiB/s');
  report.goal('  of the bare pipe', up.rate / bareUp.rate, { atLeast: 0.5 });
  report.figure('bare Node pipe out of a file', bareDown.rate, 'MiB/s');
  report.figure('download', down.rate, 'MiB/s');
  report.goal('  of the bare pipe', down.rate / bareDown.rate, { atLeast: 0.5 });
  await server.stop();
  await end(floor);
};

/** MiB a second. */
const rateOf = (milliseconds: number): number => (PIECES * 1000) / milliseconds;

/** Sends so many MiB that nobody has sent before; the answer's text. */
async function upload({ url, headers }: Target): Promise<string> {
  const piece = randomBytes(MIB);
  const outgoing = request(url, { method: 'POST', headers });
  const answer = once(outgoing, 'response') as Promise<[AsyncIterable<Buffer>]>;
  outgoing.write('--xyz\r\nContent-Disposition: form-data; name="f"; filename="large.bin"\r\n\r\n');
  for (let index = 0; index < PIECES; index += 1) if (!outgoing.write(piece)) await once(outgoing, 'drain');
  outgoing.end('\r\n--xyz--\r\n');
  const parts: Buffer[] = [];
  for await (const part of (await answer)[0]) parts.push(part);
  return Buffer.concat(parts).toString();
}

async function download({ url, headers }: Target): Promise<void> {
  const outgoing = request(url, { headers }).end();
  const [answer] = (await once(outgoing, 'response')) as [AsyncIterable<Buffer>];
  let size = 0;
  for await (const part of answer) size += part.length;
  if (size < PIECES * MIB) throw new Error(`${url} gave ${size} bytes.`);
}
