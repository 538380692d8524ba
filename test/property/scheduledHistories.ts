/**
 * Random histories of scheduled messages on two nodes that write to one log: nodes die amid what they do, answers of the
 * log are lost, the clock goes a day forward and back. In the end each message was sent, was deleted, or failed: once.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { scheduledSender } from '../../src/app/scheduledSends.ts';
import { pause } from '../../src/clock.ts';
import { archiveChannel } from '../../src/commands/channels.ts';
import type { Command } from '../../src/commands/define.ts';
import { FactsMemory } from '../../src/commands/facts.ts';
import { Lane } from '../../src/commands/lane.ts';
import {
  deleteScheduledMessage,
  editScheduledMessage,
  scheduleMessage,
} from '../../src/commands/scheduledMessages.ts';
import { NotReady, Refused } from '../../src/errors.ts';
import { type AnyEvent, decode } from '../../src/events/catalog.ts';
import type { EventLog } from '../../src/events/log/eventLog.ts';
import {
  type ChannelId,
  type OrganizationId,
  organizationStream,
  ROOT_ORGANIZATION,
  type ScheduledMessageId,
  type UserId,
} from '../../src/ids.ts';
import { createLogger } from '../../src/logger.ts';
import { emptyOrganization, type OrganizationState } from '../../src/organization/state.ts';
import type { Reactors } from '../../src/reactors/runner.ts';
import { startScheduledSends } from '../../src/reactors/scheduledSends.ts';
import { example, EXAMPLE_START, stored } from '../support/examples.ts';
import { MemoryFacts } from '../support/memoryFacts.ts';
import { type Fault, MemoryLog, Wire } from '../support/memoryLog.ts';
import { TestClock } from '../support/testClock.ts';

const SEED = Number(process.env.SEED) || 42;
const LENGTH = 40;
const DAY = 24 * 60 * 60;
const STREAM = organizationStream(ROOT_ORGANIZATION);
const AUTHORS = [1, 2];
const CHANNELS = [1, 2];
/** Milliseconds that a text takes to be rendered. */
const RENDERING = 50;
const logger = createLogger('silent');

const NUMBERS = { node: fc.nat(1), author: fc.constantFrom(...AUTHORS), id: fc.integer({ min: 1, max: 12 }) };
const channelId = fc.constantFrom(...CHANNELS);
const inSeconds = fc.integer({ min: 1, max: 1_500 });

/** What happens in a history; times are in seconds. */
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

/** What a scheduled message says in these histories. */
const written = (content: string) => ({
  content,
  rendered: {
    html: undefined,
    rendererVersion: 0,
    mentionedUserIds: [],
    mentionedGroupIds: [],
    wildcards: [],
    links: [],
    widget: undefined,
  },
});

const toChannel = (id: number) => ({ kind: 'channel', channel: { id: id as ChannelId } }) as const;

/** A node: its own state, its own lane, its own look at the clock. */
class Node {
  readonly wire = new Wire();
  readonly lane: Lane<OrganizationState>;
  readonly log: EventLog;
  readonly #clock: TestClock;
  #sends: Reactors | undefined;

  constructor(memory: MemoryLog, clock: TestClock) {
    this.#clock = clock;
    const log = (this.log = memory.over(this.wire));
    const state = emptyOrganization(ROOT_ORGANIZATION);
    this.lane = new Lane({ log, clock, stream: STREAM, organization: ROOT_ORGANIZATION, state });
  }

