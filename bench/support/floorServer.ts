/**
 * Express set up as our server sets it up, which is more than F2 (`tunedExpress.ts`) has, and no work: the form of a send,
 * bodies that lie ready, a small answer. Prints its port.
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
    const body = JSON.stringify({ result: 'success', msg: '', id: (content ?? '').length });
    response
      .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
      .end(body);
  });
});

const bodies = new Map<number, Buffer>();
app.get('/ready/:bytes', (request, response) => {
  const length = Number(request.params.bytes);
  const body = bodies.get(length) ?? Buffer.alloc(length, 'x');
  bodies.set(length, body);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': length }).end(body);
});

app.get('/small', (_request, response) => {
  const body = JSON.stringify({ result: 'success', msg: '' });
  response
    .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    .end(body);
});

class BornRequest extends IncomingMessage {}
class BornResponse extends ServerResponse {}
Object.setPrototypeOf(BornRequest.prototype, app.request);
Object.setPrototypeOf(BornResponse.prototype, app.response);
Object.assign(app, { request: BornRequest.prototype, response: BornResponse.prototype });

const server = createServer({ IncomingMessage: BornRequest, ServerResponse: BornResponse }, app);
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
