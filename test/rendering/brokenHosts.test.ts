import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard } from '../support/hansard.ts';
import { until } from '../support/waiting.ts';

const COUNT = /^hansard_render_hosts_lost_total\{host="long"\} (\d+)$/m;

describe('a server whose process for long texts cannot start', function () {
  const node = process.execPath;
  let hansard: Hansard;
  let folder: string;
  let remove: () => Promise<void>;
  const lines: { event: string; host?: string; reason?: string }[] = [];
  before(async () => {
    ({ folder, remove } = await temporaryFolder());
    const broken = join(folder, 'node');
    await writeFile(broken, '#!/bin/sh\necho "node: bad option: --no-such-option" >&2\nexit 9\n');
    await chmod(broken, 0o755);
    process.execPath = broken; // what processes are started with
    const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) };
    hansard = await Hansard.start({
      logTo,
      environment: { LOG_LEVEL: 'error' },
      rendering: { isWarmed: true },
    });
  });
  after(async () => {
    process.execPath = node;
    await hansard.stop();
    await remove();
  });

  it('says why in its readiness and its log, and counts', async () => {
    const ready = async () => {
      const answer = await fetch(new URL('/health/ready', hansard.url));
      return { status: answer.status, body: (await answer.json()) as { reasons: string[] } };
    };
    const REASON = 'exit code 9: node: bad option: --no-such-option';
    const { status, body } = await until(async () => {
      const answer = await ready();
      return answer.body.reasons.some((reason) => reason.includes('rendered')) && answer;
    });
    expect(status).to.equal(503);
    expect(body.reasons).to.include(`Long texts, code and formulas cannot be rendered: ${REASON}.`);

    const metrics = await (await fetch(new URL('/metrics', hansard.url))).text();
    expect(Number(COUNT.exec(metrics)?.[1])).to.be.at.least(3);
    const losses = lines.filter(({ event }) => event === 'render.host_lost');
    expect(losses.length).to.be.at.least(3);
    for (const { host, reason } of losses) expect([host, reason]).to.deep.equal(['long', REASON]);
  });
});
