import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { UserId } from '../../src/base/ids.ts';
import { credentialsOf } from '../../src/organization/slices/credentials.ts';
import { openSqliteVault } from '../../src/vault/sqlite.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard, OWNER_PASSWORD } from '../support/hansard.ts';
import { command, ServerProcess, serverRefusing } from '../support/process.ts';
import { type BackupReport, expectSound, hansard, refusal, replayed } from './backups.ts';

describe('a part of a back-up', () => {
  let root: string;
  let remove: () => Promise<void>;
  /** Before the owner changed password and key. */
  let earlier: BackupReport;
  const data = () => ({ DATA_DIR: join(root, 'data') });
  const backups = () => join(root, 'backups');

  before(async () => {
    ({ folder: root, remove } = await temporaryFolder());
    const server = await Hansard.start({ folder: data().DATA_DIR });
    const acme = await server.organization('acme');
    await acme.post('/users/me/subscriptions', { subscriptions: [{ name: 'rockets' }] });
    const owner = await server.owner();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    const { state } = server.app.lanes.bySubdomain('')!;
    const [password, key] = [
      credentialsOf(state, 1 as UserId).password,
      credentialsOf(state, 1 as UserId).apiKey,
    ];
    await server.stop();
    earlier = await hansard<BackupReport>(data(), ['backup', backups()]);
    const again = await Hansard.start({ folder: data().DATA_DIR });
    const person = await again.owner();
    const changed = [
      await person.patch('/settings', { old_password: OWNER_PASSWORD, new_password: 'plum-roof-73-sky' }),
      await person.post('/users/me/api_key/regenerate'),
    ];
    expect(changed.map(({ status }) => status)).to.deep.equal([200, 200]);
    await again.stop();
    // As the sweep of the next day does.
    const vault = await openSqliteVault({ folder: data().DATA_DIR });
    await vault.remove([password!, key!]);
    await vault.close();
    await hansard(data(), ['backup', backups(), '--keep', '1']);
  });
  after(() => remove());

  it('is refused before the log begins, where secrets without a log would remain', async () => {
    const settings = { DATA_DIR: join(root, 'nothing') };
    for (const end of ['0', '2020-01-01T00:00:00Z'])
      expect(await refusal(settings, ['restore', backups(), '--to', end])).to.match(
        /^The log begins at position 1, at 20\S+Z: choose a later --to\.$/,
      );
    expect(existsSync(settings.DATA_DIR)).to.equal(false);
  });

  it('up to an earlier moment names the people whose secrets are gone, and gives them new keys', async () => {
    const settings = { DATA_DIR: join(root, 'earlier') };
    const restored = await hansard(settings, ['restore', backups(), '--to', String(earlier.position)]);
    expect(restored).to.deep.include({
      passwordsLost: ['owner@example.com'],
      keysReplaced: 1,
      othersLost: 0,
    });
    const secret = join(root, 'password.txt');
    await writeFile(secret, 'another-kiwi-99\n');
    await hansard(settings, [
      'users',
      'set-password',
      '--email',
      'owner@example.com',
      '--password-file',
      secret,
    ]);
    const server = await ServerProcess.start(settings.DATA_DIR);
    try {
      const owner = await server.login('owner@example.com', 'another-kiwi-99');
      expect((await owner.get('/users/me')).status).to.equal(200);
    } finally {
      await server.stop();
    }
  });

  it('with one organization alone has all of that one and nothing of others', async () => {
    const settings = { DATA_DIR: join(root, 'acme') };
    expect(await refusal(settings, ['restore', backups(), '--organization', 'nobody'])).to.equal(
      "There is no organization named 'nobody'.",
    );
    const restored = await hansard(settings, ['restore', backups(), '--organization', 'acme']);
    expect(restored).to.include({ extent: 'organization 2' });
    const ofAcme = await replayed(data(), '--stream', 'organization-2');
    const withoutPositions = (lines: readonly string[]) =>
      lines.map((line) => line.replace(/"position":\d+/, ''));
    expect(withoutPositions(await replayed(settings, '--stream', 'organization-2'))).to.deep.equal(
      withoutPositions(ofAcme),
    );
    expect(
      (await replayed(settings)).filter((line) => /"(organization|reactor-\w+)-1"/.test(line)),
    ).to.deep.equal([]);
    const server = await Hansard.start({ folder: settings.DATA_DIR });
    try {
      const acme = await server.login('owner@acme.example.com', OWNER_PASSWORD, 'acme');
      const { body } = await acme.get('/streams');
      expect((body['streams'] as { name: string }[]).map(({ name }) => name)).to.include('rockets');
    } finally {
      await server.stop();
    }
    await expectSound(settings);
  });

  it('that was interrupted is continued by the same command alone, and no server starts before', async () => {
    const settings = { DATA_DIR: join(root, 'interrupted') };
    // What is left of a process that was killed after the vault had been copied.
    await mkdir(settings.DATA_DIR);
    const vault = await openSqliteVault({ folder: settings.DATA_DIR });
    await vault.claimLog(
      `restoring everything of log ${(await hansard(data(), ['backup', backups()]))['logId']}`,
    );
    await vault.addRingKey({ keyId: 'abcdefgh', material: 'x', createdAt: 1 }, null);
    await vault.close();
    const { code, stderr } = await serverRefusing({ ...settings, PORT: '0' });
    expect(code).to.equal(2);
    expect(stderr).to.match(
      /^A restore into these stores has not been finished: run the same `hansard restore`/,
    );
    const other = await refusal(settings, ['restore', backups(), '--organization', 'acme']);
    expect(other).to.match(/contains an unfinished restore \(everything of log/);
    const { code: done } = await command(['restore', backups()], settings);
    expect(done).to.equal(0);
  });
});
