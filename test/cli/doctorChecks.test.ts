/** Questions of `hansard doctor` that a whole installation cannot be harmed for: they get an installation of their own. */
import { expect } from 'chai';
import { checks } from '../../src/cli/doctor/doctor.ts';
import { flushFinding } from '../../src/cli/doctor/machine.ts';
import type { Installation } from '../../src/cli/doctor/check.ts';
import type { ServerStatus } from '../../src/cli/terminal/status.ts';
import type { Config } from '../../src/base/config.ts';
import type { StoredEvent } from '../../src/events/log/eventLog.ts';
import { SERVICE_VERSION } from '../../src/base/version.ts';
import { ON_DISK } from '../support/disk/temporaryFolder.ts';

const [HOUR, DAY] = [3_600_000, 86_400_000];
const GB = 1_000_000_000;

const asked = async (name: string, installation: object) => {
  const check = checks.find((each) => each.name === name);
  return check?.examine(installation as Installation);
};
const withConfig = (config: Partial<Config>) => ({ config });
const withStatus = (status: object) => ({
  config: {},
  status: () => Promise.resolve(status as ServerStatus),
});

/** A log whose two events are so many days apart. */
const logOf = (days: number) => ({
  async *readAll() {
    const now = Date.now();
    yield [0, days].map((day) => ({ metadata: JSON.stringify({ time: now - day * DAY }) }) as StoredEvent);
  },
});
const growing = (freeBytes: number) => ({
  ...withStatus({
    storage: {
      disk: { freeBytes, totalBytes: 100 * GB },
      log: { diskBytes: GB, events: 2 },
      views: { 'users@1.1': GB },
    },
  }),
  log: () => Promise.resolve(logOf(1)),
});
const running = (server: object) => {
  const vitals = { now: Date.now(), backlogs: [], ...server };
  return { config: { MAX_CONNECTIONS: 1_000 }, server: async () => vitals };
};
const withMemory = (freeBytes: number) =>
  running({ limits: { openFiles: 1_499, memory: { totalBytes: GB, freeBytes } } });
const stopped = { server: () => Promise.resolve(null) };

describe('a question of hansard doctor', () => {
  // Two events a day take two gigabytes: each sixtieth, and each seventh of that.
  for (const [name, verdict, installation] of [
    ['data-folder', 'fault', withConfig({ DATA_DIR: '/nowhere/at/all' })],
    ['disk-room', 'fault', withConfig({ DATA_DIR: '/proc' })],
    ['disk-forecast', 'ok', growing(120 * GB)],
    ['disk-forecast', 'warning', growing(118 * GB)],
    ['disk-forecast', 'warning', growing(14 * GB)],
    ['disk-forecast', 'fault', growing(12 * GB)],
    ['disk-kind', 'fault', withConfig({ DATA_DIR: '/dev/shm' })],
    ['open-files', 'warning', { ...withConfig({ MAX_CONNECTIONS: 2 ** 50 }), ...stopped }],
    ['open-files', 'warning', withMemory(GB)],
    ['memory', 'warning', withMemory(199_000_000)],
    ['memory', 'ok', withMemory(200_000_000)],
    ['disk-kind', 'unknown', withConfig({ DATA_DIR: '/proc' })],
    ['proxies', 'warning', withConfig({ TRUSTED_PROXIES: ['255.255.255.255'] })],
    ['engines', 'warning', withConfig({ DATA_DIR: '/nowhere', EVENTSTOREDB_URL: 'esdb://localhost:1' })],
    ['engines', 'warning', withConfig({ DATA_DIR: '/nowhere', MONGODB_URL: 'mongodb://localhost:1' })],
    ['server', 'warning', stopped],
    ['server-ready', 'fault', running({ health: { reasons: ['The log is gone.'] } })],
    ['server-ready', 'warning', running({ health: { reasons: [], degraded: ['A view is not kept.'] } })],
    ['server-ready', 'ok', running({ health: { reasons: [] } })],
    ['release', 'warning', running({ release: '0.0.1' })],
    ['release', 'ok', running({ release: SERVICE_VERSION })],
    ['backlogs', 'warning', running({ backlogs: [{ reactor: 'mail', since: Date.now() - HOUR - 1_000 }] })],
    ['backlogs', 'ok', running({ backlogs: [{ reactor: 'mail', since: Date.now() - HOUR + 60_000 }] })],
    ['mail', 'fault', withConfig({ MAIL_DIR: '/nowhere/at/all' })],
  ] as const)
    it(`finds ${name} to be ${verdict} where it is`, async () => {
      const finding = await asked(name, installation);
      expect(finding?.verdict, finding?.sentence).to.equal(verdict);
    });

  it('finds a disk that only pretends to flush, or is slow to', async () => {
    const verdictOf = (...times: readonly number[]) => flushFinding(times).verdict;
    expect(verdictOf(0.029, 0.029, 0.029)).to.equal('warning');
    expect(verdictOf(0.03, 0.03, 0.03)).to.equal('ok');
    expect(verdictOf(1, 50, 50)).to.equal('ok');
    expect(verdictOf(1, 51, 51)).to.equal('warning');
    expect((await asked('fsync', withConfig({ DATA_DIR: ON_DISK })))?.sentence).to.match(/^A flush takes \d/);
  });

  it('finds views that are behind or quarantined', async () => {
    const view = (
      state: string,
      events: number,
      milliseconds: number | null = 0,
      quarantined: object[] = [],
    ) => ({
      projections: async () => [{ projection: 'users', state, lag: { events, milliseconds }, quarantined }],
    });
    const verdictOf = async (installation: object) => (await asked('views', installation))?.verdict;
    expect(await verdictOf(view('behind', 1_000))).to.equal('ok');
    expect(await verdictOf(view('behind', 1_001))).to.equal('warning');
    expect(await verdictOf(view('behind', 1, 60_001))).to.equal('warning');
    expect(await verdictOf(view('unavailable', 0))).to.equal('fault');
    expect(await verdictOf(view('building', 0))).to.equal('warning');
    expect(await verdictOf(view('not served', 0, null))).to.equal('warning');
    // A view that has nothing to learn stores its position every 10,000 events.
    expect(await verdictOf(view('stopped', 10_000, null))).to.equal('ok');
    expect(await verdictOf(view('stopped', 10_001, null))).to.equal('warning');
    expect((await asked('quarantines', view('live', 0)))?.verdict).to.equal('ok');
    expect((await asked('quarantines', view('live', 0, 0, [{ organizationId: 1 }])))?.verdict).to.equal(
      'fault',
    );
  });

  it('is asked about everything that an operator has to know', () => {
    const names = checks.map(({ name }) => name);
    expect(names).to.include.members([
      'disk-room',
      'disk-forecast',
      'fsync',
      'clock',
      'permissions',
      'secrets-unnamed',
      'views',
      'quarantines',
      'certificate',
      'mail',
      'push-bouncer',
      'proxies',
      'trusted-proxies',
      'one-origin',
      'backup',
      'backup-drill',
      'node',
      'release',
    ]);
  });
});
