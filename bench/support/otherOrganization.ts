/** A second organization of a server, whose owner sends messages. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { resultOf } from './child.ts';
import { formRequest, type Server } from './server.ts';

const OTHER_HOST = 'other.localhost';

/** Makes another organization; returns the request of a send of its owner. */
export async function sendInOtherOrganization(
  server: Server,
  content: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const words = ['--subdomain', 'other', '--name', 'Other', '--owner-email', 'owner@example.com', '--json'];
  const made = await resultOf<{ owner: { email: string; password: string } }>(
    'src/cli',
    ['organizations', 'create', ...words],
    { env: { ...process.env, ...environment, DATA_DIR: server.folder } },
  );
  const { email, password } = made.owner;
  const { api_key: key } = await posted(server, '', '/fetch_api_key', { username: email, password });
  const authorization = `Basic ${Buffer.from(`${email}:${String(key)}`).toString('base64')}`;
  const subscriptions = JSON.stringify([{ name: 'general' }]);
  await posted(server, authorization, '/users/me/subscriptions', { subscriptions });
  const message = { type: 'channel', to: 'general', topic: 'benchmarks', content };
  return formRequest('/api/v1/messages', authorization, message, OTHER_HOST);
}

/** The body of an answer; `fetch` would not let us name the other host. */
async function posted(
  { port }: Server,
  authorization: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const headers = {
    host: OTHER_HOST,
    'content-type': 'application/x-www-form-urlencoded',
    ...(authorization !== '' && { authorization }),
  };
  const outgoing = request({ port, path: `/api/v1${path}`, method: 'POST', headers });
  outgoing.end(new URLSearchParams(fields).toString());
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return (await json(answer)) as Readonly<Record<string, unknown>>;
}
