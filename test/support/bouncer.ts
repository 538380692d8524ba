/** A push bouncer for tests: it keeps what it is told, and misbehaves when it is asked to. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sodium from 'libsodium-wrappers';
import type { PushNotification, PushRegistration } from '../../src/reactors/push/bouncer.ts';

/** The body of a request: of a registration, or of notifications. */
type PushPayload = { readonly server: string; readonly realm_url: string } & Partial<PushRegistration> & {
    readonly notifications?: readonly PushNotification[];
  };

interface Heard {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly payload: PushPayload;
}

/** What it does instead of taking everything: an answer, or whatever it likes. */
type Mood = (heard: Heard, response: ServerResponse) => void;

const content: Mood = (_heard, response) => void response.end('{"result":"success"}');

/** Answers a status, and a code in the body. */
export const answering =
  (status: number, code?: string): Mood =>
  (_heard, response) =>
    void response.writeHead(status).end(JSON.stringify({ result: 'error', code }));

/** Breaks the connection. */
export const hangingUp: Mood = (_heard, response) => void response.destroy();

/**
 * Tests that cannot reach it say by the ID of a key what it is to do when that device is told something: to answer
 * this status, or to hang up (1).
 */
export const byKeyId: Mood = (heard, response) => {
  const keyId = heard.payload.notifications?.[0]?.push_key_id ?? 0;
  if (keyId === 1) hangingUp(heard, response);
  else if (keyId >= 400 && keyId < 600) answering(keyId)(heard, response);
  else content(heard, response);
};

export class TestBouncer {
  /** All that it has been told, refused or not. */
  readonly heard: Heard[] = [];
  mood: Mood;
  url = '';
  readonly #server: Server;

  private constructor(mood: Mood) {
    this.mood = mood;
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  static async start(mood = content): Promise<TestBouncer> {
    const bouncer = new TestBouncer(mood);
    await new Promise<void>((resolve) => bouncer.#server.listen(0, '127.0.0.1', resolve));
    bouncer.url = `http://127.0.0.1:${(bouncer.#server.address() as AddressInfo).port}`;
    return bouncer;
  }

  get notifications(): readonly PushNotification[] {
    return this.heard.flatMap(({ payload }) => payload.notifications ?? []);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { url = '', headers } = request;
    const heard = {
      path: url,
      authorization: headers.authorization,
      payload: JSON.parse(text) as PushPayload,
    };
    this.heard.push(heard);
    this.mood(heard, response);
  }
}

/** The key that an app makes for a device: everything that makes a test's keys differ is the byte. */
export const pushKey = (byte: number): string =>
  Buffer.concat([Buffer.from([0x31]), Buffer.alloc(32, byte)]).toString('base64');

/** What a device reads in what reaches it; fails where it is not for the device. */
export async function opened({ encrypted_data: data }: PushNotification, key: string) {
  await sodium.ready;
  const bytes = Buffer.from(data, 'base64');
  const [nonce, box] = [bytes.subarray(0, 24), bytes.subarray(24)];
  const text = sodium.crypto_secretbox_open_easy(box, nonce, Buffer.from(key, 'base64').subarray(1), 'text');
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}

type Asking = (path: string, fields: object) => Promise<{ readonly body: Readonly<Record<string, unknown>> }>;

/** A new device of whoever asks, of which the bouncer is told; `fields` are for its registration. */
export async function newPushDevice(post: Asking, fields: object = {}): Promise<number> {
  const { device_id } = (await post('/register_client_device', {})).body;
  const key = { push_key_id: 2408, push_key: pushKey(7) };
  const { body } = await post('/mobile_push/register', { device_id, ...key, ...pushToken(), ...fields });
  if (body.result !== 'success') throw new Error(JSON.stringify(body));
  return device_id as number;
}

/** What an app tells of a new token, one that no other device has where it is not named. */
export const pushToken = (name: string = randomUUID()) => ({
  token_kind: 'fcm',
  token_id: Buffer.from(`token ${name}`).toString('base64'),
  bouncer_public_key: Buffer.from('the key of the bouncer').toString('base64'),
  encrypted_push_registration: Buffer.from(`for the bouncer alone: ${name}`).toString('base64'),
});
