/** The people of the columns and the targets of the lines, on one server: every cell has a target of its own. */
import { makeBot } from '../api/bots.ts';
import { sendFiles } from '../api/uploads.ts';
import { ask } from '../support/sendRequest.ts';
import { newPushDevice, TestBouncer } from '../support/bouncer.ts';
import { type Answer, Hansard, OWNER_PASSWORD, Person, whenReady } from '../support/hansard.ts';
import { MovedClock } from '../support/movedClock.ts';
import { pictures } from '../spec/pictures.ts';
import { KEPT_WORDS, things, type Word } from '../support/makers.ts';
import { SECRET } from '../support/tokens.ts';
import { ABSENT, KINDS, type Kind } from './kinds.ts';
import {
  newAttachment,
  newDomain,
  newEmoji,
  newFile,
  newQueue,
  newView,
  orderOf,
  type Uploader,
} from './targets.ts';
import type { Table } from './table.ts';

type Fields = Readonly<Record<string, unknown>>;

const ENVIRONMENT = {
  WEB_PUBLIC_CHANNELS: 'on',
  INVITATIONS_PER_DAY: '1000',
  JWT_AUTH_KEYS: JSON.stringify({ '': { key: SECRET, algorithms: ['HS256'] } }),
};

/** Days that people are new for; the member and the bot are made twice as long before the others. */
const WAITING_PERIOD = 3;
const DAY = 24 * 60 * 60 * 1000;

/** Others may vote in it. */
const POLL = { content: '/poll Which colour?\nBlue' };

/** Channels that one request makes. */
const AT_ONCE = 200;

/** The columns of members. */
const MEMBERS = ['owner', 'admin', 'moderator', 'member', 'new'];

/** Requests that end the account of who sends them, or its key: somebody of the same role sends them. */
const ENDING = ['DELETE /users/me', 'POST /users/me/api_key/regenerate'];

/** The columns of those who may send. */
const SENDERS = [...MEMBERS, 'guest', 'bot'];

/** The columns of those who may make things of their own, by the words of things. */
const MAKERS: Readonly<Partial<Record<Word, readonly string[]>>> = {
  bot: MEMBERS,
  device: [...MEMBERS, 'guest'],
  ...Object.fromEntries(KEPT_WORDS.map((word) => [word, SENDERS])),
  scheduled: SENDERS,
  reminder: SENDERS,
  invitation: MEMBERS,
  link: MEMBERS,
};

/** Things of which every cell has one of its own, made as everywhere. */
const MADE = (Object.keys(things) as Word[]).filter((word) => word !== 'channel' && word !== 'message');

const invited = (target: string): Fields => ({ invite_as: target === 'anOwners' ? 100 : 400 });

/** What the word of a line says of a thing. */
const SETTINGS: Readonly<Partial<Record<Word, (target: string) => Fields>>> = {
  field: (target) => ({ editable_by_user: target === 'aField' }),
  invitation: invited,
  link: invited,
};

/** What a cell's request names in braces. */
type Names = Readonly<Record<string, unknown>>;

export class Matrix {
  readonly #hansard: Hansard;
  readonly #bouncer: TestBouncer;
  /** Makes everything, and is in no column: who makes a channel administers it. */
  readonly #founder: Person;
  readonly #people: People;
  /** Channels nobody has used yet, by kind. */
  readonly #channels = new Map<string, { readonly id: number; readonly name: string }[]>();

  private constructor(hansard: Hansard, bouncer: TestBouncer, founder: Person, people: People) {
    this.#hansard = hansard;
    this.#bouncer = bouncer;
    this.#founder = founder;
    this.#people = people;
  }

  /** A server with a channel for every cell of the tables. */
  static async start(tables: readonly Table[]): Promise<Matrix> {
    const clock = new MovedClock();
    const bouncer = await TestBouncer.start();
    const environment = { ...ENVIRONMENT, PUSH_BOUNCER_URL: bouncer.url };
    const hansard = await Hansard.start({ clock, environment });
    const founder = await hansard.owner();
    const member = await hansard.person('Member');
    const bot = await makeBot(hansard, member);
    clock.advance(2 * WAITING_PERIOD * DAY);
    const people = await peopleOf(hansard, member, bot);
    const moderation = await things.channel.make(founder, { invite_only: true });
    await founder.patch('/realm', {
      enable_spectator_access: true,
      moderation_request_channel_id: moderation,
      waiting_period_threshold: WAITING_PERIOD,
    });
    const matrix = new Matrix(hansard, bouncer, founder, people);
    for (const kind of Object.keys(KINDS)) await matrix.#makeChannels(kind, cellsOf(tables, kind));
    await founder.delete(`/users/${people.get('gone')!.userId}`);
    return matrix;
  }

  async stop(): Promise<void> {
    await this.#hansard.stop();
    await this.#bouncer.stop();
  }

