import { expect } from 'chai';
import { Hansard, type Person } from '../support/hansard.ts';
import { MovedClock } from '../support/movedClock.ts';

const HOUR = 3_600_000;

interface Line {
  readonly event: string;
  readonly milliseconds?: number;
}

describe('a server whose clock runs ahead', () => {
  let clock: MovedClock;
  let server: Hansard;
  let owner: Person;
  const lines: Line[] = [];
  const events = () => lines.filter(({ event }) => event.startsWith('clock.'));
  const behind = async (): Promise<number> => {
    const text = await (await fetch(server.url.replace('/api/v1', '/metrics'))).text();
    return Number(/^hansard_clock_behind_seconds (\S+)$/m.exec(text)?.[1]);
  };

  before(async () => {
    clock = new MovedClock();
    server = await Hansard.start({
      clock,
      environment: { LOG_LEVEL: 'info' },
      logTo: { write: (line) => void lines.push(JSON.parse(line) as Line) },
    });
    owner = await server.owner();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
  });
  after(() => server.stop());

  const send = () =>
    owner.post('/messages', { type: 'channel', to: 'general', topic: 'x', content: 'Hello' });
  const timeOf = async (id: unknown): Promise<number> => {
    const { body } = await owner.get(`/messages/${String(id)}`);
    return (body.message as { timestamp: number }).timestamp;
  };

  it('says when it jumps, and when it is behind what it has stamped, until it is not', async () => {
    expect([events(), await behind()]).to.deep.equal([[], 0]);
    clock.advance(HOUR);
    expect(events().map(({ event }) => event)).to.deep.equal(['clock.jumped']);
    const ahead = (await send()).body.id;
    clock.advance(-HOUR);
    clock.advance(0);
    expect(events().map(({ event }) => event)).to.deep.equal([
      'clock.jumped',
      'clock.jumped',
      'clock.behind_log',
    ]);
    expect(events().at(-1)?.milliseconds).to.be.within(HOUR - 600_000, HOUR);
    expect(await behind()).to.be.within(3_000, 3_600);
    // What is written meanwhile comes after, with the same time.
    expect(await timeOf((await send()).body.id)).to.equal(await timeOf(ahead));
    clock.pass(HOUR + 1_000);
    expect(events().at(-1)?.event).to.equal('clock.past_log');
    expect(await behind()).to.equal(0);
    expect(events()).to.have.length(4);
  });
});
