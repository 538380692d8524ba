/** Bodies made to be expensive, sent by somebody without credentials while other people talk. */
import { LoadGenerator } from './support/load.ts';
import type { Benchmark } from './support/report.ts';
import { interleaved, ROUND_TIME } from './support/rounds.ts';
import { Server } from './support/server.ts';

/** Other senders: connections, and the interval of their messages. */
const OTHERS = 4;
const PAUSE = 10;
/** Connections of the flood, and milliseconds between two requests of each: twenty requests a second. */
const FLOODING = 10;
const PACE = 500;

const PART = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';

/** Paths to which the flood goes in turns: one requires credentials, and the other does not. */
const PATHS = ['/messages', '/fetch_api_key'];

export const multipartFlood: Benchmark = async (report) => {
  const server = await Server.start();
  const [load, flood] = [new LoadGenerator(), new LoadGenerator()];
  await server.createChannel('general');
  const body = `${PART.repeat(20_500)}--x--`;
  const requests = PATHS.map((path) => floodRequest(path, body));
  const others = () =>
    load.run({
      port: server.port,
      connections: OTHERS,
      milliseconds: 2 * ROUND_TIME,
      pause: PAUSE,
      requests: [server.sendRequest('Has anybody seen the minutes of the last meeting?')],
    });
  const flooding = () =>
    flood.run({
      port: server.port,
      connections: FLOODING,
      milliseconds: 2 * ROUND_TIME,
      pace: PACE,
      requests,
    });
  await others();
  const { idle, flooded } = await interleaved({
    idle: others,
    async flooded() {
      const [meanwhile, attack] = await Promise.all([others(), flooding()]);
      return { ...meanwhile, attacks: attack.perSecond };
    },
  });
  report.figure('multipart bodies of 21,000 empty parts', flooded.attacks ?? NaN, '/s');
  report.figure('p95 of other people’s sends, without them', idle.p95, 'ms');
  report.figure('p95 of other people’s sends, meanwhile', flooded.p95, 'ms');
  report.goal('  of the idle one', flooded.p95 / idle.p95, { atMost: 3 });
  await Promise.all([server.stop(), load.stop(), flood.stop()]);
};

const floodRequest = (path: string, body: string): string =>
  `${[
    `POST /api/v1${path} HTTP/1.1`,
    'Host: localhost',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Content-Type: multipart/form-data; boundary=x',
  ].join('\r\n')}\r\n\r\n${body}`;
