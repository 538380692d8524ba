/** A streamed answer: parts are written as they are produced, no faster than the client reads them. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Refused } from '../../errors.ts';

/** Where the parts are written. */
export interface Sink {
  /** Resolves when the client has read enough for more to be sent, or has disconnected. */
  write(text: string): Promise<void>;
}

export class StreamedResponse {
  readonly contentType: string;
  readonly run: (sink: Sink) => Promise<void>;

  /** `run` is called after the headers were sent and writes all parts; the answer ends with it. */
  constructor(contentType: string, run: (sink: Sink) => Promise<void>) {
    this.contentType = contentType;
    this.run = run;
  }
}

/** Sends the headers, then the parts; if one fails, the connection is cut. */
export async function sendStream(
  response: ServerResponse,
  headers: string[],
  answer: StreamedResponse,
): Promise<void> {
  response.writeHead(200, headers);
  response.flushHeaders();
  const sink: Sink = {
    async write(text) {
      if (response.destroyed || response.write(text)) return;
      await Promise.race([once(response, 'drain'), once(response, 'close')]);
    },
  };
  try {
    await answer.run(sink);
    response.end();
  } catch (error) {
    // The client learns the reason when it reconnects.
    response.destroy();
    if (!(error instanceof Refused)) throw error;
  }
}
