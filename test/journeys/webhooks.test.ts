/** A server that is killed again and again while it tells a receiver what was said. */
import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import type { Person } from '../support/hansard.ts';
import { ServerProcess } from '../support/process.ts';
import { recordedMessages } from '../support/recorded.ts';
import { type Receiver, startReceiver } from '../support/receivers.ts';
import { repetitions } from '../support/repetitions.ts';
import { randomMoment, until } from '../support/waiting.ts';

const ENVIRONMENT = { WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'on' };
const MESSAGES = 6;
const BATCH = repetitions(20);

interface WebhookPayload {
  readonly data: string;
  readonly message: { readonly id: number };
}

/** Kills it so often, each time while deliveries are under way. */
function describeWebhookKills(kills: number): void {
  describe('webhooks of a server that is killed', () => {
    let folder: string;
    let remove: () => Promise<void>;
    let receiver: Receiver;
    let owner: Person | undefined;
    let bot: { readonly user_id: number };
    /** Kills while the receiver had been asked and had not answered. */
    let amid = 0;
    let waiting = 0;
    /** Answers are held until it resolves. */
    let held = Promise.resolve();
    /** One in seven is asked to come again, once: the pauses after further failures are longer than this test. */
    const refused = new Set<number>();

    before(async () => {
      ({ folder, remove } = await temporaryFolder());
      receiver = await startReceiver(async ({ text }, nth) => {
        waiting += 1;
        await Promise.all([randomMoment(40), held]);
        waiting -= 1;
        const { id } = payloadOf(text).message;
        if (nth % 7 !== 0 || refused.has(id)) return { body: { content: `answer to ${id}` } };
        refused.add(id);
        return { status: 503 };
      });
    });
    after(async () => {
      await receiver.close();
      await remove();
    });

    const payloadOf = (text: string): WebhookPayload => JSON.parse(text) as WebhookPayload;

    const start = async (): Promise<ServerProcess> => {
      const server = await ServerProcess.start(folder, ENVIRONMENT);
      if (owner) owner = server.known(owner);
      else {
        owner = await server.login();
        const newBot = { full_name: 'Echo', short_name: 'echo', bot_type: 3, payload_url: receiver.url };
        bot = (await owner.post('/bots', newBot)).body as never;
      }
      return server;
    };

    const killAmid = async (round: number): Promise<void> => {
      const server = await start();
      const before = receiver.received.length;
      let release = (): void => {};
      // In two of three rounds the kill comes while the receiver has not answered, however slow the machine is.
      if (round % 3 > 0) held = new Promise((resolve) => (release = resolve));
      const sends = Array.from({ length: MESSAGES }, (_, index) =>
        owner!
          .post('/messages', { type: 'direct', to: [bot.user_id], content: `round ${round}.${index}` })
          .catch(() => undefined),
      );
      await until(() => receiver.received.length !== before, 1);
      await randomMoment(30);
      if (waiting > 0) amid += 1;
      await server.kill();
      release();
      await Promise.all(sends);
    };

    /** Content → ID of what the owner said, and of what the bot said. */
    const roundsAndAnswers = () => {
      const all = recordedMessages(folder);
      const isAnswer = ({ content }: { readonly content: string }) => content.startsWith('answer to');
      const isRound = ({ content }: { readonly content: string }) => content.startsWith('round');
      return { rounds: all.filter(isRound), answers: all.filter(isAnswer) };
    };

    const idsByMessage = (): ReadonlyMap<number, ReadonlySet<string>> => {
      const ids = new Map<number, Set<string>>();
      for (const { text, headers } of receiver.received) {
        const { id } = payloadOf(text).message;
        ids.set(id, (ids.get(id) ?? new Set()).add(String(headers['webhook-id'])));
      }
      return ids;
    };

    const expectAllDelivered = async (): Promise<void> => {
      const server = await start();
      await until(() => roundsAndAnswers().answers.length >= roundsAndAnswers().rounds.length);
      expect((await server.stop()).code).to.equal(0);
      const { rounds: said, answers } = roundsAndAnswers();
      const ids = idsByMessage();
      expect(said.filter(({ id }) => !ids.has(id)).map(({ content }) => content)).to.deep.equal([]);
      expect([...ids.values()].filter(({ size }) => size !== 1)).to.deep.equal([]);
      expect(new Set([...ids.values()].flatMap((each) => [...each])).size).to.equal(ids.size);
      expect(answers.map(({ content }) => content).sort()).to.deep.equal(
        said.map(({ id }) => `answer to ${id}`).sort(),
      );
    };

    for (let first = 1; first <= kills; first += BATCH)
      it(`come at least once under one ID each, and are answered once (kills ${first} to ${first + BATCH - 1})`, async () => {
        for (let round = first; round < first + BATCH; round += 1) await killAmid(round);
        await expectAllDelivered();
      });

    it('were under way when it was killed, more often than not', () => {
      expect(amid).to.be.above(kills / 2);
    });
  });
}

describeWebhookKills(repetitions(100));
