/** The client package against a running server, over a network that loses answers. */
import { expect } from 'chai';
import { createServer, type Server, type Socket, connect as dial } from 'node:net';
import type { AddressInfo } from 'node:net';
import {
  type ClientEvent,
  connect,
  type EventQueue,
  Refusal,
  retryNow,
  Unreachable,
} from '../../packages/client/src/client.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard, type Person } from '../support/hansard.ts';

/** A wire to a server that can be cut, and can lose answers. */
class Wire {
  port = 0;
  target = 0;
  /** The next answers that begin with data are lost, connection and all. */
  losing = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor() {
    this.#server = createServer((near) => this.#join(near));
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.port = (this.#server.address() as AddressInfo).port;
  }

  /** Breaks all connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(near: Socket): void {
    const far = dial(this.target, '127.0.0.1');
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.on('data', (bytes) => {
      if (this.losing > 0) {
        this.losing -= 1;
        near.destroy();
      } else near.write(bytes);
    });
  }
}

const WANTED = { event_types: ['message'], fetch_event_types: [] as string[] };

describe('the client package', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let hansard: Hansard;
  let owner: Person;
  const wire = new Wire();

  before(async () => {
    folder = await temporaryFolder();
    await wire.open();
    await start();
    owner = await hansard.owner();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  });
  after(async () => {
    await wire.close();
    await hansard.stop();
    await folder.remove();
  });

  async function start(): Promise<void> {
    hansard = await Hansard.start({ folder: folder.folder });
    wire.target = hansard.app.port;
  }

  const client = () =>
    connect({ url: `http://127.0.0.1:${wire.port}`, email: owner.email, apiKey: owner.key, program: 'test' });
  const messageFields = (content: string) =>
    ({ type: 'channel', to: 'design', topic: 'logo', content }) as const;
  const contents = async (): Promise<readonly string[]> => {
    const { messages } = await client().call('GET /messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      apply_markdown: false,
      narrow: [['topic', 'logo']],
    });
    return messages.map(({ content }) => content);
  };
  const nextOf = async (events: AsyncIterator<ClientEvent>): Promise<string> => {
    const { value } = await events.next();
    return value?.type === 'message' ? value.message.content : String(value?.type);
  };
  const eventsOf = (queue: EventQueue) => queue[Symbol.asyncIterator]();

  it('calls routes with parameters in path, query and body', async () => {
    const { id } = await client().send(messageFields('first'));
    const { message, raw_content: source } = await client().call('GET /messages/:message_id', {
      message_id: id,
    });
    expect([message.subject, message.client, source]).to.deep.equal(['logo', 'test', 'first']);
    await client().call('POST /messages/:message_id/reactions', { message_id: id, emoji_name: 'heart' });
    const { user_id: me } = await client().call('GET /users/me');
    expect(me).to.equal(owner.userId);
  });

  it('has types for every kind of bot and of profile field', async () => {
    await client().call('POST /bots', { full_name: 'Hook', short_name: 'hook', bot_type: 2 });
    const { members } = await client().call('GET /users');
    const hooks = members.filter(({ bot_type: type }) => type === 2);
    expect(hooks.map(({ full_name: name }) => name)).to.deep.equal(['Hook']);
    await client().call('POST /realm/profile_fields', { field_type: 5, name: 'Site' });
    const { custom_fields: fields } = await client().call('GET /realm/profile_fields');
    expect(fields.filter(({ type }) => type === 5).map(({ name }) => name)).to.deep.equal(['Site']);
  });

  it('fails with what the server says, or that there was no answer', async () => {
    const refused = await client()
      .call('GET /messages/:message_id', { message_id: 999_999 })
      .catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(Refusal).and.include({ status: 400, code: 'BAD_REQUEST' });
    const nowhere = connect({ url: 'http://127.0.0.1:1' });
    expect(await nowhere.call('GET /server_settings').catch((error: unknown) => error)).to.be.instanceOf(
      Unreachable,
    );
  });

  it('sends once, however many answers are lost', async () => {
    wire.losing = 3;
    const waits: string[] = [];
    const { id } = await client().send(messageFields('only once'), {
      onWait(error) {
        waits.push(error.name);
        setImmediate(retryNow);
      },
    });
    expect(waits).to.deep.equal(['Unreachable', 'Unreachable', 'Unreachable']);
    expect((await contents()).filter((content) => content === 'only once')).to.have.length(1);
    expect(await client().send(messageFields('only once'), { key: 'k' })).to.not.deep.equal({ id });
  });

  it('stops trying where it is told to', async () => {
    const giveUp = new AbortController();
    const away = connect({ url: 'http://127.0.0.1:1' });
    const sending = away.send(messageFields('never'), {
      signal: giveUp.signal,
      onWait: () => giveUp.abort(new Error('enough')),
    });
    expect(await sending.catch((error: Error) => error.message)).to.equal('enough');
  });

  it('follows through broken connections and a restart of the server', async () => {
    const again = { onWait: () => setTimeout(retryNow, 20) };
    const queue = await client().register(WANTED, again);
    const events = eventsOf(queue);
    await owner.post('/messages', messageFields('one'));
    expect(await nextOf(events)).to.include('one');
    const second = nextOf(events);
    wire.cut();
    await owner.post('/messages', messageFields('two'));
    expect(await second).to.include('two');
    const third = nextOf(events);
    await hansard.stop();
    await start();
    owner = await hansard.owner();
    await owner.post('/messages', messageFields('three'));
    expect(await third).to.include('three');
  });

  it('resumes after the last event that was dealt with', async () => {
    const first = await client().register(WANTED);
    const events = eventsOf(first);
    for (const text of ['a', 'b', 'c']) await owner.post('/messages', messageFields(text));
    expect([await nextOf(events), await nextOf(events)].join()).to.match(/a.*b/);
    // Asking for b acknowledged a; b may not be finished.
    const resumed = eventsOf(client().resume(first.position, WANTED));
    expect([await nextOf(resumed), await nextOf(resumed)].join()).to.match(/b.*c/);
  });

  it('registers again where its queue was deleted, and says so', async () => {
    const queue = await client().register(WANTED);
    await queue.end();
    const events = eventsOf(queue);
    const { value } = await events.next();
    expect(value).to.have.property('type', 'registered');
    await owner.post('/messages', messageFields('after'));
    expect(await nextOf(events)).to.include('after');
  });
});
