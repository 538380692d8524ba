import { expect } from 'chai';
import { openProgressIn, ReactorRecords } from '../../../src/reactors/running/records.ts';
import { systemClock } from '../../../src/base/clock.ts';
import type { OrganizationLane } from '../../../src/commands/lane/lanes.ts';
import { decode } from '../../../src/events/catalog.ts';
import type { EventLog, StoredEvent } from '../../../src/events/log/eventLog.ts';
import { openSqliteEventLog } from '../../../src/events/log/sqlite/log.ts';
import { openTail } from '../../../src/events/log/tail.ts';
import type { OrganizationId } from '../../../src/base/ids.ts';
import { createLogger } from '../../../src/base/logger.ts';
import { emptyOrganization, type OrganizationState } from '../../../src/organization/state.ts';
import { defineReactor, type Reactor } from '../../../src/reactors/running/define.ts';
import { type Reactors, startReactors } from '../../../src/reactors/running/runner.ts';
import { temporaryFolder } from '../../support/disk/temporaryFolder.ts';
import { example, stored } from '../../support/examples.ts';
import { until } from '../../support/waiting.ts';

const [ROOT, ACME, LATE] = [1, 2, 3].map((id) => id as OrganizationId) as [
  OrganizationId,
  OrganizationId,
  OrganizationId,
];

/** Some organizations in one log, and the effects of a reactor on their messages: `1: hello`. */
class Fixture {
  readonly done: string[] = [];
  readonly running: Reactors[] = [];
  readonly log: EventLog;
  readonly #lanes = new Map<OrganizationId, { readonly state: OrganizationState; position: number }>();
  /** Awaited before an effect ends. */
  hold: (what: string) => Promise<unknown> = async () => undefined;
  /** Awaited before the state has an event. */
  late: Promise<unknown> = Promise.resolve();

  constructor(log: EventLog) {
    this.log = log;
  }

  async send(organizationId: OrganizationId, ...texts: readonly string[]): Promise<void> {
    const lane = this.#laneOf(organizationId);
    const events = texts.map((content) => example.messageSent({ content }));
    const written = stored(events, { after: lane.state, organizationId });
    const expected = lane.state.revision < 0 ? 'no stream' : lane.state.revision;
    const named = written.map((event) => ({ ...event, id: `${organizationId}-${event.revision}` }));
    await this.log.append(written[0]!.stream, named, expected);
    await this.late;
    await this.#fold(lane, written);
  }

  async #fold(lane: { state: OrganizationState; position: number }, written: readonly StoredEvent[]) {
    for (const event of written) lane.state.fold(decode(event));
    lane.position = (await this.log.head()) ?? -1;
  }

  #laneOf(organizationId: OrganizationId) {
    const known = this.#lanes.get(organizationId);
    const lane = known ?? { state: emptyOrganization(organizationId), position: -1 };
    this.#lanes.set(organizationId, lane);
    return lane;
  }

  reactor(name = 'test'): Reactor {
    return defineReactor({
      name,
      on: {
        MessageSent: ({ id, data }, { organizationId }) => {
          const what = `${organizationId}: ${String(data.content)}`;
          const carryOut = async (): Promise<void> => {
            await this.hold(what);
            this.done.push(what);
          };
          return [{ id, run: carryOut }];
        },
      },
    });
  }

  async start(...reactors: readonly Reactor[]): Promise<Reactors> {
    const { log } = this;
    const reactorsOfFixture = await startReactors({
      log,
      clock: systemClock,
      logger: createLogger('silent'),
      tail: await openTail({ log, clock: systemClock }),
      reactors: reactors.length > 0 ? reactors : [this.reactor()],
      lanes: {
        all: () => this.#lanes.values() as Iterable<unknown> as Iterable<OrganizationLane>,
        organization: async (organizationId) => this.#laneOf(organizationId) as OrganizationLane,
      },
      openProgress: openProgressIn(new ReactorRecords(log, systemClock)),
    });
    this.running.push(reactorsOfFixture);
    return reactorsOfFixture;
  }
}

