/**
 * Random histories of scheduled messages on two nodes that write to one log: nodes die amid what they do, answers of the
 * log are lost, the clock goes a day forward and back. In the end each message was sent, was deleted, or failed: once.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { archiveChannel } from '../../src/commands/channels/channels.ts';
import type { Command } from '../../src/commands/define.ts';
import {
  deleteScheduledMessage,
  editScheduledMessage,
  scheduleMessage,
} from '../../src/commands/messages/scheduled.ts';
import { NotReady, Refused } from '../../src/base/errors.ts';
import { type AnyEvent, decode } from '../../src/events/catalog.ts';
import type { ScheduledMessageId } from '../../src/events/personal.ts';
import type { ChannelId, UserId } from '../../src/base/ids.ts';
import { written } from '../commands/scheduledMessageFixture.ts';
import { example, EXAMPLE_START, stored } from '../support/examples.ts';
import { type Fault, MemoryLog, Wire } from '../support/memoryLog.ts';
import { repetitions } from '../support/repetitions.ts';
import { TestClock } from '../support/testClock.ts';
import { type Ending, expectOneEnding } from './scheduledEndings.ts';
import { Node, STREAM, until } from './scheduledNodes.ts';

const SEED = Number(process.env.SEED) || 42;
const LENGTH = 40;
const DAY = 24 * 60 * 60;
const AUTHORS = [1, 2];
const CHANNELS = [1, 2];

const NUMBERS = { node: fc.nat(1), author: fc.constantFrom(...AUTHORS), id: fc.integer({ min: 1, max: 12 }) };
const channelId = fc.constantFrom(...CHANNELS);
const inSeconds = fc.integer({ min: 1, max: 1_500 });

/** The steps of a history; times are in seconds. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('schedule' as const), ...NUMBERS, channelId, inSeconds }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('edit' as const), ...NUMBERS, channelId, inSeconds }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('delete' as const), ...NUMBERS }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('wait' as const),
      seconds: fc.integer({ min: 1, max: 800 }),
      amid: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('archive' as const), ...NUMBERS, channelId }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('setClock' as const), by: fc.constantFrom(-DAY, DAY) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('crash' as const), ...NUMBERS, after: fc.nat(2_000) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('fail' as const),
      ...NUMBERS,
      fault: fc.constantFrom<Fault>('lost before', 'lost after', 'dies before', 'dies after', 'unreachable'),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const toChannel = (id: number) => ({ kind: 'channel', channel: { id: id as ChannelId } }) as const;

class History {
  readonly memory = new MemoryLog();
  readonly #clock = new TestClock(EXAMPLE_START + 60_000);
  readonly #nodes: Node[] = [];
  #textCount = 0;

  static async begin(): Promise<History> {
    const history = new History();
    const founding = stored([
      example.organizationFounded(),
      example.systemGroupsCreated(),
      ...AUTHORS.map((userId) => example.userCreated({ userId, role: 100 })),
      ...CHANNELS.map((id) => example.channelCreated({ channelId: id, name: `channel ${id}` })),
    ]);
    await history.memory.over(new Wire()).append(STREAM, founding, 'no stream');
    for (let index = 0; index < 2; index += 1) await history.#open(index);
    return history;
  }

  async #open(index: number): Promise<void> {
    const node = new Node(this.memory, this.#clock);
    this.#nodes[index] = node;
    await until(this.#clock, node.start());
  }

  async live(one: Step): Promise<void> {
    await this.#take(one);
    for (const [index, node] of this.#nodes.entries()) {
      if (node.wire.isCut) await this.#reopen(index);
      else await node.follow();
    }
  }

  async #take(one: Step): Promise<void> {
    if (one.does === 'wait') return this.#wait(one.seconds, one.amid);
    if (one.does === 'setClock') return this.#setClock(one.by);
    if (one.does === 'archive') {
      const archiving = { channelId: one.channelId as ChannelId };
      return this.#submit(one, archiveChannel as Command<unknown, unknown>, archiving);
    }
    if (one.does === 'crash') return this.#crash(one.node, one.after);
    if (one.does === 'fail') {
      this.#nodes[one.node]!.wire.next = one.fault;
      return undefined;
    }
    return this.#ask(one);
  }

  #ask(one: Extract<Step, { does: 'schedule' | 'edit' | 'delete' }>): Promise<void> {
    const scheduledMessageId = one.id as ScheduledMessageId;
    if (one.does === 'delete')
      return this.#submit(one, deleteScheduledMessage as Command<unknown, unknown>, { scheduledMessageId });
    const at = this.#clock.now();
    const timing = { deliverAt: (Math.floor(at / 1000) + one.inSeconds) * 1000, at };
    const text = written(`text ${(this.#textCount += 1)}`);
    const destination = { to: toChannel(one.channelId), topic: 'logo' };
    if (one.does === 'schedule')
      return this.#submit(one, scheduleMessage as Command<unknown, unknown>, {
        ...destination,
        ...text,
        ...timing,
        readBySender: true,
      });
    return this.#submit(one, editScheduledMessage as Command<unknown, unknown>, {
      scheduledMessageId,
      kind: undefined,
      ...destination,
      text,
      ...timing,
    });
  }

  /** A step that is refused, or impossible now, has no effect. */
  async #submit(
    { node, author }: { readonly node: number; readonly author: number },
    command: Command<unknown, unknown>,
    input: unknown,
  ): Promise<void> {
    const submission = { actor: author as UserId, client: 'test', correlationId: 'test' };
    const submitted = this.#nodes[node]!.lane.submit(command, input, submission).catch((error: unknown) => {
      if (!(error instanceof Refused || error instanceof NotReady)) throw error;
    });
    await until(this.#clock, submitted);
  }

  /** The next step comes after everything that was due before it, or amid that. */
  async #wait(seconds: number, amid: boolean): Promise<void> {
    this.#clock.set(this.#clock.now() + seconds * 1000);
    await this.#clock.advance(500);
    if (amid) return;
    for (const node of this.#nodes) await node.settled();
  }

  async #setClock(by: number): Promise<void> {
    this.#clock.set(this.#clock.now() + by * 1000);
    await this.#clock.advance(1_000);
  }

  /** A node dies a while later. */
  async #crash(index: number, after: number): Promise<void> {
    await this.#clock.advance(after);
    this.#nodes[index]!.wire.cut();
  }

  async #reopen(index: number): Promise<void> {
    await this.#nodes[index]!.crash();
    await this.#open(index);
  }

  /** Long after everything was due. */
  async end(): Promise<readonly AnyEvent[]> {
    for (const { wire } of this.#nodes) wire.next = undefined;
    await this.#wait(2 * LENGTH * DAY, false);
    for (const node of this.#nodes) {
      await node.follow();
      await node.crash();
    }
    return this.memory.streamOf(STREAM).map((event) => decode(event));
  }
}

/** Lives through a history; answers what became of each message. */
async function livedThrough(steps: readonly Step[]): Promise<ReadonlyMap<number, Ending>> {
  const history = await History.begin();
  for (const one of steps) await history.live(one);
  return expectOneEnding(await history.end());
}

function describeScheduledHistories(runs: number): void {
  const numRuns = Number(process.env.RUNS) || runs;

  describe(`random histories of scheduled messages (SEED=${SEED} RUNS=${numRuns})`, () => {
    it('end with each message sent, deleted or failed, and once', async () => {
      const counts: Record<string, number> = {};
      const lived = fc.asyncProperty(fc.array(step, { maxLength: LENGTH, size: 'max' }), async (steps) => {
        for (const { status } of (await livedThrough(steps)).values()) {
          expect(status).to.be.oneOf(['sent', 'deleted', 'failed']);
          counts[status] = (counts[status] ?? 0) + 1;
        }
      });
      await fc.assert(lived, { seed: SEED, numRuns });
      expect(counts).to.include.keys('sent', 'deleted', 'failed');
      console.log(`      ${JSON.stringify(counts)}`);
    });
  });
}

describeScheduledHistories(repetitions(10_000, 500));
