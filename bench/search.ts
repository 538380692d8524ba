/** Full-text search of one person who may read every twentieth channel, and what the index of words costs. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Sqlite } from '../src/base/sqlite.ts';
import { resultOf } from './support/child.ts';
import { grow, message, privateChannel, subscription } from './support/growLog.ts';
import { peopleWithKeys } from './support/peopleWithKeys.ts';
import type { Benchmark } from './support/report.ts';
import { interleaved, timed } from './support/rounds.ts';
import { Server } from './support/server.ts';
import { messageText, wordOfRank } from './support/vocabulary.ts';

const MESSAGES = Number(process.env.BENCH_EVENTS) || 1_000_000;
const CHANNELS = 100;
const PEOPLE = 20;
/** Searches of each kind. */
const SEARCHES = 60;

/** Kinds of operands by what they look for; `rank` counts from the most frequent word. */
const OPERANDS: Readonly<Record<string, (rank: number) => string>> = {
  'one word': (rank) => wordOfRank(rank),
  'two words': (rank) => `${wordOfRank(rank)} ${wordOfRank(rank * 2)}`,
  'three words': (rank) => `${wordOfRank(rank)} ${wordOfRank(rank + 1)} ${wordOfRank(rank * 3)}`,
  'a beginning': (rank) => `${wordOfRank(rank).slice(0, 4)}*`,
  'a phrase': (rank) => `"${wordOfRank(rank)} ${wordOfRank(rank + 1)}"`,
};

export const search: Benchmark = async (report) => {
  const { folder, authorizations } = await peopleWithKeys(PEOPLE);
  await grow(folder, eventMakers());
  const { plain, indexed } = await interleaved({
    plain: () => filled(folder, 'messagesWithoutWords'),
    indexed: () => filled(folder, 'messages'),
  });
  report.figure('messages built without words', plain.perSecond, 'events/s');
  report.goal('  with the index of words, of that', indexed.perSecond / plain.perSecond, { atLeast: 0.5 });
  const server = await Server.start({ folder });
  await server.ready();
  const { index, texts } = sizesIn(folder);
  report.goal('  the index, of the bytes of the texts', index / texts, { atMost: 1.5 });
  const [authorization = ''] = authorizations;
  for (const [kind, operandOf] of Object.entries(OPERANDS)) {
    const times: number[] = [];
    for (let each = 0; each < SEARCHES; each += 1)
      times.push(await timed(() => searchFor(server, authorization, operandOf(1 + each * 17))));
    times.sort((one, other) => one - other);
    report.figure(`searched by ${kind}, among ${MESSAGES.toLocaleString('en')}: p50`, at(times, 0.5), 'ms');
    report.goal('  p95', at(times, 0.95), { atMost: 50 }, 'ms');
  }
  await server.stop();
};

const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.floor(sorted.length * part)] ?? NaN;

/** Private channels; the first person of those with keys is in every twentieth. */
function* eventMakers() {
  for (let index = 0; index < CHANNELS; index += 1) yield () => privateChannel(index + 1);
  for (let index = 0; index < CHANNELS; index += 20) yield () => subscription(index, 1, PEOPLE);
  for (let index = 0; index < MESSAGES; index += 1)
    yield () => message(index, PEOPLE, CHANNELS, messageText(index));
}

const filled = (folder: string, what: string) =>
  resultOf<{ readonly perSecond: number }>('bench/support/foldProcess', [what, folder]);

async function searchFor(server: Server, authorization: string, operand: string): Promise<void> {
  const query = new URLSearchParams({
    anchor: 'newest',
    num_before: '50',
    num_after: '0',
    narrow: JSON.stringify([{ operator: 'search', operand }]),
  });
  const url = `http://127.0.0.1:${server.port}/api/v1/messages?${query}`;
  const answer = await fetch(url, { headers: { authorization } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`A search for ${operand} was answered ${answer.status}.`);
}

/** Bytes of the index of words, and of the texts in it. */
function sizesIn(folder: string): { readonly index: number; readonly texts: number } {
  const file = readdirSync(join(folder, 'views')).find((name) => /^messages@.*\.sqlite$/.test(name)) ?? '';
  const views = new Sqlite(join(folder, 'views', file), { readonly: true });
  const [index] = views.prepare('SELECT sum(length(block)) FROM words_messages_data').raw().get() as [number];
  views.close();
  let texts = 0;
  for (let each = 0; each < MESSAGES; each += 1) texts += messageText(each).length;
  return { index, texts };
}
