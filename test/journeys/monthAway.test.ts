/** A client of an event queue that comes back after very many events. */
import { expect } from 'chai';
import { eventDefinition } from '../../src/events/catalog.ts';
import { Installation } from '../cli/installation.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { example } from '../support/examples.ts';
import type { Person } from '../support/hansard.ts';
import { ServerProcess } from '../support/process.ts';
import { QueueClient, type Registered, registered, type SeenEvent } from '../support/queueClients.ts';
import { repetitions } from '../support/repetitions.ts';
import { until } from '../support/waiting.ts';

const MOST_EVENTS = 1_000;
/** An answer ends with the event that exceeds the first number; all texts are ASCII. */
const [ENOUGH_BYTES, LARGEST_EVENT] = [1_000_000, 5_000];
const [SHORT, LONG] = ['Soup?', 'On and on. '.repeat(120)];
const REACTED_EVERY = 20;
/** Messages that are sent while the client pages. */
const SAID = 10;

/** Short messages, then long ones, each twentieth event a reaction to the one before. */
function happenings(count: number, firstRevision: number) {
  return Array.from({ length: count }, (_, index) => {
    const conversation = { channelId: 1, topic: 'soup' };
    const event =
      index % REACTED_EVERY === REACTED_EVERY - 1
        ? example.reactionAdded({ ...conversation, messageId: firstRevision + index })
        : example.messageSent({ ...conversation, content: index < count / 2 ? SHORT : LONG });
    return { ...event, version: eventDefinition(event.type)!.version };
  });
}

const nameOf = ({ type, message, message_id }: SeenEvent): string => `${type} ${message?.id ?? message_id}`;

/** Names of the events that clients are sent for them. */
const namesOf = (events: ReturnType<typeof happenings>, firstRevision: number): string[] =>
  events.map(({ type }, index) =>
    type === 'MessageSent' ? `message ${firstRevision + index + 1}` : `reaction ${firstRevision + index}`,
  );

/** The client is away for so many events. */
function describeMonthAway(count: number): void {
  describe(`an event queue whose client was away for ${count} events`, () => {
    let remove: () => Promise<void>;
    let server: ServerProcess;
    let owner: Person;
    let polled: Registered;
    let followed: Registered;
    let expected: string[];

    before(async () => {
      const { folder, ...temporary } = await temporaryFolder();
      remove = temporary.remove;
      server = await ServerProcess.start(folder);
      owner = await server.login();
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'lunch' }] });
      await send('First');
      polled = await registered(owner, 'message', 'reaction');
      followed = await registered(owner, 'message', 'reaction');
      await server.stop();
      const installation = new Installation({ folder });
      const first = await installation.append('organization-1', happenings(1, 0));
      const events = happenings(count - 1, first + 1);
      await installation.append('organization-1', events);
      expected = [`message ${first + 1}`, ...namesOf(events, first + 1)];
      server = await ServerProcess.start(folder);
      owner = server.known(owner);
      await server.ready();
    });
    after(async () => {
      await server.kill();
      await remove();
    });

    const send = (content: string) =>
      owner.post('/messages', { type: 'channel', to: 'lunch', topic: 'soup', content });

    /** The bytes of the events of one answer, and the events. */
    async function page(after: number): Promise<{ bytes: number; events: readonly SeenEvent[] }> {
      const query = new URLSearchParams({
        queue_id: polled.queueId,
        last_event_id: String(after),
        dont_block: 'true',
      });
      const { status, text } = await server.text(owner, `/events?${query}`);
      expect(status, text).to.equal(200);
      return { bytes: text.length, events: (JSON.parse(text) as { events: SeenEvent[] }).events };
    }

    /** Pages to the end while somebody else works, and what they say comes, too. */
    async function pageThrough() {
      const pages: { bytes: number; events: readonly SeenEvent[] }[] = [];
      const contents: string[] = [];
      let answeredFirst = 0;
      for (let last = polled.lastEventId; ; last = pages.at(-1)!.events.at(-1)!.id) {
        let isPaging = true;
        const paging = page(last).finally(() => (isPaging = false));
        const reading = owner.get('/users/me').then(({ status }) => {
          answeredFirst += isPaging ? 1 : 0;
          expect(status).to.equal(200);
        });
        const sending = pages.length < SAID ? send(`Meanwhile ${pages.length}`) : undefined;
        const [answer, sent] = await Promise.all([paging, sending, reading]);
        if (sent) contents.push(`message ${String(sent.body.id)}`);
        if (answer.events.length === 0) return { pages, said: contents, answeredFirst };
        pages.push(answer);
      }
    }

    it('pages through all of them, once each and in order, in bounded answers', async () => {
      const { pages, said, answeredFirst } = await pageThrough();
      expect(pages.flatMap(({ events }) => events.map(nameOf))).to.deep.equal([...expected, ...said]);
      const bytes = pages.map((answer) => answer.bytes);
      expect(Math.max(...bytes)).to.be.within(ENOUGH_BYTES, ENOUGH_BYTES + LARGEST_EVENT);
      expect(Math.max(...pages.map(({ events }) => events.length))).to.equal(MOST_EVENTS);
      expect(answeredFirst, 'requests answered while a page was read').to.be.above(pages.length / 2);
      expected.push(...said);
    });

    it('follows all of them in a stream, once each and in order', async () => {
      const client = QueueClient.resume(owner, () => server, true, followed);
      await until(() => client.seen.length >= expected.length);
      await client.stop();
      expect(client.seen.map(nameOf)).to.deep.equal(expected);
      expect(client.refused).to.deep.equal([]);
    });
  });
}

describeMonthAway(repetitions(100_000, 20_000));
