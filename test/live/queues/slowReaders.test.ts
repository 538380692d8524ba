import { expect } from 'chai';
import { example } from '../../support/examples.ts';
import { CHANNELS, PEOPLE } from '../fixture.ts';
import { QueueFixture } from './fixture.ts';

const sent = () => example.messageSent({ channelId: CHANNELS.public });

describe('a client that does not read its stream', () => {
  let fixture: QueueFixture;
  const who = () => ({ organizationId: fixture.state.organizationId, userId: PEOPLE.member });
  const states = () => fixture.slowReaders.map(({ state }) => state);

  beforeEach(() => {
    fixture = new QueueFixture();
  });

  /** A stream whose client has been given an event and has yet to come back for the next. */
  async function unread() {
    const stream = fixture.follow(fixture.register());
    fixture.happen(sent());
    const first = stream.next();
    await fixture.clock.advance(0);
    expect((await first).value).to.have.lengthOf(1);
    return stream;
  }

  it('is reported after 30 seconds, once, and again when it reads on', async () => {
    const stream = await unread();
    await fixture.clock.advance(29_999);
    expect([fixture.slowReaders, fixture.queues.stalled]).to.deep.equal([[], 0]);
    await fixture.clock.advance(30_001);
    expect(fixture.slowReaders).to.deep.equal([{ ...who(), state: 'stalled', milliseconds: 30_000 }]);
    expect(fixture.queues.stalled).to.equal(1);
    void stream.next();
    await fixture.clock.advance(5_000);
    expect(fixture.slowReaders.slice(1)).to.deep.equal([
      { ...who(), state: 'recovered', milliseconds: 65_000 },
    ]);
    expect(fixture.queues.stalled).to.equal(0);
  });

  it('is reported once for each person, however many of their streams it is', async () => {
    const [one, other] = [await unread(), await unread()];
    await fixture.clock.advance(40_000);
    expect(fixture.queues.stalled).to.equal(2);
    await one.return(undefined);
    await fixture.clock.advance(10_000);
    expect(states()).to.deep.equal(['stalled']);
    await other.return(undefined);
    await fixture.clock.advance(10_000);
    expect(states()).to.deep.equal(['stalled', 'recovered']);
    await unread();
    await fixture.clock.advance(40_000);
    expect(states()).to.deep.equal(['stalled', 'recovered', 'stalled']);
  });

  it('is none that waits for events, however long', async () => {
    const gone = new AbortController();
    const stream = fixture.follow(fixture.register(), gone.signal);
    const waiting = stream.next();
    await fixture.clock.advance(40_000);
    expect([fixture.slowReaders, fixture.queues.stalled]).to.deep.equal([[], 0]);
    gone.abort();
    await fixture.clock.advance(0);
    expect((await waiting).done).to.equal(true);
  });
});
