/** Where rows are proved: one server with a cast, and new things of each kind for every row that names them. */
import { expect } from 'chai';
import { type Answer, Hansard, type Person } from '../support/hansard.ts';
import { MovedClock } from '../support/movedClock.ts';
import type { Receiver } from '../support/receivers.ts';
import { byKeyId, TestBouncer } from '../support/bouncer.ts';
import { Demand, Including, type Row, type Step } from './row.ts';
import { sentBy } from './sending.ts';
import { makers, type People } from './placeholders.ts';
import { at, expectValue } from './values.ts';

type Names = Map<string, unknown>;
export class SpecFixture {
  readonly #hansard: Hansard;
  readonly #clock: MovedClock;
  readonly #people: People;
  readonly #bouncer: TestBouncer | undefined;
  readonly #closing: (() => Promise<void>)[] = [];
  #made = 0;

  private constructor(hansard: Hansard, clock: MovedClock, people: People, bouncer?: TestBouncer) {
    this.#hansard = hansard;
    this.#clock = clock;
    this.#people = people;
    this.#bouncer = bouncer;
  }

  /** In the environment `{bouncer}` stands for the address of one that is started. */
  static async start(environment: Readonly<Record<string, string>> = {}): Promise<SpecFixture> {
    const clock = new MovedClock();
    const bouncer =
      environment.PUSH_BOUNCER_URL === '{bouncer}' ? await TestBouncer.start(byKeyId) : undefined;
    const started = { ...environment, ...(bouncer && { PUSH_BOUNCER_URL: bouncer.url }) };
    const hansard = await Hansard.start({ environment: started, clock });
    const people = {
      owner: await hansard.owner(),
      administrator: await hansard.account('Ada Administrator', 200),
      moderator: await hansard.account('Mo Moderator', 300),
      member: await hansard.account('Mia Member'),
      guest: await hansard.account('Gus Guest', 600),
    };
    return new SpecFixture(hansard, clock, people, bouncer);
  }

  async stop(): Promise<void> {
    await this.#hansard.stop();
    await this.#bouncer?.stop();
    for (const close of this.#closing) await close();
  }

  /** Lives through a row's story; throws where an answer does not show what it must. */
  async prove({ steps }: Row): Promise<void> {
    const names: Names = new Map();
    for (const step of steps) {
      if (step.caller === 'time') {
        await this.#later(parseInt(step.request, 10));
        continue;
      }
      const answer = await this.#sent(step, names);
      await this.#check(step, answer, names);
      for (const [name, path] of Object.entries(step.kept))
        names.set(name, at(answer.body, String(await this.#filled(path, names))));
    }
  }

  /** The server has to see the head of its log at the new time before it answers again. */
  async #later(seconds: number): Promise<void> {
    this.#clock.pass(seconds * 1000);
    await this.#people.owner.answered();
    await this.#hansard.settled();
  }

  async #sent(step: Step, names: Names): Promise<Answer> {
    const { caller, events } = step;
    if (caller === 'receiver') return this.#receivedRequest(names);
    const person = caller === 'anonymous' ? undefined : await this.#person(caller, names);
    const request = String(await this.#filled(step.request, names));
    const fields = (await this.#filled(step.fields, names)) as typeof step.fields;
    await this.#filled({ ...step.expected?.shown }, names);
    if (this.#bouncer || events !== undefined) await this.#hansard.settled();
    const before = this.#revision;
    const answer = await sentBy(this.#hansard, person, { ...step, request, fields });
    if (events !== undefined)
      expect(this.#revision - before, `${request}: events that come of it`).to.equal(events);
    return answer;
  }

  /** As if the receiver of `{hook}` had asked for it. */
  async #receivedRequest(names: Names): Promise<Answer> {
    await this.#hansard.settled();
    const { received } = (await this.#filledText('{hookReceiver}', names)) as Receiver;
    const { text, headers } = received.at(-1)!;
    return {
      status: 200,
      headers: new Headers(headers as Readonly<Record<string, string>>),
      body: JSON.parse(text) as Answer['body'],
    };
  }

  get #revision(): number {
    return this.#hansard.app.founding.lanes.bySubdomain('')!.state.revision;
  }

  async #person(caller: string, names: Names): Promise<Person> {
    const known = this.#people[caller as keyof People];
    return known ?? ((await this.#filledText(`{${caller}Person}`, names)) as Person);
  }

  async #check({ caller, request, expected }: Step, answer: Answer, names: Names): Promise<void> {
    const { status, headers, body } = answer;
    const description = `${caller} ${request}: ${JSON.stringify(body).slice(0, 2000)}`;
    expect(status, description).to.equal(expected?.status ?? 200);
    for (const [path, expectedValue] of Object.entries(expected?.shown ?? {}))
      expectValue(
        at(body, String(await this.#filled(path, names))),
        await this.#filled(expectedValue, names),
        path,
      );
    for (const [name, expectedValue] of Object.entries(expected?.headers ?? {}))
      expectValue(headers.get(name) ?? undefined, expectedValue, name);
  }

  /** The value with every name in braces replaced: alone it becomes the value, within a text its spelling. */
  async #filled(value: unknown, names: Names): Promise<unknown> {
    if (typeof value === 'string') return this.#filledText(value, names);
    if (Array.isArray(value)) return Promise.all(value.map((item) => this.#filled(item, names)));
    if (value instanceof Including)
      return new Including(await this.#filled(value.element, names), value.isIn);
    if (value instanceof Demand || value === null || typeof value !== 'object') return value;
    const filled: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(value))
      filled[String(await this.#filledText(key, names))] = await this.#filled(inner, names);
    return filled;
  }

  async #filledText(value: string, names: Names): Promise<unknown> {
    const used = [...value.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    for (const name of used) if (!names.has(name)) await this.#make(name, names);
    if (used.length === 1 && value === `{${used[0]}}`) return names.get(used[0]!);
    return value.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(names.get(name)));
  }

  /** Something new for the row that asks for it by name. */
  async #make(name: string, names: Names): Promise<void> {
    const maker = makers[name] ?? makers[name.replace(/(Name|Email|Person)$/, '')];
    if (maker === undefined) throw new Error(`Nothing is called {${name}}`);
    const onStop = (close: () => Promise<void>) => void this.#closing.push(close);
    const stage = { hansard: this.#hansard, now: this.#clock.now(), onStop, ...this.#people };
    const made = await maker(stage, `n${(this.#made += 1)}`);
    for (const [suffix, value] of Object.entries(made)) names.set(suffix, value);
  }
}
