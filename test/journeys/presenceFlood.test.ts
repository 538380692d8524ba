import { expect } from 'chai';
import { cp } from 'node:fs/promises';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { type Answer, Hansard, type Person } from '../support/hansard.ts';
import { ServerProcess } from '../support/process.ts';
import { sleep, until } from '../support/waiting.ts';

const CROWD = 400;
const ALLOWED = 40;
/** Refusals to one, and answers to Ann, that are waited for. */
const [REFUSED, TALK] = [20, 10];
const LIMITS = { user: { requests: ALLOWED, seconds: 3600 } };

/** Lengths of time over which the event loop is watched, in ms: other programs spoil some of them. */
const WINDOWS = [1_000, 1_000, 1_000, 1_000, 1_000];
/** In ms; the gauge counts the fifty between two of its looks, too. */
const LONGEST_STOP = 50 + 50;

/** Floods at most, where the server had to wait for a processor for more than such a part of each. */
const MOST_FLOODS = 5;
const DISTURBANCE = 0.05;

type Tally = Record<number, number>;

describe('a flood of presence reports', () => {
  let server: ServerProcess;
  let ofOne: Tally;
  let ofMany: Tally;
  let ofAnn: Answer[];
  let stops: number[];
  let newest: Answer;
  let crowd: Person[] = [];
  let isOver: boolean;
  /** In ms. */
  let took: number;

  before(async () => {
    const { folder, remove } = await temporaryFolder();
    const hansard = await Hansard.start({ folder });
    while (crowd.length < CROWD + 3) crowd.push(await hansard.account(`Person ${crowd.length}`));
    await hansard.stop();
    let isDisturbed = true;
    for (let attempt = 0; isDisturbed && attempt < MOST_FLOODS; attempt += 1)
      isDisturbed = await floodOn(folder);
    await remove();
  });

  /** Floods a server of its own on a copy of the folder; answers whether other programs have spoilt what was watched. */
  async function floodOn(folder: string): Promise<boolean> {
    const copy = await temporaryFolder();
    await cp(folder, copy.folder, { recursive: true });
    [ofOne, ofMany, ofAnn, stops, isOver] = [{}, {}, [], [], false];
    server = await ServerProcess.start(copy.folder, { RATE_LIMITS: JSON.stringify(LIMITS) });
    crowd = crowd.map((person) => server.known(person));
    const began = performance.now();
    const waited = server.waitedForProcessor;
    await flood();
    took = performance.now() - began;
    const disturbance = (server.waitedForProcessor - waited) / took;
    await server.kill();
    await copy.remove();
    return Math.min(...stops) >= LONGEST_STOP && disturbance > DISTURBANCE;
  }

  const report = (person: Person, fields = {}) =>
    person.post('/users/me/presence', { status: 'active', last_update_id: -1, ...fields });

  async function counted(tally: Tally, answer: Promise<Answer>): Promise<void> {
    const { status } = await answer;
    tally[status] = (tally[status] ?? 0) + 1;
  }

  const untilOver = async (work: () => Promise<unknown>): Promise<void> => {
    while (!isOver) await work();
  };

  /** One asks as often as they can, the crowd asks for everything at once again and again, Ann has a talk. */
  async function flood(): Promise<void> {
    const [one, ann, last, ...many] = crowd as [Person, Person, Person, ...Person[]];
    const asking = [
      ...Array.from({ length: 4 }, () => untilOver(() => counted(ofOne, report(one)))),
      untilOver(() => Promise.all(many.map((person) => counted(ofMany, report(person))))),
    ];
    const conversation = untilOver(async () => {
      if (ofAnn.length >= ALLOWED) return sleep(50);
      const message = { type: 'direct', to: [ann.userId], content: 'On and on' };
      ofAnn.push(await ann.post('/messages', message), await ann.get('/users/me'));
      await sleep(200);
    });
    await server.loopDelay(99);
    for (const window of WINDOWS) {
      await sleep(window);
      stops.push(await server.loopDelay(99));
    }
    // A busy machine needs more time for as much.
    await until(() => (ofOne[429] ?? 0) > REFUSED && ofAnn.length > TALK);
    isOver = true;
    await Promise.all([...asking, conversation]);
    newest = await report(last);
  }

  it('is answered to each as often as the limit allows, and not more often', () => {
    expect(ofOne[200]).to.equal(ALLOWED);
    expect(ofOne[429]).to.be.above(REFUSED);
    expect(Object.keys(ofOne)).to.have.members(['200', '429']);
    expect(ofMany[200]).to.be.at.least(CROWD);
    expect(Object.keys(ofMany).filter((status) => status !== '200' && status !== '429')).to.deep.equal([]);
  });

  it('becomes one event a second at most', () => {
    expect(newest.body.presence_last_update_id).to.be.within(2, took / 1000 + 2);
    expect(Object.keys(newest.body.presences as object).length).to.be.at.least(CROWD);
  });

  it('keeps nobody else from being answered', () => {
    expect(ofAnn.length).to.be.above(TALK);
    expect(ofAnn.filter(({ status }) => status !== 200)).to.deep.equal([]);
  });

  it('does not hold up the event loop', () => {
    expect(Math.min(...stops), stops.join(', ')).to.be.below(LONGEST_STOP);
  });
});
