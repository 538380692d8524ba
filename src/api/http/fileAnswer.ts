/** An answer that is a file: its bytes go out as the client takes them. */
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export class FileAnswer {
  readonly status: 200 | 206 | 302 | 304 | 416;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** Absent where the answer has no body. */
  readonly body: Readable | undefined;

  constructor(status: FileAnswer['status'], headers: readonly string[], body?: Readable) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** Sends head and bytes; where these fail the connection is cut, so that nobody takes a part for the whole. */
export async function sendFile(
  response: ServerResponse,
  headers: readonly string[],
  { status, body }: FileAnswer,
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
    // A client that goes away is no failure.
    if (!response.destroyed || body.errored) throw error;
  } finally {
    body.destroy();
  }
}
