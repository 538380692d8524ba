import { expect } from 'chai';
import { Refused } from '../../../src/base/errors.ts';
import { example } from '../../support/examples.ts';
import { CHANNELS, PEOPLE } from '../scene.ts';
import { QueueScene, type Received } from './scene.ts';

const said = (content: string) => example.messageSent({ channelId: CHANNELS.public, content });

const contents = (events: readonly Received[]): unknown[] =>
  events.map(({ message }) => (message as { content: string } | undefined)?.content);

/** The code of a refusal. */
const refusal = (asked: Promise<unknown>): Promise<string | undefined> =>
  asked.then(
    () => undefined,
    (error: unknown) => (error instanceof Refused ? error.code : String(error)),
  );

describe('an event queue', () => {
  it('tells what has happened since it was registered, once each and in order', async () => {
    const scene = new QueueScene();
    scene.happen(said('before'));
    const id = scene.register();
    scene.happen(said('one'), said('two'));
    const events = await scene.poll(id);
    expect(contents(events)).to.deep.equal(['one', 'two']);
    expect(events.map((event) => event.id)).to.deep.equal(
      events.map((event) => event.id).toSorted((a, b) => a - b),
    );
    scene.happen(said('three'));
    expect(contents(await scene.poll(id, events[1]!.id))).to.deep.equal(['three']);
    expect(contents(await scene.poll(id, events[0]!.id)), 'not acknowledged').to.deep.equal(['two', 'three']);
  });

  it('goes on where it was when the server was killed, from the log', async () => {
    const scene = new QueueScene();
    const id = scene.register();
    scene.happen(said('one'), said('two'), said('three'));
    const [first] = await scene.poll(id);
    scene.restart();
    scene.happen(said('four'));
    expect(contents(await scene.poll(id, first!.id))).to.deep.equal(['two', 'three', 'four']);
    scene.happen(said('five'));
    expect(contents(await scene.poll(id, first!.id))).to.deep.equal(['two', 'three', 'four', 'five']);
  });

  it('keeps a poll waiting until something happens', async () => {
    const scene = new QueueScene();
    const id = scene.register();
    const waiting = scene.poll(id, -1, { waits: true });
    await scene.clock.advance(1_000);
    expect(scene.queues.waiting).to.equal(1);
    scene.happen(said('at last'), said('and more'));
    expect(contents(await waiting)).to.deep.equal(['at last', 'and more']);
    expect(scene.queues.waiting).to.equal(0);
  });

  it('is one of 200 of one person that are kept ready, and works all the same when others are', async () => {
    const scene = new QueueScene();
    const first = scene.register();
    const waiting = scene.poll(first, -1, { waits: true });
    await scene.clock.advance(1_000);
    const second = scene.register();
    for (let more = 3; more <= 200; more += 1) scene.register();
    scene.register(PEOPLE.outsider);
    expect(scene.queues.ready).to.equal(201);
    scene.register();
    expect(scene.queues.ready).to.equal(201);
    scene.happen(said('to both'));
    expect(contents(await waiting)).to.deep.equal(['to both']);
    expect(contents(await scene.poll(second))).to.deep.equal(['to both']);
    expect(scene.queues.ready).to.equal(201);
  });

  it('does not wake who is not told', async () => {
    const scene = new QueueScene();
    const outsider = scene.register(PEOPLE.outsider);
    const waiting = scene.poll(outsider, -1, { waits: true, userId: PEOPLE.outsider });
    await scene.clock.advance(1_000);
    scene.happen(said('for followers'));
    await scene.clock.advance(1_000);
    expect(scene.queues.waiting).to.equal(1);
    await scene.clock.advance(60_000);
    expect((await waiting).map(({ type }) => type)).to.deep.equal(['heartbeat']);
  });

  it('answers a poll that nothing ends with a heartbeat, whose ID can be acknowledged', async () => {
    const scene = new QueueScene();
    const id = scene.register();
    const waiting = scene.poll(id, -1, { waits: true });
    await scene.clock.advance(44_000);
    expect(scene.queues.waiting).to.equal(1);
    await scene.clock.advance(12_000);
    const [heartbeat] = await waiting;
    expect(heartbeat?.type).to.equal('heartbeat');
    scene.happen(said('later'));
    const [later] = await scene.poll(id, heartbeat!.id);
    expect(later!.id).to.be.above(heartbeat!.id);
  });

  it('ends the older of two polls', async () => {
    const scene = new QueueScene();
    const id = scene.register();
    const older = scene.poll(id, -1, { waits: true });
    await scene.clock.advance(10);
    const newer = scene.poll(id, -1, { waits: true });
    expect(await older).to.deep.equal([]);
    scene.happen(said('one'));
    expect(contents(await newer)).to.deep.equal(['one']);
  });

  it('is forgotten by a node when nobody polls it, and works as before', async () => {
    const scene = new QueueScene();
    const id = scene.register();
    await scene.clock.advance(15 * 60_000);
    expect(scene.queues.ready).to.equal(0);
    scene.happen(said('while away'));
    expect(contents(await scene.poll(id))).to.deep.equal(['while away']);
  });

  it('was never told of an event that has not happened', async () => {
    const scene = new QueueScene();
    const id = scene.register();
    expect(await refusal(scene.poll(id, 10_000_000))).to.equal('BAD_REQUEST');
  });

  it('is its owner’s', async () => {
    const scene = new QueueScene();
    const id = scene.register();
    expect(await refusal(scene.poll(id, -1, { userId: PEOPLE.owner }))).to.equal('BAD_EVENT_QUEUE_ID');
    expect(await refusal(scene.poll('made up'))).to.equal('BAD_EVENT_QUEUE_ID');
  });

  it('is gone on every node once it was deleted, also for polls and streams that wait', async () => {
    const scene = new QueueScene();
    const id = scene.register();
    const waiting = refusal(scene.poll(id, -1, { waits: true }));
    await scene.clock.advance(10);
    await scene.delete(id);
    expect(await waiting).to.equal('BAD_EVENT_QUEUE_ID');
    expect(await refusal(scene.poll(id))).to.equal('BAD_EVENT_QUEUE_ID');
    scene.restart();
    expect(await refusal(scene.poll(id))).to.equal('BAD_EVENT_QUEUE_ID');
  });

  it('ends with its account', async () => {
    const scene = new QueueScene();
    const id = scene.register();
    const waiting = refusal(scene.poll(id, -1, { waits: true }));
    await scene.clock.advance(10);
    scene.happen(example.userDeactivated({ userId: PEOPLE.member }));
    expect(await waiting).to.equal('BAD_EVENT_QUEUE_ID');
  });

  it('ends a poll under a key that is not current any more', async () => {
    const scene = new QueueScene();
    const id = scene.register();
    let isCurrent = true;
    const requireAdmitted = () => {
      if (!isCurrent) throw new Refused('Invalid API key', 'INVALID_API_KEY');
    };
    const waiting = refusal(scene.poll(id, -1, { waits: true, requireAdmitted }));
    await scene.clock.advance(10);
    isCurrent = false;
    scene.happen(example.apiKeyRegenerated({ userId: PEOPLE.member }));
    expect(await waiting).to.equal('INVALID_API_KEY');
  });

  it('lets go of polls whose client has gone, and of all when the server stops', async () => {
    const scene = new QueueScene();
    const [one, other] = [scene.register(), scene.register()];
    const gone = new AbortController();
    const left = scene.poll(one, -1, { waits: true, gone: gone.signal });
    const stays = scene.poll(other, -1, { waits: true });
    await scene.clock.advance(10);
    gone.abort();
    expect(await left).to.deep.equal([]);
    expect(scene.queues.waiting).to.equal(1);
    scene.queues.close();
    expect(await stays).to.deep.equal([]);
    expect(await scene.poll(one, -1, { waits: true }), 'asked while the server stops').to.deep.equal([]);
  });

  it('does not wait on a node that stops and has not followed its organization', async () => {
    const scene = new QueueScene();
    const id = scene.register();
    scene.restart();
    scene.queues.close();
    expect(await scene.poll(id, -1, { waits: true })).to.deep.equal([]);
  });

  it('merges changes of one flag that nobody has been told yet', async () => {
    const scene = new QueueScene();
    const id = scene.register();
    const read = (message: number) =>
      example.messagesMarkedRead({ userId: PEOPLE.member, messages: [message] });
    scene.happen(read(5), said('between'), read(6), read(7));
    const events = await scene.poll(id);
    expect(events.map(({ type }) => type)).to.deep.equal(['message', 'update_message_flags']);
    expect(events[1])
      .to.include({ op: 'add', flag: 'read' })
      .and.deep.include({ messages: [5, 6, 7] });
  });

  it('leaves a client with the flags that a message has when changes of it are merged', async () => {
    const scene = new QueueScene();
    const id = scene.register();
    const { member: userId } = PEOPLE;
    scene.happen(
      ...[5, 6].map((message) => example.messagesStarred({ userId, messages: [message] })),
      ...[5, 6].map((message) => example.messagesUnstarred({ userId, messages: [message] })),
      ...[7, 8].map((message) => example.messagesStarred({ userId, messages: [message] })),
    );
    const told = (await scene.poll(id)).map(({ op, messages }) => [op, messages]);
    expect(told).to.deep.equal([
      ['add', [5, 6]],
      ['remove', [5, 6]],
      ['add', [7, 8]],
    ]);
  });

  it('tells that all or some messages are unread or read, whatever was read before and after', async () => {
    const scene = new QueueScene();
    const id = scene.register();
    const { member: userId } = PEOPLE;
    const read = (message: number) => example.messagesMarkedRead({ userId, messages: [message] });
    scene.happen(read(5), example.messagesMarkedUnread({ userId }), read(6));
    scene.happen(example.messagesMarkedRead({ userId, messages: [[1, 6]], all: true }), read(7));
    const told = (await scene.poll(id)).map(({ op, all, messages }) => [op, all ? 'all' : messages]);
    expect(told.map(([op]) => op)).to.deep.equal(['add', 'remove', 'add', 'add', 'add']);
    expect(told[0]).to.deep.equal(['add', [5]]);
    expect(told.slice(2)).to.deep.equal([
      ['add', [6]],
      ['add', 'all'],
      ['add', [7]],
    ]);
  });

  it('merges changes of at most 1,000 messages', async () => {
    const scene = new QueueScene();
    const id = scene.register();
    const starred = Array.from({ length: 1_001 }, (_, index) => index + 1);
    scene.happen(
      ...starred.map((message) => example.messagesStarred({ userId: PEOPLE.member, messages: [message] })),
    );
    const events = await scene.poll(id);
    expect(events.map(({ messages }) => messages)).to.deep.equal([starred.slice(0, -1), [1_001]]);
  });

  it('tells again of who is typing before what has happened since', async () => {
    const scene = new QueueScene();
    const id = scene.register();
    scene.happen(said('one'));
    const [one] = await scene.poll(id);
    scene.type();
    const [typing] = await scene.poll(id, one!.id);
    scene.happen(said('two'), said('three'));
    for (const after of [one!.id, -1]) {
      const events = (await scene.poll(id, after)).filter((event) => event.id > one!.id);
      expect(events.map(({ type }) => type)).to.deep.equal(['typing', 'message', 'message']);
      expect(events[0]).to.deep.equal(typing);
      expect(events.map((event) => event.id)).to.deep.equal(
        events.map((event) => event.id).toSorted((a, b) => a - b),
      );
    }
    expect(contents(await scene.poll(id, typing!.id))).to.deep.equal(['two', 'three']);
  });

  it('pages through what one answer cannot hold', async () => {
    const scene = new QueueScene();
    const id = scene.register();
    scene.happen(...Array.from({ length: 2_500 }, (_, index) => said(`message ${index}`)));
    const pages: number[] = [];
    let last = -1;
    for (let page = await scene.poll(id); page.length > 0; page = await scene.poll(id, last)) {
      pages.push(page.length);
      last = page.at(-1)!.id;
    }
    expect(pages).to.deep.equal([1_000, 1_000, 500]);
  });
});
