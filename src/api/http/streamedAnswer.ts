/** An answer that goes on: its parts are written as they come, no faster than the client takes them. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Refused } from '../../errors.ts';

/** Where the parts go. */
export interface Sink {
  /** Resolves when the client has taken enough for more to be sent, or has gone. */
  write(text: string): Promise<void>;
}

export class StreamedAnswer {
  readonly contentType: string;
  readonly run: (sink: Sink) => Promise<void>;

  /** `run` writes all parts; when it has ended, so has the answer. It is called once the head has been sent. */
  constructor(contentType: string, run: (sink: Sink) => Promise<void>) {
    this.contentType = contentType;
    this.run = run;
  }
}

/** Sends the head, and the parts as they come; where one cannot be made, the connection is cut. */
export async function stream(
  response: ServerResponse,
  headers: string[],
  answer: StreamedAnswer,
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
    // Who comes back is told why.
    response.destroy();
    if (!(error instanceof Refused)) throw error;
  }
}
