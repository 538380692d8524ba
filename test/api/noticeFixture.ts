/** A server on which the notification bot speaks, and what it has said since a test began. */
import { expect } from 'chai';
import { Hansard, type Person } from '../support/hansard.ts';
import { MovedClock } from '../support/movedClock.ts';

export type Fields = Readonly<Record<string, unknown>>;

interface Message {
  readonly id: number;
  readonly type: 'stream' | 'private';
  readonly stream_id?: number;
  readonly subject: string;
  readonly content: string;
  readonly sender_full_name: string;
  readonly flags: readonly string[];
}

interface Named {
  readonly id: number;
  readonly name: string;
}

/** The fields of an answer, which has to be a success. */
export async function ok(answer: Promise<{ status: number; body: Fields }>): Promise<Fields> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).to.equal(200);
  return body;
}

export class NoticeFixture {
  readonly clock: MovedClock;
  readonly hansard: Hansard;
  readonly owner: Person;
  readonly mia: Person;
  readonly zoe: Person;
  /** Newest message there was before what a test does. */
  #last = 0;
  #channels = 0;

  private constructor(clock: MovedClock, hansard: Hansard, people: readonly [Person, Person, Person]) {
    this.clock = clock;
    this.hansard = hansard;
    [this.owner, this.mia, this.zoe] = people;
  }

  static async start(): Promise<NoticeFixture> {
    const clock = new MovedClock();
    const hansard = await Hansard.start({ clock });
    const owner = await hansard.owner();
    const people = [owner, await hansard.account('Mia'), await hansard.account('Zoe')] as const;
    await owner.patch('/realm', { send_channel_events_messages: true });
    return new NoticeFixture(clock, hansard, people);
  }

  /** What has been said so far counts no more. */
  async begin(): Promise<void> {
    await this.hansard.settled();
    this.#last = this.hansard.app.lanes.bySubdomain('')!.state.revision + 1;
  }

  /** The owner as notices call them. */
  get ownerText(): string {
    return `@_**Owner|${this.owner.userId}**`;
  }

  /** A channel of the owner's. */
  async newChannel(settings: Fields = {}, description = ''): Promise<Named> {
    const name = `channel ${(this.#channels += 1)}`;
    const subscriptions = [{ name, description }];
    await ok(this.owner.post('/users/me/subscriptions', { subscriptions, ...settings }));
    const { stream_id: id } = await ok(this.owner.get('/get_stream_id', { stream: name }));
    return { id: id as number, name };
  }

  /** One whose creation has been told of already. */
  async oldChannel(): Promise<Named> {
    const channel = await this.newChannel();
    await this.begin();
    return channel;
  }

  async send(person: Person, to: number, topic: string): Promise<number> {
    const message = { type: 'channel', to, topic, content: 'Something.' };
    return (await ok(person.post('/messages', message))).id as number;
  }

  /** What the bot has said since, as somebody reads it. */
  async notices(to = this.owner): Promise<readonly Message[]> {
    await this.hansard.settled();
    const range = { anchor: this.#last, include_anchor: false, num_before: 0, num_after: 100 };
    const form = { apply_markdown: false, allow_empty_topic_name: true };
    const { messages } = await ok(to.get('/messages', { ...range, ...form }));
    return (messages as readonly Message[]).filter(
      ({ sender_full_name: name }) => name === 'Notification Bot',
    );
  }

  async texts(to?: Person): Promise<readonly string[]> {
    return (await this.notices(to)).map(({ content }) => content);
  }

  /** Channel and topic of each. */
  async topics(): Promise<readonly unknown[]> {
    return (await this.notices()).map(({ stream_id: id, subject }) => [id, subject]);
  }
}
