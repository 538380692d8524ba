/** People who have messages sent later, on a server whose clock is moved. */
import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { MovedClock } from '../support/movedClock.ts';
import { expectErasable } from '../support/rebuildable.ts';

/** Seconds. */
export const MINUTE = 60;
export const DAY = 24 * 60 * MINUTE;

interface Scheduled {
  readonly scheduled_message_id: number;
  readonly content: string;
  readonly failed: boolean;
}
interface Message {
  readonly content: string;
  readonly client: string;
  readonly sender_id: number;
  readonly flags: readonly string[];
}
type TemporaryFolder = Awaited<ReturnType<typeof temporaryFolder>>;
type Fields = Readonly<Record<string, unknown>>;

export class Scheduling {
  readonly hansard: Hansard;
  readonly owner: Person;
  /** New with every `begin`: who writes, who reads, and the channel of both. */
  mia!: Person;
  rob!: Person;
  channel = { id: 0, name: '' };
  readonly #clock: MovedClock;
  #begun = 0;

  readonly #folder: TemporaryFolder;

  private constructor(hansard: Hansard, owner: Person, clock: MovedClock, folder: TemporaryFolder) {
    this.#folder = folder;
    this.hansard = hansard;
    this.owner = owner;
    this.#clock = clock;
  }

  static async start(): Promise<Scheduling> {
    const clock = new MovedClock();
    const temporary = await temporaryFolder();
    const hansard = await Hansard.start({ clock, folder: temporary.folder });
    return new Scheduling(hansard, await hansard.owner(), clock, temporary);
  }

  /** Stops the server; its whole log can be replayed with everything erased. */
  async end(): Promise<void> {
    await this.hansard.stop();
    await expectErasable(this.#folder.folder);
    await this.#folder.remove();
  }

  async begin(): Promise<void> {
    this.#begun += 1;
    this.mia = await this.hansard.account(`Mia ${this.#begun}`);
    this.rob = await this.hansard.account(`Rob ${this.#begun}`);
    const name = `design ${this.#begun}`;
    const principals = [this.owner, this.mia, this.rob].map(({ userId }) => userId);
    await this.owner.post('/users/me/subscriptions', { subscriptions: [{ name }], principals });
    const { body } = await this.owner.get('/get_stream_id', { stream: name });
    this.channel = { id: body.stream_id as number, name };
  }

  secondsFromNow(seconds: number): number {
    return Math.floor(this.#clock.now() / 1000) + seconds;
  }

  /** For the channel, in a minute. */
  toChannel(fields: Fields = {}): Fields {
    return {
      type: 'channel',
      to: this.channel.id,
      topic: 'logo',
      content: 'Good morning',
      scheduled_delivery_timestamp: this.secondsFromNow(MINUTE),
      ...fields,
    };
  }

  /** For Rob, in a minute. */
  toPerson(fields: Fields = {}): Fields {
    return { ...this.toChannel(), type: 'direct', to: [this.rob.userId], ...fields };
  }

  async schedule(who: Person, fields: Fields): Promise<number> {
    const { body, status } = await who.post('/scheduled_messages', fields);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.scheduled_message_id as number;
  }

  async listOf(who: Person): Promise<readonly Scheduled[]> {
    return (await who.get('/scheduled_messages')).body.scheduled_messages as readonly Scheduled[];
  }

  /** Moves the clock; the server has to see the head of its log at the new time before it answers. */
  async pass(seconds: number): Promise<void> {
    this.#clock.advance(seconds * 1000);
    await this.owner.answered();
    await this.hansard.settled();
  }

  async messagesFor(who: Person): Promise<readonly Message[]> {
    const range = { anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false };
    return (await who.get('/messages', range)).body.messages as readonly Message[];
  }

  async textsFor(who: Person): Promise<readonly string[]> {
    return (await this.messagesFor(who)).map(({ content }) => content);
  }

  /** What the notification bot has told somebody. */
  async noticesTo(who: Person): Promise<readonly string[]> {
    const messages = await this.messagesFor(who);
    return messages.filter(({ client }) => client === 'hansard').map(({ content }) => content);
  }
}
