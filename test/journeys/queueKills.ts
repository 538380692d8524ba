/** A server that is killed again and again while clients follow what is said. */
import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import type { Person } from '../support/hansard.ts';
import { ServerProcess, sleep } from '../support/process.ts';
import { QueueClient } from '../support/queueClients.ts';
import { recordedMessages } from '../support/recorded.ts';
import { distinctSends, Senders } from '../support/sending.ts';

const POLLING = 5;
const STREAMING = 5;
const SENDERS = 10;
const SENDS = 2_000;
const BATCH = 20;
/** Milliseconds that the last events are waited for. */
const LONGEST_DELIVERY = 60_000;

/** Kills it so often, each time while messages are sent and followed. */
export function describeQueueKills(kills: number): void {
  describe('event queues of a server that is killed', function () {
    this.timeout(1_800_000);
    let folder: string;
    let remove: () => Promise<void>;
    let server: ServerProcess;
    let owner: Person;
    let clients: readonly QueueClient[] = [];

    before(async () => {
      ({ folder, remove } = await temporaryFolder());
      server = await ServerProcess.start(folder);
      owner = await server.login();
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'kills' }] });
      const isStream = (index: number): boolean => index >= POLLING;
      clients = await Promise.all(
        Array.from({ length: POLLING + STREAMING }, (_, index) =>
          QueueClient.start(owner, () => server, isStream(index)),
        ),
      );
    });
    after(async () => {
      await Promise.all(clients.map((client) => client.stop()));
      await server.kill();
      await remove();
    });

    const killAmid = async (round: number): Promise<void> => {
      const target = { url: server.url, person: server.known(owner), channel: 'kills' };
      const senders = new Senders(target, SENDERS);
      const before = Math.max(...clients.map(({ seen }) => seen.length));
      const sending = senders.sendAll(distinctSends(`round ${round}`, SENDS), () => !server.hasEnded);
      while (Math.max(...clients.map(({ seen }) => seen.length)) === before) await sleep(1);
      await sleep(Math.random() * 50);
      await server.kill();
      await sending;
      senders.close();
      server = await ServerProcess.start(folder);
    };

    /** What was said, as the log has it. */
    const said = () => recordedMessages(folder).filter(({ content }) => content.startsWith('round'));

    for (let first = 1; first <= kills; first += BATCH)
      it(`tell everything once and in order (kills ${first} to ${first + BATCH - 1})`, async () => {
        for (let round = first; round < first + BATCH; round += 1) await killAmid(round);
        const expected = said().map(({ id }) => id);
        const until = Date.now() + LONGEST_DELIVERY;
        const toldOf = ({ seen }: QueueClient): number =>
          seen.filter(({ message }) => isOfRound(message)).length;
        while (clients.some((client) => toldOf(client) < expected.length) && Date.now() < until)
          await sleep(50);
        for (const { seen, refused } of clients) {
          const told = seen.flatMap(({ message }) => (isOfRound(message) ? [message!.id] : []));
          expect(told).to.deep.equal(expected);
          expect(refused).to.deep.equal([]);
        }
      });
  });
}

const isOfRound = (message: { readonly content: string } | undefined): boolean =>
  message?.content.startsWith('round') === true;
