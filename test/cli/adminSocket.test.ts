import { expect } from 'chai';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type AdminSocketOptions, connectAdmin, openAdminSocket } from '../../src/app/adminSocket.ts';
import { systemClock } from '../../src/base/clock.ts';
import { OperatorError } from '../../src/base/errors.ts';
import { createLogger } from '../../src/base/logger.ts';
import { SERVICE_VERSION } from '../../src/base/version.ts';
import { build, Installation } from './installation.ts';

describe('the admin socket', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'hansard-socket-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const warnings: string[] = [];
  const logger = createLogger('warn', { write: (line) => void warnings.push(line) });
  beforeEach(() => void (warnings.length = 0));

  const echo: AdminSocketOptions['perform'] = (request, onProgress) => {
    onProgress({ done: 1 });
    return Promise.resolve(request);
  };
  const open = (perform = echo, socketFolder = folder) =>
    openAdminSocket({ folder: socketFolder, clock: systemClock, logger, perform });

  /** All lines that the server answers a text with. */
  const ask = async (text: string, socketFolder = folder): Promise<unknown[]> => {
    const socket = await connectAdmin(socketFolder);
    if (!socket) throw new Error('Nobody listens.');
    socket.write(text);
    const lines: unknown[] = [];
    for await (const line of createInterface({ input: socket })) {
      const { release, ...answer } = JSON.parse(line) as { readonly release?: string };
      expect(release).to.equal('progress' in answer ? undefined : SERVICE_VERSION);
      lines.push(answer);
    }
    return lines;
  };

  it('answers a request with progress and a result', async () => {
    const socket = await open();
    expect(await ask('{"operation":"x"}\n')).to.deep.equal([
      { progress: { done: 1 } },
      { result: { operation: 'x' } },
    ]);
    await socket.close();
    expect(existsSync(join(folder, 'admin.sock'))).to.equal(false);
  });

  for (const [whose, release] of [
    ['of an earlier release', undefined],
    ['of another release', '0.0.1'],
  ] as const)
    it(`has commands say that the server is ${whose}, whatever it answers`, async () => {
      build();
      const answers = [
        { result: { cancelled: ['users'] } },
        { error: { sentence: 'The operation is unknown.', exitCode: 2 } },
      ];
      const server = createServer((socket) => {
        socket.once('data', () => socket.end(`${JSON.stringify({ ...answers.shift(), release })}\n`));
      });
      await new Promise<void>((resolve) => server.listen(join(folder, 'admin.sock'), resolve));
      const hansard = new Installation({ folder });
      const running = release === undefined ? 'an earlier release' : `Hansard ${release}`;
      const note = `The server runs ${running}, and this command is of Hansard ${SERVICE_VERSION}: restart the server, so that both are the same.\n`;
      const { code, stderr } = await hansard.cli('projections', 'cancel');
      expect([code, stderr]).to.deep.equal([0, note]);
      const refused = await hansard.cli('projections', 'cancel');
      expect([refused.code, refused.stderr]).to.deep.equal([2, `${note}The operation is unknown.\n`]);
      await new Promise((resolve) => server.close(resolve));
    });

  it('is for its owner only, whatever the process allows new files', async () => {
    const before = process.umask(0);
    const socket = await open();
    expect(process.umask(before)).to.equal(0);
    expect(statSync(join(folder, 'admin.sock')).mode & 0o777).to.equal(0o600);
    await socket.close();
  });

  it('tells the sentence of a mistake, and of a bug only that there is one', async () => {
    const failing = (error: Error) => open(() => Promise.reject(error));
    const mistaken = await failing(new OperatorError('No such thing.'));
    expect(await ask('{}\n')).to.deep.equal([{ error: { sentence: 'No such thing.', exitCode: 2 } }]);
    await mistaken.close();
    const broken = await failing(new TypeError('undefined is not a function'));
    const [answer] = await ask('{}\n');
    expect(answer).to.deep.equal({
      error: { sentence: 'The server could not do this; its log says why.', exitCode: 1 },
    });
    expect(warnings.join()).to.include('undefined is not a function');
    await broken.close();
  });

  it('refuses what is no request', async () => {
    const socket = await open();
    expect(await ask('hello\n')).to.deep.equal([
      { error: { sentence: 'A request is one line of JSON.', exitCode: 2 } },
    ]);
    expect(await ask('x'.repeat(200_000))).to.deep.equal([
      { error: { sentence: 'A request is at most 64 kB long.', exitCode: 2 } },
    ]);
    await socket.close();
  });

  it('takes the place of a socket that a dead process has left', async () => {
    const left = join(folder, 'admin.sock');
    // A server that moves its socket away cannot remove it, like one that is killed.
    const dead = createServer().listen(join(folder, 'moved'));
    await new Promise((resolve) => dead.once('listening', resolve));
    renameSync(join(folder, 'moved'), left);
    await new Promise((resolve) => dead.close(resolve));
    expect(existsSync(left)).to.equal(true);
    expect(await connectAdmin(folder)).to.equal(undefined);
    const socket = await open();
    expect(await ask('{}\n')).to.have.length(2);
    await socket.close();
  });

  it('leaves alone what another server listens at, or what is no socket, and lets the server start', async () => {
    const first = await open();
    const second = await open();
    expect(warnings.join()).to.include('Another server answers at');
    await second.close();
    expect(await ask('{}\n')).to.have.length(2);
    await first.close();
    writeFileSync(join(folder, 'admin.sock'), 'mine');
    const third = await open();
    expect(warnings.join()).to.include('is not a socket');
    await third.close();
    expect(existsSync(join(folder, 'admin.sock'))).to.equal(true);
  });

  it('works in a folder whose path is longer than a socket may have', async function () {
    if (process.platform !== 'linux') this.skip();
    const deep = join(folder, 'd'.repeat(120));
    mkdirSync(deep);
    const socket = await open(echo, deep);
    expect(warnings).to.deep.equal([]);
    expect(statSync(join(deep, 'admin.sock')).mode & 0o777).to.equal(0o600);
    expect(await ask('{"a":1}\n', deep)).to.deep.include({ result: { a: 1 } });
    await socket.close();
    expect(existsSync(join(deep, 'admin.sock'))).to.equal(false);
  });

  it('lets go of a client whose operation does not end', async () => {
    const socket = await open(() => new Promise(() => {}));
    const answer = ask('{}\n');
    await new Promise((resolve) => setImmediate(resolve));
    await socket.close();
    expect(await answer).to.deep.equal([]);
  });
});
