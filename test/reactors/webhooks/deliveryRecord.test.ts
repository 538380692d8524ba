import { expect } from 'chai';
import type { DeliveryId } from '../../../src/events/reactors.ts';
import { ReactorRecords, openProgressIn } from '../../../src/reactors/running/records.ts';
import { readDeliveries, findDelivery } from '../../../src/reactors/webhooks/findDeliveries.ts';
import { systemClock } from '../../../src/base/clock.ts';
import {
  MAX_PENDING_PER_BOT,
  parkDelivery,
  recordDelivered,
  recordFailed,
  replayDelivery,
  triggerWebhooks,
} from '../../../src/commands/reactors.ts';
import type { EventLog } from '../../../src/events/log/eventLog.ts';
import { openSqliteEventLog } from '../../../src/events/log/sqlite/log.ts';
import type { MessageId, OrganizationId, UserId } from '../../../src/base/ids.ts';
import { temporaryFolder } from '../../support/disk/temporaryFolder.ts';

const ORGANIZATION = 1 as OrganizationId;
const [ECHO, DEAD] = [7 as UserId, 8 as UserId];
const BY = { actor: null, client: 'test', correlationId: 'test' };

const id = (text: string): DeliveryId => text as DeliveryId;
const triggered = (messageId: number, botId = ECHO, deliveryId = `m${messageId}`) => ({
  messageId: messageId as MessageId,
  trigger: 'mention' as const,
  deliveries: [{ deliveryId: id(deliveryId), botId }],
});
const taken = { status: 200, replyId: null, complaint: null };

