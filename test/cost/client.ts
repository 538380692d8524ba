/** A client in a thread of its own, so that the main thread's event loop is the server's alone. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What is asked. Every method may have a body. */
export interface ClientRequest {
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds after which the connection is dropped, unless the answer has come. */
  readonly dropAfter?: number;
}

const PROGRAM = `
const { request } = require('node:http');
const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ body, dropAfter, ...asked }) => {
  const headers = { ...asked.headers, 'content-length': Buffer.byteLength(body) };
  let status = 0;
  const sent = request({ ...asked, host: '127.0.0.1', headers, agent: false }, (answer) => {
    answer.resume().on('end', () => (status = answer.statusCode));
  });
  sent.on('error', () => {});
  sent.on('close', () => parentPort.postMessage(status));
  sent.end(body);
  if (dropAfter !== undefined) setTimeout(() => sent.destroy(), dropAfter).unref();
});`;

export class Client {
  readonly #thread = new Worker(PROGRAM, { eval: true });

  /** The status of the answer; 0 if there is none. */
  async ask(request: ClientRequest): Promise<number> {
    this.#thread.postMessage(request);
    const [status] = (await once(this.#thread, 'message')) as [number];
    return status;
  }

  async end(): Promise<void> {
    await this.#thread.terminate();
  }
}