  async start(): Promise<void> {
    await this.lane.readOn();
    this.lane.facts = new FactsMemory(new MemoryFacts(this.log, STREAM), this.lane.state.revision);
    const { lane, log } = this;
    const lanes = { all: () => [lane], organization: async (_: OrganizationId) => lane };
    const render = async (_: OrganizationState, source: string) => {
      await pause(this.#clock, RENDERING);
      return written(source).rendered;
    };
    const parts = { lanes, log, clock: this.#clock, render };
    this.#sends = startScheduledSends({ clock: this.#clock, logger, lanes, sender: scheduledSender(parts) });
  }

  /** Dies: whatever it is about reaches the log no more. */
  async crash(): Promise<void> {
    this.wire.cut();
    await until(this.#clock, this.#sends!.stop());
  }

  /** Resolves when it has done what is to be done now, or has died of it. */
  settled(): Promise<void> {
    return until(this.#clock, Promise.race([this.#sends!.settled(), this.wire.cutOff]));
  }

  /** Lets it know what the other node has written, as its subscription does. */
  async follow(): Promise<void> {
    for await (const page of this.log.readStream(STREAM, { from: this.lane.state.revision + 1 }))
      this.lane.receive(page);
  }
}

/** Moves the clock on until something has come to its end: what is tried again waits for it. */
async function until(clock: TestClock, ending: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  void ending.then(() => (hasEnded = true));
  await clock.advance(0);
  while (!hasEnded) await clock.advance(100);
}

class History {
  readonly memory = new MemoryLog();
  readonly #clock = new TestClock(EXAMPLE_START + 60_000);
  readonly #nodes: Node[] = [];
  #said = 0;

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
    const text = written(`text ${(this.#said += 1)}`);
    const place = { to: toChannel(one.channelId), topic: 'logo' };
    if (one.does === 'schedule')
      return this.#submit(one, scheduleMessage as Command<unknown, unknown>, {
        ...place,
        ...text,
        ...timing,
        readBySender: true,
      });
    return this.#submit(one, editScheduledMessage as Command<unknown, unknown>, {
      ...{ scheduledMessageId, kind: undefined, ...place, text, ...timing },
    });
  }

  /** What is refused, or cannot be done now, is as if it had not been asked for. */
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

  /** What happens next happens after what was due then, or amid that. */
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
    await this.#wait(3 * DAY, false);
    for (const node of this.#nodes) {
      await node.follow();
      await node.crash();
    }
    return this.memory.streamOf(STREAM).map((event) => decode(event));
  }
}

/** What has become of a message, by the log alone. */
interface Ending {
  status: 'pending' | 'started' | 'failed' | 'deleted' | 'sent';
  content: unknown;
}

/** Fails unless the log tells of each message a story that can be, with one ending. */
export function expectOneEnding(events: readonly AnyEvent[]): ReadonlyMap<number, Ending> {
  const endings = new Map<number, Ending>();
  const sent: number[] = [];
  for (const event of events) {
    if (event.type === 'MessageSent') sent.push(event.revision + 1);
    if (!('scheduledMessageId' in event.data)) continue;
    const { scheduledMessageId: id } = event.data;
    const known = endings.get(id);
    expectFollows(event, known);
    endings.set(id, { status: STATUS[event.type]!, content: contentIn(event) ?? known?.content });
    if (event.type !== 'ScheduledMessageSent') continue;
    const { messageId } = event.data;
    const message = events[messageId - 1];
    expect(message).to.have.nested.property('data.content', known?.content);
    expect(sent.splice(sent.indexOf(messageId), 1), 'the message of one send').to.deep.equal([messageId]);
  }
  expect(sent, 'messages that nobody has scheduled').to.deep.equal([]);
  return endings;
}

const contentIn = ({ data }: AnyEvent): unknown => ('content' in data ? data.content : undefined);

const STATUS: Readonly<Record<string, Ending['status']>> = {
  MessageScheduled: 'pending',
  ScheduledMessageEdited: 'pending',
  ScheduledSendStarted: 'started',
  ScheduledSendFailed: 'failed',
  ScheduledMessageDeleted: 'deleted',
  ScheduledMessageSent: 'sent',
};

/** Event → what a message may have been before it. */
const BEFORE: Readonly<Record<string, readonly (Ending['status'] | undefined)[]>> = {
  MessageScheduled: [undefined],
  ScheduledMessageEdited: ['pending', 'failed'],
  ScheduledSendStarted: ['pending'],
  ScheduledSendFailed: ['pending', 'started'],
  ScheduledMessageDeleted: ['pending', 'failed'],
  ScheduledMessageSent: ['started'],
};

function expectFollows({ type, revision }: AnyEvent, known: Ending | undefined): void {
  expect(BEFORE[type], `${type} at ${revision}`).to.include(known?.status);
}

/** Lives through a history; answers what became of each message. */
async function livedThrough(steps: readonly Step[]): Promise<ReadonlyMap<number, Ending>> {
  const history = await History.begin();
  for (const one of steps) await history.live(one);
  return expectOneEnding(await history.end());
}

export function describeScheduledHistories(runs: number): void {
  const numRuns = Number(process.env.RUNS) || runs;

  describe(`random histories of scheduled messages (SEED=${SEED} RUNS=${numRuns})`, () => {
    it('end with each message sent, deleted or failed, and once', async function () {
      this.timeout(Math.max(60_000, numRuns * 2_000));
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
