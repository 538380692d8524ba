/** Receivers of webhooks on this machine: one that does as it is told, and hostile ones. */
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A request as a receiver got it. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** What a receiver listens at, and how often somebody has come. */
export interface Listening {
  readonly url: string;
  readonly port: number;
  readonly connections: number;
  close(): Promise<void>;
}

export interface Receiver extends Listening {
  readonly received: readonly Received[];
}

/** An answer: its status, and its body as JSON unless it is a text or bytes. */
export interface ReceiverAnswer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers each request by what is told; nothing at all where that is undefined. */
export async function startReceiver(
  answer: (
    received: Received,
    nth: number,
  ) => ReceiverAnswer | undefined | Promise<ReceiverAnswer | undefined>,
  address = '127.0.0.1',
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createHttpServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const got = { path: request.url ?? '', headers: request.headers, text };
      received.push(got);
      void Promise.resolve(answer(got, received.length)).then((reply) => reply && sendReply(response, reply));
    });
  });
  return Object.assign(await listening(server, address), { received });
}

function sendReply(
  response: ServerResponse,
  { status = 200, body = {}, headers = {} }: ReceiverAnswer,
): void {
  response.writeHead(status, headers);
  response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
}

/** Lets a hostile receiver do with every connection what it likes. */
export const startHostile = (hostility: Hostility, address = '127.0.0.1'): Promise<Listening> =>
  listening(createServer(hostility), address);

async function listening(server: Server, address: string): Promise<Listening> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${port}/hook`,
    port,
    get connections() {
      return connections;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

type Hostility = (socket: Socket) => void;

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const MEGABYTE = 'x'.repeat(1_000_000);

/** Writes a piece again and again, as fast as it is taken. */
function flood(socket: Socket, head: string, piece: string, pieces = Infinity): void {
  let sent = 0;
  const more = (): void => {
    while (!socket.destroyed && sent < pieces && socket.write(piece)) sent += 1;
  };
  socket.on('drain', more);
  socket.write(head);
  more();
}

function drip(socket: Socket, head: string): void {
  socket.write(head);
  const timer = setInterval(() => socket.write('x'), 1000);
  socket.on('close', () => clearInterval(timer));
}

/** Ways to harm who asks. */
export const HOSTILITIES = {
  /** A byte a second of a long body. */
  slow: (socket) => drip(socket, `${HEAD}Content-Length: 100000\r\n\r\n`),
  /** A byte a second of a header. */
  slowHeader: (socket) => drip(socket, `${HEAD}X-Slow: `),
  silent: () => {},
  /** 10 GB. */
  endless: (socket) => flood(socket, `${HEAD}Content-Length: 10000000000\r\n\r\n`, MEGABYTE, 10_000),
  longHeader: (socket) => flood(socket, `${HEAD}X-Long: `, MEGABYTE, 10),
  manyHeaders: (socket) => flood(socket, HEAD, 'X-Many: header\r\n'.repeat(1000), 1000),
  interim: (socket) => flood(socket, '', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000)),
  upgrade: (socket) =>
    void socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: chat\r\nConnection: Upgrade\r\n\r\n'),
  garbage: (socket) => void socket.end('\u0000\u0001 no HTTP at all \r\n\r\n'),
  closing: (socket) => void socket.end(),
  short: (socket) => void socket.end(`${HEAD}Content-Length: 100\r\n\r\n{"content":"hi"`),
} as const satisfies Readonly<Record<string, Hostility>>;
