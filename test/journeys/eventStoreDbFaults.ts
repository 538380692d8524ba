/** Faults of an EventStoreDB server and of the server on it, while messages come in and are read. */
import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { StandInProcess, type StandInProcessOptions } from '../support/eventstoredb/process.ts';
import { OWNER_PASSWORD, type Person } from '../support/hansard.ts';
import { command, ServerProcess } from '../support/process.ts';
import { distinctSends, isAcknowledged, type Send, Senders } from '../support/sending.ts';
import { randomMoment, sleep } from '../support/waiting.ts';

/** How often each fault is repeated. */
export interface Repetitions {
  readonly killed: number;
  readonly terminated: number;
  readonly frozen: number;
  readonly flapping: number;
  readonly scavenged: number;
  readonly serverKilled: number;
  readonly bothKilled: number;
  readonly startedWithout: number;
}

const CONNECTIONS = 8;
const LATEST = '/messages?anchor=newest&num_before=20&num_after=0';
/** Milliseconds in which everything is answered, whatever the log does: five seconds, and what an answer takes besides. */
const LONGEST_ANSWER = 5_500;
/** Milliseconds that a log which is told to end goes on for. */
const ENDING = 1_000;
/** Milliseconds after a fault in which everything has to be well again. */
const RECOVERY = 20_000;

interface Read {
  readonly status: number;
  readonly took: number;
}

interface Shown {
  readonly id: number;
  readonly content: string;
}

