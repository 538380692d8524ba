import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { type Answer, OWNER_EMAIL, OWNER_PASSWORD, type Person } from '../support/hansard.ts';
import { ServerProcess } from '../support/process.ts';
import { sleep } from '../support/waiting.ts';

const GUESSES = 5;
const BY_ADDRESS = 4;
const LIMITS = {
  user: { requests: 1_000_000, seconds: 60 },
  anonymous: { requests: BY_ADDRESS, seconds: 1800 },
  login: { requests: GUESSES, seconds: 1800 },
};

/**
 * The event loop is watched over so many lengths of time, in ms, and over more of them where other programs spoil all.
 * How long it stood still at the longest is a goal of `npm run bench`, on a machine that has nothing else to do.
 */
const [WINDOW, FEWEST_WINDOWS, MOST_WINDOWS] = [1_000, 6, 100];
/** Every other stop is shorter, in ms; the gauge counts the fifty between two of its looks, too. */
const LONGEST_STOP = 50 + 50;

/** Refusals of each kind, and answers to Ann, that are waited for. */
const [REFUSED, TALK] = [100, 20];

/** How often each status was answered. */
type Tally = Record<number, number>;

describe('a flood of log-ins', () => {
  let remove: () => Promise<void>;
  let server: ServerProcess;
  let ann: Person;
  const ofName: Tally = {};
  const ofAddress: Tally = {};
  const ofMany: Tally = {};
  const ofAnn: Answer[] = [];
  const stops: number[] = [];
  let isOver = false;
  let made = 0;

  before(async () => {
    const folder = await temporaryFolder();
    ({ remove } = folder);
    const environment = { RATE_LIMITS: JSON.stringify(LIMITS), TRUSTED_PROXIES: '127.0.0.1' };
    server = await ServerProcess.start(folder.folder, environment);
    const owner = await server.login();
    const account = { email: 'ann@example.com', full_name: 'Ann Example', password: OWNER_PASSWORD };
    await owner.post('/users', account);
    ann = await server.login('ann@example.com');
    await flood();
  });
  after(async () => {
    await server.kill();
    await remove();
  });

  const someName = (): string => `nobody${(made += 1)}@example.com`;
  const someAddress = (): string => `10.${(made += 1) >> 16}.${(made >> 8) & 255}.${made & 255}`;

  async function guess(tally: Tally, username: string, address: string): Promise<void> {
    const body = new URLSearchParams({ username, password: 'a guess' });
    const headers = { 'x-forwarded-for': address };
    const answer = await fetch(`${server.url}/fetch_api_key`, { method: 'POST', body, headers });
    await answer.arrayBuffer();
    tally[answer.status] = (tally[answer.status] ?? 0) + 1;
  }

  const untilOver = async (work: () => Promise<unknown>): Promise<void> => {
    while (!isOver) await work();
  };

  /** A busy machine needs more time for as much. */
  const isEnough = (): boolean =>
    [ofName, ofAddress].every((tally) => (tally[429] ?? 0) > REFUSED) && ofAnn.length > TALK;

  async function flood(): Promise<void> {
    const guessing = Array.from({ length: 6 }, () => [
      untilOver(() => guess(ofName, OWNER_EMAIL, someAddress())),
      untilOver(() => guess(ofAddress, someName(), '192.0.2.1')),
      untilOver(() => guess(ofMany, someName(), someAddress())),
    ]);
    const conversation = untilOver(async () => {
      ofAnn.push(await ann.get('/users/me'));
      ofAnn.push(await ann.post('/messages', { type: 'direct', to: [ann.userId], content: 'On and on' }));
      await sleep(20);
    });
    await server.loopDelay(50);
    const isDisturbed = (): boolean => Math.min(...stops) >= LONGEST_STOP && stops.length < MOST_WINDOWS;
    while (stops.length < FEWEST_WINDOWS || isDisturbed() || !isEnough()) {
      await sleep(WINDOW);
      stops.push(await server.loopDelay(50));
    }
    isOver = true;
    await Promise.all([...guessing.flat(), conversation]);
  }

  it('has no more guesses at one name than are allowed, from wherever they come', () => {
    expect(ofName[401]).to.equal(GUESSES);
    expect(ofName[429]).to.be.above(REFUSED);
    expect(Object.keys(ofName)).to.have.members(['401', '429']);
  });

  it('has no more guesses from one address than are allowed, at whomever', () => {
    expect(ofAddress[401]).to.equal(BY_ADDRESS);
    expect(ofAddress[429]).to.be.above(REFUSED);
    expect(Object.keys(ofAddress)).to.have.members(['401', '429']);
  });

  it('is answered, as far as it is within the limits', () => {
    expect(ofMany[401]).to.be.above(0);
    expect(Object.keys(ofMany)).to.deep.equal(['401']);
  });

  it('keeps nobody else from being answered', () => {
    expect(ofAnn.length).to.be.above(TALK);
    expect(ofAnn.filter(({ status }) => status !== 200)).to.deep.equal([]);
  });

  it('does not hold up the event loop', () => {
    expect(Math.min(...stops), stops.join(', ')).to.be.below(LONGEST_STOP);
  });
});
