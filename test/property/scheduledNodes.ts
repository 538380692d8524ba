/** Nodes that send scheduled messages: each with its own state, all over one log. */
import { scheduledSender } from '../../src/reactors/scheduledSends.ts';
import { pause } from '../../src/base/clock.ts';
import { FactsCache } from '../../src/commands/lane/factsCache.ts';
import { Lane } from '../../src/commands/lane/lane.ts';
import type { EventLog } from '../../src/events/log/eventLog.ts';
import { type OrganizationId, organizationStream, ROOT_ORGANIZATION } from '../../src/base/ids.ts';
import { createLogger } from '../../src/base/logger.ts';
import { emptyOrganization, type OrganizationState } from '../../src/organization/state.ts';
import type { Reactors } from '../../src/reactors/running/runner.ts';
import { startScheduledSends } from '../../src/reactors/scheduledSends.ts';
import { written } from '../commands/scheduledMessageFixture.ts';
import { MemoryFacts } from '../support/memoryFacts.ts';
import { type MemoryLog, Wire } from '../support/memoryLog.ts';
import type { TestClock } from '../support/testClock.ts';

export const STREAM = organizationStream(ROOT_ORGANIZATION);
/** Milliseconds that a text takes to be rendered. */
const RENDERING = 50;
const logger = createLogger('silent');

/** A node: its own state, its own lane, its own look at the clock. */
export class Node {
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
    await this.lane.catchUp();
    this.lane.facts = new FactsCache(new MemoryFacts(this.log, STREAM), this.lane.state.revision);
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
    try {
      for await (const page of this.log.readStream(STREAM, { from: this.lane.state.revision + 1 }))
        this.lane.receive(page);
    } catch (error) {
      if (!this.wire.isCut) throw error;
    }
  }
}

/** Moves the clock on until something has come to its end: what is tried again waits for it. */
export async function until(clock: TestClock, ending: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  void ending.then(() => (hasEnded = true));
  await clock.advance(0);
  while (!hasEnded) await clock.advance(100);
}
