import { expect } from 'chai';
import fc from 'fast-check';
import { archiveChannel } from '../../../src/commands/channels/channels.ts';
import type { Lanes, OrganizationLane } from '../../../src/commands/lane/lanes.ts';
import { subscribe } from '../../../src/commands/channels/subscriptions.ts';
import { unsubscribe } from '../../../src/commands/channels/subscriptions.ts';
import { type AnyEvent, decode } from '../../../src/events/catalog.ts';
import { type ChannelId, ROOT_ORGANIZATION, type UserId } from '../../../src/base/ids.ts';
import { clientEventsOf } from '../../../src/live/catalog.ts';
import { Bitset } from '../../../src/organization/containers/bitset.ts';
import type { Transition } from '../../../src/organization/transitions.ts';
import { emptyOrganization, type OrganizationState } from '../../../src/organization/state.ts';
import { Wire } from '../../support/memoryLog.ts';
import { Shared } from '../../support/nodes.ts';
import { subscribingTo } from '../../support/subscribing.ts';

const owner = { actor: 1 as UserId, client: 'test', correlationId: 'test' };
const host = 'chat.example.com';
const unobserved = (_organizationId: unknown, error: unknown): void => {
  throw error;
};

/** Everything an observer of a node's root organization has seen: revisions, and the events for clients. */
class Seen {
  readonly revisions: number[] = [];
  readonly clientEvents: string[] = [];

  constructor(lanes: Lanes) {
    lanes.observe((_organizationId, event, moment) => this.see(event, moment), unobserved);
  }

  see(event: AnyEvent, moment: Transition<OrganizationState>): void {
    expect([moment.before.revision, moment.after.revision]).to.deep.equal([
      event.revision - 1,
      event.revision,
    ]);
    this.revisions.push(event.revision);
    this.clientEvents.push(clientEventsAsText(event, moment));
  }
}

const clientEventsAsText = (event: AnyEvent, moment: Transition<OrganizationState>): string =>
  JSON.stringify(clientEventsOf(event, { ...moment, host }), (_key, value: unknown) =>
    value instanceof Bitset ? [...value] : value,
  );

/** The events for clients when the log is folded one by one, from a revision on. */
function clientEventsByFolding(shared: Shared, from: number): readonly string[] {
  const state = emptyOrganization(ROOT_ORGANIZATION);
  const clientEvents = shared.recorded.map((stored) => {
    const event = decode(stored);
    const after = state.layer();
    after.fold(event);
    const all = clientEventsAsText(event, { before: state, after });
    after.merge();
    return all;
  });
  return clientEvents.slice(from);
}

const revisionsFrom = (from: number, shared: Shared): readonly number[] =>
  shared.recorded.map(({ revision }) => revision).slice(from);

