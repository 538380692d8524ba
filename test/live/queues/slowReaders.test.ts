import { expect } from 'chai';
import { example } from '../../support/examples.ts';
import { CHANNELS, PEOPLE } from '../scene.ts';
import { QueueScene } from './scene.ts';

const said = () => example.messageSent({ channelId: CHANNELS.public });

describe('a client that does not read its stream', () => {
  let scene: QueueScene;
  const who = () => ({ organizationId: scene.state.organizationId, userId: PEOPLE.member });
  const states = () => scene.slowReaders.map(({ state }) => state);

  beforeEach(() => {
    scene = new QueueScene();
  });

  /** A stream whose client has been given an event and has yet to come back for the next. */
  async function unread() {
    const stream = scene.follow(scene.register());
    scene.happen(said());
    const first = stream.next();
    await scene.clock.advance(0);
    expect((await first).value).to.have.lengthOf(1);
    return stream;
  }

  it('is reported after 30 seconds, once, and again when it reads on', async () => {
    const stream = await unread();
    await scene.clock.advance(29_999);
    expect([scene.slowReaders, scene.queues.stalled]).to.deep.equal([[], 0]);
    await scene.clock.advance(30_001);
    expect(scene.slowReaders).to.deep.equal([{ ...who(), state: 'stalled', milliseconds: 30_000 }]);
    expect(scene.queues.stalled).to.equal(1);
    void stream.next();
    await scene.clock.advance(5_000);
    expect(scene.slowReaders.slice(1)).to.deep.equal([
      { ...who(), state: 'recovered', milliseconds: 65_000 },
    ]);
    expect(scene.queues.stalled).to.equal(0);
  });

  it('is reported once for each person, however many of their streams it is', async () => {
    const [one, other] = [await unread(), await unread()];
    await scene.clock.advance(40_000);
    expect(scene.queues.stalled).to.equal(2);
    await one.return(undefined);
    await scene.clock.advance(10_000);
    expect(states()).to.deep.equal(['stalled']);
    await other.return(undefined);
    await scene.clock.advance(10_000);
    expect(states()).to.deep.equal(['stalled', 'recovered']);
    await unread();
    await scene.clock.advance(40_000);
    expect(states()).to.deep.equal(['stalled', 'recovered', 'stalled']);
  });

  it('is none that waits for events, however long', async () => {
    const gone = new AbortController();
    const stream = scene.follow(scene.register(), gone.signal);
    const waiting = stream.next();
    await scene.clock.advance(40_000);
    expect([scene.slowReaders, scene.queues.stalled]).to.deep.equal([[], 0]);
    gone.abort();
    await scene.clock.advance(0);
    expect((await waiting).done).to.equal(true);
  });
});
