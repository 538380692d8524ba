/** Checks of a log while nodes of its cluster freeze, die and come back: nothing acknowledged is lost, nothing is there twice. */
import { expect } from 'chai';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { systemClock } from '../../../src/base/clock.ts';
import { type EventLog, LogUnavailable, OutcomeUnknown } from '../../../src/events/log/eventLog.ts';
import { openEventStoreDbLog } from '../../../src/events/log/eventstoredb/log.ts';
import { openTail, type Tail } from '../../../src/events/log/tail.ts';
import { idsOf, sampleEvent, streamOf } from '../../support/eventLogs.ts';
import { StandInCluster } from '../../support/eventstoredb/cluster.ts';

/** Milliseconds after a fault within which writes and reads succeed again. */
const AGAIN_WITHIN = 12_000;

const STREAM = 'organization-1';

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Appends, reads and follows on and on, and notes when each of them succeeds. */
export class Traffic {
  readonly acknowledged: string[] = [];
  readonly #log: EventLog;
  readonly #tail: Tail;
  readonly #seen = new Set<string>();
  readonly #successes: Record<'append' | 'read' | 'tail', number[]> = { append: [], read: [], tail: [] };
  #goesOn = true;
  readonly #loops: Promise<unknown>;

  private constructor(log: EventLog, tail: Tail) {
    this.#log = log;
    this.#tail = tail;
    tail.follow({
      after: null,
      onEvents: (events) => {
        for (const id of idsOf(events)) this.#seen.add(id);
        this.#successes.tail.push(performance.now());
      },
      onHandlerError: (error) => expect.fail(String(error)),
    });
    this.#loops = Promise.all([this.#append(), this.#read()]);
  }

