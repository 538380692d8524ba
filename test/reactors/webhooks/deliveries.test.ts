import { expect } from 'chai';
import { NotReady } from '../../../src/base/errors.ts';
import type { MessageId, OrganizationId, UserId } from '../../../src/base/ids.ts';
import { createLogger } from '../../../src/base/logger.ts';
import type { DeliveryId } from '../../../src/events/reactors.ts';
import type { PendingDelivery, Triggered } from '../../../src/organization/slices/bots.ts';
import type { DeliveryActions, DeliveryRecord, Prepared } from '../../../src/reactors/webhooks/define.ts';
import { Deliveries } from '../../../src/reactors/webhooks/deliveries.ts';
import type { WebhookRequest, WebhookResponse } from '../../../src/reactors/webhooks/sendRequest.ts';
import { TestClock } from '../../support/testClock.ts';

const ORGANIZATION = 1 as OrganizationId;
const HOUR = 60 * 60 * 1000;

/** The record, as long as the process lives; another node may write to it too. */
class MemoryRecord implements DeliveryRecord {
  readonly lines: string[] = [];
  readonly #clock: TestClock;
  readonly #pending = new Map<DeliveryId, PendingDelivery>();
  #upTo = 0;

  constructor(clock: TestClock) {
    this.#clock = clock;
  }

  pending = () => [...this.#pending.values()];
  find = (deliveryId: DeliveryId) => this.#pending.get(deliveryId);
  readOn = async () => true;

  async trigger({ messageId, trigger, deliveries }: Triggered) {
    const isFirst = messageId > this.#upTo;
    this.#upTo = Math.max(this.#upTo, messageId);
    const now = this.#clock.now();
    const fresh = { messageId, trigger, attempts: 0, isReported: false, failure: undefined, since: 0 };
    for (const each of isFirst ? deliveries : [])
      this.#pending.set(each.deliveryId, {
        ...each,
        ...fresh,
        status: 'pending',
        triggeredAt: now,
        nextAttemptAt: now,
      });
    return { isFirst };
  }
  async delivered({ deliveryId, attempts, complaint }: Parameters<DeliveryRecord['delivered']>[0]) {
    this.#end(deliveryId, `${deliveryId} delivered ${attempts} ${complaint ?? ''}`.trim());
  }
  async failed({ deliveryId, reason, ...more }: Parameters<DeliveryRecord['failed']>[0]) {
    const before = this.#pending.get(deliveryId);
    if (before) this.#pending.set(deliveryId, { ...before, ...more, failure: reason });
    this.lines.push(`${deliveryId} failed ${more.attempts} ${reason}`);
  }
  async parked({ deliveryId, attempts, reason }: Parameters<DeliveryRecord['parked']>[0]) {
    this.#end(deliveryId, `${deliveryId} parked ${attempts} ${reason}`);
  }

  #end(deliveryId: DeliveryId, line: string): void {
    this.#pending.delete(deliveryId);
    this.lines.push(line);
  }
}

type Receive = (post: WebhookRequest, leaving: AbortSignal) => Promise<WebhookResponse> | WebhookResponse;

const answered = (status: number, body = ''): WebhookResponse => ({
  kind: 'answered',
  status,
  body,
  isWhole: true,
  retryAfter: undefined,
});
const silence: WebhookResponse = { kind: 'unanswered', reason: 'no answer within 15 seconds' };

/** One server with one organization, whose receivers answer as the test wants. */
class Station {
  readonly clock = new TestClock();
  readonly record: MemoryRecord;
  readonly done: string[] = [];
  receive: Receive = () => answered(200);
  prepared: (deliveryId: string) => Promise<Prepared>;
  deliveries: Deliveries;

  constructor(record?: MemoryRecord) {
    this.record = record ?? new MemoryRecord(this.clock);
    this.prepared = async (deliveryId) => ({
      kind: 'ready',
      url: deliveryId,
      headers: {},
      body: '',
      secrets: ['token'],
      conversation: { kind: 'direct', participantIds: [] },
    });
    this.deliveries = this.start();
  }

