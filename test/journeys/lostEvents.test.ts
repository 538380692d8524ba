import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { MovedClock } from '../support/movedClock.ts';
import { hansard, replayed } from './backups.ts';

interface ReceivedEvent {
  readonly id: number;
  readonly type: string;
  readonly message?: { readonly content: string };
}

/** A client's place in its queue. */
interface QueuePosition {
  readonly queue_id: unknown;
  readonly last_event_id: number;
}

describe('event queues after a restore that has lost events', () => {
  const clock = new MovedClock();
  let root: string;
  let remove: () => Promise<void>;
  let servers = 0;

  before(async () => ({ folder: root, remove } = await temporaryFolder()));
  after(() => remove());

  const folder = () => ({ DATA_DIR: join(root, `server-${servers}`) });
  const start = () => Hansard.start({ folder: folder().DATA_DIR, clock });

  /** The server on what was saved, some time later. */
  async function restored(): Promise<Hansard> {
    servers += 1;
    clock.advance(60_000);
    await hansard(folder(), ['restore', join(root, 'saved')]);
    return start();
  }

  async function sendAll(person: Person, ...texts: readonly string[]): Promise<void> {
    for (const content of texts) {
      const sent = await person.post('/messages', { type: 'channel', to: 'general', topic: 'lost', content });
      expect(sent.status).to.equal(200);
    }
  }

  /** Of a new queue. */
  async function registerQueue(person: Person): Promise<QueuePosition> {
    const { queue_id, last_event_id } = (await person.post('/register')).body;
    return { queue_id, last_event_id: Number(last_event_id) };
  }

  const pollEvents = (person: Person, from: QueuePosition) =>
    person.get('/events', { ...from, dont_block: true });

  /** What was said since, and the client's place after it. */
  async function heard(person: Person, from: QueuePosition) {
    const { status, body } = await pollEvents(person, from);
    expect(status, String(body.msg)).to.equal(200);
    const events = body.events as readonly ReceivedEvent[];
    const contents = events.flatMap(({ message }) => message?.content ?? []);
    return { said: contents, to: { ...from, last_event_id: events.at(-1)?.id ?? from.last_event_id } };
  }

  async function expectEnded(person: Person, from: QueuePosition): Promise<void> {
    const { status, body } = await pollEvents(person, from);
    expect([status, body.code]).to.deep.equal([400, 'BAD_EVENT_QUEUE_ID']);
    const { status: streamed } = await person.get('/events/stream', { ...from });
    expect(streamed).to.equal(400);
  }

  it('go on from what was saved, and end where more had been received, however far the new log has come', async () => {
    const first = await start();
    const owner = await first.owner();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    const registered = await registerQueue(owner);
    await sendAll(owner, 'saved');
    const saved = (await heard(owner, registered)).to;
    await first.stop();
    await hansard(folder(), ['backup', join(root, 'saved')]);

    const again = await start();
    await sendAll(await again.owner(), 'lost 1', 'lost 2');
    const lost = await heard(await again.owner(), saved);
    expect(lost.said).to.deep.equal(['lost 1', 'lost 2']);
    await again.stop();

    const second = await restored();
    const person = await second.owner();
    await expectEnded(person, lost.to);
    await sendAll(person, 'new 1', 'new 2', 'new 3', 'new 4');
    await expectEnded(person, lost.to);
    const since = await heard(person, saved);
    expect(since.said).to.deep.equal(['new 1', 'new 2', 'new 3', 'new 4']);
    expect(since.to.last_event_id).to.be.greaterThan(lost.to.last_event_id);
    const fresh = await registerQueue(person);
    await sendAll(person, 'new 5');
    for (const at of [since.to, fresh]) expect((await heard(person, at)).said).to.deep.equal(['new 5']);
    const known = (await heard(person, fresh)).to;
    await second.stop();

    const third = await restored();
    const reader = await third.owner();
    await sendAll(reader, 'newest 1', 'newest 2', 'newest 3', 'newest 4', 'newest 5', 'newest 6');
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
