/** Searches made to be expensive, by two members of one organization, while somebody writes in another one. */
import { LoadGenerator } from './support/load.ts';
import { grow, message, privateChannel, subscription } from './support/growLog.ts';
import { sendInOtherOrganization } from './support/otherOrganization.ts';
import { peopleWithKeys } from './support/peopleWithKeys.ts';
import type { Benchmark } from './support/report.ts';
import { interleaved, ROUND_TIME } from './support/rounds.ts';
import { Server } from './support/server.ts';
import { messageText, wordOfRank } from './support/vocabulary.ts';

const MESSAGES = Number(process.env.BENCH_EVENTS) || 145_000;
const CHANNELS = 10;
const ATTACKERS = 2;
/** Searches of each attacker at a time, without a pause: many times as much as limits let through. */
const SEARCHES_AT_ONCE = 4;
/** Milliseconds between two messages of the other organization's member. */
const PAUSE = 10;

const stars = Array.from({ length: 9 }, (_, index) => `${wordOfRank(index + 1).slice(0, 3)}*`).join(' ');

/** Narrows of the most expensive searches that limits allow. */
const NARROWS: readonly (readonly (readonly [operator: string, operand: string])[])[] = [
  Array.from({ length: 49 }, () => ['search', `${wordOfRank(1).slice(0, 4)}* 0*`] as const),
  [
    ['search', `${wordOfRank(1).slice(0, 3)}*`],
    ['has', 'image'],
  ],
  [['search', `${stars} 0*`]],
  [['search', '0*']],
  [['search', Array.from({ length: 50 }, (_, index) => `a-${index}`).join(' ')]],
];

export const searchFlood: Benchmark = async (report) => {
  const { folder, authorizations } = await peopleWithKeys(ATTACKERS);
  await grow(folder, eventMakers());
  const server = await Server.start({ folder });
  await server.ready();
  const send = await sendInOtherOrganization(server, 'Has anybody seen the minutes of the last meeting?');
  const [load, flood] = [new LoadGenerator(), new LoadGenerator()];
  const requests = NARROWS.flatMap((narrow) =>
    authorizations.map((Authorization) => search(server, narrow, Authorization)),
  );
  const { port } = server;
  const milliseconds = 4 * ROUND_TIME;
  const others = () => load.run({ port, connections: 1, milliseconds, pause: PAUSE, requests: [send] });
  const connections = ATTACKERS * SEARCHES_AT_ONCE;
  await others();
  const { idle, flooded } = await interleaved({
    idle: others,
    async flooded() {
      const [meanwhile, attack] = await Promise.all([
        others(),
        flood.run({ port, connections, milliseconds, requests }),
      ]);
      return { ...meanwhile, attacks: attack.perSecond };
    },
  });
  report.figure(
    `expensive searches among ${MESSAGES.toLocaleString('en')} messages`,
    flooded.attacks ?? NaN,
    '/s',
  );
  report.figure('p95 of another organization’s sends, without them', idle.p95, 'ms');
  report.figure('p95 of another organization’s sends, meanwhile', flooded.p95, 'ms');
  report.goal('  of the idle one', flooded.p95 / idle.p95, { atMost: 3 });
  await Promise.all([server.stop(), load.stop(), flood.stop()]);
};

function* eventMakers() {
  for (let index = 0; index < CHANNELS; index += 1) yield () => privateChannel(index + 1);
  for (let index = 0; index < CHANNELS; index += 1) yield () => subscription(index, ATTACKERS, ATTACKERS);
  for (let index = 0; index < MESSAGES; index += 1)
    yield () => message(index, ATTACKERS, CHANNELS, messageText(index));
}

const search = (server: Server, narrow: (typeof NARROWS)[number], Authorization: string): string => {
  const query = { anchor: 'newest', num_before: '5000', num_after: '0', narrow: JSON.stringify(narrow) };
  return server.getRequest(`/messages?${new URLSearchParams(query).toString()}`, { Authorization });
};
