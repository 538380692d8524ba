import { expect } from 'chai';
import { BulkyAnswers, type BulkyTurn } from '../../../src/api/http/admission.ts';
import { nextTurn } from '../../../src/base/concurrency.ts';
import { NotReady, Refused } from '../../../src/base/errors.ts';
import { Hansard, type Person } from '../../support/hansard.ts';

describe('long answers', () => {
  let answers: BulkyAnswers;
  let begun: string[];
  beforeEach(() => {
    answers = new BulkyAnswers();
    begun = [];
  });

  /** A request of a person such as `1a`, of organization 1. */
  const enter = (person: string, gone = new AbortController().signal): Promise<BulkyTurn> => {
    const asker = { organizationId: Number(person[0]), ownerId: person.charCodeAt(1), person, gone };
    const entered = answers.enter({ ...asker, isUnlimited: false });
    entered.then(
      () => begun.push(person),
      () => {},
    );
    return entered;
  };
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  };

  it('are made one at a time for a person, when the one before has been read', async () => {
    const first = await enter('1a');
    const second = enter('1a');
    const other = await enter('1b');
    first.made();
    other.made();
    await settled();
    expect(begun).to.deep.equal(['1a', '1b']);
    first.end();
    first.end();
    (await second).end();
    await enter('1a');
    expect(begun).to.deep.equal(['1a', '1b', '1a', '1a']);
  });

  it('are not made for who has gone while they waited, and the next is', async () => {
    const first = await enter('1a');
    const leaving = new AbortController();
    const gone = enter('1a', leaving.signal).catch((error: unknown) => error);
    const last = enter('1a');
    leaving.abort();
    first.end();
    expect(await gone).to.be.instanceOf(NotReady);
    await last;
    expect(begun).to.deep.equal(['1a', '1a']);
  });

  it('wait sixteen at a time for one person', async () => {
    await enter('1a');
    for (let waiting = 0; waiting < 16; waiting += 1) void enter('1a');
    const error = await enter('1a').catch((error: unknown) => error);
    expect(error).to.be.instanceOf(Refused).with.property('code', 'RATE_LIMIT_HIT');
  });

  it('have organizations take turns where many are made', async () => {
    const first = await Promise.all(
      Array.from({ length: 32 }, (_, index) => enter(`1${String.fromCharCode(200 + index)}`)),
    );
    for (const person of ['1a', '1b', '1c', '2a']) void enter(person);
    await settled();
    for (const turn of first.slice(0, 2)) turn.made();
    await settled();
    expect(begun.slice(32)).to.deep.equal(['1a', '2a']);
  });
});

describe('POST /register', () => {
  let hansard: Hansard;
  let owner: Person;
  before(async () => {
    hansard = await Hansard.start({ environment: { RATE_LIMITS: 'on' } });
    owner = await hansard.owner();
  });
  after(() => hansard.stop());

  it('is counted by the bytes of its answers, like other long ones, and refused beyond fifty megabytes', async () => {
    const description = 'x'.repeat(1_000);
    for (let call = 0; call < 10; call += 1) {
      const subscriptions = Array.from({ length: 50 }, (_, index) => ({
        name: `${call}.${index}`,
        description,
      }));
      expect((await owner.post('/users/me/subscriptions', { subscriptions })).status).to.equal(200);
    }
    const statuses: number[] = [];
    let bytes = 0;
    while (statuses.length < 100 && !statuses.includes(429)) {
      const answer = await owner.get('/users/me/subscriptions');
      statuses.push(answer.status);
      if (answer.status === 200) bytes += JSON.stringify(answer.body).length;
    }
    expect(statuses.at(-1)).to.equal(429);
    expect(bytes).to.be.within(30_000_000, 60_000_000);
    expect((await owner.post('/register')).status).to.equal(429);
    expect((await owner.get('/users/me')).status, 'everything else').to.equal(200);
  });
});
