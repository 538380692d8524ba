import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { systemClock } from '../../src/base/clock.ts';
import { NotReady } from '../../src/base/errors.ts';
import { EMPTY_DIRECTORY } from '../../src/rendering/rendered.ts';
import { findErrorLine } from '../../src/base/childProcess.ts';
import { RenderProcess } from '../../src/rendering/process.ts';
import { createRenderer, type Renderer, type RendererOptions } from '../../src/rendering/renderer.ts';
import { programUrl } from '../../src/base/workerThread.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';

const ANN = { organizationId: 1, ownerId: 5 };
const LONG = 'A *long* text. '.repeat(60);
const REAL = programUrl('rendering/processWorker');

describe('a process that renders and does not start', function () {
  let folder: string;
  let remove: () => Promise<void>;
  const renderers: Renderer[] = [];
  before(async () => ({ folder, remove } = await temporaryFolder()));
  after(async () => {
    await Promise.all(renderers.map((renderer) => renderer.close()));
    await remove();
  });

  const rendererOf = (options: Omit<RendererOptions, 'clock'>): Renderer => {
    const renderer = createRenderer({ clock: systemClock, ...options });
    renderers.push(renderer);
    return renderer;
  };
  const program = async (name: string, code: string): Promise<URL> => {
    const path = join(folder, name);
    await writeFile(path, code);
    return pathToFileURL(path);
  };

  /** Why a process with this module and these options is lost. */
  const lossOf = (module: URL, options: readonly string[] = []): Promise<string> =>
    new Promise((lost, refuse) => {
      const ready = () => refuse(new Error('It is ready.'));
      new RenderProcess(300, () => ({ ready, answered: ready, lost }), { module, options });
    });

  it('says with which code it ended, and the line that tells why', async () => {
    expect(await lossOf(REAL, ['--no-such-option-of-node'])).to.match(
      /^exit code 9: .*bad option: --no-such-option-of-node$/,
    );
    const failing = await program(
      'failing.mjs',
      'console.error("a line");\nthrow new TypeError("No such thing");',
    );
    expect(await lossOf(failing)).to.equal('exit code 1: TypeError: No such thing');
    const missing = await program('missing.mjs', 'import "no-such-package";');
    expect(await lossOf(missing)).to.match(/^exit code 1: Error.*Cannot find package 'no-such-package'/);
    const killed = await program(
      'killed.cjs',
      'process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1e3);',
    );
    expect(await lossOf(killed)).to.equal('signal SIGKILL');
  });

  it('keeps no more of what it writes than the end', async () => {
    const code = 'require("fs").writeSync(2, "x".repeat(60_000) + "\\nthe last line\\n"); process.exit(3);';
    expect(await lossOf(await program('wordy.cjs', code))).to.equal('exit code 3: the last line');
    const line = await lossOf(
      await program('line.cjs', 'require("fs").writeSync(2, "x".repeat(60_000)); process.exit(3);'),
    );
    expect(line.length).to.be.lessThan(400);
  });

  it('is not ready before it has rendered a text', async () => {
    const code = 'process.on("message", () => process.exit(7)); process.send("ready");';
    expect(await lossOf(await program('mute.cjs', code))).to.equal('exit code 7');
  });

  it('is told to whoever asks for a long text, and to the operator, and short texts go on', async () => {
    const module = await program(
      'ending.cjs',
      'process.stderr.write("out of order\\n"); process.exitCode = 4; process.disconnect();',
    );
    const losses: unknown[] = [];
    const renderer = rendererOf({
      onLost: (host, reason) => losses.push([host, reason]),
      startLong: (timeLimit, listener) => new RenderProcess(timeLimit, listener, { module, options: [] }),
    });
    const error = await renderer.render(LONG, EMPTY_DIRECTORY, ANN).catch((refusal: unknown) => refusal);
    expect(error).to.be.instanceOf(NotReady).with.property('message').that.includes('cannot render');
    expect(losses).to.deep.equal(Array(3).fill(['long', 'exit code 4: out of order']));
    expect(renderer.faults()).to.deep.equal([
      'Long texts, code and formulas cannot be rendered: exit code 4: out of order.',
    ]);
    expect((await renderer.render('*short*', EMPTY_DIRECTORY, ANN)).html).to.equal('<p><em>short</em></p>');
  });

  it('is replaced when it is killed later', async () => {
    const hosts: RenderProcess[] = [];
    const losses: string[] = [];
    const renderer = rendererOf({
      onLost: (_, reason) => losses.push(reason),
      startLong: (timeLimit, listener) => {
        const host = new RenderProcess(timeLimit, listener);
        hosts.push(host);
        return host;
      },
    });
    await renderer.warm();
    await hosts[0]?.end();
    // On a busy machine the next one takes longer to start than anybody waits: people try again.
    const rendered = () => renderer.render(LONG, EMPTY_DIRECTORY, ANN).catch(() => undefined);
    let answer = await rendered();
    while (answer === undefined) answer = await rendered();
    expect(answer.html).to.include('<em>long</em>');
    expect(losses).to.deep.equal(['signal SIGKILL']);
    expect(hosts).to.have.length(2);
  });
});

describe('the line that says why a process ended', () => {
  it('is that of its error, or else the last one', () => {
    const output =
      'file:///a.js:1\nthrow x\n^\n\nError: No disk\n    at a (b.js:1:1) {\n  code: 1\n}\n\nNode.js v24.1.0\n';
    expect(findErrorLine(output)).to.equal('Error: No disk');
    const memory =
      '<--- Last few GCs --->\n\nFATAL ERROR: heap limit\n----- Native stack trace -----\n\n 1: 0x1 node\n';
    expect(findErrorLine(memory)).to.equal('FATAL ERROR: heap limit');
    expect(findErrorLine('node: bad option: --x\n')).to.equal('node: bad option: --x');
    expect(findErrorLine('')).to.equal('');
  });
});
