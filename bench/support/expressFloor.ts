/** What the Express servers of the floors have in common: an app without extras, a form parser, and a printed port. */
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'node:querystring';
import express, { type Express, type Response } from 'express';

/** Answers to a response; the body is of the size that a send is answered with, the content what was sent. */
type AnswerSend = (response: Response, body: string, content: string) => void;

/** Answers the form of a send. */
export function sendApp(answer: AnswerSend): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.post('/api/v1/messages', (request: IncomingMessage, response: Response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const content = String(parse(Buffer.concat(chunks).toString()).content ?? '');
      answer(response, JSON.stringify({ result: 'success', msg: '', id: content.length }), content);
    });
  });
  return app;
}

/** Listens on any free port and prints it. */
export const listen = (server: Server): void =>
  void server.listen({ port: 0, host: '127.0.0.1', backlog: 16_384 }, () =>
    console.log((server.address() as AddressInfo).port),
  );

/** A server whose requests and responses are born with Express's prototypes. */
export function tunedServer(app: Express): Server {
  const prototypes = {
    IncomingMessage: bornWith(IncomingMessage, app.request),
    ServerResponse: bornWith(ServerResponse, app.response),
  };
  return createServer(prototypes, app);
}

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
