/** The whole server in this process, on a folder of its own, and people who talk to it over HTTP. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';
import { type App, startApp } from '../../src/app/app.ts';
import { createOrganization, createPerson } from '../../src/app/core/bootstrap.ts';
import { systemClock, type Clock } from '../../src/base/clock.ts';
import { readConfig } from '../../src/base/config.ts';
import type { Role } from '../../src/events/users.ts';
import type { RenderingOptions } from '../../src/app/core/textRendering.ts';
import { createLogger } from '../../src/base/logger.ts';
import { credentialsOf } from '../../src/organization/slices/credentials.ts';
import { checkAnswer, checkPlainAnswer } from '../api/responseCheck.ts';
import { expectRebuildable } from './rebuildable.ts';
import { until } from './waiting.ts';

export const OWNER_EMAIL = 'owner@example.com';
export const OWNER_PASSWORD = 'kiwi-lamp-42';

/** The body of an answer, with its status and headers beside. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

type Fields = Readonly<Record<string, unknown>>;

/** The place where people talk: one organization of one server. */
interface Site {
  readonly base: string;
  readonly host: string | undefined;
  /** The newest `Hansard-Position` that anybody was answered here. */
  position: number;
}

/**
 * Somebody with credentials; fields that are no strings go out as JSON text. Who reads sees what anybody here wrote
 * before, for the position that the writer was told goes along.
 */
export class Person {
  readonly email: string;
  readonly userId: number;
  readonly key: string;
  readonly #site: Site;

  /** `site` may be the address of a server's root organization. */
  constructor(site: Site | string, account: { email: string; userId: number; key: string }) {
    this.#site = typeof site === 'string' ? { base: site, host: undefined, position: -1 } : site;
    this.email = account.email;
    this.userId = account.userId;
    this.key = account.key;
  }

  /** Comes back later, a few times, where the views are behind on a busy machine: an old answer it never gets. */
  async get(
    path: string,
    fields: Fields = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const position = { 'hansard-position': String(this.#site.position) };
    const ask = () => this.#call('GET', `${path}${queryOf(fields)}`, undefined, { ...position, ...headers });
    let answer = await ask();
    for (let again = 0; again < 5 && answer.status === 503; again += 1) answer = await ask();
    return answer;
  }

  post(path: string, fields: Fields = {}, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.#call('POST', path, fields, headers);
  }

  patch(path: string, fields: Fields = {}): Promise<Answer> {
    return this.#call('PATCH', path, fields, {});
  }

  put(path: string, fields: Fields = {}): Promise<Answer> {
    return this.#call('PUT', path, fields, {});
  }

  delete(path: string, fields: Fields = {}): Promise<Answer> {
    return this.#call('DELETE', path, fields, {});
  }

  /** Resolves when the server answers: after time has been moved on it has to see the head of its log first. */
  async answered(): Promise<void> {
    await whenReady(() => this.get('/users/me'));
  }

  /** What the person's requests say of who sends them, and to which organization. */
  get headers(): Readonly<Record<string, string>> {
    const authorization = `Basic ${Buffer.from(`${this.email}:${this.key}`).toString('base64')}`;
    return { authorization, ...hostHeader(this.#site.host) };
  }

  async #call(
    method: string,
    path: string,
    fields: Fields | undefined,
    headers: Readonly<Record<string, string>>,
  ) {
    const answer = await call(this.#site.base, method, path, fields, { ...this.headers, ...headers });
    const position = Number(answer.headers.get('hansard-position') ?? -1);
    this.#site.position = Math.max(this.#site.position, position);
    return answer;
  }
}

/** The first answer but that the server is not ready: on a busy machine views and renderers fall behind for a moment. */
export const whenReady = (ask: () => Promise<Answer>): Promise<Answer> =>
  until(async () => {
    const answer = await ask();
    return answer.body.code !== 'SERVER_NOT_READY' && answer;
  }, 100);

const hostHeader = (host: string | undefined): Readonly<Record<string, string>> =>
  host === undefined ? {} : { 'x-forwarded-host': host };

const queryOf = (fields: Fields): string => {
  const query = formOf(fields).toString();
  return query === '' ? '' : `?${query}`;
};

const formOf = (fields: Fields): URLSearchParams =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );

async function call(
  base: string,
  method: string,
  path: string,
  fields: Fields | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const answer = await fetch(`${base}${path}`, { method, headers, ...(fields && { body: formOf(fields) }) });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] };
}

export interface HansardOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  /** An existing folder is used as it is and kept. */
  readonly folder?: string;
  /** Takes the process log. */
  readonly logTo?: DestinationStream;
  /** Passwords are hashed as in production; else as quickly as bcrypt can. */
  readonly isPasswordSlow?: boolean;
  /** What requests cost is measured: answers are not checked against their schemas, which takes longer than making them. */
  readonly isMeasured?: boolean;
  /** What renders starts on first use unless told otherwise, for it takes a second of a processor. */
  readonly rendering?: RenderingOptions;
}

/** The least that bcrypt takes: a hash in a millisecond. */
const QUICK_PASSWORDS = { cost: 4 };

/** A running server with an owner; every answer is checked against the schema of its route unless costs are measured. */
export class Hansard {
  readonly app: App;
  readonly folder: string;
  readonly url: string;
  readonly #options: HansardOptions;
  readonly #sites = new Map<string, Site>();
  #owner: Promise<Person> | undefined;

