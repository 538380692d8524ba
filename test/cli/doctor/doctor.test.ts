import { expect } from 'chai';
import { chmodSync, copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { checks } from '../../../src/cli/doctor/doctor.ts';
import { Sqlite } from '../../../src/base/sqlite.ts';
import { ON_DISK, temporaryFolder } from '../../support/disk/temporaryFolder.ts';
import { selfSigned } from '../../support/eventstoredb/certificate.ts';
import { Hansard } from '../../support/hansard.ts';
import { logFile } from '../../support/recorded.ts';
import { build, Installation } from '../installation.ts';

interface Examined {
  readonly name: string;
  readonly verdict: string;
  readonly sentence: string;
  readonly advice: string;
}

interface Report {
  readonly faults: number;
  readonly warnings: number;
  readonly checks: readonly Examined[];
}

const DAY = 86_400_000;

describe('hansard doctor', () => {
  let folder: string;
  let remove: () => Promise<void>;
  let server: Hansard;

  before(async () => {
    build();
    ({ folder, remove } = await temporaryFolder(ON_DISK));
    server = await Hansard.start({ folder });
    const owner = await server.owner();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
    await server.organization('acme');
    await server.settled();
  });
  after(() => remove());

  /** What it finds, by the name of the check. */
  const found = async (
    environment: Readonly<Record<string, string>> = {},
    of = folder,
  ): Promise<{ code: number | null; by: ReadonlyMap<string, Examined>; report: Report }> => {
    const { code, stdout, stderr } = await new Installation({ folder: of, environment }).cli(
      'doctor',
      '--json',
    );
    const report = JSON.parse(stdout) as Report;
    const failed = `${report.faults} of ${report.checks.length} checks found a fault.`;
    const line = `${JSON.stringify({ error: failed, exitCode: 1 })}\n`;
    expect(stderr).to.equal(report.faults > 0 ? line : '');
    return { code, report, by: new Map(report.checks.map((each) => [each.name, each])) };
  };

  const SOUND = [
    'data-folder',
    'permissions',
    'clock',
    'log',
    'log-end',
    'one-origin',
    'secrets-missing',
    'secrets-unnamed',
    'views',
    'quarantines',
    'views-damaged',
    'engines',
    'rate-limits',
    'settings-spelling',
  ];

  it('asks at least 25 questions, and says of each what to do', () => {
    expect(new Set(checks.map(({ name }) => name)).size)
      .to.equal(checks.length)
      .and.be.at.least(25);
    for (const { name, advice } of checks) expect(advice, name).to.match(/^[A-Z].{20,}\.$/);
  });

  it('finds a running server to be in order', async () => {
    const { code, by, report } = await found();
    expect(report.checks).to.have.length(checks.length);
    for (const name of [...SOUND, 'server', 'server-ready', 'release', 'backlogs'])
      expect(by.get(name)?.verdict, JSON.stringify(by.get(name))).to.equal('ok');
    expect([code, report.faults]).to.deep.equal([0, 0]);
    const { stdout } = await new Installation({ folder }).cli('doctor');
    expect(stdout).to.match(/^ok {7}log {18}The log can be read, up to position \d+\.$/m);
    expect(stdout).to.match(
      /^warning {2}backup {15}This data folder knows of no back-up\.\n {30}Run `hansard/m,
    );
    expect(stdout).to.match(/\n\d+ checks: 0 faults, \d+ warnings\.\n$/);
  });

  it('reaches the server as people do', async () => {
    const outside = `localhost:${server.app.port}`;
    const { by } = await found({ EXTERNAL_HOST: outside, EXTERNAL_SCHEME: 'http' });
    expect(by.get('external-address')?.verdict).to.equal('ok');
    const wrong = await found({ EXTERNAL_HOST: 'localhost:1', EXTERNAL_SCHEME: 'http' });
    expect(wrong.by.get('external-address')).to.include({ verdict: 'fault' });
    expect(wrong.code).to.equal(1);
  });

  it('examines the stores without a server as well', async () => {
    await server.stop();
    const { code, by } = await found();
    for (const name of SOUND) expect(by.get(name)?.verdict, JSON.stringify(by.get(name))).to.equal('ok');
    expect(by.get('server')?.verdict).to.equal('warning');
    expect(code).to.equal(0);
  });

  it('finds settings that are no good idea', async () => {
    const { code, by } = await found({
      RATE_LIMITS: 'off',
      TRUSTED_PROXIES: '0.0.0.0/0',
      EXTERNAL_HOTS: 'x',
      PROJECTION_DELAY_MS: '5',
      EXTERNAL_HOST: 'chat.hansard.invalid',
      EXTERNAL_SCHEME: 'http',
      SMTP_URL: 'smtp://127.0.0.1:1',
      PUSH_BOUNCER_URL: 'http://user:secret@127.0.0.1:1',
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'on',
    });
    const expected = {
      'rate-limits': 'fault',
      'trusted-proxies': 'fault',
      'external-scheme': 'fault',
      mail: 'fault',
      'push-bouncer': 'fault',
      'projection-delay': 'warning',
      'webhook-networks': 'warning',
      'settings-spelling': 'warning',
      'bootstrap-password': 'warning',
      'operations-port': 'warning',
      'wildcard-host': 'fault',
      'external-address': 'unknown',
      certificate: 'skipped',
    };
    const verdicts = Object.keys(expected).map((name) => [name, by.get(name)?.verdict]);
    expect(Object.fromEntries(verdicts)).to.deep.equal(expected);
    expect(by.get('settings-spelling')?.sentence).to.include(
      "EXTERNAL_HOTS is unknown. Did you mean 'EXTERNAL_HOST'?",
    );
    expect(JSON.stringify([...by.values()])).not.to.include('secret@');
    expect(code).to.equal(1);
    const better = await found({ OPERATIONS_PORT: '9992', TRUSTED_PROXIES: '127.0.0.1' });
    for (const name of ['operations-port', 'trusted-proxies', 'proxies'])
      expect(better.by.get(name)?.verdict, name).to.equal('ok');
  });

  const certificates: readonly (readonly [title: string, days: number, trusted: boolean, verdict: string])[] =
    [
      ['is trusted for a month', 30, true, 'ok'],
      ['ends in two weeks', 13, true, 'warning'],
      ['has ended', -0.5, true, 'fault'],
      ['nobody trusts', 30, false, 'fault'],
    ];
  for (const [title, days, trusted, verdict] of certificates)
    it(`finds a certificate that ${title} to be ${verdict}`, async () => {
      const { key, certificate: cert } = selfSigned(days);
      const proxy = createServer({ key, cert });
      await new Promise<void>((resolve) => proxy.listen(0, resolve));
      const authority = join(folder, 'authority.pem');
      writeFileSync(authority, cert);
      const { port } = proxy.address() as AddressInfo;
      const { by } = await found({
        EXTERNAL_HOST: `localhost:${port}`,
        EXTERNAL_SCHEME: 'https',
        ...(trusted && { NODE_EXTRA_CA_CERTS: authority }),
      });
      proxy.close();
      expect(by.get('certificate')?.verdict, by.get('certificate')?.sentence).to.equal(verdict);
    });

  const withSqlite = (path: string, sql: string): void => {
    const database = new Sqlite(path);
    database.exec(sql);
    database.close();
  };
  const vaultOf = (of: string): string => join(of, 'vault.sqlite');
  const ALTERED = `UPDATE events SET data = replace(data, 'design', 'desing') WHERE type = 'ChannelCreated'`;
  const UNNAMED = `INSERT INTO entries VALUES ('x', 1, 'apiKey', NULL, 'sealed', 1)`;
  const noted = (of: string, backup: object): void =>
    writeFileSync(join(of, 'last-backup.json'), JSON.stringify(backup));
  const ago = (days: number): string => new Date(Date.now() - days * DAY).toISOString();

  /** Nothing of it is left, as after a failed disk; what SQLite keeps beside it neither. */
  const withContent = (path: string, content: string): void => {
    for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true });
    writeFileSync(path, content);
  };
  const harms: readonly (readonly [name: string, verdict: string, harm: (of: string) => unknown])[] = [
    ['permissions', 'fault', (of) => [chmodSync(of, 0o755), chmodSync(vaultOf(of), 0o644)]],
    ['log-end', 'fault', (of) => withSqlite(logFile(of), ALTERED)],
    ['one-origin', 'fault', (of) => withSqlite(vaultOf(of), `UPDATE claim SET logId = 'another'`)],
    ['secrets-missing', 'fault', (of) => withSqlite(vaultOf(of), 'DELETE FROM entries')],
    ['secrets-unnamed', 'warning', (of) => withSqlite(vaultOf(of), UNNAMED)],
    ['views-damaged', 'warning', (of) => writeFileSync(join(of, 'views/users@1.1.sqlite.damaged'), '')],
    ['backup', 'warning', (of) => noted(of, { finishedAt: ago(2) })],
    [
      'backup-drill',
      'fault',
      (of) => noted(of, { finishedAt: ago(0), verifiedAt: ago(0), isVerified: false }),
    ],
    ['clock', 'fault', (of) => appendLater(of)],
    ['one-origin', 'fault', (of) => rmSync(vaultOf(of))],
    ['log', 'fault', (of) => rmSync(logFile(of))],
  ];
  const appendLater = (of: string): Promise<number> =>
    new Installation({ folder: of }).append('organization-1', [{ type: 'OrganizationRenamed', data: {} }]);

  for (const [name, verdict, harm] of harms)
    it(`finds ${name} to be ${verdict} where it is`, async () => {
      const { folder: copy, remove: removeCopy } = await temporaryFolder(ON_DISK);
      await cp(folder, copy, { recursive: true, filter: (path) => !path.endsWith('admin.sock') });
      await harm(copy);
      const { code, by } = await found({}, copy);
      expect(by.get(name)?.verdict, JSON.stringify(by.get(name))).to.equal(verdict);
      if (verdict === 'fault') expect(code).to.equal(1);
      await removeCopy();
    });

  /** What is found where something is not there, or belongs to something else. */
  const absences: readonly (readonly [
    title: string,
    harm: (of: string) => unknown,
    findings: Readonly<Record<string, RegExp>>,
  ])[] = [
    [
      'a log without events beside its vault',
      (of) => {
        withSqlite(logFile(of), 'DELETE FROM events; DELETE FROM streams');
        noted(of, { finishedAt: ago(-1), verifiedAt: ago(-2), isVerified: true });
      },
      {
        'one-origin': /^fault The log is empty, and the vault belongs to one that is not\.$/,
        log: /^warning The log is empty/,
        'log-end': /^skipped The log is empty\.$/,
        clock: /^skipped The log is empty\.$/,
        'secrets-missing': /^skipped The log names no secret\.$/,
        backup: /^warning .* in the future of this clock\.$/,
        'backup-drill': /^warning .* in the future of this clock\.$/,
      },
    ],
    [
      'a log without content, and no views',
      (of) => {
        withContent(logFile(of), '');
        rmSync(join(of, 'views'), { recursive: true });
      },
      {
        log: /^fault .*log\.sqlite is empty/,
        'log-end': /^unknown /,
        'one-origin': /^fault .*log\.sqlite is empty/,
        views: /^unknown /,
        'views-damaged': /^skipped There are no views\.$/,
      },
    ],
    [
      'a vault without content, and a log that has lost its end',
      (of) => {
        withContent(vaultOf(of), '');
        noted(of, { finishedAt: ago(0), position: 1e9 });
      },
      {
        'one-origin': /^fault The vault is empty\.$/,
        'secrets-missing': /^fault The vault lacks (\d+) of \1 secrets/,
        log: /^fault The log ends at position \d+, and its last back-up at 1000000000: events are lost\.$/,
      },
    ],
    [
      'an unfinished restore',
      (of) => withSqlite(vaultOf(of), `UPDATE claim SET logId = 'restoring everything of log x'`),
      { 'one-origin': /^fault A restore into these stores has not been finished: run the same/ },
    ],
    [
      'a move that has been finished',
      (of) => withSqlite(vaultOf(of), `UPDATE claim SET logId = 'moved to esdb://x'`),
      { 'one-origin': /^fault The data has moved to esdb:\/\/x: start the server there\./ },
    ],
  ];
  for (const [title, harm, findings] of absences)
    it(`names ${title}, and takes nothing for fine because nothing is there`, async () => {
      const { folder: copy, remove: removeCopy } = await temporaryFolder(ON_DISK);
      await cp(folder, copy, { recursive: true, filter: (path) => !path.endsWith('admin.sock') });
      harm(copy);
      const { by } = await found({}, copy);
      for (const [name, expected] of Object.entries(findings))
        expect(`${by.get(name)?.verdict} ${by.get(name)?.sentence}`, name).to.match(expected);
      await removeCopy();
    });

  it('finds fresh back-ups to be in order', async () => {
    const { folder: copy, remove: removeCopy } = await temporaryFolder(ON_DISK);
    copyFileSync(logFile(folder), logFile(copy));
    noted(copy, { finishedAt: ago(1), verifiedAt: ago(39), isVerified: true });
    await cp(join(folder, 'views'), join(copy, 'views'), { recursive: true });
    const { by } = await found({}, copy);
    expect([by.get('backup')?.verdict, by.get('backup-drill')?.verdict]).to.deep.equal(['ok', 'ok']);
    await removeCopy();
  });
});
