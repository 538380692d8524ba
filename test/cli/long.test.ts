import { expect } from 'chai';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askServer } from '../../src/cli/terminal/runOperatorCommand.ts';
import { build, ended, Installation } from './installation.ts';

interface Listed {
  readonly projection: string;
  readonly generation: number;
}

const SHORT = 20_000;
const LONG = 60_000;

describe('hansard on a long log', () => {
  /** For what others leave in the machine's own, now and then, is not ours. */
  const temporary = mkdtempSync(join(tmpdir(), 'hansard-temporary-'));
  const hansard = new Installation({ environment: { TMPDIR: temporary } });
  const events = (count: number) =>
    Array.from({ length: count }, (_, number) => ({
      type: 'UserRenamed',
      data: { userId: 1, oldFullName: 'x'.repeat(150), newFullName: String(number).padStart(150, '0') },
    }));

  before(async () => {
    build();
    await hansard.start();
    await hansard.stop();
    await hansard.append('organization-1', events(SHORT));
  });
  after(async () => {
    await hansard.remove();
    rmSync(temporary, { recursive: true });
  });

  /** Lines and peak memory (kB) of a replay whose reader is slower than it. */
  const replay = async (): Promise<{ lines: number; peak: number }> => {
    const child = hansard.spawn(['replay'], { peak: true });
    let lines = 0;
    child.stdout?.on('data', (chunk: Buffer) => {
      for (const byte of chunk) if (byte === 10) lines += 1;
      child.stdout?.pause();
      setImmediate(() => child.stdout?.resume());
    });
    let output = '';
    child.stderr?.on('data', (chunk) => (output += String(chunk)));
    const [code] = (await once(child, 'close')) as [number];
    expect(code).to.equal(0);
    return { lines, peak: Number(/peak (\d+)/.exec(output)?.[1]) };
  };

  it('replays in constant memory', async () => {
    const short = await replay();
    await hansard.append('organization-1', events(LONG - SHORT));
    const long = await replay();
    expect(long.lines - short.lines).to.equal(LONG - SHORT);
    expect(long.peak).to.be.below(short.peak * 1.4);
  });

  it('proves all of it', async () => {
    const verified = await hansard.json(0, 'log', 'verify');
    expect(verified).to.include({ intact: true });
    expect(verified.events).to.be.at.least(LONG + 5);
  });

  it('rebuilds it in a thread of its own, without a server', async () => {
    const rebuilt = await hansard.json<object[]>(0, 'projections', 'rebuild', 'users');
    expect(rebuilt[0]).to.include({ projection: 'users', state: 'live' });
  });

  const interrupted = async (...words: readonly string[]): Promise<string> => {
    const command = hansard.spawn(words);
    const end = ended(command);
    await once(command.stderr!, 'data');
    command.kill('SIGINT');
    const { code, stderr } = await end;
    expect([words, code]).to.deep.equal([words, 130]);
    expect(stderr).not.to.match(/ {4}at |Error/);
    return stderr;
  };

  it('lets itself be interrupted, and leaves nothing behind', async () => {
    await interrupted('log', 'verify');
    await interrupted('projections', 'verify', 'users');
    expect(await interrupted('projections', 'rebuild', 'users')).to.match(
      /were dropped and the old views are kept/,
    );
    expect(readdirSync(temporary)).to.deep.equal([]);
    expect(await hansard.json<object[]>(0, 'projections', 'verify', 'users')).to.have.nested.property(
      '[0].status',
      'same',
    );
  });

  it('goes on in the server when the command is interrupted', async () => {
    await hansard.start();
    const generation = async (): Promise<number> => {
      const listed = await hansard.json<Listed[]>(0, 'projections', 'list');
      return listed.find(({ projection }) => projection === 'users')!.generation;
    };
    const before = await generation();
    expect(await interrupted('projections', 'rebuild', 'users')).to.match(
      /The server continues the rebuild\. To stop it: hansard projections cancel users\n$/,
    );
    let now = before;
    while (now === before) now = await generation();
    expect(now).to.be.above(before);
  });

  it('ends in the server when it is cancelled', async () => {
    const command = hansard.spawn(['projections', 'rebuild', 'users']);
    const end = ended(command);
    await once(command.stderr!, 'data');
    // A process of its own would start too slowly: this is what it asks for.
    const request = { operation: 'projections cancel', input: { projection: 'users' } };
    const answer = await askServer({ DATA_DIR: hansard.folder }, request);
    expect(answer?.result).to.deep.equal({ cancelled: ['users'] });
    expect(await end).to.deep.include({ code: 1, stdout: '' });
    expect(await hansard.json(1, 'projections', 'cancel')).to.deep.equal({ cancelled: [] });
  });
});
