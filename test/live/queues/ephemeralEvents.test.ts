/** Events outside the log, in queues whose polls overlap, break off, or wait for their turn. */
import { expect } from 'chai';
import fc from 'fast-check';
import { example } from '../../support/examples.ts';
import { CHANNELS, PEOPLE } from '../fixture.ts';
import { QueueFixture, type Received } from './fixture.ts';

const sent = (content: string) => example.messageSent({ channelId: CHANNELS.public, content });

const untold = example.messagesStarred({ userId: PEOPLE.owner, messages: [1] });

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const typed = (events: readonly Received[]): string[] =>
  events
    .filter(({ type }) => type === 'typing')
    .map(({ sender }) => (sender as { readonly email: string }).email);

/** A client that begins polls before others have ended, and reads the answer of the newest only. */
class HastyClient {
  readonly seen: Received[];
  readonly #fixture: QueueFixture;
  readonly #id: string;
  #after: number;
  #connection = new AbortController();

  constructor(fixture: QueueFixture, id: string, seen: readonly Received[]) {
    this.#fixture = fixture;
    this.#id = id;
    this.seen = [...seen];
    this.#after = seen.at(-1)?.id ?? -1;
  }

  poll(): void {
    const connection = new AbortController();
    this.#connection = connection;
    void this.#fixture
      .poll(this.#id, this.#after, { waits: true, gone: connection.signal })
      .then((events) => this.#connection === connection && this.#read(events));
  }

  /** Breaks off the newest poll, whose answer is lost. */
  leave(): void {
    this.#connection.abort();
    this.#connection = new AbortController();
  }

  /** Breaks off, and reads until there is nothing more. */
  async readAll(): Promise<void> {
    this.leave();
    for (let events = [{}]; events.length > 0;) {
      const answer = await this.#fixture.poll(this.#id, this.#after);
      this.#read(answer);
      events = answer;
    }
  }

  #read(events: readonly Received[]): void {
    this.seen.push(...events);
    this.#after = Math.max(this.#after, ...events.map(({ id }) => id));
  }
}

const DEEDS = ['type', 'say', 'say to others', 'poll', 'leave', 'leave and poll', 'wait'] as const;

/** A step, with the number of turns of the event loop before the next. */
type Step = readonly [(typeof DEEDS)[number], number];

async function history(steps: readonly Step[], pauses: readonly number[], isNew: boolean): Promise<void> {
  let paused = 0;
  const fixture = new QueueFixture(async () => {
    for (let turns = pauses[(paused += 1) % pauses.length]!; turns > 0; turns -= 1) await turn();
  });
  const id = fixture.register();
  fixture.happen(...Array.from({ length: 6 }, (_, index) => sent(`before ${index}`)));
  fixture.restart();
  const before = await fixture.poll(id);
  const client = new HastyClient(fixture, id, isNew ? [] : before);
  const [typing, texts] = [
    [] as string[],
    before.map(({ message }) => (message as { content: string }).content),
  ];
  for (const [index, [deed, turns]] of steps.entries()) {
    if (deed === 'type') fixture.type(typing[typing.push(`typing ${index}`) - 1]);
    if (deed === 'say') fixture.happen(sent(texts[texts.push(`message ${index}`) - 1]!));
    if (deed === 'say to others') fixture.happen(untold);
    if (deed.startsWith('leave')) client.leave();
    if (deed.endsWith('poll')) client.poll();
    if (deed === 'wait') {
      client.poll();
      await fixture.clock.advance(27_000);
    }
    for (let waited = 0; waited < turns; waited += 1) await turn();
  }
  await client.readAll();
  expect(typed(client.seen)).to.deep.equal(typing);
  const seen = client.seen.flatMap(
    ({ message }) => (message as { content: string } | undefined)?.content ?? [],
  );
  expect(seen).to.deep.equal(texts);
  fixture.queues.close();
}

describe('passing events of a queue', () => {
  it('reach a client once and in order, however its polls overlap and break off', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...DEEDS), fc.nat(4)), { minLength: 4, maxLength: 30 }),
        fc.array(fc.nat(6), { minLength: 1, maxLength: 7 }),
        fc.boolean(),
        history,
      ),
      { numRuns: 200 },
    );
  });

  it('are not taken by a poll that another one has ended while it read', async () => {
    const fixture = new QueueFixture(turn);
    const id = fixture.register();
    fixture.happen(...Array.from({ length: 6 }, (_, index) => sent(`before ${index}`)));
    fixture.restart();
    const last = (await fixture.poll(id)).at(-1)!.id;
    const [older, newer] = [fixture.poll(id, -1, { waits: true }), fixture.poll(id, last, { waits: true })];
    await turn();
    fixture.type('typing');
    expect(typed(await newer)).to.deep.equal(['typing']);
    expect(typed(await older)).to.deep.equal([]);
  });

  it('have IDs after all that a client has, also of another node or before a restart', async () => {
    const fixture = new QueueFixture();
    const id = fixture.register();
    let after = -1;
    for (const name of ['one', 'two', 'three']) {
      fixture.type(name);
      if (name === 'three')
        expect(typed(await fixture.poll(id, after)), 'answer is lost').to.deep.equal([name]);
      const [event] = await fixture.poll(id, after);
      expect(typed([event!])).to.deep.equal([name]);
      expect(event!.id).to.be.above(after);
      after = event!.id;
      if (name === 'two') {
        fixture.restart();
        await fixture.poll(id, after);
      }
    }
  });

  it('do not run out of IDs in a night of heartbeats and a thousand people who come online', async () => {
    const fixture = new QueueFixture();
    const id = fixture.register();
    let after = -1;
    for (let beats = 0; beats < 300; beats += 1) {
      const waiting = fixture.poll(id, after, { waits: true });
      await fixture.clock.advance(56_000);
      const [heartbeat] = await waiting;
      expect(heartbeat!.type).to.equal('heartbeat');
      after = heartbeat!.id;
    }
    for (let index = 0; index < 1_000; index += 1) fixture.type(String(index));
    expect(typed(await fixture.poll(id, after)), 'answer is lost').to.have.length(1_000);
    const events = await fixture.poll(id, after);
    expect(typed(events)).to.have.length(1_000);
    expect(await fixture.poll(id, events.at(-1)!.id)).to.deep.equal([]);
  });
});

describe('a heartbeat', () => {
  it('does not overtake an event whose poll has not had its turn', async () => {
    const fixture = new QueueFixture();
    const ids = Array.from({ length: 2_000 }, () => fixture.register());
    const waiting = ids.map((id) => fixture.poll(id, -1, { waits: true }));
    await fixture.clock.advance(49_000);
    const answers = new Map<string, Received[]>();
    for (const [index, id] of ids.entries()) void waiting[index]!.then((events) => answers.set(id, events));
    fixture.happen(sent('news'));
    await fixture.clock.advance(10_000);
    await Promise.all(waiting);
    for (const [id, events] of answers) {
      const more = await fixture.poll(id, events.at(-1)!.id);
      expect([...events, ...more].filter(({ type }) => type === 'message')).to.have.length(1);
    }
  });
});
