/** An organization of its own for each history, on one server whose clock is moved. */
import { isRecentlyActive } from '../../../src/organization/slices/channelActivity.ts';
import { answering, newPushDevice, TestBouncer } from '../../support/bouncer.ts';
import { Hansard, type Person } from '../../support/hansard.ts';
import { MovedClock } from '../../support/movedClock.ts';
import { FIRST_ROLES, forEach, WHO, type Who } from '../model/organization.ts';
import { pictures } from '../../spec/pictures.ts';
import { until } from '../../support/waiting.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

export const pick = <Thing>(things: readonly Thing[], number: number): Thing =>
  things[number % things.length]!;

/** The server of all histories, and a bouncer to which it sends devices. */
export class Stage {
  readonly clock: MovedClock;
  readonly hansard: Hansard;
  readonly bouncer: TestBouncer;
  #organizations = 0;

  private constructor(clock: MovedClock, hansard: Hansard, bouncer: TestBouncer) {
    this.clock = clock;
    this.hansard = hansard;
    this.bouncer = bouncer;
  }

  static async start(): Promise<Stage> {
    const clock = new MovedClock();
    const bouncer = await TestBouncer.start();
    const url = bouncer.url.replace('http://', 'http://chat:word@');
    const environment = { WEB_PUBLIC_CHANNELS: 'on', PUSH_BOUNCER_URL: `${url}/` };
    return new Stage(clock, await Hansard.start({ clock, environment }), bouncer);
  }

  async stop(): Promise<void> {
    await this.hansard.stop();
    await this.bouncer.stop();
  }

  /** A new organization with one person of each role, a guest, a bot of the member's and one that a webhook serves. */
  async world(): Promise<World> {
    this.#organizations += 1;
    const subdomain = `o${this.#organizations}`;
    const owner = await this.hansard.organization(subdomain);
    const cast: Record<Who, Person> = forEach(() => owner);
    for (const who of WHO)
      if (who !== 'owner' && who !== 'bot')
        cast[who] = await this.hansard.account(NAMES[who], FIRST_ROLES[who], subdomain);
    const bots = await Promise.all(
      [{}, { bot_type: 3, payload_url: 'http://127.0.0.1:9/' }].map((fields, index) =>
        cast.member.post('/bots', { full_name: `Bot ${index}`, short_name: `b${index}`, ...fields }),
      ),
    );
    const [bot, hook] = bots.map(({ body }) => body as { user_id: number; api_key: string });
    const email = `b0-bot@${subdomain}.chat.example.com`;
    cast.bot = this.hansard.withKey({ email, userId: bot!.user_id, key: bot!.api_key }, subdomain);
    return new World(this, subdomain, cast, hook!.user_id);
  }
}

const NAMES: Readonly<Record<Who, string>> = {
  owner: 'Olga Owner',
  admin: 'Ada Admin',
  moderator: 'Mo Moderator',
  member: 'Mia Member',
  insider: 'Ina Insider',
  guest: 'Gus Guest',
  bot: 'Bot',
};

export class World {
  readonly cast: Record<Who, Person>;
  readonly subdomain: string;
  readonly hookId: number;
  /** In the order in which they were sent. */
  readonly messageIds: number[] = [];
  readonly #stage: Stage;
  readonly #devices: number[] = [];

  constructor(stage: Stage, subdomain: string, cast: Record<Who, Person>, hookId: number) {
    this.#stage = stage;
    this.subdomain = subdomain;
    this.cast = cast;
    this.hookId = hookId;
  }

  /** UNIX seconds. */
  inSeconds(seconds: number): number {
    return Math.floor(this.#stage.clock.now() / 1000) + seconds;
  }

  /** Resolves when all has happened that follows from what was done, and from the time. */
  async settled(): Promise<void> {
    const { clock, hansard } = this.#stage;
    const { channelActivity } = hansard.app.lanes.bySubdomain(this.subdomain)!.state;
    const isDue = (): boolean =>
      [...channelActivity.byChannel.values()].some(
        (activity) => !isRecentlyActive(activity, clock.now()) && activity.isQuiet !== true,
      );
    if (isDue()) clock.advance(MINUTE);
    await until(() => !isDue(), 5);
    await hansard.settled();
  }

  async newcomer(number: number): Promise<void> {
    await this.cast.owner.post('/users', {
      email: `new${number}@example.com`,
      full_name: `New ${number}`,
      password: 'kiwi-lamp-42',
    });
  }

  /** Another address, with which the same key is good. */
  async readdress(by: Who, whom: Who, number: number): Promise<void> {
    const { userId, key } = this.cast[whom];
    const email = `new.address.${number}@example.com`;
    const { status } = await this.cast[by].patch(`/users/${userId}`, { new_email: email });
    if (status === 200) this.cast[whom] = this.#stage.hansard.withKey({ email, userId, key }, this.subdomain);
  }

  /** A file, and a message that shows it. */
  async file(by: Who, channelId: number): Promise<void> {
    const form = new FormData();
    form.set('file', new Blob([pictures['pixel.png']!]), 'sun.png');
    const { headers } = this.cast[by];
    const url = `${this.#stage.hansard.url}/user_uploads`;
    const answer = await fetch(url, { method: 'POST', headers, body: form });
    const { url: link } = (await answer.json()) as { readonly url?: string };
    if (link === undefined) return;
    const content = `[sun](${link})`;
    const sent = await this.cast[by].post('/messages', {
      type: 'channel',
      to: channelId,
      topic: 'x',
      content,
    });
    if (sent.status === 200) this.messageIds.push(sent.body.id as number);
  }

  async picture(by: Who, path: string): Promise<void> {
    const form = new FormData();
    form.set('file', new Blob([pictures['pixel.png']!]), 'sun.png');
    const { url } = this.#stage.hansard;
    const { headers } = this.cast[by];
    await fetch(`${url}${path}`, { method: 'POST', headers, body: form });
  }

  /** A device that the bouncer takes or refuses, or that goes. */
  async device(by: Who, one: number, other: number): Promise<void> {
    const person = this.cast[by];
    const device_id = pick(this.#devices, other);
    if (one % 3 === 0 && device_id !== undefined) {
      await person.post('/remove_client_device', { device_id });
      return;
    }
    const { bouncer } = this.#stage;
    bouncer.mood =
      one % 3 === 1
        ? answering(400, 'INVALID_BOUNCER_PUBLIC_KEY')
        : (_heard, response) => void response.end();
    const post = (path: string, fields: object) => person.post(path, { ...fields });
    const device = await newPushDevice(post).catch(() => undefined);
    if (device !== undefined) this.#devices.push(device);
    await this.settled();
  }

  /** Time passes, and what ages is put on record. */
  async days(days: number): Promise<void> {
    const { clock } = this.#stage;
    clock.advance(days * DAY);
    await this.cast.owner.post('/users/me/presence', { status: 'idle', last_update_id: -1 });
    await this.cast.owner.answered();
    await this.settled();
  }

  anonymously(path: string, method = 'GET', fields?: Record<string, unknown>) {
    const host = `${this.subdomain}.chat.example.com`;
    return this.#stage.hansard.anonymous(method, path, fields, { 'x-forwarded-host': host });
  }
}
