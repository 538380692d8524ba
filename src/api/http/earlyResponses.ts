/**
 * Answers to requests that are still arriving. A connection that is closed while its client sends is reset, and the answer
 * is lost with it: clients see no reason, and a proxy takes the client's fault for the node's. So the rest is read and
 * discarded, for as long as this file says, however much it is.
 */
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { CancelTimer, Clock } from '../../base/clock.ts';
import { hasBody } from './bodyReader.ts';

/** Milliseconds in which something has to come, so that more is waited for. */
const QUIET = 1_000;
/** Seconds for which an answer waits for the rest of its request: many clients do not read while they send. */
const BEFORE_ANSWER = 2;
/** Seconds for which a client may send on after the answer, until its connection is closed. */
const AFTER_ANSWER = 30;

/** Whether bytes of the request are still to come. */
export const isArriving = (request: IncomingMessage): boolean =>
  !request.complete && !request.destroyed && hasBody(request);

/** Resolves when the rest of a request has been discarded, when no more comes, or when the time is over. */
function discardRest(request: IncomingMessage, clock: Clock, seconds: number): Promise<void> {
  return new Promise((resolve) => {
    let cancel: CancelTimer;
    const look = (left: number): void => {
      const { bytesRead } = request.socket;
      cancel = clock.after(QUIET, () =>
        left > 1 && request.socket.bytesRead > bytesRead ? look(left - 1) : resolve(),
      );
    };
    look(seconds);
    for (const event of ['end', 'close'])
      request.once(event, () => {
        cancel();
        resolve();
      });
    request.unpipe();
    request.on('data', () => undefined).resume();
  });
}

/**
 * Resolves when an answer that is ready is sent. A client that waits for `100 Continue` sends nothing more, and one that
 * is too slow (408) has been waited for already.
 */
export const timeToAnswer = (request: IncomingMessage, status: number, clock: Clock): Promise<void> =>
  request.headers.expect === undefined && status !== 408
    ? discardRest(request, clock, BEFORE_ANSWER)
    : Promise.resolve();

/** Responses that close their connection if they come early, and only when the client has stopped sending. */
export const earlyResponses = (clock: Clock): typeof ServerResponse =>
  class EarlyResponse<Request extends IncomingMessage> extends ServerResponse<Request> {
    override writeHead(...words: readonly unknown[]): this {
      if (isArriving(this.req)) this.shouldKeepAlive = false;
      return super.writeHead(...(words as [number]));
    }

    override end(...words: readonly unknown[]): this {
      if (!isArriving(this.req) || this.writableEnded) return super.end(...(words as []));
      const [body, encoding] = words as readonly [
        string | Uint8Array | undefined,
        BufferEncoding | undefined,
      ];
      if (body === undefined) this.flushHeaders();
      else {
        if (!this.headersSent && !this.hasHeader('Content-Length'))
          this.setHeader('Content-Length', Buffer.byteLength(body, encoding));
        this.write(body, encoding ?? 'utf8');
      }
      void discardRest(this.req, clock, AFTER_ANSWER).then(() => super.end());
      return this;
    }
  };
