import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { MovedClock } from '../support/movedClock.ts';
import { hansard, replayed } from './backups.ts';

interface Told {
  readonly id: number;
  readonly type: string;
  readonly message?: { readonly content: string };
}

/** A client's place in its queue. */
interface Place {
  readonly queue_id: unknown;
  readonly last_event_id: number;
}

describe('event queues after a restore that has lost events', () => {
  const clock = new MovedClock();
  let place: string;
  let remove: () => Promise<void>;
  let servers = 0;

  before(async () => ({ folder: place, remove } = await temporaryFolder()));
  after(() => remove());

  const folder = () => ({ DATA_DIR: join(place, `server-${servers}`) });
  const start = () => Hansard.start({ folder: folder().DATA_DIR, clock });

  /** The server on what was saved, some time later. */
  async function restored(): Promise<Hansard> {
    servers += 1;
    clock.advance(60_000);
    await hansard(folder(), ['restore', join(place, 'saved')]);
    return start();
  }

  async function say(person: Person, ...texts: readonly string[]): Promise<void> {
    for (const content of texts) {
      const sent = await person.post('/messages', { type: 'channel', to: 'general', topic: 'lost', content });
      expect(sent.status).to.equal(200);
    }
  }

  /** Of a new queue. */
  async function placeOf(person: Person): Promise<Place> {
    const { queue_id, last_event_id } = (await person.post('/register')).body;
    return { queue_id, last_event_id: Number(last_event_id) };
  }

  const asked = (person: Person, from: Place) => person.get('/events', { ...from, dont_block: true });

  /** What was said since, and the client's place after it. */
  async function heard(person: Person, from: Place) {
    const { status, body } = await asked(person, from);
    expect(status, String(body.msg)).to.equal(200);
    const events = body.events as readonly Told[];
    const said = events.flatMap(({ message }) => message?.content ?? []);
    return { said, to: { ...from, last_event_id: events.at(-1)?.id ?? from.last_event_id } };
  }

  async function expectEnded(person: Person, from: Place): Promise<void> {
    const { status, body } = await asked(person, from);
    expect([status, body.code]).to.deep.equal([400, 'BAD_EVENT_QUEUE_ID']);
    const { status: streamed } = await person.get('/events/stream', { ...from });
    expect(streamed).to.equal(400);
  }

  it('go on from what was saved, and end where more had been received, however far the new log has come', async () => {
    const first = await start();
    const owner = await first.owner();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    const registered = await placeOf(owner);
    await say(owner, 'saved');
    const saved = (await heard(owner, registered)).to;
    await first.stop();
    await hansard(folder(), ['backup', join(place, 'saved')]);

    const again = await start();
    await say(await again.owner(), 'lost 1', 'lost 2');
    const lost = await heard(await again.owner(), saved);
    expect(lost.said).to.deep.equal(['lost 1', 'lost 2']);
    await again.stop();

    const second = await restored();
    const person = await second.owner();
    await expectEnded(person, lost.to);
    await say(person, 'new 1', 'new 2', 'new 3', 'new 4');
    await expectEnded(person, lost.to);
    const since = await heard(person, saved);
    expect(since.said).to.deep.equal(['new 1', 'new 2', 'new 3', 'new 4']);
    expect(since.to.last_event_id).to.be.greaterThan(lost.to.last_event_id);
    const fresh = await placeOf(person);
    await say(person, 'new 5');
    for (const at of [since.to, fresh]) expect((await heard(person, at)).said).to.deep.equal(['new 5']);
    const known = (await heard(person, fresh)).to;
    await second.stop();

    const third = await restored();
    const reader = await third.owner();
    await say(reader, 'newest 1', 'newest 2', 'newest 3', 'newest 4', 'newest 5', 'newest 6');
    for (const at of [lost.to, since.to, known]) await expectEnded(reader, at);
    expect((await heard(reader, saved)).said).to.have.length(6);
    await third.stop();
  });

  it('and the log says when what it has was saved', async () => {
    const [event, ...others] = (await replayed(folder(), '--type', 'OrganizationRestored')).map(
      (line) => JSON.parse(line) as { readonly time: string; readonly data: { readonly takenAt: number } },
    );
    expect(others).to.deep.equal([]);
    expect(event?.data.takenAt).to.be.a('number').and.be.lessThan(clock.now());
    const again = await start();
    await again.stop();
    expect(await replayed(folder(), '--type', 'OrganizationRestored')).to.have.length(1);
  });
});
