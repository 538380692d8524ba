/**
 * The terminal client, unmodified, in a pseudo-terminal. `HANSARD_TEST_TERMINAL` names the folder of programs of a virtual
 * environment with the package `zulip-term` (it takes Python 3.10 or older).
 */
import { expect } from 'chai';
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { sleep, until } from '../support/waiting.ts';

const PROGRAMS = process.env.HANSARD_TEST_TERMINAL;
const DRIVER = fileURLToPath(new URL('./terminal.py', import.meta.url));

const suite = PROGRAMS ? describe : describe.skip;

suite(`the terminal client${PROGRAMS ? '' : ' (skipped: HANSARD_TEST_TERMINAL is not set)'}`, () => {
  let hansard: Hansard;
  let owner: Person;
  let remove: () => Promise<void>;
  let client: ChildProcess;
  let screen = '';

  before(async () => {
    const folder = await temporaryFolder();
    ({ remove } = folder);
    hansard = await Hansard.start({ environment: { COMPATIBILITY_NAMES: 'zulip' } });
    owner = await hansard.owner();
    const fay = await hansard.account('Fay Follower');
    const principals = [owner.userId, fay.userId];
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'news' }], principals });
    await send('Before it began');
    const account = join(folder.folder, 'account');
    const site = hansard.url.replace('/api/v1', '');
    await writeFile(account, `[api]\nemail=${fay.email}\nkey=${fay.key}\nsite=${site}\n`, { mode: 0o600 });
    const words = [join(PROGRAMS!, 'zulip-term'), '--config-file', account, '--no-notify'];
    client = spawn(join(PROGRAMS!, 'python'), [DRIVER, ...words], {
      stdio: ['pipe', 'pipe', 'inherit'],
      cwd: folder.folder,
      env: { HOME: folder.folder, PATH: process.env.PATH, NO_PROXY: '127.0.0.1' },
    });
    createInterface({ input: client.stdout! }).on('line', (line) => (screen += JSON.parse(line) as string));
  });
  after(async () => {
    client?.stdin?.end();
    client?.kill();
    await hansard.stop();
    await remove();
  });

  const send = (content: string) =>
    owner.post('/messages', { type: 'channel', to: 'news', topic: 'fresh', content });

  /** Until the screen has shown a text; the limit of the test ends the waiting. */
  const shown = async (text: string): Promise<void> => {
    await until(() => screen.includes(text));
    expect(screen).not.to.include('exception');
  };

  /** Types as fast as a person may; each text is shown before the next one. */
  const type = async (text: string): Promise<void> => {
    const { length } = screen;
    client.stdin!.write(`${JSON.stringify(text)}\n`);
    await until(() => screen.length > length);
    await sleep(300);
  };

  it('shows channels, people and messages', async () => {
    for (const text of ['Fay Follower', 'news']) await shown(text);
  });

  it('shows a message that somebody else sends meanwhile', async () => {
    await send('Hello from elsewhere');
    await shown('Hello from elsewhere');
  });

  it('shows a reaction that somebody else adds meanwhile', async () => {
    const { body } = await send('Who likes this?');
    await shown('Who likes this?');
    await owner.post(`/messages/${String(body.id)}/reactions`, { emoji_name: 'octopus' });
    await shown(':octopus:');
  });

  it('sends a message', async () => {
    for (const keys of ['c', 'news\t', 'fresh\t', 'Typed in a terminal', '\u0004']) await type(keys);
    const newest = async (): Promise<unknown> => {
      const { body } = await owner.get('/messages', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        apply_markdown: false,
      });
      return (body.messages as { readonly content: string }[])[0]?.content;
    };
    await until(async () => (await newest()) === 'Typed in a terminal');
    await shown('Typed in a terminal');
  });
});