  static async begin(url: string): Promise<Traffic> {
    const log = await openEventStoreDbLog({ url, clock: systemClock });
    const traffic = new Traffic(log, await openTail({ log, clock: systemClock }));
    await traffic.until(() => traffic.#seen.size > 5);
    return traffic;
  }

  /** Waits until appends, reads and the tail have each succeeded after the time; the seconds that they took. */
  async again(since: number): Promise<Readonly<Record<string, number>>> {
    // Answers that were on their way when the fault struck do not count.
    const after = (times: number[]): number | undefined => times.find((time) => time > since + 500);
    await this.until(() => Object.values(this.#successes).every((times) => after(times) !== undefined));
    return Object.fromEntries(
      Object.entries(this.#successes).map(([what, times]) => [what, ((after(times) ?? 0) - since) / 1000]),
    );
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await pause(20);
  }

  /** Stops, and compares what was acknowledged with what is stored and with what the tail has delivered. */
  async end(): Promise<void> {
    this.#goesOn = false;
    await this.#loops;
    const stored = idsOf(await streamOf(this.#log, STREAM));
    expect(stored).to.have.lengthOf(new Set(stored).size);
    expect(stored).to.include.members(this.acknowledged);
    await this.until(() => stored.every((id) => this.#seen.has(id)));
    await this.#tail.stop();
    await this.#log.close();
  }

  /** Each event under its ID and at its revision, until it is acknowledged. */
  async #append(): Promise<void> {
    for (let revision = -1; this.#goesOn; await pause(20)) {
      const event = sampleEvent();
      for (let isAcknowledged = false; !isAcknowledged;) {
        try {
          const appended = await this.#log.append(STREAM, [event], revision < 0 ? 'no stream' : revision);
          revision = appended.revision;
          isAcknowledged = true;
          this.acknowledged.push(event.id);
          this.#successes.append.push(performance.now());
        } catch (error) {
          if (!(error instanceof OutcomeUnknown || error instanceof LogUnavailable)) throw error;
          await pause(50);
        }
      }
    }
  }

  async #read(): Promise<void> {
    for (; this.#goesOn; await pause(50))
      try {
        await streamOf(this.#log, STREAM, { direction: 'backwards', limit: 1 });
        this.#successes.read.push(performance.now());
      } catch (error) {
        if (!(error instanceof LogUnavailable)) throw error;
      }
  }
}

/** Number of repetitions of each fault, and a callback for the seconds that each step took. */
export interface FailoverOptions {
  readonly batchAppend: boolean;
  readonly repetitions: number;
  readonly onMeasured?: (fault: string, seconds: Readonly<Record<string, number>>) => void;
}

const expectSoon = (seconds: Readonly<Record<string, number>>): void => {
  for (const [what, each] of Object.entries(seconds)) expect(each * 1000, what).to.be.below(AGAIN_WITHIN);
};

/** Declares what has to hold for a cluster of three. */
export function describeFailover({ batchAppend, repetitions, onMeasured }: FailoverOptions): void {
  let cluster: StandInCluster;
  let traffic: Traffic;

  beforeEach(async () => {
    cluster = await StandInCluster.start({ batchAppend });
  });

  afterEach(() => cluster.discard());

  const measured = async (fault: string, since: number): Promise<void> => {
    const seconds = await traffic.again(since);
    onMeasured?.(fault, seconds);
    expectSoon(seconds);
  };

  const faults = (title: string, round: () => Promise<void>, url = () => cluster.url()): void =>
    void it(title, async function () {
      traffic = await Traffic.begin(url());
      for (let repetition = 0; repetition < repetitions; repetition += 1) await round();
      await traffic.end();
    });

  faults('goes on within twelve seconds when the leader freezes, and stays frozen', async () => {
    const [since, { leader }] = [performance.now(), cluster];
    cluster.freeze(leader);
    await measured('frozen leader', since);
    cluster.thaw(leader);
    await traffic.again(performance.now());
  });

  it('finds the new leader by asking one node for all', async function () {
    const [frozen, seed] = [cluster.leader, (cluster.leader + 1) % 3];
    traffic = await Traffic.begin(cluster.discoverUrl(seed));
    const since = performance.now();
    cluster.freeze(frozen);
    await measured('frozen leader, one seed', since);
    await traffic.end();
  });

  faults('goes on within twelve seconds when the leader is killed', async () => {
    const [since, { leader }] = [performance.now(), cluster];
    await cluster.kill(leader);
    await measured('killed leader', since);
    await cluster.restart(leader);
  });

  faults(
    'goes on within twelve seconds when a follower freezes that it asks',
    async () => {
      for (const follower of [0, 1, 2].filter((index) => index !== cluster.leader)) {
        const since = performance.now();
        cluster.freeze(follower);
        await measured('frozen follower', since);
        cluster.thaw(follower);
        await traffic.again(performance.now());
      }
    },
    () => cluster.url('follower'),
  );

  faults('goes on within twelve seconds of the thaw when all have frozen', async () => {
    for (const index of [0, 1, 2]) cluster.freeze(index);
    await pause(8_000);
    const since = performance.now();
    for (const index of [0, 1, 2]) cluster.thaw(index);
    await measured('all frozen, since the thaw', since);
  });

  faults('goes on when all were away for longer than the driver looks for one', async () => {
    for (const index of [0, 1, 2]) await cluster.kill(index);
    await pause(5_000);
    for (const index of [0, 1, 2]) await cluster.restart(index);
    await measured('all killed, since the start', performance.now());
  });
}

/** Forwards connections to a port, until it has to keep them open and forward nothing more. */
export class BlackHole {
  readonly #server: Server;
  readonly #target: number;
  readonly #sockets = new Set<Socket>();

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer((socket) => this.#pass(socket));
  }

  /** One that passes nothing on at all where there is no target. */
  static async open(target = 0): Promise<BlackHole> {
    const hole = new BlackHole(target);
    hole.#server.listen(0, '127.0.0.1');
    await once(hole.#server, 'listening');
    return hole;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' ? (address?.port ?? 0) : 0;
  }

  /** Number of open connections. */
  get connections(): number {
    return this.#sockets.size / 2;
  }

  /** Connections that are open now carry nothing any more; later ones do. */
  swallow(): void {
    for (const socket of this.#sockets) socket.unpipe().resume();
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #pass(socket: Socket): void {
    this.#keep(socket);
    if (this.#target === 0) return void socket.resume();
    const onwards = this.#keep(connect(this.#target, '127.0.0.1'));
    socket.pipe(onwards);
    onwards.pipe(socket);
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    return socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
  }
}
