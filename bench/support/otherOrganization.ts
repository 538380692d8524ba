/** Another organization of a server, and its owner. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { resultOf } from './child.ts';
import { formRequest, type Server } from './server.ts';

const HOST = 'other.localhost';

type Fields = Readonly<Record<string, string>>;

export class OtherOrganization {
  readonly #server: Pick<Server, 'port'>;
  readonly authorization: string;

  constructor(server: Pick<Server, 'port'>, authorization: string) {
    this.#server = server;
    this.authorization = authorization;
  }

  /** Made through a running server, by its command line. */
  static async create(server: Server, environment: Fields = {}): Promise<OtherOrganization> {
    const words = ['--subdomain', 'other', '--name', 'Other', '--owner-email', 'owner@example.com', '--json'];
    const made = await resultOf<{ owner: { email: string; password: string } }>(
      'src/cli',
      ['organizations', 'create', ...words],
      { env: { ...process.env, ...environment, DATA_DIR: server.folder } },
    );
    const { email, password } = made.owner;
    const { api_key: key } = await new OtherOrganization(server, '').post('/fetch_api_key', {
      username: email,
      password,
    });
    return new OtherOrganization(
      server,
      `Basic ${Buffer.from(`${email}:${String(key)}`).toString('base64')}`,
    );
  }

  /** The request of a send of its owner as it goes over the wire. */
  sendRequest(content: string): string {
    const message = { type: 'channel', to: 'general', topic: 'benchmarks', content };
    return formRequest('/api/v1/messages', this.authorization, message, HOST);
  }

  post(path: string, fields: Fields): Promise<Readonly<Record<string, unknown>>> {
    return this.#call('POST', path, new URLSearchParams(fields).toString());
  }

  get(path: string, fields: Fields): Promise<Readonly<Record<string, unknown>>> {
    return this.#call('GET', `${path}?${new URLSearchParams(fields)}`);
  }

  /** The body of an answer, over a connection of its own; `fetch` would not let us name the other host. */
  async #call(method: string, path: string, body = ''): Promise<Readonly<Record<string, unknown>>> {
    const headers = {
      host: HOST,
      ...(body !== '' && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(this.authorization !== '' && { authorization: this.authorization }),
    };
    const agent = new Agent({ keepAlive: false });
    const outgoing = request({ port: this.#server.port, path: `/api/v1${path}`, method, headers, agent });
    outgoing.end(body);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    return (await json(answer)) as Readonly<Record<string, unknown>>;
  }
}

/** Makes another organization, through a running server; returns the request of a send of its owner. */
export async function sendInOtherOrganization(
  server: Server,
  content: string,
  environment: Fields = {},
): Promise<string> {
  const other = await OtherOrganization.create(server, environment);
  await other.post('/users/me/subscriptions', { subscriptions: JSON.stringify([{ name: 'general' }]) });
  return other.sendRequest(content);
}
