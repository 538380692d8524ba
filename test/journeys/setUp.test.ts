import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { type Ended, ServerProcess, serverRefusing } from '../support/process.ts';

const run = promisify(execFile);

/** The lines that a newcomer is told to paste. */
const shellLines = (stdout: string): string[] => stdout.match(/^ {2}(KEY=|curl ).*$/gm) ?? [];

/** One sentence on stderr, nothing else, and the code of an operator's mistake, or 1 for what may pass by itself. */
const expectOneSentence = ({ code, stdout, stderr }: Ended, about: RegExp, exitCode = 2): void => {
  expect(stderr).to.match(about);
  expect(stderr.trimEnd().split('\n'), stderr).to.have.length(1);
  expect(stderr).to.match(/\.\n$/);
  expect(stdout).to.equal('');
  expect(code).to.equal(exitCode);
};

describe('setting up', () => {
  let folder: string;
  let remove: () => Promise<void>;

  beforeEach(async () => ({ folder, remove } = await temporaryFolder()));
  afterEach(() => remove());

  it('needs nothing but a folder: the first start tells owner and password, the second does not', async () => {
    const first = await ServerProcess.startWith({ PORT: '0', DATA_DIR: folder });
    await first.ready();
    expect(first.stdout).to.match(/^ {2}e-mail {4}owner@localhost$/m);
    const password = /^ {2}password {2}(\w{20}) {3}\(not shown again\)$/m.exec(first.stdout)?.[1];
    expect(password).to.be.a('string');
    expect((await first.stop()).code).to.equal(0);

    const second = await ServerProcess.startWith({ PORT: '0', DATA_DIR: folder });
    expect(second.stdout).to.equal(`Hansard serves http://localhost:${second.port}\n`);
    expect(await second.login('owner@localhost', password)).to.include({ email: 'owner@localhost' });
    const { stderr } = await second.stop();
    expect(first.stderr + stderr).not.to.include(password);
  });

  for (const [name, value] of [
    ['EVENTSTOREDB_URL', 'esdb://a.invalid,secret:canary@b.invalid:x'],
    ['MONGODB_URL', 'mongodb://a.invalid,secret:canary@b.invalid:x'],
  ] as const)
    it(`says in one sentence, without a secret, that the driver does not understand ${name}`, async () => {
      const ended = await serverRefusing({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn', [name]: value });
      expectOneSentence(ended, new RegExp(`^${name} is not a URL that its driver understands`));
      expect(ended.stderr).not.to.include('canary');
    });

  for (const [name, value, complaint] of [
    [
      'EVENTSTOREDB_URL',
      'esdb://secret:canary@a.invalid?tls=false&bogus=1',
      /^EVENTSTOREDB_URL: the driver has no setting bogus: /,
    ],
    [
      'MONGODB_URL',
      'mongodb://secret:canary@127.0.0.1:1/bad.x',
      /^MONGODB_URL is not a URL that its driver understands/,
    ],
  ] as const)
    it(`says in one sentence, without a secret, what its driver has against ${name}`, async () => {
      const ended = await serverRefusing({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn', [name]: value });
      expectOneSentence(ended, complaint);
      expect(ended.stderr).not.to.include('canary');
    });

  it('does not repeat a password that the operator has chosen', async () => {
    const server = await ServerProcess.start(folder, { BOOTSTRAP_OWNER_PASSWORD: 'kiwi-lamp-42' });
    expect(server.stdout).to.match(/^ {2}e-mail {4}owner@example\.com$/m);
    expect(server.stdout + server.stderr).not.to.include('kiwi-lamp-42');
    await server.stop();
  });

  it('prints shell lines that get a key, create a channel and say something', async () => {
    const server = await ServerProcess.startWith({ PORT: '0', DATA_DIR: folder });
    const lines = shellLines(server.stdout);
    expect(lines).to.have.length(3);
    const { stdout, stderr } = await run('bash', ['--norc', '-euc', lines.join('\necho\n')]);
    expect(stderr).to.equal('');
    const answers = stdout.trim().split('\n').filter(Boolean);
    const [subscribed, sent] = answers.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(subscribed).to.include({ result: 'success' });
    expect(sent).to.include({ result: 'success' });
    expect(sent?.id).to.be.a('number');
    await server.stop();
  });

  it('says in one sentence that the port is taken, and makes no organization', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, resolve));
    const { port } = other.address() as AddressInfo;
    const ended = await serverRefusing({ PORT: String(port), DATA_DIR: folder });
    await new Promise((resolve) => other.close(resolve));
    expectOneSentence(ended, new RegExp(`^Port ${port} is in use`), 1);
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('says in one sentence that the data folder cannot be used', async () => {
    const file = join(folder, 'file');
    await writeFile(file, 'not a folder');
    for (const unusable of [file, join(file, 'below')])
      expectOneSentence(
        await serverRefusing({ PORT: '0', DATA_DIR: unusable }),
        /^The data folder .* cannot be used\./,
      );
  });

  it('says in one sentence that a file in the data folder is no event log', async () => {
    await writeFile(
      join(folder, 'log.sqlite'),
      'this is no database at all, and long enough to tell'.repeat(50),
    );
    expectOneSentence(
      await serverRefusing({ PORT: '0', DATA_DIR: folder }),
      /^The data folder cannot be used/,
    );
  });

  it('says in one sentence that another process writes to the data folder, which goes on', async () => {
    const server = await ServerProcess.start(folder);
    expectOneSentence(await serverRefusing({ PORT: '0', DATA_DIR: folder }), /folder/, 1);
    expect(await server.login()).to.have.property('key');
    await server.stop();
  });

  it('says in one sentence which setting cannot be read', async () => {
    expectOneSentence(await serverRefusing({ PORT: 'soon', DATA_DIR: folder }), /^PORT /);
  });
});
