import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { ServerProcess, sleep } from '../support/process.ts';
import { recordedMessages } from '../support/recorded.ts';
import { distinctSends, isAcknowledged, Senders } from '../support/sending.ts';

const CONNECTIONS = 64;

describe('stopping a server', function () {
  this.timeout(60_000);
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
      let isAsked = false;
      const sending = senders.sendAll(sends, () => !isAsked);
      while (senders.answered < 4 * CONNECTIONS) await sleep(1);
      await sleep(Math.random() * 100);
      const inFlight = senders.underWay;
      isAsked = true;
      const asked = performance.now();
      server.signal(signal);
      await sending;
      const { code, stderr } = await server.ended;
      senders.close();
      expect(code, stderr).to.equal(0);
      expect(stderr).not.to.include('not everything has ended in time');
      expect(performance.now() - asked).to.be.below(9_000);
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
});
