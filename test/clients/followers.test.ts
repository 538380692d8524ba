/**
 * Clients that others wrote, unmodified, following events of a server that speaks their names. `HANSARD_TEST_PYTHON` names a
 * Python with the package `zulip`, `HANSARD_TEST_JAVASCRIPT` a folder in whose `node_modules` is `zulip-js`; `.ci/run` makes both.
 */
import { expect } from 'chai';
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Hansard, type Person } from '../support/hansard.ts';

const PYTHON = process.env.HANSARD_TEST_PYTHON;
const JAVASCRIPT = process.env.HANSARD_TEST_JAVASCRIPT;
const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

type Body = Readonly<Record<string, unknown>>;

/** A client in a process of its own, and what it was told. */
class Client {
  readonly received: Body[] = [];
  readonly #process: ChildProcess;
  #wake = (): void => {};

  constructor(program: string, words: readonly string[]) {
    const env = { HOME: process.env.HOME, PATH: process.env.PATH, NO_PROXY: '127.0.0.1' };
    this.#process = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    createInterface({ input: this.#process.stdout! }).on('line', (line) => {
      this.received.push(JSON.parse(line) as Body);
      this.#wake();
    });
  }

  /** The first thing told that is meant; the limit of the test ends the waiting. */
  async waitFor(isMeant: (thing: Body) => boolean): Promise<Body> {
    for (;;) {
      const found = this.received.find(isMeant);
      if (found) return found;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  stop(): void {
    this.#process.kill();
  }
}

const isMessage = (thing: Body): boolean => 'content' in thing || thing.type === 'message';

describe('unmodified clients that follow events', () => {
  let hansard: Hansard;
  let owner: Person;
  let follower: Person;
  let site: string;

  before(async () => {
    hansard = await Hansard.start({ environment: { COMPATIBILITY_NAMES: 'zulip' } });
    owner = await hansard.owner();
    follower = await hansard.account('Fay Follower');
    site = hansard.url.replace('/api/v1', '');
    const principals = [owner.userId, follower.userId];
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'news' }], principals });
  });
  after(() => hansard.stop());

  const send = async (content: string): Promise<number> => {
    const { body } = await owner.post('/messages', { type: 'channel', to: 'news', topic: 't', content });
    return body.id as number;
  };

  /** Says something again and again until the client is there and is told of it; answers the message's ID. */
  async function heardBy(client: Client): Promise<number> {
    const timer = setInterval(() => void send('Is anybody there?'), 200);
    await client.waitFor(isMessage).finally(() => clearInterval(timer));
    return send('Good news');
  }

  const isAbout = (id: number) => (thing: Body) =>
    thing.id === id || (thing.message as Body | undefined)?.id === id;

  const python = PYTHON ? it : it.skip;
  const javascript = JAVASCRIPT ? it : it.skip;

  python('are called on each message (Python)', async () => {
    const client = new Client(PYTHON!, [file('following.py'), site, follower.email, follower.key, 'message']);
    try {
      const id = await heardBy(client);
      expect(await client.waitFor(isAbout(id))).to.include({
        content: 'Good news',
        subject: 't',
        type: 'stream',
      });
    } finally {
      client.stop();
    }
  });

  for (const [name, asTest, words] of [
    ['Python', python, () => [PYTHON!, file('following.py'), site, follower.email, follower.key, 'event']],
    [
      'JavaScript',
      javascript,
      () => [process.execPath, file('following.mjs'), JAVASCRIPT!, site, follower.email, follower.key],
    ],
  ] as const)
    asTest(`are called on each event, in order and once (${name})`, async () => {
      const [run, ...rest] = words();
      const client = new Client(run!, rest);
      try {
        const id = await heardBy(client);
        await client.waitFor(isAbout(id));
        await follower.post(`/messages/${id}/reactions`, { emoji_name: 'heart' });
        expect(await client.waitFor(({ type }) => type === 'reaction')).to.include({
          message_id: id,
          op: 'add',
        });
        const answers = client.received.filter(({ result }) => result !== undefined);
        for (const { result } of answers) expect(result).to.equal('success');
        const ids = client.received.flatMap(({ message }) =>
          message ? [(message as Body).id as number] : [],
        );
        expect(ids).to.deep.equal([...new Set(ids)].sort((one, other) => one - other));
      } finally {
        client.stop();
      }
    });
});
