import { expect } from 'chai';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ended, Installation, named, type Named, stoppedInstallation } from './installation.ts';

const ACME = ['--subdomain', 'acme', '--name', 'Acme', '--owner-email', 'ann@example.com'];

describe('hansard without a server', () => {
  const hansard = stoppedInstallation();

  it('tells that views are level, whatever else has been recorded since their last event', async () => {
    const [last] = (await hansard.cli('replay', '--json')).stdout.trimEnd().split('\n').slice(-1);
    expect(JSON.parse(last ?? ''))
      .to.have.property('stream')
      .that.matches(/^reactor-/);
    const listed = await hansard.json<Named[]>(0, 'projections', 'list');
    for (const each of listed) expect(each, each.projection).to.have.nested.property('lag.events', 0);
  });

  it('takes the stores itself for what must be written', async () => {
    expect(await hansard.json(0, 'organizations', 'create', ...ACME)).to.include({ organizationId: 2 });
    const bob = ['--organization', '2', '--email', 'bob@example.com', '--name', 'Bob'];
    expect(await hansard.json(0, 'users', 'create', ...bob)).to.include({ userId: 2, role: 'member' });
    const users = await hansard.json<object[]>(0, 'users', 'list', '--organization', 'acme');
    expect(users).to.have.length(2);
    const rebuilt = await hansard.json<Named[]>(0, 'projections', 'rebuild');
    expect(named(rebuilt, 'users')).to.include({ state: 'live' });
  });

  it('reads what the last server has left', async () => {
    const listed = await hansard.json<Named[]>(0, 'projections', 'list');
    expect(named(listed, 'users')).to.include({ state: 'stopped' });
    expect(await hansard.json(0, 'log', 'verify')).to.include({ intact: true });
    expect(await hansard.json<object[]>(0, 'projections', 'verify', 'users')).to.have.length(1);
    expect((await hansard.cli('replay')).stdout.trimEnd().split('\n').length).to.be.greaterThan(5);
  });

  it('builds views that are missing', async () => {
    rmSync(join(hansard.folder, 'views'), { recursive: true });
    const { code, stderr } = await hansard.cli('projections', 'verify');
    expect([code, stderr]).to.deep.equal([
      2,
      `There are no readable views in ${hansard.folder}: start the server to build them.\n`,
    ]);
    expect(await hansard.json<object[]>(0, 'projections', 'rebuild', 'users')).to.have.length(1);
    expect(await hansard.json<object[]>(0, 'projections', 'verify', 'users')).to.have.nested.property(
      '[0].status',
      'same',
    );
  });

  it('prints its settings with the secrets masked', async () => {
    const settings = await hansard.json(0, 'config', 'print');
    expect(settings).to.include({
      DATA_DIR: hansard.folder,
      BOOTSTRAP_OWNER_PASSWORD: '***',
      MONGODB_URL: null,
    });
    const { stdout } = await hansard.cli('config', 'print');
    expect(stdout).to.match(/^BOOTSTRAP_OWNER_PASSWORD=\*\*\*$/m);
    expect(stdout).to.match(/^WEB_PUBLIC_CHANNELS=(on|off)$/m);
    expect(stdout).to.match(/^RATE_LIMITS=./m);
  });

  it('ends quietly when nobody reads any further', async () => {
    const replay = hansard.spawn(['replay']);
    replay.stdout?.destroy();
    expect(await ended(replay)).to.include({ code: 0, stderr: '' });
  });

  const mistakes: readonly (readonly [words: string, sentence: RegExp])[] = [
    ['nonsense', /^Unknown command 'nonsense'\.$/],
    ['replay --form 3', /^Unknown option '--form'\. Did you mean --from\?$/],
    [
      'replay --from three',
      /^Option '--from <position>' argument 'three' is invalid\. A position is a whole/,
    ],
    ['replay --stream organization-77', /^There is no stream named 'organization-77'\.$/],
    [
      'replay --type MessageSend',
      /^There is no event type named 'MessageSend'\. Did you mean 'MessageSent'\?$/,
    ],
    ['replay --person 1 --person 2', /^--person can be given only once\.$/],
    [
      'projections skip users --reason a --organization root --reason b',
      /^--reason can be given only once\.$/,
    ],
    ['users list --organization root --organization=globex', /^--organization can be given only once\.$/],
    ['help users make', /^Unknown command 'users make'\.$/],
    ['replay --from 5 --to 3', /^--from must not be greater than --to\.$/],
    ['replay one too', /^Too many arguments/],
    ['users create --name Bob', /^Required option '--email <address>' not specified\.$/],
    ['users create --email x --name Bob', /^Invalid email address\.$/],
    [
      'users create --email ann@example.com --name Ann --role king',
      /^Option '--role <role>' argument 'king'/,
    ],
    ['users create --email owner@example.com --name Owner', /^Email 'owner@example.com' already in use\.$/],
    ['users list --organization globex', /^There is no organization named 'globex'\.$/],
    [
      'organizations create --subdomain A_B --name X --owner-email a@example.com',
      /^Invalid subdomain 'A_B'\.$/,
    ],
    [
      'organizations create --subdomain root --name X --owner-email a@example.com',
      /^Subdomain 'root' is reserved: /,
    ],
    ['users list --organization 01', /^There is no organization named '01'\.$/],
    ['projections rebuild nothing', /^There is no projection named nothing\.$/],
    ['projections cancel nothing', /^There is no projection named nothing\.$/],
    ['projections verify nothing', /^There is no projection named nothing\.$/],
    ['projections retry users --organization root', /^Organization 1 is not quarantined in users\.$/],
    ['projections skip users --organization root', /^Required option '--reason <text>' not specified\.$/],
  ];
  for (const [words, sentence] of mistakes) {
    it(`answers "${words}" with one sentence and exit code 2`, async () => {
      const { code, stdout, stderr } = await hansard.cli(...words.split(' '));
      expect([code, stdout]).to.deep.equal([2, '']);
      expect(stderr.trimEnd()).to.match(sentence).and.not.include('\n');
      expect(stderr).not.to.include('    at ');
    });
  }

  it('has no rebuild to cancel', async () => {
    const { code, stdout, stderr } = await hansard.cli('projections', 'cancel', 'users');
    expect([code, stdout]).to.deep.equal([1, 'No server is running here, so no rebuild is.\n']);
    expect(stderr).to.equal('Nothing was cancelled.\n');
    const { stderr: asJson } = await hansard.cli('projections', 'cancel', '--json');
    const error = 'Nothing was cancelled. No server is running here, so no rebuild is.';
    expect(JSON.parse(asJson)).to.deep.equal({ error, exitCode: 1 });
    expect(await hansard.json(1, 'projections', 'cancel')).to.deep.equal({ cancelled: [] });
  });

  it('explains every command', async () => {
    const paths = [
      '',
      'serve',
      'replay',
      'show person',
      'users create',
      'projections skip',
      'log verify',
      'config print',
    ];
    for (const words of paths.map((path) => path.split(' ').filter(Boolean))) {
      const { code, stdout } = await hansard.cli(...words, '--help');
      expect(code).to.equal(0);
      expect(stdout).to.match(/^Usage: hansard/);
      expect((await hansard.cli('help', ...words)).stdout).to.equal(stdout);
    }
  });
});

describe('hansard on a folder that cannot be used', () => {
  const hansard = new Installation();
  after(() => hansard.remove());

  for (const words of ['replay', 'users list', 'log verify', 'projections list', 'projections rebuild']) {
    it(`says that there is no log to "${words}"`, async () => {
      const { code, stderr } = await hansard.cli(...words.split(' '));
      expect([code, stderr]).to.deep.equal([2, `There is no readable event log in ${hansard.folder}.\n`]);
    });
  }

  it('says that the folder is none', async () => {
    const file = new Installation({ folder: join(hansard.folder, 'file') });
    writeFileSync(file.folder, '');
    const { code, stderr } = await file.cli('serve');
    const sentence = `The data folder ${file.folder} cannot be used. It is a file: set DATA_DIR to a folder.\n`;
    expect([code, stderr]).to.deep.equal([2, sentence]);
  });
});
