import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { build, ended, Installation, stoppedInstallation } from './installation.ts';
import { ServerProcess } from '../support/process.ts';

const OWNER = ['--email', 'Owner@example.com'];

/** What the two commands say and do, on a folder with a server or without one. */
function describePasswords(hansard: Installation): void {
  it('has somebody choose another password, as often as it is asked for', async () => {
    for (let time = 0; time < 2; time += 1)
      expect(await hansard.json(0, 'users', 'require-password-reset', ...OWNER)).to.deep.equal({
        organizationId: 1,
        userId: 1,
        email: 'owner@example.com',
      });
    expect(await mustReset()).to.equal(true);
  });

  it('gives another password, which is shown once where it was made here', async () => {
    const made = await hansard.json(0, 'users', 'set-password', ...OWNER);
    expect(made).to.include({ organizationId: 1, userId: 1, email: 'owner@example.com' });
    expect(made['password']).to.match(/^\w{20}$/);
    expect(await mustReset()).to.equal(false);
    const given = await hansard.json(
      0,
      'users',
      'set-password',
      ...OWNER,
      '--password-file',
      hansard.secret('kiwi-lamp-42'),
    );
    expect(given).to.deep.equal({ organizationId: 1, userId: 1, email: 'owner@example.com' });
  });

  it('takes the password from standard input, and none that is weak or the address', async () => {
    const from = async (password: string) => {
      const words = ['users', 'set-password', ...OWNER, '--password-file', '-'];
      const process = hansard.spawn(words);
      process.stdin?.end(`${password}\n`);
      return ended(process);
    };
    expect(await from('kiwi-lamp-42')).to.include({ code: 0 });
    for (const weak of ['short', 'Owner@Example.com'])
      expect((await from(weak)).stderr).to.include('New password is too weak!');
    expect((await from('')).stderr).to.include('The password must not be empty.');
    expect((await from('\uFEFFkiwi-lamp-43')).code).to.equal(0);
    expect((await from('kiwi\u0007lamp-42')).stderr).to.include('an invisible control character');
    const file = hansard.secret('');
    writeFileSync(file, Buffer.from('k\u00efwi-lamp-42', 'latin1'));
    const { code, stderr } = await hansard.cli('users', 'set-password', ...OWNER, '--password-file', file);
    expect([code, stderr]).to.deep.equal([2, 'The password is not text in UTF-8.\n']);
  });

  it('revokes an API key', async () => {
    const named = { organizationId: 1, userId: 1, email: 'owner@example.com' };
    expect(await hansard.json(0, 'users', 'revoke-key', ...OWNER)).to.deep.equal(named);
    const { stdout } = await hansard.cli('users', 'revoke-key', ...OWNER);
    expect(stdout).to.equal(
      'User 1, owner@example.com, has a new API key: people get it at their next log-in, owners of bots with GET /bots.\n',
    );
  });

  it('says in words what it has done', async () => {
    expect((await hansard.cli('users', 'require-password-reset', ...OWNER)).stdout).to.equal(
      'User 1, owner@example.com, needs a new password before the next log-in.\n',
    );
    expect((await hansard.cli('users', 'set-password', ...OWNER)).stdout).to.match(
      /^User 1, owner@example.com, has a new password\.\nPassword: \w{20} {3}\(not shown again\)\n$/,
    );
  });

  const mistakes: readonly (readonly [words: string, sentence: string])[] = [
    ['set-password', "Required option '--email <address>' not specified."],
    ['revoke-key', "Required option '--email <address>' not specified."],
    [
      'revoke-key --email nobody@example.com',
      "Nobody has the address 'nobody@example.com' in this organization.",
    ],
    ['require-password-reset', "Required option '--email <address>' not specified."],
    [
      'set-password --email nobody@example.com',
      "Nobody has the address 'nobody@example.com' in this organization.",
    ],
    [
      'set-password --email owner@example.com --password-file nowhere',
      "The password file cannot be read (ENOENT: no such file or directory, open 'nowhere').",
    ],
    ['set-password --email owner@example.com --password kiwi-lamp-42', "Unknown option '--password'."],
    [
      'require-password-reset --email owner@example.com --organization globex',
      "There is no organization named 'globex'.",
    ],
  ];
  for (const [words, sentence] of mistakes)
    it(`answers "users ${words}" with one sentence and exit code 2`, async () => {
      const { code, stdout, stderr } = await hansard.cli('users', ...words.split(' '));
      expect([code, stdout, stderr]).to.deep.equal([2, '', `${sentence}\n`]);
    });

  const mustReset = async (): Promise<unknown> => {
    const [owner] = await hansard.json<readonly Record<string, unknown>[]>(0, 'users', 'list');
    return owner?.['mustResetPassword'];
  };
}

describe('hansard users, about passwords, beside a running server', () => {
  const hansard = new Installation();
  before(async () => {
    build();
    await hansard.start();
  });
  after(() => hansard.remove());

  describePasswords(hansard);
});

describe('hansard users, about passwords, without a server', () => {
  const hansard = stoppedInstallation();

  describePasswords(hansard);

  it('lets nobody in by a key that was revoked', async () => {
    await hansard.json(
      0,
      'users',
      'set-password',
      ...OWNER,
      '--password-file',
      hansard.secret('kiwi-lamp-42'),
    );
    const server = await ServerProcess.start(hansard.folder);
    const owner = await server.login();
    expect((await owner.get('/users/me')).status).to.equal(200);
    await hansard.json(0, 'users', 'revoke-key', ...OWNER);
    expect((await owner.get('/users/me')).body).to.include({ code: 'INVALID_API_KEY' });
    expect((await (await server.login()).get('/users/me')).status).to.equal(200);
    await server.stop();
  });

  it('is obeyed by the next server', async () => {
    await hansard.json(
      0,
      'users',
      'set-password',
      ...OWNER,
      '--password-file',
      hansard.secret('kiwi-lamp-42'),
    );
    await hansard.json(0, 'users', 'require-password-reset', ...OWNER);
    const next = await ServerProcess.start(hansard.folder);
    const refusal = await next.login().then(String, (error: Error) => error.message);
    await next.stop();
    expect(refusal).to.include('PASSWORD_RESET_REQUIRED');
  });
});
