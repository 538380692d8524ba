import { expect } from 'chai';
import { requirePasswordReset } from '../../src/commands/credentials/credentials.ts';
import { importPeople } from '../../src/commands/people/imports.ts';
import type { UserId } from '../../src/base/ids.ts';
import { Hansard, OWNER_EMAIL } from '../support/hansard.ts';
import { makeBot } from './bots.ts';

const ROUNDS = 15;

/** The value that a quarter of the others are below: what else this process does disturbs it least. */
const lowerQuartile = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 4)]!;

/** What one log-in cost: passwords that were compared, and milliseconds of processors, whatever others do with them. */
interface Cost {
  readonly comparisons: number;
  readonly milliseconds: number;
}

describe('a log-in that fails', () => {
  let hansard: Hansard;
  const costs: Record<string, Cost[]> = {};
  let comparisons = 0;

  before(async () => {
    hansard = await Hansard.start({ isPasswordSlow: true });
    const { passwords } = hansard.app.founding;
    const verify = passwords.verify.bind(passwords);
    passwords.verify = (...parameters) => {
      comparisons += 1;
      return verify(...parameters);
    };
    const bot = await makeBot(hansard, await hansard.owner());
    const ann = await hansard.person('Ann');
    const lane = hansard.app.founding.lanes.bySubdomain('')!;
    const acme = await hansard.organization('acme');
    const operator = { actor: null, client: 'test', correlationId: 'test' };
    await lane.submit(requirePasswordReset, { userId: ann.userId as UserId }, operator);
    const gone = await hansard.person('Gone');
    await (await hansard.owner()).delete(`/users/${gone.userId}`);
    const elsewhere = { importKey: 'a', email: 'imported@example.com', fullName: 'Imported' };
    const { secrets } = hansard.app.founding;
    const apiKeyCredentialId = await secrets.issueApiKey(lane.state.organizationId);
    await lane.submit(importPeople, [{ ...elsewhere, apiKeyCredentialId }], operator);
    const usernames: Readonly<Record<string, string>> = {
      'of somebody': OWNER_EMAIL,
      'of nobody': 'nobody@example.com',
      'of a bot': bot.email,
      'of who needs another password': ann.email,
      'of somebody elsewhere': acme.email,
      'of who has been deactivated': gone.email,
      'of who was imported': elsewhere.email,
    };
    for (const username of Object.values(usernames)) await failed(username);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [who, username] of Object.entries(usernames))
        (costs[who] ??= []).push(await failed(username));
  });
  after(() => hansard.stop());

  async function failed(username: string): Promise<Cost> {
    const [before, began] = [comparisons, process.cpuUsage()];
    const fields = { username, password: 'a guess' };
    const { status, body } = await hansard.anonymous('POST', '/fetch_api_key', fields);
    const { user, system } = process.cpuUsage(began);
    expect([status, body.code]).to.deep.equal([401, 'AUTHENTICATION_FAILED']);
    return { comparisons: comparisons - before, milliseconds: (user + system) / 1_000 };
  }

  for (const who of [
    'of nobody',
    'of a bot',
    'of who needs another password',
    'of somebody elsewhere',
    'of who has been deactivated',
    'of who was imported',
  ])
    it(`costs as much ${who} as of somebody`, () => {
      const [one, other] = [costs[who]!, costs['of somebody']!];
      const all = [...one, ...other].map((cost) => cost.comparisons);
      expect(new Set(all)).to.deep.equal(new Set([1]));
      const [mine, theirs] = [one, other].map((some) => lowerQuartile(some.map((cost) => cost.milliseconds)));
      expect(mine! / theirs!).to.be.within(0.75, 1.33);
    });
});
