import { expect } from 'chai';
import { Refused } from '../../../src/base/errors.ts';
import { CAPABILITIES } from '../../../src/live/translation/define.ts';
import { example } from '../../support/examples.ts';
import { until } from '../../support/waiting.ts';
import { CHANNELS, PEOPLE } from '../fixture.ts';
import { QueueFixture, type Received } from './fixture.ts';

const sent = (content: string) => example.messageSent({ channelId: CHANNELS.public, content });

const contents = (events: readonly Received[]): unknown[] =>
  events.map(({ message }) => (message as { content: string } | undefined)?.content);

/** The code of a refusal. */
const refusal = (attempt: Promise<unknown>): Promise<string | undefined> =>
  attempt.then(
    () => undefined,
    (error: unknown) => (error instanceof Refused ? error.code : String(error)),
  );

/** Events that become several for clients with few capabilities, between others. */
const MANY_FORMS = [
  sent('before'),
  example.messagesDeleted({ messageIds: [1, 2, 3, 4, 5], channelId: CHANNELS.public, topic: 'lunch' }),
  sent('between'),
  example.channelArchived({ channelId: CHANNELS.shared }),
  example.channelUnarchived({ channelId: CHANNELS.shared }),
  example.messagesDeleted({ messageIds: Array.from({ length: 300 }, (_, n) => 10_000 + n), topic: 'long' }),
  sent('after'),
];

describe('a client that stops after any event', () => {
  for (const capabilities of [
    [],
    ['bulk_message_deletion'],
    ['archived_channels'],
    [...CAPABILITIES],
  ] as const)
    it(`gets the rest, with ${capabilities.join(', ') || 'no capability'}`, async () => {
      const fixture = new QueueFixture();
      const id = fixture.register(PEOPLE.member, { capabilities: new Set(capabilities) });
      fixture.happen(...MANY_FORMS);
      const all = await fixture.poll(id);
      expect(all.filter(({ type }) => type === 'delete_message')).to.have.length(
        capabilities.includes('bulk_message_deletion' as never) ? 2 : 305,
      );
      const ids = all.map((event) => event.id);
      expect(ids, 'each has an ID of its own').to.deep.equal([...new Set(ids)].toSorted((a, b) => a - b));
      for (const node of ['the same', 'another']) {
        if (node === 'another') fixture.restart();
        for (const [index, after] of ids.entries()) {
          const rest: Received[] = [];
          for (let more = await fixture.poll(id, after); more.length > 0;) {
            rest.push(...more);
            more = await fixture.poll(id, more.at(-1)!.id);
          }
          expect(rest, `${node} node, after event ${index}`).to.deep.equal(all.slice(index + 1));
        }
      }
    });

  it('gets passing events with IDs of their own, as far as there is room', async () => {
    const fixture = new QueueFixture();
    const id = fixture.register();
    for (let index = 0; index < 20; index += 1) fixture.type(String(index));
    const all = await fixture.poll(id);
    expect(new Set(all.map((event) => event.id)).size).to.equal(20);
    expect(await fixture.poll(id, all[7]!.id)).to.deep.equal(all.slice(8));
  });
});

