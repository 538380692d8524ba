import { expect } from 'chai';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createSocketServer } from 'node:net';
import type { DeviceId } from '../../../src/events/credentials.ts';
import { type BouncerFailure, createBouncer } from '../../../src/reactors/push/bouncer.ts';
import { TestClock } from '../../support/testClock.ts';

const notification = {
  id: 'a:1',
  device_id: 1 as DeviceId,
  token_id: 'AAAA',
  token_kind: 'fcm' as const,
  push_key_id: 7,
  encrypted_data: 'AAAA',
};

describe('a bouncer', () => {
  const clock = new TestClock();
  const open: { close(): void }[] = [];
  afterEach(() => open.splice(0).forEach((server) => server.close()));

  async function listening<Listener extends Pick<Server, 'listen' | 'address' | 'close'>>(server: Listener) {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    open.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const answering = (listener: RequestListener) => listening(createServer(listener));
  /** Answers what it likes on a bare connection. */
  const respondingWith = (respond: (socket: Socket) => void) =>
    listening(
      createSocketServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => respond(socket));
      }) as unknown as Server,
    );

  /** The result of a notification: `ok`, or the code of the failure and what else is known. */
  async function fateAt(url: string): Promise<string> {
    const requested = createBouncer({ url, server: 'log', clock }).notify('http://chat', [notification]);
    const failure = (await requested.then(
      () => undefined,
      (error: unknown) => error,
    )) as BouncerFailure | undefined;
    if (failure === undefined) return 'ok';
    const { code, isTransient, answeredCode } = failure;
    return [code, isTransient ? 'passing' : 'final', answeredCode].filter(Boolean).join(' ');
  }

  const statuses = {
    200: 'ok',
    204: 'ok',
    302: 'ADMIN_ACTION_REQUIRED final',
    400: 'ADMIN_ACTION_REQUIRED final',
    401: 'ADMIN_ACTION_REQUIRED final',
    408: 'ADMIN_ACTION_REQUIRED passing',
    429: 'ADMIN_ACTION_REQUIRED passing',
    500: 'INTERNAL_SERVER_ERROR_ON_BOUNCER passing',
    503: 'INTERNAL_SERVER_ERROR_ON_BOUNCER passing',
  };
  for (const [status, fate] of Object.entries(statuses))
    it(`that answers ${status} means ${fate}`, async () => {
      const url = await answering((_request, response) => {
        response.writeHead(Number(status), { location: 'http://127.0.0.1:1/' }).end();
      });
      expect(await fateAt(url)).to.equal(fate);
    });

  const bodies: readonly (readonly [string, string])[] = [
    ['{"code":"REQUEST_EXPIRED"}', ' REQUEST_EXPIRED'],
    ['{"code":"a sentence"}', ''],
    ['{"code":7}', ''],
    ['null', ''],
    ['not JSON', ''],
    ['', ''],
    [`{"code":"${'A'.repeat(200)}"}`, ` ${'A'.repeat(100)}`],
  ];
  for (const [body, known] of bodies)
    it(`that refuses with ${body.slice(0, 30) || 'nothing'} is understood as far as that goes`, async () => {
      const url = await answering((_request, response) => void response.writeHead(400).end(body));
      expect(await fateAt(url)).to.equal(`ADMIN_ACTION_REQUIRED final${known}`);
    });

  it('that refuses without end is not listened to for long', async () => {
    let sent = 0;
    const url = await answering((_request, response) => {
      response.writeHead(400);
      const chunk = Buffer.alloc(16 * 1024, 'x');
      const more = (): void => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    expect(await fateAt(url)).to.equal('ADMIN_ACTION_REQUIRED final');
    expect(sent).to.be.below(16 * 1024 * 1024);
  });

  const UNREACHABLE = 'FAILED_TO_CONNECT_BOUNCER passing';

  it('that hangs up, talks nonsense or has endless headers is out of reach', async () => {
    expect(await fateAt(await respondingWith((socket) => socket.destroy()))).to.equal(UNREACHABLE);
    expect(await fateAt(await respondingWith((socket) => socket.end('Hello.\r\n\r\n')))).to.equal(
      UNREACHABLE,
    );
    const headers = await respondingWith((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      for (let at = 0; at < 10_000; at += 1) socket.write(`x-${at}: ${'y'.repeat(100)}\r\n`);
    });
    expect(await fateAt(headers)).to.equal(UNREACHABLE);
  });

  it('that is not there is out of reach', async () => {
    expect(await fateAt('http://127.0.0.1:1')).to.equal(UNREACHABLE);
    expect(await fateAt('http://bouncer.invalid')).to.equal(UNREACHABLE);
  });

  for (const [what, respond] of [
    ['never answers', () => undefined],
    ['answers a byte at a time', (socket: Socket) => void socket.write('HTTP/1.1 400 Bad\r\n\r\nx')],
  ] as const)
    it(`that ${what} is waited for for ten seconds`, async () => {
      let onRequested = (): void => {};
      const requested = new Promise<void>((resolve) => (onRequested = resolve));
      const url = await respondingWith((socket) => {
        respond(socket);
        onRequested();
      });
      let isSettled = false;
      const fate = fateAt(url).finally(() => (isSettled = true));
      await requested;
      await clock.advance(9_000);
      expect(isSettled).to.equal(false);
      await clock.advance(2_000);
      expect(await fate).to.equal(UNREACHABLE);
    });
});
