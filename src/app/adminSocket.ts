/**
 * The admin socket, through which the command line asks a running server to write. A Unix socket in the data
 * folder that only the server's own account can open.
 *
 * The protocol is one JSON text per line: the client sends one request, `{ "operation": "users create",
 * "input": {…} }` (operations.ts lists them). The server answers with any number of `{ "progress": {…} }` and
 * ends with `{ "result": …, "release" }` or `{ "error": { "sentence", "exitCode" }, "release" }`. A client that disconnects
 * does not stop the operation.
 */
import { closeSync, constants, lstatSync, openSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { type Clock, pause } from '../base/clock.ts';
import { InUse, messageOf, OperatorError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { SERVICE_VERSION } from '../base/version.ts';
import { operatorMessage, type OperatorMessage } from './operatorErrors.ts';

/** The release of the server; absent in answers of earlier ones. */
interface Released {
  readonly release?: string;
}

/** One line from the server. */
export type AdminAnswer =
  | { readonly progress: unknown }
  | ({ readonly result: unknown } & Released)
  | ({ readonly error: OperatorMessage } & Released);

export interface AdminSocketOptions {
  /** The data folder. */
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly perform: (request: unknown, onProgress: (progress: unknown) => void) => Promise<unknown>;
}

export interface AdminSocket {
  /** Accepts no more connections; running operations get one second to finish. */
  close(): Promise<void>;
}

const FILE = 'admin.sock';
/** The longest socket path, in bytes, that every supported system accepts. */
const MAX_PATH_BYTES = 103;
const OTHERS = 0o177;
const MAX_REQUEST_LENGTH = 65_536;
const GRACE_MS = 1_000;

/**
 * Where a folder's socket can be reached: at its path or, if that is too long, through an open handle of the
 * folder.
 */
interface Address {
  readonly path: string;
  release(): void;
}

/** The address of a folder's socket; OperatorError if no address is short enough. */
function addressIn(folder: string): Address {
  const path = join(folder, FILE);
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return { path, release: () => {} };
  if (process.platform !== 'linux')
    throw new OperatorError(`The path ${path} is too long for a socket; choose a shorter DATA_DIR.`);
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${descriptor}/${FILE}`, release: () => closeSync(descriptor) };
}

/** A connection to the server of a data folder; undefined if none is running. */
export async function connectAdmin(folder: string): Promise<Socket | undefined> {
  let address: Address | undefined;
  try {
    address = addressIn(folder);
    return await connected(address.path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw new OperatorError(`The admin socket in ${folder} cannot be used: ${(error as Error).message}.`, {
      cause: error,
    });
  } finally {
    address?.release();
  }
}

function connected(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Nobody listens: the file does not exist, or was left behind by a killed process. */
const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ECONNREFUSED'].includes(String(error.code));

/**
 * Opens the socket of a data folder, replacing one that a dead process has left. If that fails, the server
 * logs why and runs without it.
 */
export async function openAdminSocket(options: AdminSocketOptions): Promise<AdminSocket> {
  try {
    return await listen(options);
  } catch (error) {
    const sentence = messageOf(error);
    options.logger.warn(
      { event: 'admin_socket.unavailable' },
      `Commands that write cannot reach this server: ${sentence}`,
    );
    return { close: () => Promise.resolve() };
  }
}

async function listen(options: AdminSocketOptions): Promise<AdminSocket> {
  await clear(options.folder);
  const address = addressIn(options.folder);
  const conversations = new Set<Promise<void>>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const conversation = answer(socket, options).finally(() => {
      conversations.delete(conversation);
      sockets.delete(socket);
    });
    conversations.add(conversation);
  });
  await bind(server, address.path);
  return {
    async close() {
      server.close(); // removes the file, too
      address.release();
      await Promise.race([Promise.all(conversations), pause(options.clock, GRACE_MS)]);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Makes room for the socket. A socket that still answers stays, and nothing but a socket is ever removed. */
async function clear(folder: string): Promise<void> {
  const path = join(folder, FILE);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isSocket()) throw new OperatorError(`${path} is not a socket.`);
  const living = await connectAdmin(folder);
  living?.destroy();
  if (living) throw new InUse(`Another server answers at ${path}.`);
  rmSync(path, { force: true });
}

/** `listen` creates the file synchronously with these permissions, so nobody else can connect in between. */
function bind(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', resolve);
    const before = process.umask(OTHERS);
    try {
      server.listen(path);
    } finally {
      process.umask(before);
    }
  });
}

/** Reads the one request of a connection, performs it and writes the result. */
async function answer(socket: Socket, options: AdminSocketOptions): Promise<void> {
  socket.on('error', () => socket.destroy());
  const send = (line: AdminAnswer): void =>
    void (socket.writable && socket.write(`${JSON.stringify(line)}\n`));
  try {
    const text = await firstLine(socket);
    if (text === undefined) return;
    const request: unknown = JSON.parse(text);
    const result = (await options.perform(request, (progress) => send({ progress }))) ?? null;
    send({ result, release: SERVICE_VERSION });
  } catch (error) {
    send({ error: messageOrLog(error, options.logger), release: SERVICE_VERSION });
  } finally {
    socket.end();
  }
}

/** Undefined if the client disconnected without sending anything. */
async function firstLine(socket: Socket): Promise<string | undefined> {
  let text = '';
  socket.setEncoding('utf8');
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    const end = text.indexOf('\n');
    if (end >= 0) {
      socket.resume(); // so that its end is noticed
      return text.slice(0, end);
    }
    if (text.length > MAX_REQUEST_LENGTH) throw new OperatorError('A request is at most 64 kB long.');
  }
  return undefined;
}

function messageOrLog(error: unknown, logger: Logger): OperatorMessage {
  const known = operatorMessage(error);
  if (known) return known;
  if (error instanceof SyntaxError) return { sentence: 'A request is one line of JSON.', exitCode: 2 };
  if (error instanceof Error && error.name === 'AbortError')
    return { sentence: 'The server stopped before this was done.', exitCode: 1 };
  logger.error({ event: 'operation.failed', err: error }, 'An operator command failed.');
  return { sentence: 'The server could not do this; its log says why.', exitCode: 1 };
}