describe('an observer of acknowledged events', () => {
  let shared: Shared;
  let lanes: Lanes;
  let lane: OrganizationLane;
  let start: number;

  const subscribeTo = (...names: string[]) => lane.submit(subscribe, subscribingTo(names), owner);
  /** Another node, level with the log. */
  async function openedNode(wire = new Wire()): Promise<{ node: Lanes; its: OrganizationLane }> {
    const node = shared.node(shared.memory.over(wire));
    await node.open();
    return { node, its: await node.organization(ROOT_ORGANIZATION) };
  }

  beforeEach(async () => {
    shared = new Shared();
    lanes = shared.node();
    lane = await shared.found(lanes);
    start = shared.recorded.length;
  });

  it('sees each event of a batch once, in order, with the states on both sides', async () => {
    const seen: string[] = [];
    lanes.observe((_organizationId, { type, data, revision }, { before, after }) => {
      expect(before).to.equal(lane.state);
      expect([before.revision, after.revision]).to.deep.equal([revision - 1, revision]);
      if (type !== 'ChannelCreated') return;
      const isThere = (state: OrganizationState) => state.channels.byId.has(data.channelId);
      seen.push(`${data.name}: ${isThere(before)} ${isThere(after)}`);
    }, unobserved);
    const batches = lane.counts.batches;
    await Promise.all(['one', 'two', 'three'].map((name) => subscribeTo(name)));
    expect(lane.counts.batches).to.equal(batches + 1);
    expect(seen).to.deep.equal(['one: false true', 'two: false true', 'three: false true']);
    expect(lane.state.channels.byId.size).to.be.at.least(3);
  });

  it('sees on another node what the tail brings there, once however often it comes', async () => {
    const { node } = await openedNode();
    const seen = new Seen(node);
    await subscribeTo('one', 'two');
    node.receive(shared.recorded);
    node.receive(shared.recorded);
    await subscribeTo('three');
    node.receive(shared.recorded.slice(-1));
    await (await node.organization(ROOT_ORGANIZATION)).idle();
    expect(seen.revisions).to.deep.equal(revisionsFrom(start, shared));
  });

  it('sees nothing twice where another node was faster', async () => {
    const { node, its } = await openedNode();
    const [here, there] = [new Seen(lanes), new Seen(node)];
    await subscribeTo('one');
    await its.submit(subscribe, subscribingTo(['two']), owner);
    await subscribeTo('three');
    expect([lane.counts.conflicts, its.counts.conflicts]).to.deep.equal([1, 1]);
    await its.readOnBetween();
    for (const { revisions } of [here, there]) expect(revisions).to.deep.equal(revisionsFrom(start, shared));
  });

  it('sees nothing twice where the answer of the log was lost', async () => {
    const wire = new Wire();
    const { node, its } = await openedNode(wire);
    const seen = new Seen(node);
    wire.next = 'lost after';
    await its.submit(subscribe, subscribingTo(['one']), owner);
    expect(its.counts.unknownOutcomes).to.equal(1);
    expect(seen.revisions).to.deep.equal(revisionsFrom(start, shared));
  });

  it('sees nothing of what a node reads while it is opened', async () => {
    await subscribeTo('one');
    const node = shared.node();
    const seen = new Seen(node);
    await node.open();
    expect(seen.revisions).to.deep.equal([]);
    const head = shared.recorded.length;
    await subscribeTo('two');
    node.receive(shared.recorded);
    expect(seen.revisions).to.deep.equal(revisionsFrom(head, shared));
  });

  it('is dropped when it throws: the lane goes on, and somebody is told once', async () => {
    const failures: string[] = [];
    let calls = 0;
    lanes.observe(
      () => {
        calls += 1;
        throw new Error('cannot translate');
      },
      (organizationId, error) => failures.push(`${organizationId}: ${(error as Error).message}`),
    );
    const { revision } = await subscribeTo('one', 'two');
    await subscribeTo('three');
    expect(lane.state.revision).to.equal(shared.recorded.length - 1);
    expect(lane.state.revision).to.be.greaterThan(revision);
    expect([calls, failures]).to.deep.equal([1, [`${ROOT_ORGANIZATION}: cannot translate`]]);
    expect(lane.fault).to.equal(undefined);
  });

  it('translates on every node what folding one by one translates, after any history', async () => {
    const name = fc.constantFrom('one', 'two', 'three');
    const deed = fc.record({
      does: fc.constantFrom('subscribe', 'subscribe', 'unsubscribe', 'archive'),
      name,
      channelId: fc.constantFrom(1, 2, 3),
      onOther: fc.boolean(),
    });
    const property = fc.asyncProperty(
      fc.array(fc.array(deed, { maxLength: 4 }), { maxLength: 6 }),
      async (turns) => {
        shared = new Shared();
        lanes = shared.node();
        lane = await shared.found(lanes);
        start = shared.recorded.length;
        const { node, its } = await openedNode();
        const seen = [new Seen(lanes), new Seen(node)];
        for (const turn of turns)
          await Promise.allSettled(
            turn.map(({ does, name: channel, channelId, onOther }) => {
              const at = onOther ? its : lane;
              if (does === 'subscribe') return at.submit(subscribe, subscribingTo([channel]), owner);
              if (does === 'archive')
                return at.submit(archiveChannel, { channelId: channelId as ChannelId }, owner);
              const input = { channelNames: [channel], principals: { kind: 'self' as const } };
              return at.submit(unsubscribe, input, owner);
            }),
          );
        await lane.readOnBetween();
        await its.readOnBetween();
        for (const { clientEvents } of seen)
          expect(clientEvents).to.deep.equal(clientEventsByFolding(shared, start));
      },
    );
    await fc.assert(property, { numRuns: 40, seed: Number(process.env.SEED) || 42 });
  });
});
