import { createHmac, hash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard } from '../support/hansard.ts';
import { until } from '../support/waiting.ts';
import { command, ServerProcess, serverRefusing } from '../support/process.ts';
import { logFile } from '../support/recorded.ts';
import { type Database, Sqlite } from '../../src/base/sqlite.ts';
import { snapshotKeys } from '../../src/vault/secrets.ts';
import { openSqliteVault } from '../../src/vault/sqlite.ts';

const STREAM = 'organization-1';
/** Messages before the last snapshot, and after it. */
const [BEFORE, AFTER] = [40, 25];

interface Row {
  readonly position: number;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

describe('a data folder that somebody has meddled with', () => {
  let original: string;
  let folder: string;
  let remove: () => Promise<void>;
  let removeOriginal: () => Promise<void>;
  let events: readonly Row[];

  before(async () => {
    ({ folder: original, remove: removeOriginal } = await temporaryFolder());
    const first = await ServerProcess.start(original);
    await converse(first, 'before', BEFORE);
    expect((await first.stop()).code).to.equal(0);
    const second = await ServerProcess.start(original);
    await converse(second, 'after', AFTER);
    await second.ready();
    await second.kill();
    events = withFile(logFile(original), (db) => db.prepare(EVENTS).all(STREAM) as Row[]);
  });
  after(() => removeOriginal());
  beforeEach(async () => {
    ({ folder, remove } = await temporaryFolder());
    await cp(original, folder, { recursive: true, filter: (path) => !path.endsWith('admin.sock') });
  });
  afterEach(() => remove());

  const converse = async (server: ServerProcess, name: string, count: number): Promise<void> => {
    const owner = await server.login();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    for (let index = 0; index < count; index += 1) {
      const content = `${name} ${index}`;
      const message = { type: 'channel', to: 'general', topic: 'damage', content };
      expect((await owner.post('/messages', message)).status).to.equal(200);
    }
  };

  const store = (event: Row): void =>
    withFile(logFile(folder), (db) => {
      db.prepare('UPDATE events SET id = ?, type = ?, data = ?, metadata = ? WHERE position = ?').run(
        event.id,
        event.type,
        event.data,
        event.metadata,
        event.position,
      );
    });

  const meddle: Readonly<Record<string, (at: number) => void>> = {
    'a character of the data was changed': (at) => store({ ...events[at]!, data: flipped(events[at]!.data) }),
    'a character of the metadata was changed': (at) =>
      store({ ...events[at]!, metadata: flipped(events[at]!.metadata) }),
    'two events were swapped': (at) => {
      store({ ...events[at + 1]!, position: events[at]!.position });
      store({ ...events[at]!, position: events[at + 1]!.position });
    },
    'the event before it is missing': (at) =>
      withFile(logFile(folder), (db) => {
        db.prepare('DELETE FROM events WHERE position = ?').run(events[at - 1]!.position);
      }),
  };

  for (const [what, change] of Object.entries(meddle)) {
    it(`is found out by log verify, with the position, where ${what}`, async () => {
      const at = 5 + Math.floor(Math.random() * (events.length - 7));
      change(at);
      const { code, stdout, stderr } = await command(['log', 'verify'], { DATA_DIR: folder });
      expect(code, stdout + stderr).to.equal(1);
      expect(stdout).to.include(`position ${events[at]!.position}`);
      expect(stdout + stderr).not.to.match(/^\s+at /m);
    });

    it(`keeps the server from starting, in one sentence, where ${what} after the last snapshot`, async () => {
      const at = events.length - 2 - Math.floor(Math.random() * (AFTER - 2));
      change(at);
      const { code, stderr } = await serverRefusing({ PORT: '0', DATA_DIR: folder });
      expect(code).to.equal(1);
      expect(stderr.trimEnd().split('\n'), stderr).to.have.length(1);
      expect(stderr).to.include(`position ${events[at]!.position} `);
    });
  }

  for (const reactor of ['notices', 'webhooks', 'presence'])
    it(`keeps the server from starting, in one sentence, where the record of ${reactor} was changed`, async () => {
      const recorded = withFile(
        logFile(folder),
        (db) => db.prepare(EVENTS).all(`reactor-${reactor}-1`) as Row[],
      );
      const last = recorded.at(-1)!;
      store({ ...last, data: flipped(last.data) });
      const { code, stderr } = await serverRefusing({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn' });
      expect(code).to.equal(1);
      expect(stderr.trimEnd().split('\n'), stderr).to.have.length(1);
      expect(stderr).to.include(`position ${last.position} `);
    });

  const unreadable = [
    {
      how: 'overwritten',
      harm: (path: string) => writeFileSync(path, 'garbage, and nothing but garbage'),
      ofLog: { code: 2, sentence: /^The data folder cannot be used: .*log\.sqlite is no event log\.$/ },
    },
    {
      how: 'cut off',
      harm: (path: string) => truncateSync(path, 5_000),
      ofLog: { code: 1, sentence: /^The event log .*log\.sqlite cannot be read \(.*\)\.$/ },
    },
  ];
  for (const { how, harm, ofLog } of unreadable)
    it(`names the log that was ${how}, and sets a view aside and builds it anew`, async () => {
      const views = join(folder, 'views');
      const view = (await readdir(views)).find((name) => /^users@.*\.sqlite$/.test(name))!;
      const harmed = (file: string): void => {
        for (const beside of ['-wal', '-shm']) rmSync(file + beside, { force: true });
        harm(file);
      };
      harmed(join(views, view));
      const server = await ServerProcess.start(folder);
      await server.ready();
      const owner = await server.login();
      expect((await owner.get('/users')).status).to.equal(200);
      expect(await readdir(views))
        .to.include(`${view}.damaged`)
        .and.not.include(view);
      const { code, stderr } = await server.stop();
      expect(code).to.equal(0);
      expect(stderr).to.include('"event":"projection.set_aside"');
      const { stdout } = await command(['projections', 'verify', 'users', '--json'], { DATA_DIR: folder });
      expect(stdout).to.include('"status":"same"');

      harmed(logFile(folder));
      const refused = await serverRefusing({ PORT: '0', DATA_DIR: folder });
      expect(refused.code).to.equal(ofLog.code);
      expect(refused.stderr.trimEnd()).to.match(ofLog.sentence);
    });

  const without = (file: string): string => {
    const path = join(folder, file);
    for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
    return path;
  };
  const refusedTwice = async (sentence: RegExp): Promise<void> => {
    for (const _ of ['once', 'and again']) {
      const { code, stderr } = await serverRefusing({ PORT: '0', DATA_DIR: folder });
      expect(code).to.equal(2);
      expect(stderr.trimEnd()).to.match(sentence);
    }
  };

  it('keeps the server from starting where the vault is not there, and from recording anything meanwhile', async () => {
    const kept = withFile(logFile(folder), (db) => db.prepare('SELECT count(*) FROM events').pluck().get());
    const vault = without('vault.sqlite');
    await refusedTwice(
      /^The vault lacks secrets that the event log names: start with the vault that belongs to this log\.$/,
    );
    const { stdout } = await command(['log', 'verify', '--json'], { DATA_DIR: folder });
    expect(JSON.parse(stdout)).to.include({ breakCount: 0, events: kept });
    const claims = withFile(vault, (db) => db.prepare('SELECT count(*) FROM claim').pluck().get());
    expect(claims, 'of the empty vault').to.equal(0);
  });

  for (const [how, lose, contentOf] of [
    ['is not there', () => without('log.sqlite'), (path: string) => existsSync(path)],
    ['has no content', () => writeFileSync(without('log.sqlite'), ''), (path: string) => statSync(path).size],
    [
      'has no events',
      () => withFile(logFile(folder), (db) => db.exec('DELETE FROM events; DELETE FROM streams')),
      (path: string) =>
        withFile(path, (db) => db.prepare('SELECT count(*) FROM events, streams').pluck().get()),
    ],
  ] as const)
    it(`keeps the server from starting where the log ${how}, and writes nothing into it`, async () => {
      lose();
      const before = contentOf(logFile(folder));
      await refusedTwice(/^The event log is empty, and the vault belongs to a log: restore that log/);
      expect(contentOf(logFile(folder))).to.equal(before);
    });

  it('names an unfinished restore that has brought no key yet, and writes nothing beside it', async () => {
    without('log.sqlite');
    withFile(join(folder, 'vault.sqlite'), (db) =>
      db.exec(`DELETE FROM ring; UPDATE claim SET logId = 'restoring everything of log x'`),
    );
    await refusedTwice(/^A restore into these stores has not been finished/);
    expect(existsSync(logFile(folder))).to.equal(false);
  });

  it('passes log verify while nobody has meddled with it', async () => {
    const { code, stdout } = await command(['log', 'verify'], { DATA_DIR: folder });
    expect(code, stdout).to.equal(0);
  });

  it('is started from its snapshot, reading the tail only', async () => {
    const hansard = await Hansard.start({ folder });
    const { eventsRead } = hansard.app.lanes;
    await hansard.stop();
    expect(eventsRead).to.equal(AFTER);
    const again = await Hansard.start({ folder });
    expect(again.app.lanes.eventsRead).to.equal(0);
    await again.stop();
  });

  it('is started from the whole log where the snapshot is of another schema version', async () => {
    const vault = await openSqliteVault({ folder, readOnly: true });
    const [vaultKey = new Uint8Array()] = await snapshotKeys(vault);
    await vault.close();
    editManifests((manifest) => {
      expect(macOf(manifest, vaultKey), 'the HMAC as the server makes it').to.equal(manifest.mac);
      for (const slice of Object.values(manifest.slices)) slice.version += 1;
      return { ...manifest, mac: macOf(manifest, vaultKey) };
    });
    const hansard = await Hansard.start({ folder });
    const { eventsRead } = hansard.app.lanes;
    await hansard.stop();
    expect(eventsRead).to.equal(events.length);
  });

  it('is started from the whole log where the snapshot was edited by somebody without the key of the vault', async () => {
    withFile(join(folder, 'views', 'ledger.sqlite'), (db) =>
      db.exec("UPDATE notes SET body = replace(body, 'general', 'gene') WHERE key LIKE 'snapshot/1/chunk/%'"),
    );
    editManifests((manifest, textsOf) => {
      for (const [name, slice] of Object.entries(manifest.slices)) slice.digests = textsOf(name).map(sha256);
      return { ...manifest, mac: macOf(manifest, new Uint8Array()), digest: sha256(fieldsOf(manifest)) };
    });
    const hansard = await Hansard.start({ folder });
    const { eventsRead } = hansard.app.lanes;
    const channels = (await (await hansard.owner()).get('/streams')).body['streams'] as { name: string }[];
    await hansard.stop();
    expect(eventsRead).to.equal(events.length);
    expect(channels.map(({ name }) => name))
      .to.include('general')
      .and.not.include('gene');
  });

  /** Rewrites every manifest; \`textsOf\` answers the stored chunks of a slice. */
  const editManifests = (
    edit: (manifest: Manifest, textsOf: (slice: string) => string[]) => Manifest,
  ): void =>
    withFile(join(folder, 'views', 'ledger.sqlite'), (db) => {
      const notes = (like: string) =>
        db.prepare('SELECT key, body FROM notes WHERE key LIKE ? ORDER BY key').raw().all(like) as [
          string,
          string,
        ][];
      for (const [key, body] of notes('snapshot/1/manifest/%')) {
        const revision = Number(key.split('/').at(-1));
        const textsOf = (slice: string) =>
          notes(`snapshot/1/chunk/${revision}/${slice}/%`).map(
            ([, chunk]) => (JSON.parse(chunk) as { text: string }).text,
          );
        const edited = JSON.stringify(edit(JSON.parse(body) as Manifest, textsOf));
        db.prepare('UPDATE notes SET body = ? WHERE key = ?').run(edited, key);
      }
    });

  const documents: Readonly<Record<string, (db: Database) => void>> = {
    changed: (db) =>
      db.exec(
        `UPDATE documents_messages SET body = replace(body, 'before 7', 'before 8') WHERE id = ${messageId()}`,
      ),
    removed: (db) => db.exec(`DELETE FROM documents_messages WHERE id = ${messageId()}`),
    added: (db) => addCopy(db, 'documents_messages', messageId(), 999_999),
  };

  for (const [kind, change] of Object.entries(documents))
    it(`fails projections verify, naming the place, where one document was ${kind}`, async () => {
      const file = (await readdir(join(folder, 'views'))).find((name) => /^messages@.*\.sqlite$/.test(name));
      withFile(join(folder, 'views', file!), change);
      const { code, stdout, stderr } = await command(['projections', 'verify'], { DATA_DIR: folder });
      expect(code, stdout + stderr).to.equal(1);
      if (kind === 'removed')
        expect(stdout).to.include(`document ${messageId()} of messages in organization 1 was removed.`);
      else {
        const id = kind === 'added' ? 999_999 : messageId();
        expect(stdout).to.include(`document ${id} of organization 1 is not what was stored.`);
      }
      expect(stdout + stderr).not.to.match(/^\s+at /m);
    });

  it('answers nothing with a fault of its own, and heals, where bytes of its views have changed', async () => {
    const views = join(folder, 'views');
    for (const name of (await readdir(views)).filter((each) => /@.*\.sqlite$/.test(each))) {
      withFile(join(views, name), (db) => db.pragma('wal_checkpoint(TRUNCATE)'));
      const bytes = readFileSync(join(views, name));
      // Beyond the first page, which says what tables there are.
      for (let at = 8_192 + 37; at < bytes.length; at += Math.ceil(bytes.length / 200)) bytes[at]! ^= 0x21;
      writeFileSync(join(views, name), bytes);
    }
    const verified = await command(['projections', 'verify', '--json'], { DATA_DIR: folder });
    expect(verified.code, verified.stderr).to.equal(1);
    expect(verified.stdout + verified.stderr).not.to.match(/^\s+at /m);
    expect((JSON.parse(verified.stdout) as { status: string }[]).map(({ status }) => status)).to.include(
      'damaged',
    );
    const hansard = await Hansard.start({ folder });
    const owner = await hansard.owner();
    const narrow = encodeURIComponent('[]');
    const paths = [
      `/messages?anchor=newest&num_before=100&num_after=0&narrow=${narrow}`,
      '/users',
      '/streams',
    ];
    const statuses = new Set<number>();
    const ask = async () => {
      const found = await Promise.all(paths.map(async (path) => (await owner.get(path)).status));
      found.forEach((status) => statuses.add(status));
      return found.every((status) => status === 200);
    };
    await until(ask);
    await hansard.stop();
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).to.deep.equal([]);
    expect((await readdir(views)).filter((name) => name.endsWith('.damaged'))).not.to.deep.equal([]);
    expect((await command(['projections', 'verify'], { DATA_DIR: folder })).code).to.equal(0);
  });

  /** ID of the message `before 7`. */
  const messageId = (): number => events.findIndex(({ data }) => data.includes('"before 7"')) + 1;
});

const EVENTS = `
  SELECT e.position, e.id, e.type, e.data, e.metadata FROM events e
  JOIN streams s ON s.id = e.stream WHERE s.name = ? ORDER BY e.revision`;

function withFile<T>(file: string, work: (db: Database) => T): T {
  const db = new Sqlite(file, { fileMustExist: true });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** The text with one character replaced by another. */
function flipped(text: string): string {
  const at = Math.floor(Math.random() * text.length);
  const other = text[at] === 'x' ? 'y' : 'x';
  return text.slice(0, at) + other + text.slice(at + 1);
}

function addCopy(db: Database, table: string, id: number, newId: number): void {
  db.exec(`CREATE TEMP TABLE copy AS SELECT * FROM ${table} WHERE id = ${id}; UPDATE copy SET id = ${newId};
    INSERT INTO ${table} SELECT * FROM copy;`);
}

interface Manifest {
  readonly logId: string;
  readonly organizationId: number;
  readonly progress: {
    readonly revision: number;
    readonly position: number;
    readonly hash: string;
    readonly time: number;
  };
  readonly slices: Readonly<Record<string, { version: number; digests: readonly string[] }>>;
  readonly mac: string;
  readonly digest?: string;
}

/** What the HMAC of a manifest covers. */
function fieldsOf({ logId, organizationId, progress, slices }: Manifest): string {
  const { revision, position, hash, time } = progress;
  const saved = Object.entries(slices).map(([name, { version, digests }]) => [name, version, digests]);
  return JSON.stringify([logId, organizationId, revision, position, hash, time, saved]);
}

/** As the server makes it: a manifest that differs in nothing but its version would be trusted otherwise. */
const macOf = (manifest: Manifest, key: Uint8Array): string =>
  createHmac('sha256', key).update(fieldsOf(manifest)).digest('base64url');

const sha256 = (text: string): string => hash('sha256', text, 'base64url');
