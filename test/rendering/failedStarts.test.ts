import { expect } from 'chai';
import { NotReady } from '../../src/base/errors.ts';
import { EMPTY_DIRECTORY } from '../../src/rendering/rendered.ts';
import { RenderQueue } from '../../src/rendering/renderQueue.ts';
import { TestClock } from '../support/testClock.ts';
import { PuppetHost } from './puppetHost.ts';

const ANN = { organizationId: 1, ownerId: 1 };
const LIMITS = { timeLimit: 300, window: 1, queueLimit: 10, ownerLimit: 4 };

describe('a queue of texts to render', () => {
  let clock: TestClock;
  let hosts: PuppetHost[];
  let lane: RenderQueue;
  let lost: string[];

  /** The result of rendering a text by now: its HTML, or the class of its error. */
  const submit = (source: string): { outcome: unknown } => {
    const result: { outcome: unknown } = { outcome: 'none yet' };
    lane.render({ source, directory: EMPTY_DIRECTORY, asker: ANN }).then(
      ({ html }) => (result.outcome = html),
      (error: Error) => (result.outcome = error.constructor),
    );
    return result;
  };
  const host = (index: number): PuppetHost => hosts[index] as PuppetHost;

  beforeEach(() => {
    clock = new TestClock();
    hosts = [];
    lost = [];
    lane = new RenderQueue({
      clock,
      ...LIMITS,
      onLost: (reason) => lost.push(reason),
      start(_, listener) {
        const started = new PuppetHost(listener);
        hosts.push(started);
        return started;
      },
    });
  });
  afterEach(() => lane.close());

  describe('whose host does not start', () => {
    const WHY = 'exit code 9: bad option';
    const failedStarts = (first: number): void => {
      for (const index of [0, 1, 2]) host(first + index).listener.lost(WHY);
    };

    it('starts it again for the texts that wait', async () => {
      const result = submit('a');
      host(0).listener.lost(WHY);
      host(1).listener.lost(WHY);
      host(2).start();
      await clock.advance(0);
      expect(host(2).posted).to.deep.equal(['a']);
      expect(result.outcome).to.equal('none yet');
      expect(lane.fault).to.equal(undefined);
      expect(lost).to.deep.equal([WHY, WHY]);
    });

    it('refuses all texts after the third time, says why, and does not call it a crowd', async () => {
      const result = submit('a');
      failedStarts(0);
      await clock.advance(0);
      expect(result.outcome).to.equal(NotReady);
      expect(lane.fault).to.equal(WHY);
      const error = await lane
        .render({ source: 'b', directory: EMPTY_DIRECTORY, asker: ANN })
        .catch((refusal: NotReady) => refusal);
      expect(error).to.have.property('message').that.includes('cannot render').and.not.includes('waiting');
      expect(hosts).to.have.length(3);
      await lane.warm();
    });

    it('tries again by itself, and takes texts once a host starts', async () => {
      void lane.warm();
      failedStarts(0);
      await clock.advance(30_000);
      expect(hosts).to.have.length(4);
      host(3).listener.lost(WHY);
      expect(hosts).to.have.length(4);
      await clock.advance(30_000);
      host(4).start();
      expect(lane.fault).to.equal(undefined);
      submit('a');
      await clock.advance(0);
      expect(host(4).posted).to.deep.equal(['a']);
      expect(lost).to.have.length(4);
    });

    it('gives it half a minute', async () => {
      void lane.warm();
      await clock.advance(30_000);
      expect(host(0).ended).to.equal(true);
      expect(hosts).to.have.length(2);
      expect(lost[0]).to.match(/not started/);
    });

    it('counts a system that starts nothing in the same way', async () => {
      const refusing = new RenderQueue({
        clock,
        ...LIMITS,
        start: () => {
          throw new Error('spawn ENOMEM');
        },
      });
      await refusing.warm();
      expect(refusing.fault).to.match(/ENOMEM/);
      await refusing.close();
    });
  });

  it('starts no other host for one that dies without a text before there is one', async () => {
    void lane.warm();
    host(0).start();
    host(0).listener.lost('signal SIGKILL');
    expect(hosts).to.have.length(1);
    submit('a');
    expect(hosts).to.have.length(2);
    expect(lost).to.deep.equal(['signal SIGKILL']);
  });
});