describe('the record of deliveries', () => {
  let log: EventLog;
  let remove: () => Promise<void>;

  beforeEach(async () => {
    const temporary = await temporaryFolder();
    log = openSqliteEventLog({ clock: systemClock, folder: temporary.folder });
    remove = async () => {
      await log.close();
      await temporary.remove();
    };
  });
  afterEach(() => remove());

  /** The record as a process reads it that has just started. */
  const opened = () => new ReactorRecords(log, systemClock).laneOf('webhooks', ORGANIZATION);
  const checkpoint = async (revision: number) =>
    (await openProgressIn(new ReactorRecords(log, systemClock))('webhooks', ORGANIZATION)).advance(revision);

  it('has each delivery once, however often its message is met', async () => {
    const lane = await opened();
    const first = await lane.submit(triggerWebhooks, triggered(5), BY);
    expect(first.result).to.deep.equal({ isFirst: true });
    for (const again of [lane, await opened()]) {
      const { result } = await again.submit(triggerWebhooks, triggered(5), BY);
      expect(result).to.deep.equal({ isFirst: false });
    }
    expect((await lane.submit(triggerWebhooks, triggered(4), BY)).result.isFirst).to.equal(false);
    await checkpoint(8);
    const after = await opened();
    expect((await after.submit(triggerWebhooks, triggered(9), BY)).result.isFirst).to.equal(false);
    expect((await after.submit(triggerWebhooks, triggered(10), BY)).result.isFirst).to.equal(true);
  });

  it('keeps what is not finished over checkpoints and restarts, as its last attempt left it', async () => {
    const lane = await opened();
    await lane.submit(triggerWebhooks, triggered(1), BY);
    await lane.submit(triggerWebhooks, triggered(2, DEAD), BY);
    await lane.submit(triggerWebhooks, triggered(3), BY);
    const failed = {
      deliveryId: id('m2'),
      attempts: 1,
      reason: 'answered 500',
      nextAttemptAt: 99,
      isReported: true,
    };
    await lane.submit(recordFailed, failed, BY);
    for (const deliveryId of ['m1', 'm3'].map(id))
      await lane.submit(recordDelivered, { deliveryId, attempts: 1, ...taken }, BY);
    for (const revision of [10, 20, 30]) await checkpoint(revision);
    const { state } = await opened();
    expect(state.checkpoint).to.equal(30);
    expect([...state.pending.keys()]).to.deep.equal(['m2']);
    expect(state.pending.get(id('m2'))).to.include({
      botId: DEAD,
      messageId: 2,
      attempts: 1,
      nextAttemptAt: 99,
      failure: 'answered 500',
      isReported: true,
    });
  });

  it('need not be read from its beginning where all is finished', async () => {
    const lane = await opened();
    await lane.submit(triggerWebhooks, triggered(1), BY);
    await lane.submit(recordDelivered, { deliveryId: id('m1'), attempts: 1, ...taken }, BY);
    await checkpoint(10);
    const read: number[] = [];
    const watched: EventLog = {
      ...log,
      append: (...given) => log.append(...given),
      readStream(stream, options) {
        read.push(options?.from ?? -1);
        return log.readStream(stream, options);
      },
    };
    const { state } = await new ReactorRecords(watched, systemClock).laneOf('webhooks', ORGANIZATION);
    expect(state.revision).to.equal(2);
    expect(read).to.deep.equal([-1, 1, 2]);
  });

  it('takes each outcome once', async () => {
    const lane = await opened();
    await lane.submit(triggerWebhooks, triggered(1), BY);
    const failed = { deliveryId: id('m1'), attempts: 1, reason: 'x', nextAttemptAt: 1, isReported: false };
    await lane.submit(recordFailed, failed, BY);
    const { revision } = lane.state;
    await lane.submit(recordFailed, failed, BY);
    expect(lane.state.revision).to.equal(revision);
    await lane.submit(parkDelivery, { deliveryId: id('m1'), attempts: 2, reason: 'answered 404' }, BY);
    await lane.submit(recordDelivered, { deliveryId: id('m1'), attempts: 2, ...taken }, BY);
    await lane.submit(recordFailed, { ...failed, attempts: 3 }, BY);
    expect(lane.state.revision).to.equal(revision + 1);
  });

  it('lists what was not taken, and has it taken up again', async () => {
    const lane = await opened();
    for (const [messageId, botId] of [
      [1, ECHO],
      [2, DEAD],
      [3, DEAD],
    ] as const)
      await lane.submit(triggerWebhooks, triggered(messageId, botId), BY);
    await lane.submit(recordDelivered, { deliveryId: id('m1'), attempts: 1, ...taken }, BY);
    await lane.submit(parkDelivery, { deliveryId: id('m2'), attempts: 8, reason: 'answered 500' }, BY);
    const listed = async (all = false) =>
      (await readDeliveries(log, ORGANIZATION, all)).map(
        ({ deliveryId, status }) => `${deliveryId} ${status}`,
      );
    expect(await listed()).to.deep.equal(['m2 parked', 'm3 pending']);
    expect(await listed(true)).to.deep.equal(['m1 delivered', 'm2 parked', 'm3 pending']);
    const parked = await findDelivery(log, ORGANIZATION, 'm2');
    expect(parked).to.deep.equal({ ...triggered(2, DEAD).deliveries[0], messageId: 2, trigger: 'mention' });
    expect(await findDelivery(log, ORGANIZATION, 'm9')).to.equal(undefined);
    for (const replayedId of ['m2', 'm1'])
      await lane.submit(replayDelivery, (await findDelivery(log, ORGANIZATION, replayedId))!, BY);
    expect(await listed()).to.deep.equal(['m3 pending', 'm2 pending', 'm1 pending']);
    expect(lane.state.pending.get(id('m2'))).to.include({ attempts: 0, failure: undefined });
    const { revision } = lane.state;
    await lane.submit(replayDelivery, parked!, BY);
    expect(lane.state.revision).to.equal(revision);
  });

  it('parks at once what comes for a bot of which very many are waiting', async () => {
    const lane = await opened();
    const many = Array.from({ length: MAX_PENDING_PER_BOT }, (_, index) => triggered(1, DEAD, `d${index}`));
    const deliveries = many.flatMap((each) => each.deliveries);
    for (let from = 0; from < MAX_PENDING_PER_BOT; from += 2_500)
      await lane.submit(
        triggerWebhooks,
        { ...triggered(from + 1), deliveries: deliveries.slice(from, from + 2_500) },
        BY,
      );
    await lane.submit(triggerWebhooks, triggered(20_001, DEAD), BY);
    await lane.submit(triggerWebhooks, triggered(20_002, ECHO), BY);
    expect(lane.state.pending.size).to.equal(MAX_PENDING_PER_BOT + 1);
    const parked = (await readDeliveries(log, ORGANIZATION)).filter(({ status }) => status === 'parked');
    expect(parked).to.have.length(1);
    expect(parked[0]).to.include({
      deliveryId: 'm20001',
      reason: 'too many deliveries are waiting for its receiver',
    });
  });
});
