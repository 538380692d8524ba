import { expect } from 'chai';
import type { Command, DecidedEvent } from '../../../src/commands/define.ts';
import { subscribe } from '../../../src/commands/channels/subscriptions.ts';
import { newEvent } from '../../../src/events/catalog.ts';
import type { EventLog, StoredEvent } from '../../../src/events/log/eventLog.ts';
import { type ChannelId, ROOT_ORGANIZATION, SERVER_STREAM, type UserId } from '../../../src/base/ids.ts';
import { Wire } from '../../support/memoryLog.ts';
import { Shared } from '../../support/nodes.ts';
import { subscribingTo } from '../../support/subscribing.ts';
import { until } from '../../support/waiting.ts';

const owner = { actor: 1 as UserId, client: 'test', correlationId: 'test' };
const soon = (milliseconds = 10): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const channelNamed = (name: string) => subscribingTo([name]);

describe('the lanes of a node', () => {
  it('hand on what comes while a lane is being opened, after its last page was read', async () => {
    const shared = new Shared();
    const lane = await shared.found(shared.node());
    const log = shared.memory.over(new Wire());
    const slow = shared.node({
      ...log,
      async *readStream(...parameters) {
        yield* log.readStream(...parameters);
        await soon(30);
      },
    });
    slow.receive(shared.recorded);
    await soon();
    await lane.submit(subscribe, channelNamed('design'), owner);
    slow.receive(shared.recorded.slice(-1));
    await until(() => slow.opened(ROOT_ORGANIZATION)?.state.revision === lane.state.revision);
  });

  it('go on with organizations where an event of the server is of a later release', async () => {
    const shared = new Shared();
    const writing = shared.node();
    const lane = await shared.found(writing);
    const reading = shared.node();
    await reading.open();
    const [known] = shared.memory.streamOf(SERVER_STREAM).slice(-1) as [StoredEvent];
    const strange = { ...known, type: 'ServerMoved', revision: known.revision + 1 };
    await lane.submit(subscribe, channelNamed('design'), owner);
    reading.receive([strange, ...shared.recorded]);
    expect(reading.server.fault?.message).to.match(/not the one that was recorded|unknown to this release/);
    expect(reading.opened(ROOT_ORGANIZATION)?.state.revision).to.equal(lane.state.revision);
    expect(shared.troubles).to.deep.equal([`0: ${reading.server.fault?.message}`]);
  });

  it('save a snapshot after so many events, and a large one after as many as it is worth', async () => {
    const shared = new Shared();
    const lane = await shared.found(shared.node());
    await lane.submit(subscribe, channelNamed('design'), owner);
    const channelId = 1 as ChannelId;
    const busy: Command<undefined, void> = {
      name: 'Busy',
      decide: () => ({
        events: Array.from({ length: 1000 }, (_, index) =>
          newEvent('ChannelRenamed', { channelId, oldName: 'design', newName: `design ${index}` }),
        ),
        result: undefined,
      }),
    };
    const thousands = async (count: number): Promise<number> => {
      for (let turn = 0; turn < count; turn += 1) await lane.submit(busy, undefined, owner);
      await soon();
      return shared.snapshots.length;
    };
    expect(await thousands(19)).to.equal(0);
    shared.snapshotCharacters = 1_500_000;
    expect(await thousands(1)).to.equal(1);
    expect(await thousands(29)).to.equal(1);
    shared.snapshotCharacters = 0;
    expect(await thousands(1)).to.equal(2);
    expect(await thousands(20)).to.equal(3);
  });

  it('record nothing of a command of which the state takes only a half, and all that came with it', async () => {
    const shared = new Shared();
    const lane = await shared.found(shared.node());
    const renamed = (channelId: number) =>
      newEvent('ChannelRenamed', { channelId: channelId as ChannelId, oldName: 'design', newName: 'brand' });
    const faulty: Command<undefined, void> = {
      name: 'Faulty',
      decide: () => ({ events: [renamed(1), renamed(99)] as DecidedEvent[], result: undefined }),
    };
    await lane.submit(subscribe, channelNamed('design'), owner);
    const [first, culprit, last] = await Promise.allSettled([
      lane.submit(subscribe, channelNamed('one'), owner),
      lane.submit(faulty, undefined, owner),
      lane.submit(subscribe, channelNamed('other'), owner),
    ]);
    expect([first.status, culprit.status, last.status]).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
    expect((culprit as PromiseRejectedResult).reason)
      .to.have.property('message')
      .that.includes('99');
    expect(shared.recorded.map(({ type }) => type)).to.not.include('ChannelRenamed');
    expect(lane.state.channels.byId.get(1 as ChannelId)?.name).to.equal('design');
  });

  it('read on between two batches, whatever is on its way', async () => {
    const shared = new Shared();
    const log = shared.memory.over(new Wire());
    const far: EventLog = {
      ...log,
      async append(...appended) {
        const answer = await log.append(...appended);
        await soon(20);
        return answer;
      },
    };
    const lane = await shared.found(shared.node(far));
    const sent = ['one', 'other'].map((name) => lane.submit(subscribe, channelNamed(name), owner));
    await soon();
    const read = lane.readOnBetween();
    const after = lane.submit(subscribe, channelNamed('third'), owner);
    await Promise.all([...sent, read, after]);
    expect(lane.state.revision).to.equal(shared.recorded.length - 1);
    expect([lane.fault, lane.counts.conflicts]).to.deep.equal([undefined, 0]);
  });
});
