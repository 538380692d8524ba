import { expect } from 'chai';
import { Refused, RefusedRight } from '../../../src/base/errors.ts';
import type { StoredEvent } from '../../../src/events/log/eventLog.ts';
import type { OrganizationId } from '../../../src/base/ids.ts';
import { createLogger } from '../../../src/base/logger.ts';
import { defineReactor, type Effect, type ReactorProgress } from '../../../src/reactors/running/define.ts';
import {
  OrganizationReactor,
  type OrganizationReactorOptions,
} from '../../../src/reactors/running/organizationReactor.ts';
import { example, organizationAfter, stored } from '../../support/examples.ts';
import { TestClock } from '../../support/testClock.ts';

const MINUTE = 60_000;

const storedEvents = (count: number): readonly StoredEvent[] =>
  stored(Array.from({ length: count }, (_, index) => example.messageSent({ content: `${index}` })));

/** A reactor whose effects are named by their revisions. */
class Fixture {
  readonly clock = new TestClock();
  readonly begun: number[] = [];
  readonly checkpoints: number[] = [];
  readonly abandoned = new Map<string, string>();
  readonly read: number[] = [];
  log: readonly StoredEvent[] = [];
  carryOut: (revision: number) => Promise<void> = async () => undefined;
  effects = (revision: number): readonly Effect[] => [
    {
      id: `effect ${revision}`,
      run: () => {
        this.begun.push(revision);
        return this.carryOut(revision);
      },
    },
  ];
  readonly progress: ReactorProgress = {
    checkpoint: undefined,
    isAbandoned: (id) => this.abandoned.has(id),
    advance: async (revision) => void this.checkpoints.push(revision),
    abandon: async (id, reason) => void this.abandoned.set(id, reason),
  };
  readonly #end = new AbortController();

  reactor(more: Partial<OrganizationReactorOptions> = {}, concerns?: () => boolean): OrganizationReactor {
    return new OrganizationReactor({
      reactor: defineReactor({
        name: 'test',
        on: { MessageSent: ({ revision }) => this.effects(revision) },
        ...(concerns && { concerns }),
      }),
      clock: this.clock,
      logger: createLogger('silent'),
      organizationId: 1 as OrganizationId,
      startsAfter: -1,
      log: { readStream: (_stream, options) => this.#pagesFrom(options?.from ?? 0) },
      openProgress: async () => this.progress,
      stateAt: async () => organizationAfter(),
      ending: this.#end.signal,
      onIdle: () => undefined,
      ...more,
    });
  }

  async *#pagesFrom(from: number) {
    this.read.push(from);
    yield this.log.filter(({ revision }) => revision >= from);
  }

  end(): void {
    this.#end.abort();
  }
}