describe('the reactors of a node', () => {
  let fixture: Fixture;
  let remove: () => Promise<void>;

  beforeEach(async () => {
    const temporary = await temporaryFolder();
    fixture = new Fixture(openSqliteEventLog({ folder: temporary.folder, clock: systemClock }));
    remove = temporary.remove;
    await fixture.send(ROOT, 'long ago');
    await fixture.send(ACME, 'long ago');
  });
  afterEach(async () => {
    await Promise.all(fixture.running.map((reactors) => reactors.stop()));
    await fixture.log.close();
    await remove();
  });

  it('begin with what comes once they run; of organizations that come later, with their first event', async () => {
    const reactors = await fixture.start();
    await fixture.send(ROOT, 'hello');
    await fixture.send(LATE, 'first', 'second');
    await reactors.settled();
    expect(fixture.done).to.have.members(['1: hello', '3: first', '3: second']);
  });

  it('know how much they have to do, and since when', async () => {
    let release = (): void => {};
    fixture.hold = () => new Promise<void>((resolve) => (release = resolve));
    const reactors = await fixture.start();
    expect(reactors.backlogs()).to.deep.equal([{ reactor: 'test', waiting: 0, since: null }]);
    await fixture.send(ROOT, 'one', 'two', 'three');
    await until(() => reactors.backlogs()[0]?.waiting === 3);
    for await (const [one] of fixture.log.readStream('organization-1', { from: 1, limit: 1 }))
      expect(reactors.backlogs()[0]?.since).to.equal(JSON.parse(one!.metadata).time);
    fixture.hold = async () => undefined;
    release();
    await reactors.settled();
    expect(reactors.backlogs()).to.deep.equal([{ reactor: 'test', waiting: 0, since: null }]);
  });

  it('keep the order within an organization, and let none wait for another', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    fixture.hold = (what) => (what === '1: one' ? held : Promise.resolve());
    const reactors = await fixture.start();
    await fixture.send(ROOT, 'one', 'two');
    await fixture.send(ACME, 'one', 'two');
    await until(() => fixture.done.length >= 2);
    expect(fixture.done).to.deep.equal(['2: one', '2: two']);
    release();
    await reactors.settled();
    expect(fixture.done.slice(2)).to.deep.equal(['1: one', '1: two']);
  });

  it('go on after a restart with what has come meanwhile, and repeat nothing', async () => {
    const first = await fixture.start();
    await fixture.send(ROOT, 'before');
    await first.settled();
    await first.stop();
    await fixture.send(ROOT, 'meanwhile');
    const second = await fixture.start();
    await second.settled();
    await fixture.send(ROOT, 'after');
    await second.settled();
    expect(fixture.done).to.deep.equal(['1: before', '1: meanwhile', '1: after']);
  });

  it('each do what is theirs, on record by themselves', async () => {
    const first = await fixture.start(fixture.reactor('one'));
    await fixture.send(ROOT, 'hello');
    await first.settled();
    await first.stop();
    const both = await fixture.start(fixture.reactor('one'), fixture.reactor('two'));
    await fixture.send(ROOT, 'again');
    await both.settled();
    expect(fixture.done).to.deep.equal(['1: hello', '1: again', '1: again']);
  });

  it('wait for a state that does not have the event yet', async () => {
    let release = (): void => {};
    fixture.late = new Promise<void>((resolve) => (release = resolve));
    const reactors = await fixture.start();
    const sending = fixture.send(ROOT, 'hello');
    await until(() => reactors.backlogs()[0]?.waiting === 1);
    expect(fixture.done).to.deep.equal([]);
    release();
    await sending;
    await reactors.settled();
    expect(fixture.done).to.deep.equal(['1: hello']);
  });

  it('end after what they have in hand', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let isBegun = false;
    fixture.hold = () => ((isBegun = true), held);
    const reactors = await fixture.start();
    await fixture.send(ROOT, 'hello', 'too late');
    await until(() => isBegun);
    const stopping = reactors.stop();
    release();
    await stopping;
    expect(fixture.done).to.deep.equal(['1: hello']);
    fixture.hold = async () => undefined;
    await (await fixture.start()).settled();
    expect(fixture.done).to.deep.equal(['1: hello', '1: too late']);
  });
});
