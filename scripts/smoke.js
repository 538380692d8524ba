/**
 * Smoke test: whether a server does what people need first, from the owner's log-in to its end. Needs Node and the
 * checkout, and no package but those of the server.
 *
 *     node scripts/smoke.js                  builds and starts a server with a data folder of its own, removed afterwards
 *     node scripts/smoke.js --data DIR       the same on this folder, which stays
 *     node scripts/smoke.js --url URL        a server that is running, with the two commands below if they are given
 *       --hansard 'docker exec chat node bin/hansard.cjs'    runs commands of its installation
 *       --restart 'docker restart chat'                      restarts it
 *     --earlier N     the organization has to contain what N earlier runs have sent, as they saw it
 *
 * The owner is the one of BOOTSTRAP_OWNER_EMAIL and BOOTSTRAP_OWNER_PASSWORD. Exit code 1: a step failed, and is named.
 */
import { parseArgs } from 'node:util';
import { Conversation } from './smoke/conversation.js';
import { OtherServer, OwnServer } from './smoke/servers.js';

const OPTIONS = {
  data: { type: 'string' },
  url: { type: 'string' },
  hansard: { type: 'string' },
  restart: { type: 'string' },
  earlier: { type: 'string', default: '0' },
};

/** The environment of a server without one of its own, and the account that logs in. */
const OWNER = {
  email: process.env.BOOTSTRAP_OWNER_EMAIL ?? 'ada@example.com',
  password: process.env.BOOTSTRAP_OWNER_PASSWORD ?? 'a stone in the river',
};

const say = (line) => process.stdout.write(`smoke: ${line}\n`);

const options = optionsGiven();
const server = options.url === undefined ? new OwnServer(options.data, OWNER) : new OtherServer(options);
const conversation = new Conversation(() => server.url, OWNER);

/** The steps in order: a name, and a function; steps that a server does not support are left out. */
const steps = [
  ['build', server.build],
  ['start', server.start],
  ['ready', () => conversation.ready()],
  ['the web page', () => conversation.hasPage()],
  ['log-in of the owner', () => conversation.logIn()],
  ['what earlier runs have sent', () => conversation.hasEarlier(Number(options.earlier))],
  ['short texts with a fence and a formula', () => conversation.sendShortTexts()],
  ['a long text', () => conversation.sendLongText()],
  ['a picture and its thumbnail', () => conversation.sendPicture()],
  ['restart', server.restart],
  ['everything after the restart', server.restart && (() => conversation.isUnchanged())],
  ...command('projections', 'rebuild'),
  ['everything after the rebuild', server.hansard && (() => conversation.isUnchanged())],
  ...command('projections', 'verify'),
  ...command('log', 'verify'),
  ...command('doctor'),
  ['end', server.stop],
  ['log verify without a server', server.stop && (() => server.hansard('log', 'verify'))],
];

process.exitCode = await run();

async function run() {
  say(`Node ${process.version}, ${options.url ?? 'a server of this checkout'}`);
  try {
    for (const [name, does] of steps) await perform(name, does);
    say('passed');
    return 0;
  } catch ({ message }) {
    process.stderr.write(`${message}\n`);
    return 1;
  } finally {
    await server.end();
  }
}

async function perform(name, does) {
  if (!does) return say(`skipped: ${name}`);
  const before = Date.now();
  try {
    await does.call(server);
  } catch (error) {
    const log = server.lastLines();
    throw new Error(
      [
        `smoke: failed on Node ${process.version} at "${name}": ${error.message}`,
        ...(log.length > 0 ? ['The last lines of the server:', ...log.map((line) => `    ${line}`)] : []),
      ].join('\n'),
      { cause: error },
    );
  }
  return say(`${name}: ${((Date.now() - before) / 1000).toFixed(1)} s`);
}

function command(...words) {
  return [[words.join(' '), server.hansard && (() => server.hansard(...words))]];
}

function optionsGiven() {
  try {
    const { values } = parseArgs({ options: OPTIONS });
    if (!/^\d+$/.test(values.earlier)) throw new Error('--earlier takes a number of runs.');
    if (values.url !== undefined && values.data !== undefined)
      throw new Error('Give --url or --data, not both.');
    return values;
  } catch ({ message }) {
    process.stderr.write(`smoke: ${message}\n`);
    return process.exit(2);
  }
}
