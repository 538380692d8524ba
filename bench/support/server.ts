/** The compiled server as a process of its own, and its owner. */
import type { ChildProcess } from 'node:child_process';
import { ask, end, firstLine, moduleFile, startModule } from './child.ts';
import { temporaryFolder } from './folders.ts';
import type { Observation } from './observed.ts';

const EMAIL = 'owner@example.com';
const PASSWORD = 'kiwi-lamp-42';

type Fields = Readonly<Record<string, string>>;

export interface ServerOptions {
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly execArgv?: readonly string[];
}

/** What `npm start` gives Node (decisions 32 and 35). */
const AS_STARTED = ['--v8-pool-size=0', '--max-semi-space-size=32'];

export class Server {
  readonly folder: string;
  readonly port: number;
  readonly process: ChildProcess;
  #authorization = '';

  private constructor(child: ChildProcess, folder: string, port: number) {
    this.process = child;
    this.folder = folder;
    this.port = port;
  }

  /** Resolves when the server listens and its owner has a key. */
  static async start(options: ServerOptions = {}): Promise<Server> {
    const { folder = temporaryFolder(), environment = {}, execArgv = [] } = options;
    const child = startModule('src/main', [], {
      execArgv: [...AS_STARTED, ...execArgv, '--import', moduleFile('bench/support/observed')],
      env: { ...process.env, ...settings(folder), ...environment },
    });
    const port = Number(/:(\d+)\s*$/.exec(await firstLine(child))?.[1]);
    const server = new Server(child, folder, port);
    const key = await server.logIn();
    server.#authorization = `Basic ${Buffer.from(`${EMAIL}:${key}`).toString('base64')}`;
    return server;
  }

  /** The owner's credentials, as a header. */
  get authorization(): string {
    return this.#authorization;
  }

  /** The owner's API key for the owner's password. */
  async logIn(): Promise<string> {
    const { api_key: key } = await this.post('/fetch_api_key', { username: EMAIL, password: PASSWORD });
    return String(key);
  }

  /** Makes a channel and follows it. */
  async createChannel(name: string): Promise<void> {
    await this.post('/users/me/subscriptions', { subscriptions: JSON.stringify([{ name }]) });
  }

  /** The body of an answer that must be a success. */
  async post(path: string, fields: Fields): Promise<Record<string, unknown>> {
    const { status, body } = await this.call('POST', path, fields);
    if (status === 200) return body;
    throw new Error(`POST ${path} was answered ${status}: ${JSON.stringify(body)}`);
  }

  async call(
    method: string,
    path: string,
    fields?: Fields,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const answer = await this.fetch(method, path, fields);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }

  /** The answer as it came. */
  fetch(method: string, path: string, fields?: Fields): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.port}/api/v1${path}`, {
      method,
      headers: this.#authorization === '' ? {} : { authorization: this.#authorization },
      ...(fields && { body: new URLSearchParams(fields) }),
    });
  }

  /** A GET as it goes over the wire. */
  getRequest(path: string, headers: Fields = {}): string {
    const all = { Host: 'localhost', Authorization: this.#authorization, ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    return `GET /api/v1${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  }

  /** The request of a send as it goes over the wire. */
  sendRequest(content: string, to = 'general', topic = 'benchmarks'): string {
    return formRequest('/api/v1/messages', this.#authorization, { type: 'channel', to, topic, content });
  }

  /** A number out of `/metrics`, by its name. */
  async metric(name: string): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${this.port}/metrics`)).text();
    const line = text.split('\n').find((each) => each.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1) ?? NaN);
  }

  /** Resolves when all projections are served and level. */
  async ready(): Promise<void> {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${this.port}/health/ready`);
      const { projections = [] } = (await answer.json()) as { projections?: { lag: number }[] };
      if (answer.status === 200 && projections.every(({ lag }) => lag === 0)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Resolves when nothing is appended any more: the bots have sent their messages about the made-up people and channels. */
  async quiet(): Promise<void> {
    const appends = () => this.metric('hansard_append_events_count');
    for (let [before, now] = [-1, await appends()]; now !== before; [before, now] = [now, await appends()])
      await new Promise((resolve) => setTimeout(resolve, 1000));
  }

  observe<Answer>(question: Observation['ask']): Promise<Answer> {
    return ask<Answer>(this.process, { ask: question });
  }

  stop(): Promise<void> {
    return end(this.process);
  }
}

const settings = (folder: string): Readonly<Record<string, string>> => ({
  PORT: '0',
  DATA_DIR: folder,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
  WEB_APP: 'off',
  BOOTSTRAP_OWNER_EMAIL: EMAIL,
  BOOTSTRAP_OWNER_PASSWORD: PASSWORD,
});

/** A POST of urlencoded fields as it goes over the wire. */
export function formRequest(path: string, authorization: string, fields: Fields, host = 'localhost'): string {
  const body = new URLSearchParams(fields).toString();
  const lines = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: ${authorization}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
