import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { ON_DISK, temporaryFolder } from './support/disk/temporaryFolder.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from './support/hansard.ts';
import { ServerProcess } from './support/process.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Runs the smoke test to its end; it logs in as the owner of other tests. */
async function smoke(...words: string[]) {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/smoke.js'), ...words], {
    env: { ...process.env, BOOTSTRAP_OWNER_EMAIL: OWNER_EMAIL, BOOTSTRAP_OWNER_PASSWORD: OWNER_PASSWORD },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, stdout, stderr };
}

describe('the smoke test', function () {
  let folder: string;
  let remove: () => Promise<void>;
  let server: ServerProcess | undefined;

  before(async () => ({ folder, remove } = await temporaryFolder(ON_DISK)));
  after(async () => {
    await server?.kill();
    await remove();
  });

  it('asks a running server and its commands, finds what it has sent before, and leaves the server running', async () => {
    server = await ServerProcess.start(folder, {}, 'shipped');
    const url = `http://127.0.0.1:${server.port}`;
    const hansard = `DATA_DIR='${folder}' '${process.execPath}' '${join(ROOT, 'bin/hansard.cjs')}'`;
    const first = await smoke('--url', url);
    expect(first.stderr).to.equal('');
    expect(first.code).to.equal(0);
    expect(first.stdout).to.match(/^smoke: a picture and its thumbnail: [\d.]+ s$/m);
    for (const step of ['build', 'start', 'restart', 'projections rebuild', 'doctor', 'end'])
      expect(first.stdout).to.include(`smoke: skipped: ${step}\n`);
    const second = await smoke('--url', url, '--hansard', hansard, '--earlier', '1');
    expect(second.stderr).to.equal('');
    expect(second.stdout).to.match(/^smoke: everything after the rebuild: /m);
    const third = await smoke('--url', url, '--earlier', '3');
    expect(third.code).to.equal(1);
    expect(third.stderr).to.equal(
      `smoke: failed on Node ${process.version} at "what earlier runs have sent": ` +
        'Earlier runs have sent 12 messages; 8 are left.\n',
    );
    expect((await server.stop()).code).to.equal(0);
  });

  it('names the step that failed, and shows what the server said last', async () => {
    const file = join(folder, 'no-folder');
    writeFileSync(file, '');
    const { code, stderr } = await smoke('--data', file);
    expect(code).to.equal(1);
    expect(stderr).to.match(/^smoke: failed on Node v[\d.]+ at "start": The server ended with code 2\.$/m);
    expect(stderr).to.match(/^The last lines of the server:\n {4}.*no-folder/m);
  });

  it('refuses what it does not understand', async () => {
    const { code, stderr } = await smoke('--data', 'here', '--url', 'http://localhost:9991');
    expect(stderr).to.equal('smoke: Give --url or --data, not both.\n');
    expect(code).to.equal(2);
  });
});
