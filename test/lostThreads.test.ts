import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { HistoryThread } from '../src/app/historyThread.ts';
import { createWorkerReads } from '../src/app/core/stores.ts';
import { logLostThreads } from '../src/app/serve.ts';
import { rebuildThreads } from '../src/app/core/rebuildThreads.ts';
import { ViewVerifications } from '../src/app/viewVerifications.ts';
import { systemClock } from '../src/base/clock.ts';
import { NotReady } from '../src/base/errors.ts';
import { LogUnavailable } from '../src/events/log/eventLog.ts';
import { OrganizationId, UserId } from '../src/base/ids.ts';
import { createPictures } from '../src/files/pictures.ts';
import { createLogger } from '../src/base/logger.ts';
import { CommitThread } from '../src/projections/store/sqlite/commitThread.ts';
import { createPasswords } from '../src/vault/passwords.ts';
import { answersOf, startWorker } from '../src/base/workerThread.ts';
import { temporaryFolder } from './support/disk/temporaryFolder.ts';
import { until } from './support/waiting.ts';

const ASKER = { organizationId: 1, ownerId: 1 };
const program = (code: string): URL => new URL(`data:text/javascript,${encodeURIComponent(code)}`);

/** How programs end at their first job, or before. */
const ENDS = {
  'exits without a word': { code: 'process.exit(0)', why: /exit code 0$/ },
  'throws an error': { code: 'throw new TypeError("No such thing")', why: /No such thing$/ },
  'throws what is no error': { code: 'throw "a word"', why: /a word/ },
  'runs out of memory': {
    code: 'const all = []; for (;;) all.push(new Array(1e4).fill({}));',
    why: /memory/,
  },
  'does not start': { code: '', why: /no-such-package/ },
};
const MISSING = "import 'no-such-package';";
const threadOf = (code: string): URL =>
  program(
    code === ''
      ? MISSING
      : `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { ${code} });`,
  );

describe('a thread that ends while it is needed', () => {
  let lines: { event: string; thread: string; reason: string }[];
  let stopLogging: () => void;
  let folder: string;
  let remove: () => Promise<void>;
  before(async () => ({ folder, remove } = await temporaryFolder()));
  after(() => remove());
  beforeEach(() => {
    lines = [];
    stopLogging = logLostThreads(
      createLogger('error', { write: (line: string) => void lines.push(JSON.parse(line)) }),
    );
  });
  afterEach(() => stopLogging());

  const errorOf = (answer: Promise<unknown>): Promise<Error> =>
    answer.then(
      () => expect.fail('There is an answer.'),
      (error: Error) => error,
    );
  const expectLines = (thread: string, why: RegExp, count: number): void => {
    expect(lines.map((line) => [line.event, line.thread])).to.deep.equal(
      Array(count).fill(['thread.ended', thread]),
    );
    for (const { reason } of lines) expect(reason).to.match(why);
  };
  /** Engines whose log is in no folder. */
  const nowhere = () => {
    const missing = join(folder, 'missing');
    return {
      log: { engine: 'sqlite', folder: missing },
      documents: { engine: 'sqlite', folder: missing },
    } as const;
  };

  for (const [how, { code, why }] of Object.entries(ENDS)) {
    it(`is told to whoever waits and logged once where it ${how}`, async () => {
      const worker = startWorker(threadOf(code), { resourceLimits: { maxOldGenerationSizeMb: 16 } });
      const answers = answersOf(worker, 'does something');
      worker.postMessage('go');
      for (const error of [await errorOf(answers.next()), await errorOf(answers.next())])
        expect(error.message)
          .to.match(/^The thread that does something has ended: /)
          .and.to.match(why);
      await answers.end();
      expectLines('does something', why, 1);
    });

    if (how === 'runs out of memory') continue; // these threads have the limit of the process
    it(`is started again for the next picture and password where it ${how}`, async () => {
      const decoder = join(folder, 'decoder.mjs');
      writeFileSync(decoder, code === '' ? MISSING : `process.stdin.once('data', () => { ${code} });`);
      const pictures = createPictures(pathToFileURL(decoder));
      const passwords = createPasswords({ module: threadOf(code) });
      for (const ask of [() => pictures.squares(ASKER, new Uint8Array(8), [10]), () => passwords.hash('a')]) {
        lines.length = 0;
        for (const _ of [1, 2]) {
          const error = await errorOf(ask());
          expect(error).to.be.instanceOf(NotReady);
          expect(error.message).not.to.match(/too many/i);
          expect((error.cause as Error).message).to.match(why);
        }
        expect(lines).to.have.length(2);
        for (const { reason } of lines) expect(reason).to.match(why);
      }
      await Promise.all([pictures.close(), passwords.close()]);
    });
  }

  it('is not reported where its server ends it', async () => {
    const answers = answersOf(startWorker(program('setInterval(() => {}, 1e3);')), 'does something');
    const waiting = errorOf(answers.next());
    await answers.end();
    expect((await waiting).message).to.match(/^The thread that does something has ended: exit code /);
    expectLines('', /./, 0);
  });

  it('is named in what fails with the thread that reads the log', async () => {
    const reading = createWorkerReads(nowhere().log)();
    const error = await errorOf(reading[Symbol.asyncIterator]().next());
    expect(error).to.be.instanceOf(LogUnavailable);
    expect(error.message).to.match(/^The thread that reads the log has ended: ./);
    expectLines('reads the log', /missing|open|log/, 1);
  });

  it('is named in what fails with the thread that reads older events', async () => {
    const history = new HistoryThread(
      { engines: nowhere(), logId: 'a', keys: [] },
      systemClock,
      () => 'localhost',
    );
    const asker = { ownerId: UserId.parse(1), ended: new AbortController().signal, charge: () => {} };
    for (const _ of [1, 2]) {
      const error = await errorOf(history.after(OrganizationId.parse(1), 0, asker));
      expect(error).to.be.instanceOf(NotReady);
      expect(String(error.cause)).to.have.length.above(10);
    }
    await history.close();
  });

  it('is named where batches are folded and its module is missing', async () => {
    const thread = new CommitThread(program("import 'no-such-package';").href);
    await thread.start();
    expect(thread.ready).to.equal(false);
    expectLines('stores documents', /no-such-package/, 1);
    await thread.end();
  });

  it('is named in the error of a rebuild, which its caller logs', async () => {
    const silent = { debug() {}, info() {}, warn() {}, error() {} };
    const fill = rebuildThreads(nowhere(), program("import 'no-such-package';").href, silent);
    const error = await errorOf(
      fill({
        projection: { name: 'a', on: {} } as never,
        name: { projection: 'a' } as never,
        onProgress() {},
        signal: new AbortController().signal,
      }),
    );
    expect(error.message).to.match(/^The thread that rebuilds views has ended: .*no-such-package/);
    expectLines('', /./, 0);
  });

  it('is named in the log line of a verification', async () => {
    const failures: { err: Error }[] = [];
    const logger = { error: (fields: { err: Error }) => void failures.push(fields) };
    const verifications = new ViewVerifications(nowhere(), logger as never);
    verifications.start(['messages']);
    await until(() => failures.length > 0);
    expect(failures[0]?.err.message).to.match(/^The thread that verifies views has ended: ./);
    expect(verifications.of('messages')?.status).to.equal('failed');
    await verifications.stop();
  });
});
