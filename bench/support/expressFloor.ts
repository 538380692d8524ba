/** What the Express servers that do no work have in common: an app without extras, a form that is read, a port that is told. */
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'node:querystring';
import express, { type Express, type Response } from 'express';

/** Answers the form of a send: `answer` gets the response, and a body of the size that a send is answered with. */
export function sendApp(answer: (response: Response, body: string) => void): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.post('/api/v1/messages', (request: IncomingMessage, response: Response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { content } = parse(Buffer.concat(chunks).toString());
      answer(response, JSON.stringify({ result: 'success', msg: '', id: (content ?? '').length }));
    });
  });
  return app;
}

/** Listens on any free port and prints it. */
export const listen = (server: Server): void =>
  void server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