describe('a reactor of one organization', () => {
  it('begins, where the reactor has never run, with what comes then, and says so at once', async () => {
    const fixture = new Fixture();
    fixture.log = storedEvents(5);
    const reactor = fixture.reactor({ startsAfter: 2 });
    await fixture.clock.advance(0);
    expect(fixture.checkpoints).to.deep.equal([2]);
    expect(fixture.begun).to.deep.equal([3, 4]);
    await reactor.stop();
    expect(fixture.checkpoints).to.deep.equal([2, 4]);
  });

  it('goes on after its checkpoint', async () => {
    const fixture = new Fixture();
    fixture.log = storedEvents(5);
    fixture.reactor({ openProgress: async () => ({ ...fixture.progress, checkpoint: 3 }), startsAfter: 9 });
    await fixture.clock.advance(0);
    expect([fixture.begun, fixture.checkpoints]).to.deep.equal([[4], []]);
  });

  it('puts progress on record a second after effects, and a minute after other events', async () => {
    const fixture = new Fixture();
    fixture.log = storedEvents(2);
    const reactor = fixture.reactor({ openProgress: async () => ({ ...fixture.progress, checkpoint: -1 }) });
    const tend = async (milliseconds: number) => {
      await fixture.clock.advance(milliseconds);
      reactor.recordProgress();
      await fixture.clock.advance(0);
    };
    await tend(900);
    expect(fixture.checkpoints).to.deep.equal([]);
    await tend(200);
    expect(fixture.checkpoints).to.deep.equal([1]);
    reactor.pass(7);
    await tend(50_000);
    expect(fixture.checkpoints).to.deep.equal([1]);
    await tend(11_000);
    expect(fixture.checkpoints).to.deep.equal([1, 7]);
  });

  it('waits for its record, and for what the log cannot give', async () => {
    const fixture = new Fixture();
    fixture.log = storedEvents(2);
    let [opened, read] = [0, 0];
    const readStream: OrganizationReactorOptions['log']['readStream'] = async function* () {
      if ((read += 1) < 3) throw new Error('The log cannot be reached.');
      yield fixture.log;
    };
    fixture.reactor({
      log: { readStream },
      async openProgress() {
        if ((opened += 1) < 3) throw new Error('The log cannot be reached.');
        return fixture.progress;
      },
    });
    await fixture.clock.advance(1_500);
    expect(fixture.begun).to.deep.equal([]);
    await fixture.clock.advance(3_000);
    expect(fixture.begun).to.deep.equal([0, 1]);
  });

  it('logs each failed read, but no refused right, which is logged by who keeps them', async () => {
    for (const [failure, expected] of [
      [new Error('The log cannot be reached.'), ['reactor.read_failed', 'reactor.read_failed']],
      [new RefusedRight('There is no right to read the stream.'), []],
    ] as const) {
      const fixture = new Fixture();
      const lines: string[] = [];
      const readStream: OrganizationReactorOptions['log']['readStream'] = async function* () {
        if (fixture.read.push(0) < 3) throw failure;
        yield storedEvents(1);
      };
      const logger = createLogger('warn', { write: (line: string) => void lines.push(line) });
      fixture.reactor({ log: { readStream }, logger });
      await fixture.clock.advance(3_000);
      expect(fixture.begun).to.deep.equal([0]);
      expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).to.deep.equal(expected);
    }
  });

  it('gives up on record what is refused, and goes on; it does not ask for it again', async () => {
    const fixture = new Fixture();
    fixture.log = storedEvents(3);
    fixture.carryOut = async (revision) => {
      if (revision === 1) throw new Refused('Not this one.');
    };
    fixture.reactor();
    await fixture.clock.advance(0);
    expect(fixture.begun).to.deep.equal([0, 1, 2]);
    expect([...fixture.abandoned]).to.deep.equal([['effect 1', 'Not this one.']]);
    fixture.reactor();
    await fixture.clock.advance(0);
    expect(fixture.begun).to.deep.equal([0, 1, 2, 0, 2]);
  });

  it('leaves out an event of which its handler makes nothing, on record', async () => {
    const fixture = new Fixture();
    fixture.log = storedEvents(3);
    const { effects } = fixture;
    fixture.effects = (revision) => {
      if (revision === 1) throw new TypeError('A bug.');
      return effects(revision);
    };
    fixture.reactor();
    await fixture.clock.advance(0);
    expect(fixture.begun).to.deep.equal([0, 2]);
    expect([...fixture.abandoned]).to.deep.equal([[`test:${fixture.log[1]!.id}`, 'A bug.']]);
  });

  it('looks into no event where nothing can follow', async () => {
    const fixture = new Fixture();
    fixture.log = storedEvents(3);
    let calls = 0;
    const reactor = fixture.reactor({}, () => (calls += 1) > 2);
    await fixture.clock.advance(0);
    expect(fixture.begun).to.deep.equal([2]);
    await reactor.stop();
    expect(fixture.checkpoints.at(-1)).to.equal(2);
  });

  it('lets go at once of all that waits where nothing can follow, as far as the state goes', async () => {
    const fixture = new Fixture();
    const state = organizationAfter();
    let calls = 0;
    const reactor = fixture.reactor({ stateAt: async () => state }, () => (calls += 1) > 1);
    await fixture.clock.advance(0);
    const waiting = storedEvents(state.revision + 3);
    for (const event of waiting) reactor.take(event);
    await fixture.clock.advance(0);
    expect([fixture.begun, calls]).to.deep.equal([[state.revision + 1, state.revision + 2], 3]);
    await reactor.stop();
    expect(fixture.checkpoints.at(-1)).to.equal(state.revision + 2);
  });

  it('reads on in the stream where more comes than it keeps in memory', async () => {
    const fixture = new Fixture();
    const reactor = fixture.reactor();
    await fixture.clock.advance(0);
    fixture.log = storedEvents(1_500);
    for (const event of fixture.log) reactor.take(event);
    for (let turn = 0; turn < 100; turn += 1) await fixture.clock.advance(0);
    expect(fixture.read).to.have.length(2);
    expect(fixture.begun).to.deep.equal(fixture.log.map(({ revision }) => revision));
  });

  it('takes up what comes at the very moment at which it has done all', async () => {
    for (let turns = 0; turns < 40; turns += 1) {
      const fixture = new Fixture();
      const reactor = fixture.reactor();
      await fixture.clock.advance(0);
      const [first, second] = storedEvents(2) as [StoredEvent, StoredEvent];
      reactor.take(first);
      for (let turn = 0; turn < turns; turn += 1) await null;
      reactor.take(second);
      await fixture.clock.advance(0);
      expect(fixture.begun, `${turns} turns later`).to.deep.equal([first.revision, second.revision]);
    }
  });

  it('leaves what the end of the server interrupts for the next start', async () => {
    const fixture = new Fixture();
    fixture.log = storedEvents(3);
    fixture.carryOut = async (revision) => {
      if (revision === 1) throw new Error('A bug.');
    };
    const reactor = fixture.reactor();
    await fixture.clock.advance(0);
    fixture.end();
    await fixture.clock.advance(MINUTE);
    await reactor.stop();
    expect(fixture.checkpoints.at(-1)).to.equal(0);
    expect(fixture.begun).to.deep.equal([0, 1]);
  });

  it('does again what it could not put on record', async () => {
    const fixture = new Fixture();
    fixture.log = storedEvents(1);
    const advance = (): Promise<void> => Promise.reject(new Error('The disk is full.'));
    const reactor = fixture.reactor({
      openProgress: async () => ({ ...fixture.progress, checkpoint: -1, advance }),
    });
    await fixture.clock.advance(0);
    await reactor.stop();
    fixture.reactor({ openProgress: async () => ({ ...fixture.progress, checkpoint: -1 }) });
    await fixture.clock.advance(0);
    expect(fixture.begun).to.deep.equal([0, 0]);
  });
});
