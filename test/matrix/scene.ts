/** The people of the columns and the targets of the lines, on one server: every cell has a target of its own. */
import { makeBot } from '../api/bots.ts';
import { ask } from '../support/asking.ts';
import { newPushDevice, TestBouncer } from '../support/bouncer.ts';
import { type Answer, Hansard, Person } from '../support/hansard.ts';
import { MovedClock } from '../support/movedClock.ts';
import { at } from '../spec/values.ts';
import { SECRET } from '../support/tokens.ts';
import { idIn, newAttachment, newField, newFile, type Uploader } from './targets.ts';
import { ABSENT, KINDS, type Kind } from './kinds.ts';
import { SOME_DAY } from './messages.ts';
import { OWNED } from './owned.ts';
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

/** Channels that one request makes. */
const AT_ONCE = 200;

/** The columns of those who may make bots. */
const HAVE_BOTS = ['owner', 'admin', 'moderator', 'member', 'new'];

/** The columns of those who may have devices. */
const HAVE_DEVICES = [...HAVE_BOTS, 'guest'];

/** The columns of those who may send messages. */
const MAY_SEND = [...HAVE_DEVICES, 'bot'];

/** The columns of those who invite by mail. */
const MAY_INVITE = HAVE_BOTS;

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
    const member = await hansard.account('Member');
    const bot = await makeBot(hansard, member);
    clock.advance(2 * WAITING_PERIOD * DAY);
    const people = await peopleOf(hansard, member, bot);
    await founder.patch('/realm', {
      enable_spectator_access: true,
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
  async ask({ request, fields }: Table, target: string, column: string): Promise<Answer> {
    const needed = new Set(`${request} ${JSON.stringify(fields)}`.match(/(?<=\{)\w+(?=\})/g));
    const names = await this.#names(target, this.#people.get(column), needed);
    const filled = filledIn(fields, names) as Fields;
    return ask(this.#hansard, this.#people.get(column), String(filledIn(request, names)), filled);
  }

  async #names(target: string, caller: Person | undefined, needed: ReadonlySet<string>): Promise<Names> {
    const channel = this.#channels.get(target)?.pop() ?? { id: ABSENT, name: `absent ${ABSENT}` };
    const names: Record<string, unknown> = { channel: channel.id, channelName: channel.name };
    names.founder = this.#founder.userId;
    names.caller = caller?.userId ?? ABSENT;
    if (needed.has('message'))
      names.message =
        this.#saidBefore.get(channel.id) ?? (await this.#said(this.#founder, target, channel.id));
    if (needed.has('user')) names.user = await this.#user(target, caller);
    if (needed.has('bot')) names.bot = await this.#bot(target, caller);
    if (needed.has('scheduled')) names.scheduled = await this.#scheduled(target, caller);
    for (const kind of OWNED.keys())
      if (needed.has(kind)) names[kind] = await this.#owned(target, caller, kind);
    if (needed.has('device')) names.device = await this.#device(target, caller);
    if (needed.has('group')) names.group = await this.#group(target, channel.name);
    if (needed.has('invitation')) names.invitation = await this.#invitation(target, caller, false);
    if (needed.has('link')) names.link = await this.#invitation(target, caller, true);
    if (needed.has('file'))
      names.file = await newFile(this.#hansard, this.#uploader(target, caller), channel.id);
    if (needed.has('attachment'))
      names.attachment = await newAttachment(this.#hansard, this.#uploader(target, caller));
    if (needed.has('folder')) names.folder = await this.#folder(target);
    if (needed.has('field')) names.field = await newField(this.#founder, target, (this.#used += 1));
    if (needed.has('fresh')) names.fresh = `fresh-${channel.id}-${caller?.userId ?? 0}-${(this.#used += 1)}`;
    return names;
  }

  #used = 0;
  /** Messages of channels in which nothing can be said any more. */
  readonly #saidBefore = new Map<number, number>();

  async #said(sender: Person, target: string, to: number): Promise<number> {
    if (target === 'absent') return ABSENT;
    return idIn(
      await sender.post('/messages', { type: 'channel', to, topic: 'logo', content: 'Said.' }),
      'id',
    );
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
    this.#saidBefore.set(id, await this.#said(this.#founder, 'archived', id));
    await this.#founder.delete(`/streams/${id}`);
  }

  async #group(target: string, name: string): Promise<number> {
    if (target === 'absent') return ABSENT;
    const wanted = { name: `${name} ${(this.#used += 1)}`, description: '', members: [] };
    return idIn(await this.#founder.post('/user_groups/create', wanted), 'group_id');
  }

  /** Of the caller's own, where the line says so and the caller may have bots; else the founder's. */
  async #bot(target: string, caller: Person | undefined): Promise<number> {
    if (target === 'absent') return ABSENT;
    const own = target === 'ownBot' && HAVE_BOTS.some((column) => this.#people.get(column) === caller);
    const { userId } = await makeBot(this.#hansard, own ? caller! : this.#founder);
    if (target === 'anOwnersBot') await this.#founder.patch(`/bots/${userId}`, { role: 100 });
    return userId;
  }

  /** Of the caller's own, where the line says so and the caller may invite; else the founder's. */
  async #invitation(target: string, caller: Person | undefined, isLink: boolean): Promise<number> {
    if (target === 'absent') return ABSENT;
    const own = target === 'own' && MAY_INVITE.some((column) => this.#people.get(column) === caller);
    const [inviter, role] = [own ? caller! : this.#founder, target === 'anOwners' ? 100 : 400];
    const fresh = `invited${(this.#used += 1)}@example.org`;
    const wanted = { invitee_emails: fresh, stream_ids: [], invite_as: role };
    const { status, body } = await inviter.post(isLink ? '/invites/multiuse' : '/invites', wanted);
    if (status !== 200) throw new Error(JSON.stringify(body));
    const { body: listed } = await inviter.get('/invites');
    const found = (listed.invites as readonly Record<string, unknown>[]).find(({ email, link_url: url }) =>
      isLink ? url === body.invite_link : email === fresh,
    );
    return found!.id as number;
  }

  /** Of the caller's own, where the line says so and the caller may send anything; else the founder's. */
  async #scheduled(target: string, caller: Person | undefined): Promise<number> {
    if (target === 'absent') return ABSENT;
    const own = target === 'own' && MAY_SEND.some((column) => this.#people.get(column) === caller);
    const author = own ? caller! : this.#founder;
    const wanted = { type: 'direct', to: [author.userId], content: 'x', ...SOME_DAY };
    return idIn(await author.post('/scheduled_messages', wanted), 'scheduled_message_id');
  }

  /** Something that a POST makes: of the caller's own, where the line says so; else the founder's. */
  async #owned(target: string, caller: Person | undefined, kind: string): Promise<unknown> {
    if (target === 'absent') return ABSENT;
    const [path, fields, id] = OWNED.get(kind)!;
    const own = target === 'own' && MAY_SEND.some((column) => this.#people.get(column) === caller);
    const { status, body } = await (own ? caller! : this.#founder).post(path, fields);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return at(body, id);
  }

  /** Of the caller's own, where the line says so and the caller may have devices; else the founder's. */
  async #device(target: string, caller: Person | undefined): Promise<number> {
    if (target === 'absent') return ABSENT;
    const own = target === 'ownDevice' && HAVE_DEVICES.some((column) => this.#people.get(column) === caller);
    const person = own ? caller! : this.#founder;
    const device = await newPushDevice((path, fields) => person.post(path, { ...fields }));
    await this.#hansard.settled();
    return device;
  }

  /** Whose file it is; nobody's is absent. */
  #uploader(target: string, caller: Person | undefined): Uploader | undefined {
    if (target === 'absent') return undefined;
    const own = target === 'own' && MAY_SEND.some((column) => this.#people.get(column) === caller);
    return { owner: own ? caller! : this.#founder, sender: this.#founder };
  }

  async #folder(target: string): Promise<number> {
    if (target === 'absent') return ABSENT;
    const wanted = { name: `Folder ${(this.#used += 1)}`, description: '' };
    return idIn(await this.#founder.post('/channel_folders/create', wanted), 'channel_folder_id');
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

type People = ReadonlyMap<string, Person | undefined>;

/** Who asks, by column; who is made here is new, where it has no role that makes a full member. */
async function peopleOf(hansard: Hansard, member: Person, bot: Person): Promise<People> {
  return new Map<string, Person | undefined>([
    ['owner', await hansard.account('Owner Two', 100)],
    ['admin', await hansard.account('Admin', 200)],
    ['moderator', await hansard.account('Moderator', 300)],
    ['member', member],
    ['new', await hansard.account('New')],
    ['guest', await hansard.account('Guest', 600)],
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
