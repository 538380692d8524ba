/** The whole server in this process, on a folder of its own, and people who talk to it over HTTP. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, startApp } from '../../src/app.ts';
import { systemClock, type Clock } from '../../src/clock.ts';
import { readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/logger.ts';
import { checkAnswer } from '../api/answerCheck.ts';

export const OWNER_EMAIL = 'owner@example.com';
export const OWNER_PASSWORD = 'kiwi-lamp-42';

/** The body of an answer, with its status and headers beside. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

type Fields = Readonly<Record<string, unknown>>;

/** Somebody with credentials; fields that are no strings go out as JSON text. */
export class Person {
  readonly email: string;
  readonly userId: number;
  readonly key: string;
  readonly #base: string;
  readonly #host: string | undefined;

  constructor(base: string, account: { email: string; userId: number; key: string }, host?: string) {
    this.#base = base;
    this.#host = host;
    this.email = account.email;
    this.userId = account.userId;
    this.key = account.key;
  }

  get(path: string, fields: Fields = {}, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.#call('GET', `${path}${queryOf(fields)}`, undefined, headers);
  }

  post(path: string, fields: Fields = {}, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.#call('POST', path, fields, headers);
  }

  patch(path: string, fields: Fields = {}): Promise<Answer> {
    return this.#call('PATCH', path, fields, {});
  }

  delete(path: string, fields: Fields = {}): Promise<Answer> {
    return this.#call('DELETE', path, fields, {});
  }

  #call(method: string, path: string, fields: Fields | undefined, headers: Readonly<Record<string, string>>) {
    const authorization = `Basic ${Buffer.from(`${this.email}:${this.key}`).toString('base64')}`;
    const host = this.#host === undefined ? {} : { 'x-forwarded-host': this.#host };
    return call(this.#base, method, path, fields, { authorization, ...host, ...headers });
  }
}

const queryOf = (fields: Fields): string => {
  const query = formOf(fields).toString();
  return query === '' ? '' : `?${query}`;
};

const formOf = (fields: Fields): URLSearchParams =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
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
}

/** A running server with an owner; every answer is checked against the schema of its route. */
export class Hansard {
  readonly app: App;
  readonly folder: string;
  readonly url: string;
  readonly #keepsFolder: boolean;

  private constructor(app: App, folder: string, keepsFolder: boolean) {
    this.app = app;
    this.folder = folder;
    this.url = `http://127.0.0.1:${app.port}/api/v1`;
    this.#keepsFolder = keepsFolder;
  }

  static async start({ environment = {}, clock = systemClock, folder }: HansardOptions = {}): Promise<Hansard> {
    const data = folder ?? (await mkdtemp(join(tmpdir(), 'hansard-')));
    const config = readConfig({
      PORT: '0',
      DATA_DIR: data,
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      TRUSTED_PROXIES: '127.0.0.1',
      EXTERNAL_HOST: 'chat.example.com',
      BOOTSTRAP_OWNER_EMAIL: OWNER_EMAIL,
      BOOTSTRAP_OWNER_PASSWORD: OWNER_PASSWORD,
      ...(process.env.TEST_PROJECTION_DELAY_MS && { PROJECTION_DELAY_MS: process.env.TEST_PROJECTION_DELAY_MS }),
      ...environment,
    });
    const logger = createLogger(config.LOG_LEVEL);
    const onFatal = (error: Error): void => {
      throw error;
    };
    const app = await startApp({ config, clock, logger, onFatal, onAnswer: checkAnswer });
    await app.projections.caughtUp();
    return new Hansard(app, data, folder !== undefined);
  }

  async stop(): Promise<void> {
    await this.app.stop();
    if (!this.#keepsFolder) await rm(this.folder, { recursive: true, force: true });
  }

  /** Somebody who knows a password; `subdomain` names another organization than the root. */
  async login(email: string, password: string, subdomain?: string): Promise<Person> {
    const host = subdomain === undefined ? undefined : `${subdomain}.chat.example.com`;
    const headers = host === undefined ? {} : { 'x-forwarded-host': host };
    const { body, status } = await call(this.url, 'POST', '/fetch_api_key', { username: email, password }, headers);
    if (status !== 200) throw new Error(`No key for ${email}: ${JSON.stringify(body)}`);
    return new Person(this.url, { email, userId: body.user_id as number, key: body.api_key as string }, host);
  }

  owner(): Promise<Person> {
    return this.login(OWNER_EMAIL, OWNER_PASSWORD);
  }

  /** Somebody new, made by the owner; the role is given afterwards where it is not a member's. */
  async person(name: string, role = 400): Promise<Person> {
    const owner = await this.owner();
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
    const { body } = await owner.post('/users', { email, full_name: name, password: OWNER_PASSWORD });
    if (role !== 400) await owner.patch(`/users/${String(body.user_id)}`, { role });
    return this.login(email, OWNER_PASSWORD);
  }

  /** Nobody in particular. */
  anonymous(method: string, path: string, fields?: Fields, headers: Readonly<Record<string, string>> = {}) {
    return call(this.url, method, path, fields, headers);
  }
}
