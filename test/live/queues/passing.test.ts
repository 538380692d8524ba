/** Events outside the log, in queues whose polls overlap, break off, or wait for their turn. */
import { expect } from 'chai';
import fc from 'fast-check';
import { example } from '../../support/examples.ts';
import { CHANNELS, PEOPLE } from '../scene.ts';
import { QueueScene, type Received } from './scene.ts';

const said = (content: string) => example.messageSent({ channelId: CHANNELS.public, content });

const untold = example.messagesStarred({ userId: PEOPLE.owner, messages: [1] });

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const typed = (events: readonly Received[]): string[] =>
  events
    .filter(({ type }) => type === 'typing')
    .map(({ sender }) => (sender as { readonly email: string }).email);

/** A client that begins polls before others have ended, and reads the answer of the newest only. */
class HastyClient {
  readonly seen: Received[];
  readonly #scene: QueueScene;
  readonly #id: string;
  #after: number;
  #connection = new AbortController();

  constructor(scene: QueueScene, id: string, seen: readonly Received[]) {
    this.#scene = scene;
    this.#id = id;
    this.seen = [...seen];
    this.#after = seen.at(-1)?.id ?? -1;
  }

  poll(): void {
    const connection = new AbortController();
    this.#connection = connection;
    void this.#scene
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
      const answer = await this.#scene.poll(this.#id, this.#after);
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

/** What happens, and after how many turns of the event loop the next does. */
type Step = readonly [(typeof DEEDS)[number], number];

async function history(steps: readonly Step[], pauses: readonly number[], isNew: boolean): Promise<void> {
  let paused = 0;
  const scene = new QueueScene(async () => {
    for (let turns = pauses[(paused += 1) % pauses.length]!; turns > 0; turns -= 1) await turn();
  });
  const id = scene.register();
  scene.happen(...Array.from({ length: 6 }, (_, index) => said(`before ${index}`)));
  scene.restart();
  const before = await scene.poll(id);
  const client = new HastyClient(scene, id, isNew ? [] : before);
  const [typing, texts] = [
    [] as string[],
    before.map(({ message }) => (message as { content: string }).content),
  ];
  for (const [index, [deed, turns]] of steps.entries()) {
    if (deed === 'type') scene.type(typing[typing.push(`typing ${index}`) - 1]);
    if (deed === 'say') scene.happen(said(texts[texts.push(`message ${index}`) - 1]!));
    if (deed === 'say to others') scene.happen(untold);
    if (deed.startsWith('leave')) client.leave();
    if (deed.endsWith('poll')) client.poll();
    if (deed === 'wait') {
      client.poll();
      await scene.clock.advance(27_000);
    }
    for (let waited = 0; waited < turns; waited += 1) await turn();
  }
  await client.readAll();
  expect(typed(client.seen)).to.deep.equal(typing);
  const seen = client.seen.flatMap(
    ({ message }) => (message as { content: string } | undefined)?.content ?? [],
  );
  expect(seen).to.deep.equal(texts);
  scene.queues.close();
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
    const scene = new QueueScene(turn);
    const id = scene.register();
    scene.happen(...Array.from({ length: 6 }, (_, index) => said(`before ${index}`)));
    scene.restart();
    const last = (await scene.poll(id)).at(-1)!.id;
    const [older, newer] = [scene.poll(id, -1, { waits: true }), scene.poll(id, last, { waits: true })];
    await turn();
    scene.type('typing');
    expect(typed(await newer)).to.deep.equal(['typing']);
    expect(typed(await older)).to.deep.equal([]);
  });

  it('have IDs after all that a client has, also of another node or before a restart', async () => {
    const scene = new QueueScene();
    const id = scene.register();
    let after = -1;
    for (const name of ['one', 'two', 'three']) {
      scene.type(name);
      if (name === 'three')
        expect(typed(await scene.poll(id, after)), 'answer is lost').to.deep.equal([name]);
      const [event] = await scene.poll(id, after);
      expect(typed([event!])).to.deep.equal([name]);
      expect(event!.id).to.be.above(after);
      after = event!.id;
      if (name === 'two') {
        scene.restart();
        await scene.poll(id, after);
      }
    }
  });

  it('do not run out of IDs in a night of heartbeats and a thousand people who come online', async () => {
    const scene = new QueueScene();
    const id = scene.register();
    let after = -1;
    for (let beats = 0; beats < 300; beats += 1) {
      const waiting = scene.poll(id, after, { waits: true });
      await scene.clock.advance(56_000);
      const [heartbeat] = await waiting;
      expect(heartbeat!.type).to.equal('heartbeat');
      after = heartbeat!.id;
    }
    for (let index = 0; index < 1_000; index += 1) scene.type(String(index));
    expect(typed(await scene.poll(id, after)), 'answer is lost').to.have.length(1_000);
    const events = await scene.poll(id, after);
    expect(typed(events)).to.have.length(1_000);
    expect(await scene.poll(id, events.at(-1)!.id)).to.deep.equal([]);
  });
});

describe('a heartbeat', () => {
  it('does not overtake an event whose poll has not had its turn', async () => {
    const scene = new QueueScene();
    const ids = Array.from({ length: 2_000 }, () => scene.register());
    const waiting = ids.map((id) => scene.poll(id, -1, { waits: true }));
    await scene.clock.advance(49_000);
    const answers = new Map<string, Received[]>();
    for (const [index, id] of ids.entries()) void waiting[index]!.then((events) => answers.set(id, events));
    scene.happen(said('news'));
    await scene.clock.advance(10_000);
    await Promise.all(waiting);
    for (const [id, events] of answers) {
      const more = await scene.poll(id, events.at(-1)!.id);
      expect([...events, ...more].filter(({ type }) => type === 'message')).to.have.length(1);
    }
  });
});
