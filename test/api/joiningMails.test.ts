import { expect } from 'chai';
import { countMail, createRateLimits, type RateLimits } from '../../src/api/http/rateLimits.ts';
import { readConfig } from '../../src/base/config.ts';
import type { OrganizationId } from '../../src/base/ids.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard } from '../support/hansard.ts';
import { TestClock } from '../support/testClock.ts';
import { visit } from '../support/visiting.ts';

const DAY = 86_400_000;

describe('mails that strangers have sent by a link', () => {
  let clock: TestClock;
  let limits: RateLimits;
  beforeEach(() => {
    clock = new TestClock();
    limits = createRateLimits(readConfig({}), clock);
  });

  let strangers = 0;
  /** How many of so many are sent. */
  const sent = (count: number, link: string, organizationId = 1, address?: (n: number) => string): number => {
    let passed = 0;
    for (let n = 0; n < count; n += 1)
      try {
        const email = address?.(n) ?? `stranger${strangers++}@example.com`;
        countMail(limits, organizationId as OrganizationId, email, link);
        passed += 1;
      } catch (error) {
        expect(error).to.include({ code: 'RATE_LIMIT_HIT' });
      }
    return passed;
  };

  it('are 100 a day for each link', async () => {
    expect(sent(101, 'one')).to.equal(100);
    expect(sent(1, 'other')).to.equal(1);
    await clock.advance(DAY - 1);
    expect(sent(1, 'one')).to.equal(0);
    await clock.advance(1);
    expect(sent(1, 'one')).to.equal(1);
  });

  it('are 300 a day for all links of an organization', () => {
    const counts = ['a', 'b', 'c', 'd'].map((link) => sent(100, link));
    expect(counts).to.deep.equal([100, 100, 100, 0]);
    expect(sent(1, 'e', 2)).to.equal(1);
  });

  it('are five in half an hour for one mailbox, under however many addresses it is known', () => {
    const variant = (n: number): string => (n % 2 === 0 ? `Ann+${n}@example.com` : 'ann@EXAMPLE.com');
    expect(sent(10, 'one', 1, variant)).to.equal(5);
    expect(sent(2, 'two', 1, (n) => `ann+a+${n}@example.com`)).to.equal(0);
    expect(sent(1, 'two', 2, variant)).to.equal(1);
    expect(sent(1, 'two', 1, () => 'anne@example.com')).to.equal(1);
  });

  it('are refused on the page where they were asked for', async () => {
    const mails = await temporaryFolder();
    const hansard = await Hansard.start({
      environment: { MAIL_DIR: mails.folder, RATE_LIMITS: '{"anonymous":{"requests":1000,"seconds":60}}' },
    });
    const { body } = await (await hansard.owner()).post('/invites/multiuse', { stream_ids: [] });
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1)
      statuses.push(
        (await visit(hansard, String(body.invite_link), { email: `ann+${n}@example.com` })).status,
      );
    expect(statuses).to.deep.equal([303, 303, 303, 303, 303, 429]);
    await hansard.stop();
    await mails.remove();
  });
});
