import { expect } from 'chai';
import { readDeliveries } from '../../src/reactors/webhooks/findDeliveries.ts';
import { systemClock } from '../../src/base/clock.ts';
import { openSqliteEventLog } from '../../src/events/log/sqlite/log.ts';
import type { OrganizationId } from '../../src/base/ids.ts';
import type { DeliveryState } from '../../src/organization/slices/bots.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { HurriedClock } from '../support/hurriedClock.ts';
import { HOSTILITIES, type Listening, startHostile, startReceiver } from '../support/receivers.ts';
import { until } from '../support/waiting.ts';
import { hookTo, ON_THIS_MACHINE } from './hooks.ts';
import { listIn } from './expected.ts';

const ATTEMPTS = 8;

/** What becomes of what a receiver is told that does nothing but harm. */
interface Fate {
  readonly parked?: string;
  readonly complaint?: string;
  /** What the bot says in the conversation. */
  readonly contents: readonly string[];
}

const UNAVAILABLE = ['Failure! Bot is unavailable'];
const INVALID = 'Invalid JSON in response';

describe('a webhook whose receiver is hostile', () => {
  let hansard: Hansard;
  let owner: Person;
  const open: Listening[] = [];
  const fates: [deliveryBot: number, fate: Fate][] = [];

  before(async () => {
    hansard = await Hansard.start({ environment: ON_THIS_MACHINE, clock: new HurriedClock() });
    owner = await hansard.owner();
  });
  after(async () => {
    await hansard.stop();
    await Promise.all(open.map((each) => each.close()));
  });

  const deliveries = async (): Promise<readonly DeliveryState[]> => {
    const log = openSqliteEventLog({ folder: hansard.folder, clock: systemClock, readOnly: true });
    try {
      return await readDeliveries(log, 1 as OrganizationId, true);
    } finally {
      await log.close();
    }
  };
  const ended = (botId: number): Promise<DeliveryState> =>
    until(async () => (await deliveries()).find((each) => each.botId === botId && each.status !== 'pending'));

  const comesTo = (what: string, receiver: () => Promise<Listening>, fate: Fate) =>
    it(`${what} is ${fate.parked ? 'parked after eight attempts' : 'told once'}`, async () => {
      const listening = await receiver();
      open.push(listening);
      const { bot } = await hookTo(hansard, owner, listening.url);
      await owner.post('/messages', { type: 'direct', to: [bot.userId], content: 'hello' });
      const delivery = await ended(bot.userId);
      await owner.answered();
      expect(delivery).to.include(
        fate.parked
          ? { status: 'parked', attempts: ATTEMPTS, reason: fate.parked }
          : { status: 'delivered', attempts: 1, complaint: fate.complaint ?? null },
      );
      expect(listening.connections).to.equal(fate.parked ? ATTEMPTS : 1);
      const narrow = [{ operator: 'dm', operand: [bot.userId] }];
      const query = { anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false, narrow };
      await hansard.settled();
      const contents = listIn(await owner.get('/messages', query), 'messages').map(({ content }) => content);
      expect(contents).to.deep.equal(['hello', ...fate.contents]);
      fates.push([bot.userId, fate]);
    });

  const raw = (kind: keyof typeof HOSTILITIES) => () => startHostile(HOSTILITIES[kind]);
  const late = 'no answer within 15 seconds';
  comesTo('a byte a second', raw('slow'), { parked: late, contents: UNAVAILABLE });
  comesTo('silence', raw('silent'), { parked: late, contents: UNAVAILABLE });
  comesTo('a header of 10 MB', raw('longHeader'), { parked: 'HPE_HEADER_OVERFLOW', contents: UNAVAILABLE });
  comesTo('no HTTP', raw('garbage'), { parked: 'HPE_INVALID_CONSTANT', contents: UNAVAILABLE });
  comesTo('500 for ever', () => startReceiver(() => ({ status: 500, body: 'x'.repeat(70_000) })), {
    parked: 'answered 500',
    contents: ['Failure! Third party responded with 500'],
  });
  comesTo('10 GB', raw('endless'), { complaint: INVALID, contents: [`Failure! ${INVALID}`] });
  comesTo('garbage in a body', () => startReceiver(() => ({ body: '\u0000\uFFFD{{' })), {
    complaint: INVALID,
    contents: [`Failure! ${INVALID}`],
  });
  const nulls = { content: null, response_string: null, response_not_required: null, widget_content: null };
  comesTo('null in every field', () => startReceiver(() => ({ body: nulls })), { contents: [] });

  it('leaves the list of what is parked right, and the server well', async () => {
    const parked = (await deliveries()).filter(({ status }) => status === 'parked');
    expect(parked.map(({ botId }) => botId)).to.deep.equal(
      fates.filter(([, { parked: why }]) => why).map(([botId]) => botId),
    );
    const sent = await owner.post('/messages', { type: 'direct', to: [owner.userId], content: 'well' });
    expect(sent.status).to.equal(200);
  });
});
