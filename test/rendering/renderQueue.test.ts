import { expect } from 'chai';
import { NotReady, Refused } from '../../src/base/errors.ts';
import { EMPTY_DIRECTORY } from '../../src/rendering/rendered.ts';
import { RenderQueue } from '../../src/rendering/renderQueue.ts';
import type { Requester } from '../../src/base/concurrency.ts';
import { TestClock } from '../support/testClock.ts';
import { PuppetHost } from './puppetHost.ts';

const TIME_LIMIT = 300;

const [ANN, BOB] = [1, 2].map((ownerId) => ({ organizationId: 1, ownerId })) as [Requester, Requester];
const ELSEWHERE = { organizationId: 2, ownerId: 1 };

describe('a lane of texts to render', () => {
  let clock: TestClock;
  let hosts: PuppetHost[];
  let lane: RenderQueue;
  let troubled: Requester[];

  /** The result of rendering a text by now: its HTML, or the class of its error. */
  const submit = (source: string, asker = ANN): { outcome: unknown } => {
    const result: { outcome: unknown } = { outcome: 'none yet' };
    lane.render({ source, directory: EMPTY_DIRECTORY, asker }).then(
      ({ html }) => (result.outcome = html),
      (error: Error) => (result.outcome = error.constructor),
    );
    return result;
  };
  const host = (index: number): PuppetHost => hosts[index] as PuppetHost;

  beforeEach(() => {
    clock = new TestClock();
    hosts = [];
    troubled = [];
    lane = new RenderQueue({
      clock,
      timeLimit: TIME_LIMIT,
      window: 1,
      queueLimit: 10,
      ownerLimit: 4,
      onTrouble: (asker) => troubled.push(asker),
      start(limit, listener) {
        expect(limit).to.equal(TIME_LIMIT);
        const started = new PuppetHost(listener);
        hosts.push(started);
        return started;
      },
    });
  });
  afterEach(() => lane.close());

  it('gives a host one text after the other', async () => {
    const [first, second] = [submit('a'), submit('b')];
    host(0).start();
    await clock.advance(0);
    expect(host(0).posted).to.deep.equal(['a']);
    host(0).answer('<p>a</p>');
    await clock.advance(0);
    expect(first.outcome).to.equal('<p>a</p>');
    expect(host(0).posted).to.deep.equal(['a', 'b']);
    host(0).answer('<p>b</p>');
    await clock.advance(0);
    expect(second.outcome).to.equal('<p>b</p>');
    expect(hosts).to.have.length(1);
  });

  it('leaves a text to its host for a while longer than that may take', async () => {
    const result = submit('slow');
    host(0).start();
    await clock.advance(1.3 * TIME_LIMIT);
    expect(host(0).ended).to.equal(false);
    host(0).answer('<p>slow</p>');
    await clock.advance(0);
    expect(result.outcome).to.equal('<p>slow</p>');
  });

  it('leaves a text with few signs of markup to its host for two and a half times as long', async () => {
    const result = submit('- a\n'.repeat(1000));
    host(0).start();
    await clock.advance(3 * TIME_LIMIT);
    expect(host(0).ended).to.equal(false);
    host(0).answer('<ul></ul>');
    await clock.advance(0);
    expect(result.outcome).to.equal('<ul></ul>');
  });

  it('ends a host that does not give its text up, refuses that text, and goes on with the next host', async () => {
    const culprit = submit('*'.repeat(5000));
    host(0).start();
    await clock.advance(1.2 * TIME_LIMIT);
    const behind = submit('behind');
    await clock.advance(0.3 * TIME_LIMIT);
    expect(culprit.outcome).to.equal(Refused);
    expect(host(0).ended).to.equal(true);
    host(1).start();
    await clock.advance(0);
    expect(host(1).posted).to.deep.equal(['behind']);
    host(1).answer('<p>behind</p>');
    await clock.advance(0);
    expect(behind.outcome).to.equal('<p>behind</p>');
  });

  it('does not hold it against a text that its host loads what it needs', async () => {
    const result = submit('formula');
    host(0).start();
    host(0).loading = true;
    await clock.advance(3 * TIME_LIMIT);
    expect(host(0).ended).to.equal(false);
    expect(result.outcome).to.equal('none yet');
  });

  it('refuses the text at which a host has died, and goes on with the next host', async () => {
    const [culprit, behind] = [submit('deadly'), submit('behind')];
    host(0).start();
    await clock.advance(0);
    host(0).listener.lost('exit code 9: bad option');
    await clock.advance(0);
    expect(culprit.outcome).to.equal(Refused);
    host(1).start();
    await clock.advance(0);
    expect(host(1).posted).to.deep.equal(['behind']);
    expect(behind.outcome).to.equal('none yet');
  });

  describe('that one account floods', () => {
    /** Each text takes 80 ms. */
    const work = async (texts: number): Promise<void> => {
      for (let text = 0; text < texts; text += 1) {
        await clock.advance(80);
        host(0).answer(`<p>${host(0).posted.at(-1)}</p>`);
        await clock.advance(0);
      }
    };
    let flood: { outcome: unknown }[];

    beforeEach(async () => {
      flood = [submit('flood 0')];
      host(0).start();
      await clock.advance(0);
      flood.push(...[1, 2, 3, 4].map((n) => submit(`flood ${n}`)));
    });

    it('does the text of whoever else comes next, here or in another organization', async () => {
      const others = [submit('b', BOB), submit('c', ELSEWHERE)];
      await work(1);
      expect(host(0).posted).to.deep.equal(['flood 0', 'c']);
      await work(2);
      expect(host(0).posted).to.deep.equal(['flood 0', 'c', 'b', 'flood 1']);
      expect(others.map(({ outcome }) => outcome)).to.deep.equal(['<p>b</p>', '<p>c</p>']);
    });

    it('turns away what exceeds the bound of an owner, and nobody else', async () => {
      const tooMany = submit('flood 5');
      const other = submit('b', BOB);
      await work(6);
      expect(tooMany.outcome).to.equal(NotReady);
      expect(other.outcome).to.equal('<p>b</p>');
      expect(flood.map(({ outcome }) => outcome)).to.deep.equal(
        [0, 1, 2, 3, 4].map((n) => `<p>flood ${n}</p>`),
      );
    });

    it('sends away those who have waited too long, whoever is before them', async () => {
      await clock.advance(1.2 * TIME_LIMIT);
      const late = submit('late', BOB);
      await clock.advance(0.5 * TIME_LIMIT);
      expect(late.outcome).to.equal('none yet');
      expect(flood.slice(1).map(({ outcome }) => outcome)).to.deep.equal(Array(4).fill(NotReady));
      host(0).answer('<p>0</p>');
      expect(host(0).posted).to.deep.equal(['flood 0', 'late']);
    });

    it('goes on with the others where its host has died', async () => {
      const other = submit('b', BOB);
      host(0).listener.lost('exit code 9: bad option');
      host(1).start();
      await clock.advance(0);
      expect(flood[0]?.outcome).to.equal(Refused);
      expect(host(1).posted).to.deep.equal(['b']);
      host(1).answer('<p>b</p>');
      await clock.advance(0);
      expect(other.outcome).to.equal('<p>b</p>');
      expect(host(1).posted).to.deep.equal(['b', 'flood 1']);
    });
  });

  it('tells who asked for what was refused or slow', async () => {
    const asking = [ANN, BOB, ELSEWHERE].map((asker) => submit('x', asker));
    host(0).start();
    await clock.advance(TIME_LIMIT);
    host(0).answer('in time');
    expect(troubled).to.deep.equal([]);
    host(0).listener.answered([null]);
    expect(troubled).to.deep.equal([ELSEWHERE]);
    await clock.advance(TIME_LIMIT + 1);
    host(0).answer('slow');
    expect(troubled).to.deep.equal([ELSEWHERE, BOB]);
    await clock.advance(0);
    expect(asking.map(({ outcome }) => outcome)).to.deep.equal(['in time', 'slow', Refused]);
  });

  it('does not count the time in which a host loads what it needs', async () => {
    submit('formula');
    host(0).start();
    host(0).loading = true;
    await clock.advance(TIME_LIMIT);
    host(0).loading = false;
    await clock.advance(0.5 * TIME_LIMIT);
    host(0).answer('<p>formula</p>');
    expect(troubled).to.deep.equal([]);
  });
});