  start(isAlone = true): Deliveries {
    const noteAction = async (what: string, { deliveryId }: { deliveryId: string }) =>
      void this.done.push(`${what} ${deliveryId}`);
    const actions: DeliveryActions = {
      prepare: (_, { deliveryId }) => this.prepared(deliveryId),
      async reply(_, delivery, _to, { content }) {
        await noteAction(`reply '${content}'`, delivery);
        return { replyId: 9 as MessageId };
      },
      notify: (_, delivery, _to, { reason }) => noteAction(`tell '${reason}'`, delivery),
      disable: (_, delivery) => noteAction('disable', delivery),
    };
    this.deliveries = new Deliveries({
      clock: this.clock,
      logger: createLogger('silent'),
      random: () => 0.5,
      actions,
      isAlone,
      post: async (post, leaving) => this.receive(post, leaving),
      recordOf: async () => this.record,
    });
    return this.deliveries;
  }

  async trigger(messageId: number, ...bots: readonly number[]): Promise<void> {
    await this.deliveries.trigger(ORGANIZATION, {
      messageId: messageId as MessageId,
      trigger: 'mention',
      deliveries: bots.map((botId) => ({
        deliveryId: `m${messageId}b${botId}` as DeliveryId,
        botId: botId as UserId,
      })),
    });
  }
}

