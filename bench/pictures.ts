/** Small files that take much memory to decode, uploaded one after the other while other people talk. */
import { DEAREST_PICTURES, decoderOf, peakOf, TOO_DEAR_PICTURES } from '../test/support/dearPictures.ts';
import { LoadGenerator } from './support/load.ts';
import type { Benchmark } from './support/report.ts';
import { median, ROUND_TIME } from './support/rounds.ts';
import { Server } from './support/server.ts';

/** Other senders: connections, and the interval of their messages. */
const OTHERS = 4;
const PAUSE = 10;
const MB = 1_048_576;

const SMALL = 'interlaced PNG of 16 bits';

export const pictures: Benchmark = async (report) => {
  const server = await Server.start();
  const load = new LoadGenerator();
  await server.createChannel('general');
  const others = (milliseconds: number) =>
    load.run({
      port: server.port,
      connections: OTHERS,
      milliseconds,
      requests: [server.sendRequest('Has anybody seen the minutes of the last meeting?')],
      pause: PAUSE,
    });
  const resident = () => server.metric('process_resident_memory_bytes');
  const files = await made();
  const idle = await others(2 * ROUND_TIME);
  await upload(server, new Uint8Array(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')));
  const decoder = decoderOf(server.process.pid);
  const [before, start] = [await resident(), peakOf(decoder ?? 0)];
  let isOver = false;
  let most = before;
  const attack = async (): Promise<void> => {
    for (const bytes of files) {
      await upload(server, bytes);
      most = Math.max(most, await resident());
    }
    isOver = true;
  };
  const attacking = attack();
  const p95s: number[] = [];
  while (!isOver) p95s.push((await others(ROUND_TIME)).p95);
  await attacking;
  report.figure('pictures as expensive as they may be, or more', files.length, '');
  if (decoder === undefined || Number.isNaN(start))
    report.skipped('their decoder', 'this system does not tell');
  else
    report.goal('  their decoder, beyond its start', (peakOf(decoder) - start) / MB, { atMost: 272 }, 'MiB');
  report.goal('  the server, beyond what it had before', (most - before) / MB, { atMost: 64 }, 'MiB');
  const meanwhile = median(p95s);
  report.figure('p95 of other people’s sends, without them', idle.p95, 'ms');
  report.figure('p95 of other people’s sends, meanwhile', meanwhile, 'ms');
  report.goal('  of the idle one', meanwhile / idle.p95, { atMost: 3 });
  await Promise.all([server.stop(), load.stop()]);
};

/** The files, and one of them again at the end: nothing of what the decoder took before may be left. */
async function made(): Promise<readonly Uint8Array[]> {
  const makers = [...Object.values(DEAREST_PICTURES), ...Object.values(TOO_DEAR_PICTURES)];
  const again = DEAREST_PICTURES[SMALL];
  const files: Uint8Array[] = [];
  for (const make of again ? [...makers, again] : makers) files.push(await make().toBuffer());
  return files;
}

/** Uploads a file, which is decoded before the answer. */
async function upload(server: Server, bytes: Uint8Array): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'a.png');
  const answer = await fetch(`http://localhost:${server.port}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { authorization: server.authorization },
    body: form,
  });
  if (answer.status !== 200)
    throw new Error(`An upload was answered ${answer.status}: ${await answer.text()}`);
}
