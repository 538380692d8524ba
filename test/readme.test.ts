import { expect } from 'chai';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from './support/disk/temporaryFolder.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** What a checkout must have for `npm start` and `npm run cli`. */
const CHECKOUT = ['bin', 'dist', 'node_modules', 'package.json', 'package-lock.json', 'scripts', 'src'];

/** The blocks to paste in a part of README.md. */
function shellBlocks(heading: string): readonly string[] {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const part = readme.split(/^## /m).find((text) => text.startsWith(heading)) ?? '';
  return [...part.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await promisify(probe.close.bind(probe))();
  return port;
}

/** Keeps every answer in a file, whatever the tour does with it. */
const KEEPING = 'curl() { command curl "$@" | tee -a "$ANSWERS"; }\n';

describe('the tour of README.md', function () {
  this.timeout(180_000);
  let folder: string;
  let remove: () => Promise<void>;
  let server: ChildProcess;
  let environment: NodeJS.ProcessEnv;
  const [start = '', ...blocks] = shellBlocks('A tour of five minutes');

  before(async () => {
    ({ folder, remove } = await temporaryFolder());
    for (const name of [...CHECKOUT, 'tsconfig.json']) await symlink(join(ROOT, name), join(folder, name));
    const { PATH, HOME } = process.env;
    const port = String(await freePort());
    environment = { PATH, HOME, PORT: port, ANSWERS: join(folder, 'answers') };
    server = spawn('bash', ['-c', start], { cwd: folder, env: environment, detached: true });
    await new Promise<void>((resolve, reject) => {
      let said = '';
      server.stdout!.on('data', (text: Buffer) => {
        said += text.toString();
        if (said.includes('Hansard serves')) resolve();
      });
      server.stderr!.on('data', (text: Buffer) => (said += text.toString()));
      server.once('exit', () => reject(new Error(`The server ended: ${said}`)));
    });
  });

  after(async () => {
    if (server.exitCode === null) process.kill(-server.pid!, 'SIGINT');
    if (server.exitCode === null) await once(server, 'exit');
    await remove();
  });

  it('works line by line as it stands, but for the port', async () => {
    const lines = blocks.join('\n').replaceAll('localhost:9991', `localhost:${environment.PORT}`);
    const script = `set -euo pipefail\n${KEEPING}${lines}`;
    const options = { cwd: folder, env: environment, maxBuffer: 2 ** 24 };
    const { stdout } = await promisify(execFile)('bash', ['-c', script], options);
    expect(stdout).to.include('"MessageSent"');
  });

  it('is answered with success whatever it asks', async () => {
    const answers = (await readFile(environment.ANSWERS!, 'utf8')).trim().split('\n');
    expect(answers).to.have.length(blocks.join('').match(/\bcurl /g)!.length);
    for (const answer of answers) expect(JSON.parse(answer)).to.include({ result: 'success' });
  });
});