  private constructor(app: App, folder: string, options: HansardOptions) {
    this.app = app;
    this.folder = folder;
    this.url = `http://127.0.0.1:${app.port}/api/v1`;
    this.#options = options;
  }

  static async start(options: HansardOptions = {}): Promise<Hansard> {
    const { environment = {}, clock = systemClock } = options;
    const data = options.folder ?? (await mkdtemp(join(tmpdir(), 'hansard-')));
    const config = readConfig({
      PORT: '0',
      DATA_DIR: data,
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      TRUSTED_PROXIES: '127.0.0.1',
      EXTERNAL_HOST: 'chat.example.com',
      WEB_APP: 'off',
      // One process has the server and the test: on a busy machine either may stand still for half a minute.
      MAX_STALENESS_SECONDS: '600',
      BOOTSTRAP_OWNER_EMAIL: OWNER_EMAIL,
      BOOTSTRAP_OWNER_PASSWORD: OWNER_PASSWORD,
      ...(process.env.TEST_PROJECTION_DELAY_MS && {
        PROJECTION_DELAY_MS: process.env.TEST_PROJECTION_DELAY_MS,
      }),
      ...environment,
    });
    const logger = createLogger(config.LOG_LEVEL, options.logTo);
    const onFatal = (error: Error): void => {
      throw error;
    };
    const rendering = { isWarmed: false, ...options.rendering };
    const passwords = options.isPasswordSlow === true ? {} : QUICK_PASSWORDS;
    const onAnswer = config.COMPATIBILITY_NAMES === undefined ? checkAnswer : checkPlainAnswer;
    const checks = options.isMeasured === true ? {} : { onAnswer };
    const app = await startApp({ config, clock, logger, onFatal, passwords, rendering, ...checks });
    await app.projections.caughtUp();
    return new Hansard(app, data, options);
  }

  /** Stops the server, after which its views must be those that the log says (embedded engines only). */
  async stop(): Promise<void> {
    await this.settled();
    await this.app.stop();
    const { environment = {}, folder } = this.#options;
    if (!environment.EVENTSTOREDB_URL && !environment.MONGODB_URL) await expectRebuildable(this.folder);
    if (folder === undefined) await rm(this.folder, { recursive: true, force: true });
  }

  /** Resolves when the notification bot has said what it has to say, and the views know. */
  async settled(): Promise<void> {
    await this.app.reactors.settled();
    await this.app.projections.caughtUp();
  }

  /** Somebody who knows a password; `subdomain` names another organization than the root. */
  async login(email: string, password: string, subdomain = ''): Promise<Person> {
    const site = this.#siteOf(subdomain);
    const fields = { username: email, password };
    const { body, status } = await call(this.url, 'POST', '/fetch_api_key', fields, hostHeader(site.host));
    if (status !== 200) throw new Error(`No key for ${email}: ${JSON.stringify(body)}`);
    return new Person(site, { email, userId: body.user_id as number, key: body.api_key as string });
  }

  /** Somebody whose key is known, such as a bot; of the root organization where no other is named. */
  withKey(account: { email: string; userId: number; key: string }, subdomain = ''): Person {
    return new Person(this.#siteOf(subdomain), account);
  }

  #siteOf(subdomain: string): Site {
    const host = subdomain === '' ? undefined : `${subdomain}.chat.example.com`;
    const site = this.#sites.get(subdomain) ?? { base: this.url, host, position: -1 };
    this.#sites.set(subdomain, site);
    return site;
  }

  owner(): Promise<Person> {
    this.#owner ??= this.login(OWNER_EMAIL, OWNER_PASSWORD);
    return this.#owner;
  }

  /** Another organization on this server, seen by its owner. */
  async organization(subdomain: string): Promise<Person> {
    const owner = {
      email: `owner@${subdomain}.example.com`,
      fullName: 'Acme Owner',
      password: OWNER_PASSWORD,
    };
    await createOrganization(this.app.founding, { subdomain, name: subdomain, owner }, 'test');
    return this.login(owner.email, owner.password, subdomain);
  }

  /**
   * Somebody new, made by the owner, whom the notification bot has welcomed; the role is given afterwards where it is
   * not a member's.
   */
  async person(name: string, role = 400): Promise<Person> {
    const owner = await this.owner();
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
    const { body } = await owner.post('/users', { email, full_name: name, password: OWNER_PASSWORD });
    await this.app.reactors.settled();
    if (role !== 400) await owner.patch(`/users/${String(body.user_id)}`, { role });
    return this.login(email, OWNER_PASSWORD);
  }

  /** Somebody new whose password nobody knows: nothing is hashed, so that crowds are made quickly. */
  async account(name: string, role: Role = 400, subdomain = ''): Promise<Person> {
    const { founding } = this.app;
    const { state } = founding.lanes.bySubdomain(subdomain)!;
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
    const passwords = { hash: async () => 'none', verify: async () => false, close: async () => {} };
    const person = { email, fullName: name, password: '', role };
    const userId = await createPerson({ ...founding, passwords }, state.organizationId, person, 'test');
    const key = await founding.secrets.showApiKey(credentialsOf(state, userId).apiKey!);
    const site = this.#siteOf(subdomain);
    site.position = state.revision;
    return new Person(site, { email, userId, key: key! });
  }

  /** Nobody in particular. */
  anonymous(method: string, path: string, fields?: Fields, headers: Readonly<Record<string, string>> = {}) {
    return call(this.url, method, path, fields, headers);
  }
}