describe('an event queue', () => {
  it('tells what has happened since it was registered, once each and in order', async () => {
    const fixture = new QueueFixture();
    fixture.happen(sent('before'));
    const id = fixture.register();
    fixture.happen(sent('one'), sent('two'));
    const events = await fixture.poll(id);
    expect(contents(events)).to.deep.equal(['one', 'two']);
    expect(events.map((event) => event.id)).to.deep.equal(
      events.map((event) => event.id).toSorted((a, b) => a - b),
    );
    fixture.happen(sent('three'));
    expect(contents(await fixture.poll(id, events[1]!.id))).to.deep.equal(['three']);
    expect(contents(await fixture.poll(id, events[0]!.id)), 'not acknowledged').to.deep.equal([
      'two',
      'three',
    ]);
  });

  it('goes on where it was when the server was killed, from the log', async () => {
    const fixture = new QueueFixture();
    const id = fixture.register();
    fixture.happen(sent('one'), sent('two'), sent('three'));
    const [first] = await fixture.poll(id);
    fixture.restart();
    fixture.happen(sent('four'));
    expect(contents(await fixture.poll(id, first!.id))).to.deep.equal(['two', 'three', 'four']);
    fixture.happen(sent('five'));
    expect(contents(await fixture.poll(id, first!.id))).to.deep.equal(['two', 'three', 'four', 'five']);
  });

  it('reads the log for one poll at a time, which a newer one ends, or the end of its client', async () => {
    let readings = 0;
    const held: (() => void)[] = [];
    const fixture = new QueueFixture(() => {
      readings += 1;
      return new Promise((resolve) => held.push(resolve));
    });
    const id = fixture.register();
    fixture.happen(sent('one'), sent('two'), sent('three'), sent('four'));
    fixture.restart();
    const leaving = new AbortController();
    const older = fixture.poll(id);
    await until(() => held.length === 1);
    const newer = fixture.poll(id, -1, { gone: leaving.signal });
    await until(() => held.length === 2);
    expect(fixture.askers.map(({ ended }) => ended.aborted)).to.deep.equal([true, false]);
    leaving.abort();
    expect(fixture.askers.map(({ ended }) => ended.aborted)).to.deep.equal([true, true]);
    for (const go of held) go();
    expect((await older).length + (await newer).length, 'of the stretches that had begun').to.be.at.most(4);
    expect(readings, 'no further stretch').to.equal(2);
  });

  it('keeps a poll waiting until something happens', async () => {
    const fixture = new QueueFixture();
    const id = fixture.register();
    const waiting = fixture.poll(id, -1, { waits: true });
    await fixture.clock.advance(1_000);
    expect(fixture.queues.waiting).to.equal(1);
    fixture.happen(sent('at last'), sent('and more'));
    expect(contents(await waiting)).to.deep.equal(['at last', 'and more']);
    expect(fixture.queues.waiting).to.equal(0);
  });

  it('is one of 200 of one person that are kept ready, and works all the same when others are', async () => {
    const fixture = new QueueFixture();
    const first = fixture.register();
    const waiting = fixture.poll(first, -1, { waits: true });
    await fixture.clock.advance(1_000);
    const second = fixture.register();
    for (let more = 3; more <= 200; more += 1) fixture.register();
    fixture.register(PEOPLE.outsider);
    expect(fixture.queues.ready).to.equal(201);
    fixture.register();
    expect(fixture.queues.ready).to.equal(201);
    fixture.happen(sent('to both'));
    expect(contents(await waiting)).to.deep.equal(['to both']);
    expect(contents(await fixture.poll(second))).to.deep.equal(['to both']);
    expect(fixture.queues.ready).to.equal(201);
  });

  it('does not wake who is not told', async () => {
    const fixture = new QueueFixture();
    const outsider = fixture.register(PEOPLE.outsider);
    const waiting = fixture.poll(outsider, -1, { waits: true, userId: PEOPLE.outsider });
    await fixture.clock.advance(1_000);
    fixture.happen(sent('for followers'));
    await fixture.clock.advance(1_000);
    expect(fixture.queues.waiting).to.equal(1);
    await fixture.clock.advance(60_000);
    expect((await waiting).map(({ type }) => type)).to.deep.equal(['heartbeat']);
  });

  it('answers a poll that nothing ends with a heartbeat, whose ID can be acknowledged', async () => {
    const fixture = new QueueFixture();
    const id = fixture.register();
    const waiting = fixture.poll(id, -1, { waits: true });
    await fixture.clock.advance(44_000);
    expect(fixture.queues.waiting).to.equal(1);
    await fixture.clock.advance(12_000);
    const [heartbeat] = await waiting;
    expect(heartbeat?.type).to.equal('heartbeat');
    fixture.happen(sent('later'));
    const [later] = await fixture.poll(id, heartbeat!.id);
    expect(later!.id).to.be.above(heartbeat!.id);
  });

  it('ends the older of two polls', async () => {
    const fixture = new QueueFixture();
    const id = fixture.register();
    const older = fixture.poll(id, -1, { waits: true });
    await fixture.clock.advance(10);
    const newer = fixture.poll(id, -1, { waits: true });
    expect(await older).to.deep.equal([]);
    fixture.happen(sent('one'));
    expect(contents(await newer)).to.deep.equal(['one']);
  });

  it('is forgotten by a node when nobody polls it, and works as before', async () => {
    const fixture = new QueueFixture();
    const id = fixture.register();
    await fixture.clock.advance(15 * 60_000);
    expect(fixture.queues.ready).to.equal(0);
    fixture.happen(sent('while away'));
    expect(contents(await fixture.poll(id))).to.deep.equal(['while away']);
  });

  it('was never told of an event that has not happened', async () => {
    const fixture = new QueueFixture();
    const id = fixture.register();
    expect(await refusal(fixture.poll(id, 10_000_000))).to.equal('BAD_REQUEST');
  });

  it('is its owner’s', async () => {
    const fixture = new QueueFixture();
    const id = fixture.register();
    expect(await refusal(fixture.poll(id, -1, { userId: PEOPLE.owner }))).to.equal('BAD_EVENT_QUEUE_ID');
    expect(await refusal(fixture.poll('made up'))).to.equal('BAD_EVENT_QUEUE_ID');
  });

  it('is gone on every node once it was deleted, also for polls and streams that wait', async () => {
    const fixture = new QueueFixture();
    const id = fixture.register();
    const waiting = refusal(fixture.poll(id, -1, { waits: true }));
    await fixture.clock.advance(10);
    await fixture.delete(id);
    expect(await waiting).to.equal('BAD_EVENT_QUEUE_ID');
    expect(await refusal(fixture.poll(id))).to.equal('BAD_EVENT_QUEUE_ID');
    fixture.restart();
    expect(await refusal(fixture.poll(id))).to.equal('BAD_EVENT_QUEUE_ID');
  });

  it('ends with its account', async () => {
    const fixture = new QueueFixture();
    const id = fixture.register();
    const waiting = refusal(fixture.poll(id, -1, { waits: true }));
    await fixture.clock.advance(10);
    fixture.happen(example.userDeactivated({ userId: PEOPLE.member }));
    expect(await waiting).to.equal('BAD_EVENT_QUEUE_ID');
  });

  it('ends a poll under a key that is not current any more', async () => {
    const fixture = new QueueFixture();
    const id = fixture.register();
    let isCurrent = true;
    const requireAdmitted = () => {
      if (!isCurrent) throw new Refused('Invalid API key', 'INVALID_API_KEY');
    };
    const waiting = refusal(fixture.poll(id, -1, { waits: true, requireAdmitted }));
    await fixture.clock.advance(10);
    isCurrent = false;
    fixture.happen(example.apiKeyRegenerated({ userId: PEOPLE.member }));
    expect(await waiting).to.equal('INVALID_API_KEY');
  });

  it('lets go of polls whose client has gone, and of all when the server stops', async () => {
    const fixture = new QueueFixture();
    const [one, other] = [fixture.register(), fixture.register()];
    const gone = new AbortController();
    const left = fixture.poll(one, -1, { waits: true, gone: gone.signal });
    const stays = fixture.poll(other, -1, { waits: true });
    await fixture.clock.advance(10);
    gone.abort();
    expect(await left).to.deep.equal([]);
    expect(fixture.queues.waiting).to.equal(1);
    fixture.queues.close();
    expect(await stays).to.deep.equal([]);
    expect(await fixture.poll(one, -1, { waits: true }), 'asked while the server stops').to.deep.equal([]);
  });

  it('does not wait on a node that stops and has not followed its organization', async () => {
    const fixture = new QueueFixture();
    const id = fixture.register();
    fixture.restart();
    fixture.queues.close();
    expect(await fixture.poll(id, -1, { waits: true })).to.deep.equal([]);
  });

  it('merges changes of one flag that nobody has been told yet', async () => {
    const fixture = new QueueFixture();
    const id = fixture.register();
    const read = (message: number) =>
      example.messagesMarkedRead({ userId: PEOPLE.member, messages: [message] });
    fixture.happen(read(5), sent('between'), read(6), read(7));
    const events = await fixture.poll(id);
    expect(events.map(({ type }) => type)).to.deep.equal(['message', 'update_message_flags']);
    expect(events[1])
      .to.include({ op: 'add', flag: 'read' })
      .and.deep.include({ messages: [5, 6, 7] });
  });

  it('leaves a client with the flags that a message has when changes of it are merged', async () => {
    const fixture = new QueueFixture();
    const id = fixture.register();
    const { member: userId } = PEOPLE;
    fixture.happen(
      ...[5, 6].map((message) => example.messagesStarred({ userId, messages: [message] })),
      ...[5, 6].map((message) => example.messagesUnstarred({ userId, messages: [message] })),
      ...[7, 8].map((message) => example.messagesStarred({ userId, messages: [message] })),
    );
    const polled = (await fixture.poll(id)).map(({ op, messages }) => [op, messages]);
    expect(polled).to.deep.equal([
      ['add', [5, 6]],
      ['remove', [5, 6]],
      ['add', [7, 8]],
    ]);
  });

  it('tells that all or some messages are unread or read, whatever was read before and after', async () => {
    const fixture = new QueueFixture();
    const id = fixture.register();
    const { member: userId } = PEOPLE;
    const read = (message: number) => example.messagesMarkedRead({ userId, messages: [message] });
    fixture.happen(read(5), example.messagesMarkedUnread({ userId }), read(6));
    fixture.happen(example.messagesMarkedRead({ userId, messages: [[1, 6]], all: true }), read(7));
    const polled = (await fixture.poll(id)).map(({ op, all, messages }) => [op, all ? 'all' : messages]);
    expect(polled.map(([op]) => op)).to.deep.equal(['add', 'remove', 'add', 'add', 'add']);
    expect(polled[0]).to.deep.equal(['add', [5]]);
    expect(polled.slice(2)).to.deep.equal([
      ['add', [6]],
      ['add', 'all'],
      ['add', [7]],
    ]);
  });

  it('merges changes of at most 1,000 messages', async () => {
    const fixture = new QueueFixture();
    const id = fixture.register();
    const starred = Array.from({ length: 1_001 }, (_, index) => index + 1);
    fixture.happen(
      ...starred.map((message) => example.messagesStarred({ userId: PEOPLE.member, messages: [message] })),
    );
    const events = await fixture.poll(id);
    expect(events.map(({ messages }) => messages)).to.deep.equal([starred.slice(0, -1), [1_001]]);
  });

  it('tells again of who is typing before what has happened since', async () => {
    const fixture = new QueueFixture();
    const id = fixture.register();
    fixture.happen(sent('one'));
    const [one] = await fixture.poll(id);
    fixture.type();
    const [typing] = await fixture.poll(id, one!.id);
    fixture.happen(sent('two'), sent('three'));
    for (const after of [one!.id, -1]) {
      const events = (await fixture.poll(id, after)).filter((event) => event.id > one!.id);
      expect(events.map(({ type }) => type)).to.deep.equal(['typing', 'message', 'message']);
      expect(events[0]).to.deep.equal(typing);
      expect(events.map((event) => event.id)).to.deep.equal(
        events.map((event) => event.id).toSorted((a, b) => a - b),
      );
    }
    expect(contents(await fixture.poll(id, typing!.id))).to.deep.equal(['two', 'three']);
  });

  it('pages through what one answer cannot hold', async () => {
    const fixture = new QueueFixture();
    const id = fixture.register();
    fixture.happen(...Array.from({ length: 2_500 }, (_, index) => sent(`message ${index}`)));
    const pages: number[] = [];
    let last = -1;
    for (let page = await fixture.poll(id); page.length > 0; page = await fixture.poll(id, last)) {
      pages.push(page.length);
      last = page.at(-1)!.id;
    }
    expect(pages).to.deep.equal([1_000, 1_000, 500]);
  });
});
