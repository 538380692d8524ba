import { expect } from 'chai';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { build, Installation, named, type Named } from './installation.ts';

interface Listed extends Named {
  readonly generation: number;
  readonly state: string;
  readonly lag: { readonly events: number };
}

interface Line {
  readonly position: number;
  readonly stream: string;
  readonly type: string;
}

describe('hansard beside a running server', () => {
  const hansard = new Installation();
  before(async () => {
    build();
    await hansard.start();
  });
  after(() => hansard.remove());

  it('founds an organization, whose owner gets a password that is shown once', async () => {
    const words = ['--subdomain', 'acme', '--name', 'Acme', '--owner-email', 'ann@example.com'];
    const made = await hansard.json(0, 'organizations', 'create', ...words);
    expect(made).to.include({ organizationId: 2, subdomain: 'acme', name: 'Acme' });
    expect(made['owner']).to.include({ email: 'ann@example.com', fullName: 'Owner' });
    expect(made['owner'])
      .to.have.property('password')
      .that.matches(/^\w{20}$/);
    const organizations = await hansard.json<object[]>(0, 'organizations', 'list');
    expect(organizations[1]).to.include({ organizationId: 2, subdomain: 'acme', name: 'Acme' });
  });

  it('creates accounts of any organization and role, and lists them', async () => {
    const words = [
      '--organization',
      'acme',
      '--email',
      'bob@example.com',
      '--name',
      'Bob',
      '--role',
      'guest',
    ];
    const made = await hansard.json(
      0,
      'users',
      'create',
      ...words,
      '--password-file',
      hansard.secret('fig-wall-11'),
    );
    expect(made).to.deep.equal({
      organizationId: 2,
      userId: 2,
      email: 'bob@example.com',
      fullName: 'Bob',
      role: 'guest',
    });
    const users = await hansard.json<object[]>(0, 'users', 'list', '--organization', 'acme');
    expect(users).to.have.length(2);
    expect(users[1]).to.include({ userId: 2, email: 'bob@example.com', role: 'guest', active: true });
  });

  it('shows lists as tables, too', async () => {
    const { stdout } = await hansard.cli('users', 'list');
    expect(stdout).to.match(/^ID +E-mail .*\n1 +owner@example.com +Owner +owner +yes\n$/);
  });

  it('rebuilds projections while the old ones serve, and tells how far it is on stderr', async () => {
    const generationOf = async (name: string): Promise<number | undefined> =>
      named(await hansard.json<Listed[]>(0, 'projections', 'list'), name)?.generation;
    const before = { users: await generationOf('users'), channels: await generationOf('channels') };
    const { code, stdout, stderr } = await hansard.cli('projections', 'rebuild', 'users', '--json');
    expect(code).to.equal(0);
    expect(stderr).to.match(/^users: 100 %/m);
    const [rebuilt, ...others] = JSON.parse(stdout) as Listed[];
    expect(others).to.deep.equal([]);
    expect(rebuilt?.generation).to.equal((before.users ?? 0) + 1);
    const after = await hansard.json<Listed[]>(0, 'projections', 'list');
    expect(after.map(({ projection }) => projection)).to.include.members(['users', 'channels', 'messages']);
    expect(named(after, 'users')).to.include({ generation: rebuilt?.generation, state: 'live' });
    expect(named(after, 'channels')?.generation).to.equal(before.channels);
  });

  it('finds views and log to be in order', async () => {
    const views = await hansard.json<Named[]>(0, 'projections', 'verify');
    expect(named(views, 'users')).to.include({ status: 'same', differenceCount: 0 });
    const log = await hansard.json(0, 'log', 'verify');
    expect(log).to.include({ intact: true, breakCount: 0 });
  });

  it('replays the log, or the part of it that is asked for, bounds included', async () => {
    const all = await replayed();
    expect(all[0]).to.include.all.keys('position', 'stream', 'revision', 'type', 'version', 'id', 'time');
    expect(all[0]).to.have.nested.property('data.logId');
    expect(all[0]).to.have.nested.property('metadata.hash');
    const [from, to] = [all[2]!.position, all[5]!.position];
    expect(await replayed('--from', String(from), '--to', String(to))).to.deep.equal(all.slice(2, 6));
    const ofAcme = all.filter(({ stream }) => stream === 'organization-2');
    expect(await replayed('--stream', 'organization-2')).to.deep.equal(ofAcme);
    expect(await replayed('--stream', 'organization-2', '--type', 'UserCreated')).to.deep.equal(
      ofAcme.filter(({ type }) => type === 'UserCreated'),
    );
  });

  const replayed = async (...words: readonly string[]): Promise<Line[]> => {
    const { code, stdout, stderr } = await hansard.cli('replay', '--json', ...words);
    expect([code, stderr]).to.deep.equal([0, '']);
    const lines = stdout.trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as Line);
  };

  it('keeps the admin socket for the account that runs the server', () => {
    expect(statSync(join(hansard.folder, 'admin.sock')).mode & 0o777).to.equal(0o600);
  });

  it('goes on after the server was killed, and finds the next one', async () => {
    await hansard.stop('SIGKILL');
    expect(await hansard.json<Listed[]>(0, 'projections', 'list')).to.have.nested.property(
      '[0].state',
      'stopped',
    );
    await hansard.start('cli');
    expect(await hansard.json<Listed[]>(0, 'projections', 'list')).to.have.nested.property(
      '[0].state',
      'live',
    );
  });
});
