/** Clients of event queues that go on after every failure from the last event they have seen, by polls or by a stream. */
import type { Person } from './hansard.ts';
import { sleep } from './waiting.ts';

/** A client event, as far as tests look at it. */
export interface SeenEvent {
  readonly id: number;
  readonly type: string;
  readonly message?: { readonly id: number; readonly content: string };
  /** Of the message that a reaction is to. */
  readonly message_id?: number;
}

/** A queue, and the event after which its client goes on. */
export interface Registered {
  readonly queueId: string;
  readonly lastEventId: number;
}

/** Registers a queue for events of these types. */
export async function registered(person: Person, ...eventTypes: readonly string[]): Promise<Registered> {
  const { body } = await person.post('/register', { event_types: eventTypes });
  return { queueId: body.queue_id as string, lastEventId: body.last_event_id as number };
}

/** Where the server is now: another process, or another node. */
export interface Whereabouts {
  readonly url: string;
  known(person: Person): Person;
}

/** One queue and everything that its client has been told, in the order in which it came. */
export class QueueClient {
  readonly seen: SeenEvent[] = [];
  /** Answers that were no events: codes and messages. */
  readonly refused: string[] = [];
  readonly #person: Person;
  readonly #where: () => Whereabouts;
  readonly #isStream: boolean;
  readonly #queueId: string;
  #goesOn = true;
  #ended: Promise<void> = Promise.resolve();
  #leave = new AbortController();

  private constructor(person: Person, where: () => Whereabouts, isStream: boolean, queueId: string) {
    this.#queueId = queueId;
    this.#person = person;
    this.#where = where;
    this.#isStream = isStream;
  }

  /** Registers for messages, and begins to ask for them. */
  static async start(person: Person, where: () => Whereabouts, isStream: boolean): Promise<QueueClient> {
    return QueueClient.resume(person, where, isStream, await registered(where().known(person), 'message'));
  }

  /** Goes on with a queue. */
  static resume(
    person: Person,
    where: () => Whereabouts,
    isStream: boolean,
    { queueId, lastEventId }: Registered,
  ): QueueClient {
    const client = new QueueClient(person, where, isStream, queueId);
    client.#ended = client.#goOn(lastEventId);
    return client;
  }

  /** Gives up what it asks for, and asks again, maybe elsewhere. */
  leave(): void {
    this.#leave.abort();
  }

  async stop(): Promise<void> {
    this.#goesOn = false;
    this.leave();
    await this.#ended;
  }

  async #goOn(after: number): Promise<void> {
    for (let last = after; this.#goesOn; last = this.seen.at(-1)?.id ?? after) {
      this.#leave = new AbortController();
      await (this.#isStream ? this.#follow(last) : this.#poll(last)).catch(() => sleep(10));
    }
  }

  async #ask(path: string, last: number): Promise<Response> {
    const where = this.#where();
    const query = new URLSearchParams({ queue_id: this.#queueId, last_event_id: String(last) });
    const { headers } = where.known(this.#person);
    return fetch(`${where.url}${path}?${query}`, { headers, signal: this.#leave.signal });
  }

  async #poll(last: number): Promise<void> {
    const answer = await this.#ask('/events', last);
    const body = (await answer.json()) as { events?: SeenEvent[]; code?: string; msg?: string };
    if (answer.status === 200) this.#take(body.events ?? []);
    else if (answer.status !== 503) this.refused.push(`${body.code}: ${body.msg}`);
    if (answer.status !== 200) await sleep(20);
  }

  async #follow(last: number): Promise<void> {
    const answer = await this.#ask('/events/stream', last);
    if (answer.status !== 200) {
      if (answer.status !== 503) this.refused.push(await answer.text());
      return sleep(20);
    }
    let text = '';
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      const parts = `${text}${chunk}`.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (data !== undefined) this.#take([JSON.parse(data) as SeenEvent]);
      }
    }
  }

  #take(events: readonly SeenEvent[]): void {
    this.seen.push(...events.filter(({ type }) => type !== 'heartbeat'));
  }
}
