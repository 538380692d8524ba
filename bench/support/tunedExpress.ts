/**
 * F2, the floor under a send: Express tuned as LIMITS says, with the same form and the same size of answer, and no work.
 * Its requests are born with Express's prototypes, it makes no ETag, reads bodies itself and ends answers without
 * `res.json`. Prints its port. `floorServer.ts` goes beyond that, as our server does.
 */
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'node:querystring';
import express from 'express';

const app = express();
app.disable('x-powered-by');
app.disable('etag');

app.post('/api/v1/messages', (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { content } = parse(Buffer.concat(chunks).toString());
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ result: 'success', msg: '', id: (content ?? '').length }));
  });
});

/** A constructor that does what Node's does, for objects of another prototype. */
function bornWith<Constructor extends new (...given: never[]) => object>(
  original: Constructor,
  prototype: object,
): Constructor {
  const initialise = original as unknown as { call(self: object, ...given: unknown[]): void };
  function Born(this: object, first: unknown, second: unknown): void {
    initialise.call(this, first, second);
  }
  Born.prototype = prototype;
  return Born as unknown as Constructor;
}

const prototypes = {
  IncomingMessage: bornWith(IncomingMessage, app.request),
  ServerResponse: bornWith(ServerResponse, app.response),
};
const server = createServer(prototypes, app);
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
