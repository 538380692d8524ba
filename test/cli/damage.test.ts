import { expect } from 'chai';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OrganizationId } from '../../src/base/ids.ts';
import { users } from '../../src/projections/users.ts';
import type { DocumentWrite } from '../../src/projections/store/readModels.ts';
import { openSqliteReadModels } from '../../src/projections/store/sqlite/readModels.ts';
import { build, Installation } from './installation.ts';
import { Sqlite } from '../../src/base/sqlite.ts';

const ROOT = 1 as OrganizationId;

interface Break {
  readonly kind: string;
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
}

interface Inspection {
  readonly breaks: readonly Break[];
  readonly breakCount: number;
}

describe('hansard on damaged files', () => {
  /** A stopped server's folder: the owner, Anna, whose account is revision 3 of the root organization, and Zoe. */
  let template: Installation;
  before(async () => {
    const hansard = (template = new Installation());
    build();
    await hansard.start();
    for (const name of ['Anna', 'Zoe'])
      await hansard.json(0, 'users', 'create', '--email', `${name}@example.com`, '--name', name);
    await hansard.stop();
  });
  after(() => template.remove());

  const stoppedServer = (): Installation => {
    const hansard = new Installation();
    cpSync(template.folder, hansard.folder, { recursive: true });
    return hansard;
  };

  describe('log verify', () => {
    let hansard: Installation;
    beforeEach(() => {
      hansard = stoppedServer();
    });
    afterEach(() => hansard.remove());

    const alter = (sql: string): void => {
      const database = new Sqlite(join(hansard.folder, 'log.sqlite'));
      database.exec(sql);
      database.close();
    };
    const breaks = async (): Promise<readonly Break[]> =>
      (await hansard.json<Inspection>(1, 'log', 'verify')).breaks;

    it('finds one flipped byte of the file, and where it is', async () => {
      const path = join(hansard.folder, 'log.sqlite');
      const bytes = readFileSync(path);
      const offset = bytes.lastIndexOf('"Anna"') + 1;
      bytes[offset] = bytes[offset]! ^ 1;
      writeFileSync(path, bytes);
      const { code, stdout, stderr } = await hansard.cli('log', 'verify');
      expect(code).to.equal(1);
      expect(stdout).to.match(
        /^The event at position \d+ \(revision 3 of organization-1\) is not the one that was recorded\.\n$/,
      );
      expect(stderr).not.to.include('    at ');
      const [found, ...others] = await breaks();
      expect(found).to.include({ kind: 'chain', stream: 'organization-1', revision: 3 });
      expect(others).to.deep.equal([]);
    });

    it('finds every changed, dropped, renamed and moved event', async () => {
      const harms: readonly (readonly [sql: string, kind: string, revision: number])[] = [
        [
          `UPDATE events SET metadata = replace(metadata, '"actor":null', '"actor":1') WHERE revision = 1`,
          'chain',
          1,
        ],
        [`UPDATE events SET type = 'UserCreatee' WHERE revision = 2`, 'chain', 2],
        [`UPDATE events SET id = upper(id) WHERE revision = 0`, 'chain', 0],
        [`DELETE FROM events WHERE revision = 1 AND type = 'SystemGroupsCreated'`, 'revision', 2],
        [`UPDATE streams SET name = 'organization-x' WHERE name = 'organization-1'`, 'stream', 0],
      ];
      const path = join(hansard.folder, 'log.sqlite');
      const sound = readFileSync(path);
      for (const [sql, kind, revision] of harms) {
        alter(sql);
        expect((await breaks())[0], sql).to.include({ kind, revision });
        writeFileSync(path, sound);
      }
      expect(await hansard.json(0, 'log', 'verify')).to.include({ breakCount: 0 });
    });

    it('finds an event that is chained well and says what it must not', async () => {
      const strange = [
        { type: 'UserDeactivated', data: { userId: 'two' } },
        { type: 'UserVanished', data: {} },
        { type: 'UserDeactivated', data: { userId: 2 }, version: 9 },
      ];
      const first = await hansard.append('organization-1', strange);
      expect((await breaks()).map(({ kind, revision }) => [kind, revision])).to.deep.equal([
        ['schema', first],
        ['unknown', first + 1],
        ['unknown', first + 2],
      ]);
    });

    it('finds a damaged page that no event is in', async () => {
      const path = join(hansard.folder, 'log.sqlite');
      const database = new Sqlite(path);
      const pageSize = database.pragma('page_size', { simple: true }) as number;
      const page = database
        .prepare("SELECT rootpage FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'events'")
        .pluck()
        .get() as number;
      database.close();
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill(0xff, (page - 1) * pageSize, page * pageSize));
      const [found, ...others] = await breaks();
      expect(found).to.include({ kind: 'file', position: null });
      expect(others).to.deep.equal([]);
    });

    it('finds by its anchor a log whose end was cut off, or that was written anew', async () => {
      const anchorOf = async (): Promise<string> =>
        (await hansard.json<{ anchor: string }>(0, 'log', 'verify')).anchor;
      const verify = (code: number, anchor: string) =>
        hansard.json<Inspection & { anchor: string | null }>(code, 'log', 'verify', '--anchor', anchor);
      const early = await anchorOf();
      await hansard.append('organization-1', [{ type: 'UserDeactivated', data: { userId: 2 } }]);
      const late = await anchorOf();
      expect((await verify(0, early)).anchor).to.equal(late);
      expect((await verify(0, late)).anchor).to.equal(late);
      alter('DELETE FROM events WHERE position = (SELECT max(position) FROM events)');
      expect(await verify(0, early)).to.include({ breakCount: 0, anchor: early });
      const cut = await verify(1, late);
      expect(cut.breaks[0]).to.include({ kind: 'anchor' });
      expect(cut.anchor).to.equal(null);
      await hansard.append('organization-1', [
        { type: 'UserReactivated', data: { userId: 3 } },
        { type: 'UserDeactivated', data: { userId: 3 } },
      ]);
      expect((await verify(1, late)).breaks[0]).to.include({ kind: 'anchor' });
      const { code, stderr } = await hansard.cli('log', 'verify', '--anchor', '12');
      expect([code, stderr]).to.deep.equal([2, "'12' is not an anchor; `hansard log verify` prints one.\n"]);
    });

    it('says how far a file can be read that is no database any more', async () => {
      writeFileSync(join(hansard.folder, 'log.sqlite'), 'nothing that anybody could read');
      const { code, stderr } = await hansard.cli('log', 'verify');
      expect(code).to.equal(2);
      expect(stderr).to.match(/^The data folder cannot be used: .*log\.sqlite is no event log\.\n$/);
    });
  });

  describe('projections, when a view is not what the log says', () => {
    let hansard: Installation;
    beforeEach(() => {
      hansard = stoppedServer();
    });
    afterEach(() => hansard.remove());

    /** Writes to the served view of users as no event has. */
    const tamper = async (write: Pick<DocumentWrite, 'id' | 'document'>): Promise<void> => {
      const readModels = await openSqliteReadModels({ folder: hansard.folder });
      const name = (await readModels.served())['users']!;
      const generation = await readModels.open(name, users.collections);
      const position = (await generation.checkpoint())!;
      const damaged = { collection: 'users', organizationId: ROOT, position };
      await generation.commit([{ ...damaged, ...write }], position);
      await readModels.close();
    };

    const damages = [
      ['changed', { id: 1, document: { fullName: 'Somebody else' } }],
      ['removed', { id: 2 }],
      ['added', { id: 9, document: { fullName: 'Nobody' } }],
    ] as const;
    for (const [kind, write] of damages) {
      it(`names a document that was ${kind}`, async () => {
        await tamper(write);
        const { code, stdout } = await hansard.cli('projections', 'verify');
        expect(code).to.equal(1);
        expect(stdout).to.match(
          new RegExp(`^users: document ${write.id} of users in organization 1 was ${kind}\\.$`, 'm'),
        );
        await hansard.json(0, 'projections', 'rebuild', 'users');
        await hansard.json(0, 'projections', 'verify');
      });
    }

    it('shows a quarantine, tries again, and skips the bad event on record', async () => {
      await tamper({ id: 2 });
      const renamed = { userId: 2, oldFullName: 'Anna', newFullName: 'Hanna' };
      const revision = await hansard.append('organization-1', [{ type: 'UserRenamed', data: renamed }]);
      await hansard.start();
      const [listed] = await eventually(() => hansard.json<Health[]>(0, 'projections', 'list'));
      expect(listed?.quarantined[0]).to.include({ organizationId: 1, type: 'UserRenamed', revision });
      const root = ['users', '--organization', 'root'];
      const tried = await hansard.cli('projections', 'retry', ...root);
      expect(tried.code).to.equal(1);
      expect(tried.stdout).to.match(
        /^users still cannot apply UserRenamed at position \d+ of organization 1: /,
      );
      const skipped = await hansard.json(0, 'projections', 'skip', ...root, '--reason', 'she is gone');
      expect(skipped).to.deep.equal({ projection: 'users', organizationId: 1, recovered: true });
      expect((await hansard.json<Health[]>(0, 'projections', 'list'))[0]?.quarantined).to.deep.equal([]);
      const again = await hansard.cli('projections', 'retry', ...root);
      expect([again.code, again.stderr]).to.deep.equal([2, 'Organization 1 is not quarantined in users.\n']);
    });

    interface Health {
      readonly quarantined: readonly object[];
    }

    /** The server catches up after it has said that it listens. */
    const eventually = async (list: () => Promise<Health[]>): Promise<Health[]> => {
      const listed = await list();
      return listed[0]?.quarantined.length === 0 ? eventually(list) : listed;
    };
  });
});