export function describeEventStoreDbFaults(standIn: StandInProcessOptions, repetitions: Repetitions): void {
  let log: StandInProcess;
  let folder: string;
  let remove: () => Promise<void>;
  let server: ServerProcess;
  let owner: Person;
  let reader: Person;
  let senders: Senders;
  let lastId = 0;

  /** Reads go on however long the log takes to start again: how stale they may be is asked elsewhere. */
  const environment = () => ({ EVENTSTOREDB_URL: log.url, MAX_STALENESS_SECONDS: '600' });

  /** Connects everybody to a server that has just been started. */
  const connect = (): void => {
    [owner, reader] = [server.known(owner), server.known(reader)];
    const { url } = server;
    const now = () => server.undisturbed;
    senders = new Senders({ url, person: owner, channel: 'general', now }, CONNECTIONS);
  };

  const startServer = async (): Promise<void> => {
    server = await ServerProcess.start(folder, environment());
    connect();
  };

  before(async () => {
    ({ folder, remove } = await temporaryFolder());
    log = await StandInProcess.start({ ending: ENDING, ...standIn });
    server = await ServerProcess.start(folder, environment());
    owner = await server.login();
    const account = { email: 'reader@example.com', full_name: 'Rea Der', password: OWNER_PASSWORD };
    expect((await owner.post('/users', account)).status).to.equal(200);
    reader = await server.login(account.email);
    const both = { subscriptions: [{ name: 'general' }], principals: [owner.userId, reader.userId] };
    expect((await owner.post('/users/me/subscriptions', both)).status).to.equal(200);
    await server.ready();
    connect();
  });

  after(async () => {
    log.thaw();
    await server.kill();
    log.discard();
    await remove();
  });

  /** Sends on and on under keys of their own; those that were begun. */
  const sendOn = async (name: string, goesOn: () => boolean): Promise<Send[]> => {
    const sends: Send[] = [];
    const loop = async (): Promise<void> => {
      while (goesOn()) {
        const [send] = distinctSends(`${name}.${sends.length}`, 1, true) as [Send];
        sends.push(send);
        await senders.send(send);
        await sleep(isAcknowledged(send) ? 20 : 50);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, loop));
    return sends;
  };

  /** Reads on and on as somebody who writes nothing. */
  const readOn = async (goesOn: () => boolean): Promise<Read[]> => {
    const reads: Read[] = [];
    while (goesOn()) {
      const began = server.undisturbed;
      const { status } = await server.text(reader, LATEST).catch(() => ({ status: 0 }));
      reads.push({ status, took: server.undisturbed - began });
      await sleep(20);
    }
    return reads;
  };

  /** Sends again, under their keys, what was not acknowledged. */
  const acknowledgeAll = async (sends: readonly Send[]): Promise<void> => {
    const giveUpAt = server.undisturbed + RECOVERY;
    for (;;) {
      const left = sends.filter((send) => !isAcknowledged(send));
      if (left.length === 0) return;
      if (server.undisturbed > giveUpAt)
        expect.fail(`Not acknowledged long after the fault: ${left.length}, ${JSON.stringify(left[0])}`);
      await senders.sendAll(left);
      await sleep(50);
    }
  };

  const shown = async (): Promise<readonly Shown[]> => {
    await server.ready();
    const narrow = [{ operator: 'topic', operand: 'load' }];
    const range = { anchor: lastId, num_before: 0, num_after: 5_000, include_anchor: false, narrow };
    const { body, status } = await reader.get('/messages', { ...range, apply_markdown: false });
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.messages as Shown[];
  };

  const expectTimely = (answers: readonly { readonly status: number; readonly took: number }[]): void => {
    for (const answer of answers) {
      expect(answer.status, JSON.stringify(answer)).to.be.oneOf([200, 503]);
      expect(answer.took, JSON.stringify(answer)).to.be.below(LONGEST_ANSWER);
    }
  };

  const expectOnce = (sends: readonly Send[], messages: readonly Shown[]): void => {
    const contentById = new Map(messages.map(({ id, content }) => [id, content]));
    for (const { id, content } of sends) expect(contentById.get(id!)).to.equal(content);
    expect(messages).to.have.lengthOf(sends.length);
  };

  /** The fault strikes in the middle of sends and reads. */
  const round = async (name: string, strike: () => Promise<void>, serverGoesOn: boolean): Promise<void> => {
    let goesOn = true;
    const load = Promise.all([sendOn(name, () => goesOn), readOn(() => goesOn)]);
    await sleep(100 + Math.random() * 300);
    try {
      await strike();
      await sleep(200);
    } finally {
      goesOn = false;
    }
    const [sends, reads] = await load;
    expectTimely(sends.filter(({ fate }) => fate === 'answered'));
    if (serverGoesOn) {
      expect(sends.filter(({ fate }) => fate === 'broken')).to.deep.equal([]);
      expectTimely(reads);
      expect(reads.filter(({ status }) => status !== 200)).to.deep.equal([]);
    }
    await acknowledgeAll(sends);
    const messages = await shown();
    lastId = messages.at(-1)?.id ?? lastId;
    expectOnce(sends, messages);
  };

  const faults = (
    title: string,
    count: number,
    strike: () => Promise<void>,
    { serverGoesOn = true } = {},
  ): void => {
    for (let number = 1; number <= count; number += 1)
      it(`${title} (${number} of ${count})`, () => round(`${title} ${number}`, strike, serverGoesOn));
  };

  faults('the log is killed', repetitions.killed, async () => {
    await log.kill();
    await randomMoment(500);
    await log.restart();
  });

  faults('the log is told to end', repetitions.terminated, async () => {
    await log.stop();
    await log.restart();
  });

  faults('the log is frozen for eight seconds', repetitions.frozen, async () => {
    log.freeze();
    await sleep(8_000);
    log.thaw();
  });

  faults('the log comes and goes', repetitions.flapping, async () => {
    for (let time = 0; time < 3; time += 1) {
      await log.kill();
      await log.restart();
      await randomMoment(200);
    }
  });

  faults('the log is scavenged', repetitions.scavenged, async () => {
    const presence = { status: 'active', ping_only: true, new_user_input: true };
    for (const person of [owner, reader, owner]) {
      expect((await person.post('/users/me/presence', presence)).status).to.equal(200);
      await sleep(100);
    }
    await log.scavenge();
    await sleep(300);
    await log.scavenge();
  });

  faults(
    'the server is killed',
    repetitions.serverKilled,
    async () => {
      await server.kill();
      await startServer();
    },
    { serverGoesOn: false },
  );

  faults(
    'server and log are killed',
    repetitions.bothKilled,
    async () => {
      await Promise.all([server.kill(), log.kill()]);
      await log.restart();
      await startServer();
    },
    { serverGoesOn: false },
  );

  faults(
    'the server is started without the log',
    repetitions.startedWithout,
    async () => {
      await Promise.all([server.kill(), log.kill()]);
      const starting = startServer();
      starting.catch(() => {}); // told below
      await sleep(1_500);
      await log.restart();
      await starting;
    },
    { serverGoesOn: false },
  );

  it('leaves a log and views that are found in order', async () => {
    expect((await server.stop()).code).to.equal(0);
    for (const words of [
      ['log', 'verify'],
      ['projections', 'verify'],
    ]) {
      const { code, stdout, stderr } = await command(words, { DATA_DIR: folder, ...environment() });
      expect(code, `${words.join(' ')}: ${stdout}${stderr}`).to.equal(0);
    }
  });
}