  /** What somebody is answered in one cell. */
  async ask({ request, fields, before }: Table, target: string, column: string): Promise<Answer> {
    const needed = new Set(JSON.stringify([request, fields, before]).match(/(?<=\{)\w+(?=\})/g));
    const caller = ENDING.includes(request) ? await this.#likeIn(column) : this.#people.get(column);
    const names = await this.#names(target, caller, needed);
    if (before) await this.#send(caller, before, names);
    return whenReady(() => this.#send(caller, [request, fields], names));
  }

  /** Fields that are files make the body a multipart one. */
  #send(
    caller: Person | undefined,
    [request, fields]: readonly [string, Fields],
    names: Names,
  ): Promise<Answer> {
    const filled = filledIn(fields, names) as Fields;
    const filledRequest = String(filledIn(request, names));
    const files = Object.values(filled).filter((value) => value instanceof Uint8Array);
    if (files.length === 0) return ask(this.#hansard, caller, filledRequest, filled);
    const sent = files.map((bytes) => ({ bytes, name: 'pixel.png', type: 'image/png' }));
    const path = filledRequest.replace('POST ', '');
    return sendFiles(this.#hansard, caller ?? { headers: {} }, path, sent);
  }

  /** Somebody new like the person of a column, if that has an account. */
  async #likeIn(column: string): Promise<Person | undefined> {
    if (column === 'bot') return makeBot(this.#hansard, this.#people.get('member')!);
    const role = ROLES[column];
    return role === undefined
      ? this.#people.get(column)
      : this.#hansard.account(`Like ${(this.#used += 1)}`, role);
  }

  async #names(target: string, caller: Person | undefined, needed: ReadonlySet<string>): Promise<Names> {
    const channel = this.#channels.get(target)?.pop() ?? { id: ABSENT, name: `absent ${ABSENT}` };
    const names: Record<string, unknown> = { channel: channel.id, channelName: channel.name };
    names.founder = this.#founder.userId;
    names.caller = caller?.userId ?? ABSENT;
    if (needed.has('message'))
      names.message =
        this.#sentBefore.get(channel.id) ?? (await this.#messageFrom(this.#founder, target, channel.id));
    if (needed.has('written')) {
      const isSender = target.endsWith('+') && SENDERS.some((column) => this.#people.get(column) === caller);
      names.written = await this.#messageFrom(isSender ? caller! : this.#founder, target, channel.id);
    }
    if (needed.has('poll')) names.poll = await this.#messageFrom(this.#founder, target, channel.id, POLL);
    if (needed.has('user')) names.user = await this.#user(target, caller);
    if (needed.has('file'))
      names.file = await newFile(this.#hansard, this.#uploader(target, caller), channel.id);
    if (needed.has('view')) names.view = await newView(this.#uploader(target, caller)?.owner);
    if (needed.has('attachment'))
      names.attachment = await newAttachment(this.#hansard, this.#uploader(target, caller));
    if (needed.has('picture')) names.picture = pictures['pixel.png'];
    if (needed.has('session')) names.session = await this.#session(target, caller);
    if (needed.has('queue')) names.queue = await newQueue(this.#uploader(target, caller)?.owner);
    if (needed.has('emoji'))
      names.emoji = await newEmoji(this.#hansard, this.#uploader(target, caller)?.owner);
    if (needed.has('domain')) names.domain = await newDomain(target === 'absent' ? undefined : this.#founder);
    if (needed.has('order')) names.order = await orderOf(this.#founder, target);
    for (const word of MADE) if (needed.has(word)) names[word] = await this.#made(word, target, caller);
    if (needed.has('fresh')) names.fresh = `fresh-${channel.id}-${caller?.userId ?? 0}-${(this.#used += 1)}`;
    return names;
  }

  #used = 0;
  /** Messages of channels in which nothing can be said any more. */
  readonly #sentBefore = new Map<number, number>();

  async #messageFrom(sender: Person, target: string, to: number, more: Fields = {}): Promise<number> {
    if (target === 'absent') return ABSENT;
    return things.message.make(sender, { to, ...more });
  }

  /** A session of the caller's own, if the line says so and the caller may have any; else the founder's. */
  async #session(target: string, caller: Person | undefined): Promise<string> {
    if (target === 'absent') return 'absent';
    const username = (this.#uploader(target, caller)?.owner ?? this.#founder).email;
    const login = { username, password: OWNER_PASSWORD };
    const { body } = await this.#hansard.anonymous('POST', '/sessions', login);
    return String(body.session_id);
  }

  /** Somebody else: a member, or anybody who the line names; one who has said that they are there, or whom the caller has muted. */
  async #user(target: string, caller: Person | undefined): Promise<number> {
    if (target === 'absent') return ABSENT;
    const roles: Readonly<Record<string, 100 | 200 | 600>> = { anOwner: 100, anAdmin: 200, aGuest: 600 };
    const person = await this.#hansard.account(`User ${(this.#used += 1)}`, roles[target]);
    if (target === 'present') await person.post('/users/me/presence', { status: 'active', ping_only: true });
    if (target === 'muted') await caller?.post(`/users/me/muted_users/${person.userId}`);
    return person.userId;
  }

  /** With something said in it, for who reads what is archived. */
  async #archive(id: number): Promise<void> {
    this.#sentBefore.set(id, await this.#messageFrom(this.#founder, 'archived', id));
    await this.#founder.delete(`/streams/${id}`);
  }

  /** A thing of the caller's own, where the line says so and the caller may have any; else the founder's. */
  async #made(word: Word, target: string, caller: Person | undefined): Promise<number> {
    if (target === 'absent') return ABSENT;
    const own =
      target.startsWith('own') && MAKERS[word]?.some((column) => this.#people.get(column) === caller);
    const maker = own === true ? caller! : this.#founder;
    if (word === 'device') return this.#device(maker);
    const id = await things[word].make(maker, SETTINGS[word]?.(target));
    if (word === 'export') await this.#hansard.settled();
    if (target === 'anOwnersBot') await this.#founder.patch(`/bots/${id}`, { role: 100 });
    return id;
  }

  async #device(owner: Person): Promise<number> {
    const device = await newPushDevice((path, fields) => owner.post(path, { ...fields }));
    await this.#hansard.settled();
    return device;
  }

  /** Whose file it is; nobody's is absent. */
  #uploader(target: string, caller: Person | undefined): Uploader | undefined {
    if (target === 'absent') return undefined;
    const own = target === 'own' && SENDERS.some((column) => this.#people.get(column) === caller);
    return { owner: own ? caller! : this.#founder, sender: this.#founder };
  }

  #subscribers(subscribed: Kind['subscribed']): readonly number[] {
    if (subscribed === false) return [];
    const without = ['other', 'nobody', ...(subscribed === 'butTheBot' ? ['bot'] : [])];
    return [...this.#people].flatMap(([column, person]) =>
      person === undefined || without.includes(column) ? [] : [person.userId],
    );
  }

  async #makeChannels(kind: string, count: number): Promise<void> {
    const { settings, subscribed, archived } = KINDS[kind]!;
    const names = Array.from({ length: count }, (_, index) => `${kind} ${index}`);
    const principals = [this.#founder.userId, ...this.#subscribers(subscribed)];
    for (let at = 0; at < count; at += AT_ONCE) {
      const subscriptions = names.slice(at, at + AT_ONCE).map((name) => ({ name }));
      const answer = await this.#founder.post('/users/me/subscriptions', {
        subscriptions,
        principals,
        ...settings,
      });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    }
    const { body } = await this.#founder.get('/streams', { include_all: true, exclude_archived: false });
    const listed = body.streams as readonly { readonly stream_id: number; readonly name: string }[];
    const made = listed.filter(({ name }) => name.startsWith(`${kind} `));
    for (const { stream_id: id } of archived ? made : []) await this.#archive(id);
    this.#channels.set(
      kind,
      made.map(({ stream_id: id, name }) => ({ id, name })),
    );
  }
}

/** Roles of the columns of people. */
const ROLES: Readonly<Record<string, Role>> = {
  owner: 100,
  admin: 200,
  moderator: 300,
  member: 400,
  new: 400,
  guest: 600,
};

type Role = 100 | 200 | 300 | 400 | 600;

type People = ReadonlyMap<string, Person | undefined>;

/** Who asks, by column; who is made here is new, where it has no role that makes a full member. */
async function peopleOf(hansard: Hansard, member: Person, bot: Person): Promise<People> {
  return new Map<string, Person | undefined>([
    ['owner', await hansard.person('Owner Two', ROLES.owner)],
    ['admin', await hansard.person('Admin', ROLES.admin)],
    ['moderator', await hansard.person('Moderator', ROLES.moderator)],
    ['member', member],
    ['new', await hansard.person('New')],
    ['guest', await hansard.person('Guest', ROLES.guest)],
    ['bot', bot],
    ['gone', await hansard.account('Gone')],
    ['other', new Person(hansard.url, await hansard.organization('acme'))],
    ['nobody', undefined],
  ]);
}

/** How many cells have a target of a kind. */
const cellsOf = (tables: readonly Table[], kind: string): number =>
  tables
    .flatMap(({ lines }) => lines)
    .filter(({ target }) => target === kind)
    .reduce((sum, { words }) => sum + words.size, 0);

/** Names in braces replaced: alone by the value, within a text by its spelling. */
function filledIn(value: unknown, names: Names): unknown {
  if (typeof value === 'string') {
    const alone = /^\{(\w+)\}$/.exec(value)?.[1];
    if (alone !== undefined) return names[alone];
    return value.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(names[name]));
  }
  if (Array.isArray(value)) return value.map((item) => filledIn(item, names));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filledIn(inner, names)]));
}
