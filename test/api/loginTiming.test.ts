import { expect } from 'chai';
import { requirePasswordReset } from '../../src/commands/credentials.ts';
import type { UserId } from '../../src/ids.ts';
import { Hansard, OWNER_EMAIL } from '../support/hansard.ts';
import { makeBot } from './bots.ts';

const ROUNDS = 25;
/** Beyond it a difference is no chance any more. */
const SIGNIFICANT = 4.5;

/** The value that a quarter of the others are below: what else the machine does disturbs it least. */
const lowerQuartile = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 4)]!;

/** By how many standard deviations the ranks of two samples differ (Mann and Whitney). */
function rankDifference(one: readonly number[], other: readonly number[]): number {
  const [n, m] = [one.length, other.length];
  let smaller = 0;
  for (const value of one) for (const each of other) smaller += each < value ? 1 : each === value ? 0.5 : 0;
  return (smaller - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

describe('a log-in that fails', function () {
  this.timeout(120_000);
  let hansard: Hansard;
  const took: Record<string, number[]> = {};

  before(async () => {
    hansard = await Hansard.start({ isPasswordSlow: true });
    const bot = await makeBot(hansard, await hansard.owner());
    const ann = await hansard.person('Ann');
    const lane = hansard.app.founding.lanes.bySubdomain('')!;
    const acme = await hansard.organization('acme');
    const operator = { actor: null, client: 'test', correlationId: 'test' };
    await lane.submit(requirePasswordReset, { userId: ann.userId as UserId }, operator);
    const usernames: Readonly<Record<string, string>> = {
      'of somebody': OWNER_EMAIL,
      'of nobody': 'nobody@example.com',
      'of a bot': bot.email,
      'of who needs another password': ann.email,
      'of somebody elsewhere': acme.email,
    };
    for (const username of Object.values(usernames)) await failed(username);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [who, username] of Object.entries(usernames))
        (took[who] ??= []).push(await failed(username));
  });
  after(() => hansard.stop());

  /** Milliseconds. */
  async function failed(username: string): Promise<number> {
    const began = performance.now();
    const { status } = await hansard.anonymous('POST', '/fetch_api_key', { username, password: 'a guess' });
    const milliseconds = performance.now() - began;
    expect(status).to.equal(401);
    return milliseconds;
  }

  for (const who of ['of nobody', 'of a bot', 'of who needs another password', 'of somebody elsewhere'])
    it(`takes as long ${who} as of somebody`, () => {
      const [one, other] = [took[who]!, took['of somebody']!];
      const ratio = lowerQuartile(one) / lowerQuartile(other);
      expect(ratio, 'of the quick ones').to.be.within(0.75, 1.33);
      expect(Math.abs(rankDifference(one, other)), 'in standard deviations').to.be.below(SIGNIFICANT);
    });
});
