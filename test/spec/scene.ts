/** Where rows are proved: one server with a cast, and new things of each kind for every row that names them. */
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { makeBot } from '../api/bots.ts';
import { ask } from '../support/asking.ts';
import { type Answer, Hansard, type Person } from '../support/hansard.ts';
import { MovedClock } from '../support/movedClock.ts';
import { byKeyId, newPushDevice, TestBouncer } from '../support/bouncer.ts';
import { Demand, Including, type Row, type Step } from './row.ts';
import { sentBy } from './sending.ts';
import { at, expectValue } from './values.ts';

type Names = Map<string, unknown>;
const CAST = ['owner', 'administrator', 'moderator', 'member', 'guest'] as const;
type People = Readonly<Record<(typeof CAST)[number], Person>>;

export class Scene {
  readonly #hansard: Hansard;
  readonly #clock: MovedClock;
  readonly #people: People;
  readonly #bouncer: TestBouncer | undefined;
  #made = 0;

  private constructor(hansard: Hansard, clock: MovedClock, people: People, bouncer?: TestBouncer) {
    this.#hansard = hansard;
    this.#clock = clock;
    this.#people = people;
    this.#bouncer = bouncer;
  }

  /** In the environment `{bouncer}` stands for the address of one that is started. */
  static async start(environment: Readonly<Record<string, string>> = {}): Promise<Scene> {
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
    return new Scene(hansard, clock, people, bouncer);
  }

