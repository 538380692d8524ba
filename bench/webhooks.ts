/** Sends while webhooks are delivered to receivers that are slow, silent, endless or wrong, and without them. */
import { ask, end, firstLine, startModule } from './support/child.ts';
import { LoadGenerator } from './support/load.ts';
import type { Benchmark } from './support/report.ts';
import { median, ROUND_TIME, ROUNDS } from './support/rounds.ts';
import { Server } from './support/server.ts';

/** People: connections, and the interval of their messages. */
const OTHERS = 4;
const PAUSE = 10;
/** Milliseconds between two messages that are sent to bots or, without webhooks, to nobody in particular. */
const SEND_INTERVAL_MS = 100;
const TIME = 2 * ROUND_TIME;
const ENVIRONMENT = { WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'on' };

export const webhooks: Benchmark = async (report) => {
  const receivers = startModule('bench/support/receiversProcess');
  const urls = JSON.parse(await firstLine(receivers)) as readonly string[];
  const load = new LoadGenerator();
  const rounds = [];
  // Each on a server of its own: what is tried again later would be under way while nothing is to be.
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measured(urls, load));
  const { connections } = await ask<{ connections: number }>(receivers, {});
  const without = median(rounds.map((round) => round.without.p99));
  const meanwhile = median(rounds.map((round) => round.meanwhile.p99));
  report.figure('hostile receivers dialled', connections, 'times');
  report.goal(
    'sends that failed',
    rounds.reduce((sum, round) => sum + round.meanwhile.refused + round.without.refused, 0),
    { atMost: 0 },
    '',
  );
  report.figure('p50 of sends, without webhooks', median(rounds.map((round) => round.without.p50)), 'ms');
  report.figure('p50 of sends, meanwhile', median(rounds.map((round) => round.meanwhile.p50)), 'ms');
  report.figure('p99 of sends, without webhooks', without, 'ms');
  report.figure('p99 of sends, meanwhile', meanwhile, 'ms');
  report.goal('  of those without', meanwhile / without, { atMost: 1.5 });
  await Promise.all([load.stop(), end(receivers)]);
};

async function measured(urls: readonly string[], load: LoadGenerator) {
  const server = await Server.start({ environment: ENVIRONMENT });
  await server.createChannel('general');
  const names = await Promise.all(urls.map((url, index) => makeBot(server, url, index)));
  // Silently: the text costs as much, and nobody is notified.
  const nobody = names.map((name) => `@_**${name}**, are you there?`);
  const sends = async (texts: readonly string[]) => {
    const talk = talking(server, texts);
    const measuredLoad = await load.run({
      port: server.port,
      connections: OTHERS,
      milliseconds: TIME,
      requests: [server.sendRequest('Has anybody seen the minutes of the last meeting?')],
      pause: PAUSE,
    });
    await talk.stop();
    return measuredLoad;
  };
  await sends(nobody);
  const without = await sends(nobody);
  const meanwhile = await sends(names.map((name) => `@**${name}**, are you there?`));
  await server.stop();
  return { without, meanwhile };
}

async function makeBot(server: Server, payload_url: string, index: number): Promise<string> {
  const full_name = `Hook ${index}`;
  await server.post('/bots', { full_name, short_name: `hook${index}`, bot_type: '3', payload_url });
  return full_name;
}

/** Sends one text after the other, until it is stopped. */
function talking(server: Server, texts: readonly string[]) {
  let sent = 0;
  const sends: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    const content = texts[sent++ % texts.length] ?? '';
    sends.push(server.call('POST', '/messages', { type: 'channel', to: 'general', topic: 'bots', content }));
  }, SEND_INTERVAL_MS);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(sends);
    },
  };
}
