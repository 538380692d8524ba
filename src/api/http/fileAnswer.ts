/** An answer that is a file: its bytes go out as the client takes them. */
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export class FileResponse {
  readonly status: 200 | 201 | 204 | 206 | 302 | 304 | 416;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** Absent where the answer has no body. */
  readonly body: Readable | undefined;

  constructor(status: FileResponse['status'], headers: readonly string[], body?: Readable) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** Sends head and bytes; where these fail the connection is cut, so that nobody takes a part for the whole. */
export async function sendFile(
  response: ServerResponse,
  headers: readonly string[],
  { status, body }: FileResponse,
): Promise<void> {
  response.writeHead(status, [...headers]);
  if (body === undefined || response.req.method === 'HEAD') {
    body?.destroy();
    response.end();
    return;
  }
  try {
    await pipeline(body, response);
  } catch (error) {
    if (!isDeparture(error)) throw error;
  } finally {
    body.destroy();
  }
}

/** How a stream says that a client has gone away, with all of the file or a part: no failure of ours. */
const DEPARTURES: ReadonlySet<unknown> = new Set([
  ...['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ECONNRESET', 'EPIPE'],
]);

const isDeparture = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && DEPARTURES.has(error.code);