  async stop(): Promise<void> {
    await this.#hansard.stop();
    await this.#bouncer?.stop();
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
    this.#clock.advance(seconds * 1000);
    const isReady = async () =>
      (await ask(this.#hansard, this.#people.owner, 'GET /users/me')).status !== 503;
    while (!(await isReady())) await setTimeout(50);
    await this.#hansard.settled();
  }

  async #sent(step: Step, names: Names): Promise<Answer> {
    const { caller, events } = step;
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

  get #revision(): number {
    return this.#hansard.app.founding.lanes.bySubdomain('')!.state.revision;
  }

  async #person(caller: string, names: Names): Promise<Person> {
    const known = this.#people[caller as keyof People];
    return known ?? ((await this.#filledText(`{${caller}Person}`, names)) as Person);
  }

  async #check({ caller, request, expected }: Step, answer: Answer, names: Names): Promise<void> {
    const { status, headers, body } = answer;
    const said = `${caller} ${request}: ${JSON.stringify(body).slice(0, 2000)}`;
    expect(status, said).to.equal(expected?.status ?? 200);
    for (const [path, wanted] of Object.entries(expected?.shown ?? {}))
      expectValue(at(body, String(await this.#filled(path, names))), await this.#filled(wanted, names), path);
    for (const [name, wanted] of Object.entries(expected?.headers ?? {}))
      expectValue(headers.get(name) ?? undefined, wanted, name);
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
    const stage = { hansard: this.#hansard, now: this.#clock.now(), ...this.#people };
    const made = await maker(stage, `n${(this.#made += 1)}`);
    for (const [suffix, value] of Object.entries(made)) names.set(suffix, value);
  }
}

type Stage = People & { readonly hansard: Hansard; readonly now: number };
type Maker = (stage: Stage, unique: string) => Promise<Readonly<Record<string, unknown>>>;

const known =
  (caller: keyof People): Maker =>
  async (stage) => ({ [caller]: stage[caller].userId, [`${caller}Email`]: stage[caller].email });

async function madeChannel(
  { hansard, owner }: Stage,
  name: string,
  subscribers: readonly Person[],
  settings: Readonly<Record<string, unknown>>,
): Promise<number> {
  const principals = subscribers.map(({ userId }) => userId);
  const wanted = { subscriptions: [{ name }], principals, ...settings };
  const { status, body } = await ask(hansard, owner, 'POST /users/me/subscriptions', wanted);
  if (status !== 200) throw new Error(JSON.stringify(body));
  const { body: found } = await ask(hansard, owner, 'GET /get_stream_id', { stream: name });
  return found.stream_id as number;
}

/** Name → what it brings. `Name` and `Email` behind a name are its text. */
const makers: Readonly<Record<string, Maker>> = {
  owner: known('owner'),
  administrator: known('administrator'),
  moderator: known('moderator'),
  member: known('member'),
  guest: known('guest'),
  nobody: async () => ({ nobody: 900_000_001 }),
  fresh: async (_, unique) => ({ fresh: unique }),
  long: async () => ({ long: 'x'.repeat(61) }),
  /** In an hour, which is after all rows, and in a day, in UNIX seconds. */
  soon: async ({ now }) => ({ soon: Math.floor(now / 1000) + 60 * 60 }),
  tomorrow: async ({ now }) => ({ tomorrow: Math.floor(now / 1000) + 24 * 60 * 60 }),
  veryLong: async () => ({ veryLong: 'x'.repeat(1025) }),
  tooLong: async () => ({ tooLong: 'x'.repeat(10_001) }),
  /** A public channel to which the whole cast is subscribed. */
  async channel(stage, unique) {
    const { owner, administrator, moderator, member, guest } = stage;
    const name = `public ${unique}`;
    const everybody = [owner, administrator, moderator, member, guest];
    return { channel: await madeChannel(stage, name, everybody, {}), channelName: name };
  },
  /** A public channel with the owner alone. */
  async quiet(stage, unique) {
    const name = `quiet ${unique}`;
    return { quiet: await madeChannel(stage, name, [stage.owner], {}), quietName: name };
  },
  /** A private channel of the owner and the member; its history is protected. */
  async secret(stage, unique) {
    const name = `secret ${unique}`;
    const id = await madeChannel(stage, name, [stage.owner, stage.member], { invite_only: true });
    return { secret: id, secretName: name };
  },
  /** A private channel of the owner alone; its history is protected. */
  async hidden(stage, unique) {
    const name = `hidden ${unique}`;
    return { hidden: await madeChannel(stage, name, [stage.owner], { invite_only: true }), hiddenName: name };
  },
  /** More people than are told of a new channel. */
  async crowd({ hansard }, unique) {
    const crowd: number[] = [];
    while (crowd.length <= 100)
      crowd.push((await hansard.account(`One ${crowd.length} of ${unique}`)).userId);
    return { crowd };
  },
  /** A message of the member in `{channel}`'s topic `logo`: both are new. */
  async message(stage, unique) {
    const channel = await makers.channel!(stage, unique);
    const content = { type: 'channel', to: channel.channel, topic: 'logo', content: 'Hello.' };
    const { body } = await ask(stage.hansard, stage.member, 'POST /messages', content);
    return { ...channel, message: body.id };
  },
  async user({ hansard }, unique) {
    const person = await hansard.account(`User ${unique}`);
    return { user: person.userId, userEmail: person.email, userName: `User ${unique}`, userPerson: person };
  },
  /** A public channel of 15, the owner and the member among them, with 15 people in topic `busy`; `{another}` is none of the channel. */
  async many(stage, unique) {
    const { hansard, owner, member } = stage;
    const extras: Person[] = [];
    for (let i = 0; i < 14; i += 1) extras.push(await hansard.account(`Extra ${unique} ${i}`));
    const [another, ...others] = extras as [Person, ...Person[]];
    const name = `many ${unique}`;
    const many = await madeChannel(stage, name, [owner, member, ...others], {});
    const said = { type: 'channel', to: many, topic: 'busy', content: 'Hello.' };
    const { body } = await ask(hansard, owner, 'POST /messages', said);
    for (const person of extras)
      await ask(hansard, person, `POST /messages/${String(body.id)}/reactions`, { emoji_name: 'heart' });
    return { many, manyName: name, another: another.userId };
  },
  /** The member's; on a server that has a bouncer. */
  async device({ member }) {
    return { device: await newPushDevice((path, fields) => member.post(path, { ...fields })) };
  },
  async ownersDevice({ owner }) {
    return { ownersDevice: (await owner.post('/register_client_device')).body.device_id };
  },
  async leaver({ hansard, owner }, unique) {
    const person = await hansard.account(`Leaver ${unique}`);
    await ask(hansard, owner, `DELETE /users/${person.userId}`);
    return { leaver: person.userId, leaverEmail: person.email, leaverPerson: person };
  },
  async bot({ hansard, owner }) {
    const person = await makeBot(hansard, owner);
    return { bot: person.userId, botEmail: person.email, botPerson: person };
  },
  /** An incoming webhook of the owner's. */
  async webhook({ hansard, owner }) {
    const person = await makeBot(hansard, owner, { bot_type: 2 });
    return { webhook: person.userId, webhookPerson: person };
  },
  /** The notification bot, which has told somebody of a subscription. */
  async notifier(stage, unique) {
    const { hansard, owner } = stage;
    const person = await hansard.account(`Told ${unique}`);
    await madeChannel(stage, `told ${unique}`, [owner], {});
    await madeChannel(stage, `told ${unique}`, [person], {});
    await hansard.settled();
    const asked = { anchor: 'newest', num_before: 1, num_after: 0, narrow: [['is', 'dm']] };
    const { body } = await ask(hansard, person, 'GET /messages', asked);
    return { notifier: at(body, 'messages[0].sender_id') };
  },
  /** A group of the owner's with the member in it. */
  async group({ hansard, owner, member }, unique) {
    const wanted = { name: `group ${unique}`, description: '', members: [member.userId] };
    const { body } = await ask(hansard, owner, 'POST /user_groups/create', wanted);
    return { group: body.group_id, groupName: wanted.name };
  },
  async folder({ hansard, owner }, unique) {
    const wanted = { name: `folder ${unique}`, description: '' };
    const { body } = await ask(hansard, owner, 'POST /channel_folders/create', wanted);
    return { folder: body.channel_folder_id, folderName: wanted.name };
  },
  /** A profile field: a short text that everybody edits. */
  async field({ hansard, owner }, unique) {
    const wanted = { name: `field ${unique}`, field_type: 1 };
    const { body } = await ask(hansard, owner, 'POST /realm/profile_fields', wanted);
    return { field: body.id, fieldName: wanted.name };
  },
  everyone: systemGroup('everyone'),
  members: systemGroup('members'),
  fullmembers: systemGroup('fullmembers'),
  moderators: systemGroup('moderators'),
  administrators: systemGroup('administrators'),
  owners: systemGroup('owners'),
  noone: systemGroup('nobody', 'noone'),
  internet: systemGroup('internet'),
};

/** Clients find system groups by name; here they are numbered in the order of spec/endpoint-details.md 0.8. */
function systemGroup(role: string, name = role): Maker {
  const order = ['internet', 'everyone', 'members', 'fullmembers', 'moderators', 'administrators', 'owners'];
  return async () => ({ [name]: [...order, 'nobody'].indexOf(role) + 1 });
}
