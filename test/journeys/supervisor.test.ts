import { expect } from 'chai';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { ServerProcess } from '../support/process.ts';

describe('a server that systemd waits for', function () {
  let folder: string;
  let remove: () => Promise<void>;
  beforeEach(async () => ({ folder, remove } = await temporaryFolder()));
  afterEach(() => remove());

  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  it('says that it is ready, once it serves', async () => {
    const notified = join(folder, 'told');
    // Stands for systemd's program, and notes what the server had answered by then.
    writeFileSync(
      join(folder, 'systemd-notify'),
      `#!/bin/sh\necho "$@ $NOTIFY_SOCKET $SMTP_URL" >"${notified}.part" && mv "${notified}.part" "${notified}"\n`,
      { mode: 0o755 },
    );
    const server = await ServerProcess.start(join(folder, 'data'), {
      NOTIFY_SOCKET: '@of-this-test',
      SMTP_URL: 'smtp://localhost',
      PATH: `${folder}${delimiter}${process.env['PATH']}`,
    });
    await until(() => existsSync(notified));
    expect((await fetch(new URL('/health/live', server.url))).status).to.equal(200);
    await server.stop();
    // Nothing else of its environment goes along.
    expect(readFileSync(notified, 'utf8')).to.equal('--ready @of-this-test \n');
    expect(server.stderr).not.to.include('supervisor.');
  });

  it('serves and warns where the program that tells systemd is missing', async () => {
    const server = await ServerProcess.start(join(folder, 'data'), {
      NOTIFY_SOCKET: '@of-this-test',
      PATH: folder,
    });
    await until(() => server.stderr.includes('supervisor.not_told'));
    expect((await fetch(new URL('/health/live', server.url))).status).to.equal(200);
    await server.stop();
  });

  it('runs nothing where nobody waits', async () => {
    const server = await ServerProcess.start(join(folder, 'data'), { PATH: folder });
    await server.stop();
    expect(server.stderr).to.equal('');
  });
});