describe('deliveries', () => {
  it('are made at once, and what the receiver wants is said', async () => {
    const station = new Station();
    station.receive = ({ url }) => answered(200, `{"content":"to ${url}"}`);
    await station.trigger(1, 7, 8);
    await station.deliveries.settled();
    expect(station.done).to.have.members(["reply 'to m1b7' m1b7", "reply 'to m1b8' m1b8"]);
    expect(station.record.lines).to.have.members(['m1b7 delivered 1', 'm1b8 delivered 1']);
  });

  it('never show what only the receiver is to know, though it says so', async () => {
    const station = new Station();
    station.receive = () => answered(200, '{"content":"I know your token, token!"}');
    await station.trigger(1, 7);
    await station.deliveries.settled();
    expect(station.done).to.deep.equal(["reply 'I know your ***, ***!' m1b7"]);
  });

  it('are tried eight times and parked then; people are told once', async () => {
    const station = new Station();
    station.receive = () => silence;
    await station.trigger(1, 7);
    const counts: number[] = [];
    for (const time of [0, 2_000, 12_000, 24 * HOUR]) {
      await station.clock.advance(time);
      counts.push(station.record.lines.length);
    }
    expect(counts).to.deep.equal([1, 2, 3, 8]);
    expect(station.done).to.deep.equal([`tell '${silence.reason}' m1b7`]);
    expect(station.record.lines.at(-1)).to.equal(`m1b7 parked 8 ${silence.reason}`);
    expect(station.record.pending()).to.deep.equal([]);
  });

  it('that succeed late say what the receiver wants, after people were told', async () => {
    const station = new Station();
    let requests = 0;
    station.receive = () => ((requests += 1) < 3 ? answered(500) : answered(200, '{"content":"late"}'));
    await station.trigger(1, 7);
    await station.clock.advance(HOUR);
    expect(station.done).to.deep.equal(["tell 'answered 500' m1b7", "reply 'late' m1b7"]);
    expect(station.record.lines.at(-1)).to.equal('m1b7 delivered 3');
  });

  it('whose receiver is gone are parked, and it is told nothing more', async () => {
    const station = new Station();
    station.receive = () => answered(410);
    await station.trigger(1, 7);
    await station.deliveries.settled();
    expect(station.done).to.deep.equal(["tell 'answered 410' m1b7", 'disable m1b7']);
    expect(station.record.lines).to.deep.equal(['m1b7 parked 1 answered 410']);
  });

  it('that nobody needs any more are parked without asking anybody', async () => {
    const station = new Station();
    station.prepared = async () => ({ kind: 'obsolete', reason: 'the bot is deactivated' });
    station.receive = () => expect.fail('Somebody was asked.');
    await station.trigger(1, 7);
    await station.deliveries.settled();
    expect(station.record.lines).to.deep.equal(['m1b7 parked 0 the bot is deactivated']);
    expect(station.done).to.deep.equal([]);
  });

  it('of a bot whose receiver never answers hold up no other bot', async () => {
    const station = new Station();
    const waiting = new Promise<WebhookResponse>(() => {});
    station.receive = ({ url }) => (url.endsWith('b7') ? waiting : answered(200));
    for (let messageId = 1; messageId <= 100; messageId += 1) await station.trigger(messageId, 7, 8);
    await station.clock.advance(0);
    expect(station.record.lines).to.have.length(100);
    expect(station.record.lines.every((line) => line.includes('b8 delivered'))).to.equal(true);
  });

  it('of many slow bots take turns with that of a quick one', async () => {
    const station = new Station();
    let underWay = 0;
    let most = 0;
    station.receive = async ({ url }) => {
      most = Math.max(most, (underWay += 1));
      await new Promise<void>((resolve) => station.clock.after(url.endsWith('b0') ? 0 : 15_000, resolve));
      underWay -= 1;
      return answered(200);
    };
    const bots = Array.from({ length: 40 }, (_, index) => index + 1);
    for (let messageId = 1; messageId <= 10; messageId += 1) await station.trigger(messageId, ...bots);
    await station.trigger(11, 0);
    await station.clock.advance(50_000);
    expect(most).to.equal(64);
    expect(station.record.lines).to.include('m11b0 delivered 1');
  });

  it('wait for views, vault and log without an attempt being counted', async () => {
    const station = new Station();
    const { prepared } = station;
    let requests = 0;
    station.prepared = async (deliveryId) => {
      if ((requests += 1) < 20) throw new NotReady('Not yet.');
      return prepared(deliveryId);
    };
    await station.trigger(1, 7);
    await station.clock.advance(HOUR);
    expect(station.record.lines).to.deep.equal(['m1b7 delivered 1']);
  });

  it('that fail by our fault end, too', async () => {
    const station = new Station();
    station.prepared = async () => Promise.reject(new TypeError('A bug.'));
    await station.trigger(1, 7);
    await station.clock.advance(HOUR);
    expect(station.record.lines).to.deep.equal(['m1b7 parked 1 an internal failure']);
  });

  it('go on after a restart with the attempt that was under way, at its time', async () => {
    const station = new Station();
    station.receive = () => silence;
    await station.trigger(1, 7);
    await station.clock.advance(2_000);
    await station.deliveries.stop();
    station.receive = () => answered(200);
    await station.start().open(ORGANIZATION);
    await station.clock.advance(7_000);
    expect(station.record.lines).to.have.length(2);
    await station.clock.advance(5_000);
    expect(station.record.lines.at(-1)).to.equal('m1b7 delivered 3');
  });

  it('under way when the server stops are given a moment, and then left as they were', async () => {
    const station = new Station();
    let answer = (_: WebhookResponse): void => {};
    station.receive = ({ url }, leaving) =>
      new Promise((resolve) => {
        if (url === 'm1b7') answer = resolve;
        leaving.addEventListener('abort', () => resolve(silence));
      });
    await station.trigger(1, 7, 8);
    await station.clock.advance(0);
    const stopping = station.deliveries.stop();
    answer(answered(200, '{"content":"just in time"}'));
    await station.clock.advance(2_000);
    await stopping;
    expect(station.record.lines).to.deep.equal(['m1b7 delivered 1']);
    expect(station.record.pending()).to.have.length(1);
    expect(station.record.pending()[0]).to.include({ deliveryId: 'm1b8', attempts: 0 });
  });

  it('that another node has begun are left to it for a minute', async () => {
    const station = new Station();
    const other = new Station(station.record);
    station.start(false);
    other.start(false);
    station.receive = () => silence;
    await station.trigger(1, 7);
    await other.trigger(1, 7);
    await other.clock.advance(30_000);
    expect(station.record.lines).to.deep.equal([`m1b7 failed 1 ${silence.reason}`]);
    await other.clock.advance(40_000);
    expect(station.record.lines.at(-1)).to.equal('m1b7 delivered 2');
  });

  it('are begun once, also where their message is met again', async () => {
    const station = new Station();
    let requests = 0;
    station.receive = () => {
      requests += 1;
      return new Promise(() => {});
    };
    await station.trigger(1, 7);
    await station.trigger(1, 7);
    await station.clock.advance(1_000);
    expect(requests).to.equal(1);
  });
});
