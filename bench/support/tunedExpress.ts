/**
 * F2, the floor under a send: Express tuned as LIMITS says, with the same form and the same size of answer, and no work.
 * Its requests are born with Express's prototypes, it makes no ETag, reads bodies itself and ends answers without
 * `res.json`. Prints its port. `floorServer.ts` goes beyond that, as our server does.
 */
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { listen, sendApp } from './expressFloor.ts';

const app = sendApp((response, body) => {
  response.setHeader('Content-Type', 'application/json');
  response.end(body);
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
listen(createServer(prototypes, app));
