/** Imports that are killed at random moments and run again. */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { systemClock } from '../../src/base/clock.ts';
import { openSqliteEventLog } from '../../src/events/log/sqlite/log.ts';
import { SYSTEMS } from '../../src/import/records.ts';
import { TALKS } from '../import/generatedExports.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { commandUnderWay, ServerProcess } from '../support/process.ts';
import { repetitions } from '../support/repetitions.ts';
import { randomMoment } from '../support/waiting.ts';
import { expectSound, hansard } from './backups.ts';

interface Imported {
  readonly addsUp: boolean;
  readonly outcomes: readonly {
    readonly kind: string;
    readonly imported: number;
    readonly existing: number;
  }[];
}

/** Kills imports of so many messages so often, for each system. */
function describeImportKills(messages: number, kills: number): void {
  describe(`imports of ${messages} messages that are killed ${kills} times`, () => {
    let place: string;
    let remove: () => Promise<void>;
    before(async () => {
      ({ folder: place, remove } = await temporaryFolder());
      const server = await ServerProcess.start(join(place, 'empty'));
      await server.login();
      await server.stop();
    });
    after(() => remove());

    const emptied = (name: string): string => {
      const folder = join(place, name);
      rmSync(folder, { recursive: true, force: true });
      cpSync(join(place, 'empty'), folder, { recursive: true });
      return folder;
    };

    for (const system of SYSTEMS)
      it(`bring every record of ${system} once`, async () => {
        const source = join(place, system);
        writeFileSync(source, await TALKS[system](messages));
        const words = ['import', source, '--from', system];
        const undisturbed = emptied('undisturbed');
        const began = performance.now();
        expectWhole(await hansard<Imported>({ DATA_DIR: undisturbed }, words), messages);
        const longest = performance.now() - began;
        const expected = await contentOf(undisturbed);
        expect(expected.filter((line) => line.startsWith('MessageSent'))).to.have.length(messages);

        let folder = emptied('killed');
        for (let killed = 0; killed < kills;) {
          const running = commandUnderWay([...words, '--json'], { DATA_DIR: folder });
          const alarm = randomMoment(longest).then(() => running.signal('SIGKILL'));
          const { signal, code, stderr } = await running.ended;
          await alarm;
          if (signal === 'SIGKILL') killed += 1;
          else {
            expect(code, stderr).to.equal(0);
            expect(await contentOf(folder)).to.deep.equal(expected);
            folder = emptied('killed');
          }
        }
        expectWhole(await hansard<Imported>({ DATA_DIR: folder }, words), messages);
        expect(await contentOf(folder)).to.deep.equal(expected);
        const again = await hansard<Imported>({ DATA_DIR: folder }, words);
        expect(again.outcomes.find(({ kind }) => kind === 'messages')).to.include({ imported: 0 });
        expect(await contentOf(folder)).to.deep.equal(expected);
        const server = await ServerProcess.start(folder);
        await server.ready();
        await server.stop();
        await expectSound({ DATA_DIR: folder });
      });
  });
}

function expectWhole({ addsUp, outcomes }: Imported, messages: number): void {
  const { imported = 0, existing = 0 } = outcomes.find(({ kind }) => kind === 'messages') ?? {};
  expect([addsUp, imported + existing]).to.deep.equal([true, messages]);
}

/** What an import has brought, whatever was drawn at random and however it was interrupted: one line for each thing. */
async function contentOf(folder: string): Promise<readonly string[]> {
  const log = openSqliteEventLog({ folder, clock: systemClock });
  const messages = new Map<number, string>();
  const lines: string[] = [];
  try {
    for await (const events of log.readAll())
      for (const { type, data: text, revision } of events) {
        const data = JSON.parse(text) as Record<string, unknown>;
        if (type === 'MessageSent')
          messages.set(revision + 1, (data['idempotency'] as { keyHash: string }).keyHash);
        for (const shown of shownOf(type, data, messages)) lines.push(shown);
      }
  } finally {
    await log.close();
  }
  // Files are stored beside each other, and people star what was imported together.
  const isInOrder = (line: string): boolean =>
    !/^(?:FileUploaded|Messages(?:Starred|MarkedUnread))/.test(line);
  return [...lines.filter(isInOrder), ...lines.filter((line) => !isInOrder(line)).sort()];
}

type Ranges = readonly (number | readonly [number, number])[];

const IMPORTED = /^(?:User|Channel|Message|File|CustomEmoji)/;

function shownOf(
  type: string,
  data: Readonly<Record<string, unknown>>,
  messages: ReadonlyMap<number, string>,
): readonly string[] {
  if (!IMPORTED.test(type)) return [];
  if (type === 'MessagesStarred' || type === 'MessagesMarkedUnread') {
    const marked = [data['conversations'] ?? data].flat() as unknown as readonly {
      readonly messages: Ranges;
    }[];
    const ranges = marked.flatMap((each) => each.messages);
    const holds = (id: number): boolean =>
      ranges.some((range) => (typeof range === 'number' ? id === range : id >= range[0] && id <= range[1]));
    return [...messages].flatMap(([id, key]) =>
      holds(id) ? [`${type} ${String(data['userId'])} ${key}`] : [],
    );
  }
  const { apiKeyCredentialId: _, fileId, fileIds, key, path, ...rest } = data;
  const fixed = JSON.stringify(rest)
    .replaceAll(/\/user_uploads\/\d+\/[0-9a-f]{2}\/[\w-]+/g, '/user_uploads/…')
    .replaceAll(/\/near\/(\d+)/g, (_, id: string) => `/near/${messages.get(Number(id))}`);
  return [`${type} ${fixed} ${Array.isArray(fileIds) ? fileIds.length : ''}`];
}

describeImportKills(repetitions(20_000, 500), repetitions(40));
