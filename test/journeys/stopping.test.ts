import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { type Ended, ServerProcess, startOf } from '../support/process.ts';
import { recordedMessages } from '../support/recorded.ts';
import { distinctSends, isAcknowledged, Senders } from '../support/sending.ts';
import { randomMoment, until } from '../support/waiting.ts';

const CONNECTIONS = 64;

describe('stopping a server', () => {
  let folder: string;
  let remove: () => Promise<void>;

  beforeEach(async () => ({ folder, remove } = await temporaryFolder()));
  afterEach(() => remove());

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    it(`answers every request that was in flight at ${signal}, and ends with 0 within ten seconds`, async () => {
      const server = await ServerProcess.start(folder);
      const person = await server.login();
      await person.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
      const senders = new Senders({ url: server.url, person, channel: 'general' }, CONNECTIONS);
      const sends = distinctSends('load', 20_000);
      let isRequested = false;
      const sending = senders.sendAll(sends, () => !isRequested);
      await until(() => senders.answered >= 4 * CONNECTIONS, 1);
      await randomMoment(100);
      const inFlight = senders.underWay;
      isRequested = true;
      server.signal(signal);
      await sending;
      const { code, stderr } = await server.ended;
      senders.close();
      expect(code, stderr).to.equal(0);
      // What it says where it has to end before ten seconds are over and not everything has.
      expect(stderr).not.to.include('server.stop_timed_out');
      expect(inFlight).to.be.above(CONNECTIONS / 2);
      const begun = sends.filter(({ fate }) => fate !== 'waiting');
      expect(begun.filter((send) => !isAcknowledged(send))).to.deep.equal([]);
      expect(recordedMessages(folder).map(({ content }) => content)).to.have.members(
        begun.map(({ content }) => content),
      );
    });

  it('takes no new connection once it has been asked to end', async () => {
    const server = await ServerProcess.start(folder);
    const { url } = server;
    expect((await server.stop()).code).to.equal(0);
    expect(await fetch(url).catch((error: Error) => error.message)).to.equal('fetch failed');
  });

  it('ends with 0 also while it starts, and starts again afterwards', async () => {
    const whole = await ServerProcess.start(folder);
    expect((await whole.stop()).code).to.equal(0);
    const ends: Ended[] = [];
    while (ends.length < 4 || !ends.some(({ code, stdout }) => code === 0 && stdout === '')) {
      const starting = startOf({ PORT: '0', DATA_DIR: folder });
      await randomMoment(whole.startTook);
      starting.signal('SIGTERM');
      ends.push(await starting.ended);
    }
    // Before its first line runs, a program does not hear a signal.
    expect(ends.filter(({ code, signal }) => code !== 0 && signal !== 'SIGTERM')).to.deep.equal([]);
    const server = await ServerProcess.start(folder);
    expect((await server.stop()).code).to.equal(0);
  });

  it('is what SIGTERM does to npm start, too', async () => {
    const { PATH, HOME } = process.env;
    const npm = spawn('npm', ['start'], {
      env: { PATH, HOME, PORT: '0', DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const url = await new Promise<string>((resolve) => {
      let output = '';
      npm.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const serves = /^Hansard serves (http:.*)$/m.exec(output)?.[1];
        if (serves !== undefined) resolve(serves);
      });
    });
    const ended = once(npm, 'exit');
    npm.kill('SIGTERM');
    expect(await ended).to.deep.equal([0, null]);
    expect(await fetch(url).catch((error: Error) => error.message)).to.equal('fetch failed');
  });
});
