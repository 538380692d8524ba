/**
 * Express set up as our server sets it up, which is more than F2 (`tunedExpress.ts`) has, and no work: the form of a send,
 * bodies that lie ready, a small answer. Prints its port.
 */
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Response } from 'express';
import { listen, sendApp } from './expressFloor.ts';

const app = sendApp(answer);

const bodies = new Map<number, Buffer>();
app.get('/ready/:bytes', (request, response) => {
  const length = Number(request.params.bytes);
  const body = bodies.get(length) ?? Buffer.alloc(length, 'x');
  bodies.set(length, body);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': length }).end(body);
});

app.get('/small', (_request, response) => answer(response, JSON.stringify({ result: 'success', msg: '' })));

function answer(response: Response, body: string): void {
  response
    .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    .end(body);
}

class BornRequest extends IncomingMessage {}
class BornResponse extends ServerResponse {}
Object.setPrototypeOf(BornRequest.prototype, app.request);
Object.setPrototypeOf(BornResponse.prototype, app.response);
Object.assign(app, { request: BornRequest.prototype, response: BornResponse.prototype });

listen(createServer({ IncomingMessage: BornRequest, ServerResponse: BornResponse }, app));
