import { expect } from 'chai';
import type { StoredEvent } from '../../../src/events/log/eventLog.ts';
import type { OrganizationId } from '../../../src/base/ids.ts';
import { createLogger } from '../../../src/base/logger.ts';
import { defineReactor, type ReactorProgress } from '../../../src/reactors/running/define.ts';
import { OrganizationReactor } from '../../../src/reactors/running/organizationReactor.ts';
import { example, organizationAfter, recorded } from '../../support/examples.ts';
import { TestClock } from '../../support/testClock.ts';

const COUNT = 6;

/** Invitations as the log gives them back, at revisions 0, 1, 2, … */
const stored: readonly StoredEvent[] = recorded(
  Array.from({ length: COUNT }, (_, index) => example.invitationSent({ invitationId: index + 1 })),
).map(({ data, metadata, ...event }) => ({
  ...event,
  data: JSON.stringify(data),
  metadata: JSON.stringify(metadata),
}));

/** A reactor whose effects end when a test ends them; they are named by their revisions. */
class Fixture {
  readonly clock = new TestClock();
  readonly begun: number[] = [];
  readonly checkpoints: number[] = [];
  readonly #ends = new Map<number, () => void>();
  readonly #stop = new AbortController();
  readonly reactor: OrganizationReactor;

  constructor(atOnce?: number) {
    const reactor = defineReactor({
      name: 'test',
      ...(atOnce !== undefined && { atOnce }),
      on: {
        InvitationSent: ({ id, revision }) => [
          {
            id,
            run: () => {
              this.begun.push(revision);
              return new Promise((resolve) => this.#ends.set(revision, resolve));
            },
          },
        ],
      },
    });
    const progress: ReactorProgress = {
      checkpoint: -1,
      isAbandoned: () => false,
      advance: async (revision) => void this.checkpoints.push(revision),
      abandon: async () => undefined,
    };
    this.reactor = new OrganizationReactor({
      reactor,
      clock: this.clock,
      logger: createLogger('silent'),
      organizationId: 1 as OrganizationId,
      startsAfter: -1,
      log: {
        async *readStream(_stream, options) {
          yield stored.filter(({ revision }) => revision >= Number(options?.from ?? 0));
        },
      },
      openProgress: async () => progress,
      stateAt: async () => organizationAfter(),
      ending: this.#stop.signal,
      onIdle: () => undefined,
    });
  }

  /** Lets an effect end, and everything that follows at once. */
  async end(...revisions: readonly number[]): Promise<void> {
    for (const revision of revisions) this.#ends.get(revision)?.();
    await this.settled();
  }

  settled = (): Promise<void> => this.clock.advance(0);

  /** Stops while some effects have not ended; they end then, one way or the other. */
  async stop(): Promise<void> {
    this.#stop.abort();
    const stopped = this.reactor.stop();
    for (const end of this.#ends.values()) end();
    await stopped;
  }
}

describe('a reactor of one organization', () => {
  it('carries out the effects of one event before those of the next', async () => {
    const fixture = new Fixture();
    await fixture.settled();
    expect(fixture.begun).to.deep.equal([0]);
    await fixture.end(0);
    expect(fixture.begun).to.deep.equal([0, 1]);
    await fixture.stop();
  });

  it('has several under way where their order does not matter, and no more than it may', async () => {
    const fixture = new Fixture(3);
    await fixture.settled();
    expect(fixture.begun).to.deep.equal([0, 1, 2]);
    await fixture.end(1);
    expect(fixture.begun).to.deep.equal([0, 1, 2, 3]);
    expect(fixture.reactor.isIdle).to.equal(false);
    await fixture.stop();
  });

  it('puts on record nothing beyond what is not done yet', async () => {
    const fixture = new Fixture(COUNT + 1);
    await fixture.settled();
    await fixture.end(0, 1, 3, 4);
    expect(fixture.reactor.isIdle).to.equal(false);
    await fixture.clock.advance(1_100);
    fixture.reactor.recordProgress();
    await fixture.settled();
    expect(fixture.checkpoints).to.deep.equal([1]);
    await fixture.end(2, 5);
    expect(fixture.reactor.isIdle).to.equal(true);
    await fixture.reactor.stop();
    expect(fixture.checkpoints).to.deep.equal([1, 5]);
  });

  it('asks for nothing twice that it is handed twice', async () => {
    const fixture = new Fixture(COUNT + 1);
    for (const event of stored) fixture.reactor.take(event);
    await fixture.settled();
    for (const event of stored) fixture.reactor.take(event);
    await fixture.settled();
    expect(fixture.begun).to.deep.equal([0, 1, 2, 3, 4, 5]);
    await fixture.stop();
  });
});
