import { readdir, readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import type { Person } from '../support/hansard.ts';
import { ServerProcess } from '../support/process.ts';
import { until } from '../support/waiting.ts';

const CANARY = 'canary-4711-password';
/** Long enough to be rendered in the process. */
const LONG = 'A *long* text. '.repeat(60);
const ENDLESS = '*a_'.repeat(3_300);

interface Process {
  readonly pid: number;
  readonly environment: string;
}

/** Processes that a process has started and that live, according to Linux. */
async function childrenOf(parent: number): Promise<readonly Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const children = pids.map(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const [state, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(ppid) !== parent || state === 'Z') return [];
    return [{ pid, environment: await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '') }];
  });
  return (await Promise.all(children)).flat();
}

const gone = (pid: number): Promise<boolean> =>
  until(async () => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    return stat === undefined || stat.includes(') Z ');
  });

/** Nanoseconds that the main thread of a process has worked. */
const workedBy = async (pid: number): Promise<number> =>
  Number((await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')[0]);

describe('the process that renders long texts', () => {
  let remove: () => Promise<void>;
  let server: ServerProcess;
  let owner: Person;

  const send = (content: string) =>
    owner.post('/messages', { type: 'direct', to: JSON.stringify([owner.userId]), content });
  const renderProcess = async (): Promise<Process> => {
    const children = await childrenOf(server.pid);
    expect(children).to.have.length(1);
    return children[0] as Process;
  };

  beforeEach(async function () {
    if (process.platform !== 'linux') this.skip();
    const made = await temporaryFolder();
    remove = made.remove;
    server = await ServerProcess.start(made.folder, { BOOTSTRAP_OWNER_PASSWORD: CANARY });
    owner = await server.login(undefined, CANARY);
  });
  afterEach(async () => {
    if (!server.hasEnded) await server.kill();
    await remove();
  });

  it('starts with the server, knows none of our secrets, and ends with it', async () => {
    expect((await send(LONG)).status).to.equal(200);
    const { pid, environment } = await renderProcess();
    expect(environment).to.include('PATH=').and.not.include(CANARY);
    expect((await send('A *short* text.')).status).to.equal(200);
    expect((await renderProcess()).pid).to.equal(pid);
    expect((await server.stop()).code).to.equal(0);
    expect(await gone(pid)).to.equal(true);
  });

  it('does not outlive a server that is killed, not even at a text without end', async () => {
    expect((await send(LONG)).status).to.equal(200);
    const { pid } = await renderProcess();
    const before = await workedBy(pid);
    const endless = send(ENDLESS).catch(() => undefined);
    await until(async () => (await workedBy(pid)) > before + 20_000_000);
    await server.kill();
    expect(await gone(pid)).to.equal(true);
    await endless;
  });

  it('gives up a text without end, and stays', async () => {
    expect((await send(LONG)).status).to.equal(200);
    const { pid } = await renderProcess();
    expect((await send(ENDLESS)).body).to.include({ code: 'BAD_REQUEST', msg: 'Unable to render message' });
    // The long texts of whoever wrote it have a process of their own for a while.
    expect((await send(LONG)).status).to.equal(200);
    expect((await childrenOf(server.pid)).map((child) => child.pid))
      .to.include(pid)
      .and.have.length(2);
  });
});
