/** Runs the named benchmarks, or all, one after the other, and lists the missed goals at the end. */
import { engines } from './engines.ts';
import { eventstoredb } from './eventstoredb.ts';
import { files } from './files.ts';
import { floods } from './floods.ts';
import { fold } from './fold.ts';
import { hostileMarkdown } from './hostileMarkdown.ts';
import { importing } from './importing.ts';
import { invitations } from './invitations.ts';
import { listings } from './listings.ts';
import { logins } from './logins.ts';
import { memory } from './memory.ts';
import { moments } from './moments.ts';
import { multipartFlood } from './multipartFlood.ts';
import { register } from './register.ts';
import { queues } from './queues.ts';
import { nodes } from './nodes.ts';
import { pictures } from './pictures.ts';
import { presence } from './presence.ts';
import { replayMemory } from './replayMemory.ts';
import { search } from './search.ts';
import { searchFlood } from './searchFlood.ts';
import { send } from './send.ts';
import { sendAcrossUsers } from './sendAcrossUsers.ts';
import { start } from './start.ts';
import { subscribing } from './subscribing.ts';
import { type Benchmark, Report } from './support/report.ts';
import { webhooks } from './webhooks.ts';

const benchmarks: Readonly<Record<string, Benchmark>> = {
  start,
  send,
  sendAcrossUsers,
  moments,
  queues,
  register,
  listings,
  subscribing,
  memory,
  fold,
  replayMemory,
  logins,
  files,
  search,
  presence,
  importing,
  invitations,
  hostileMarkdown,
  multipartFlood,
  searchFlood,
  floods,
  pictures,
  webhooks,
  engines,
  eventstoredb,
  nodes,
};

const words = process.argv.slice(2);
const requested = words.filter((word) => !word.startsWith('--'));
const unknown = requested.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.`,
  );
  process.exit(2);
}

const report = new Report();
for (const [name, benchmark] of Object.entries(benchmarks)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  report.begin(name);
  await benchmark(report);
}
report.end();
process.exit(words.includes('--check') && report.missed.length > 0 ? 1 : 0);
