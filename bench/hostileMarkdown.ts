/** Texts made to hurt a Markdown parser, sent over HTTP while other people talk. */
import { hostilePatterns } from '../test/rendering/hostile/patterns.ts';
import { LoadGenerator } from './support/load.ts';
import type { Benchmark } from './support/report.ts';
import { median } from './support/rounds.ts';
import { Server } from './support/server.ts';

/** Other senders: connections, and the interval of their messages. */
const OTHERS = 4;
const PAUSE = 10;
const IDLE_TIME = 3_000;

interface Answer {
  readonly name: string;
  readonly milliseconds: number;
  readonly status: number;
  /** Characters of HTML for each of the source; 0 where the text was refused. */
  readonly growth: number;
}

export const hostileMarkdown: Benchmark = async (report) => {
  const server = await Server.start();
  const load = new LoadGenerator();
  await server.createChannel('general');
  const patterns = Object.values(hostilePatterns).flatMap((family) => Object.entries(family));
  const others = (milliseconds: number) =>
    load.run({
      port: server.port,
      connections: OTHERS,
      milliseconds,
      requests: [server.sendRequest('Has anybody seen the minutes of the last meeting?')],
      pause: PAUSE,
    });
  await hostilely(server, patterns.slice(0, 10), others);
  const rounds = [];
  for (const family of parts(patterns, 5)) {
    const idle = await others(IDLE_TIME);
    rounds.push({ idle, ...(await hostilely(server, family, others)) });
  }
  const answers = rounds.flatMap((round) => round.answers);
  const slowest = answers.reduce((one, other) => (other.milliseconds > one.milliseconds ? other : one));
  const longest = answers.reduce((one, other) => (other.growth > one.growth ? other : one));
  report.figure('hostile texts sent', answers.length, '');
  report.figure('  of them refused', answers.filter(({ status }) => status === 400).length, '');
  report.goal(
    '  answered with a server error',
    answers.filter(({ status }) => status >= 500).length,
    { atMost: 0 },
    '',
  );
  report.goal(`  slowest answer (${slowest.name})`, slowest.milliseconds, { atMost: 1000 }, 'ms');
  report.goal(`  longest HTML for its text (${longest.name})`, longest.growth, { atMost: 20 });
  const idle = median(rounds.map((round) => round.idle.p99));
  const meanwhile = median(rounds.map((round) => round.meanwhile.p99));
  report.figure('p99 of other people’s sends, nothing hostile', idle, 'ms');
  report.figure('p99 of other people’s sends, meanwhile', meanwhile, 'ms');
  report.goal('  of the idle one', meanwhile / idle, { atMost: 3 });
  await Promise.all([server.stop(), load.stop()]);
};

type Pattern = readonly [name: string, text: () => string];

/** Sends the patterns one after the other; the others talk for as long as that may take. */
async function hostilely(
  server: Server,
  patterns: readonly Pattern[],
  others: (milliseconds: number) => ReturnType<LoadGenerator['run']>,
) {
  const answers: Answer[] = [];
  const meanwhile = others(patterns.length * 150);
  for (const [name, text] of patterns) answers.push(await answerTo(server, name, text()));
  return { answers, meanwhile: await meanwhile };
}

async function answerTo(server: Server, name: string, content: string): Promise<Answer> {
  const started = performance.now();
  const sent = await server.call('POST', '/messages', {
    type: 'channel',
    to: 'general',
    topic: 'hostile',
    content,
  });
  const milliseconds = performance.now() - started;
  const growth = sent.status === 200 ? (await htmlLength(server, Number(sent.body.id))) / content.length : 0;
  return { name, milliseconds, status: sent.status, growth };
}

async function htmlLength(server: Server, messageId: number): Promise<number> {
  const { body } = await server.call('GET', `/messages/${messageId}`);
  return (body.message as { content: string }).content.length;
}

const parts = <T>(all: readonly T[], count: number): T[][] =>
  Array.from({ length: count }, (_, part) => all.filter((_, index) => index % count === part));
