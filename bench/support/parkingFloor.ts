/** The floor under parked polls: tuned Express that keeps every GET waiting, and answers all of them when a POST comes. */
import type { ServerResponse } from 'node:http';
import { listen, sendApp, tunedServer } from './expressFloor.ts';

let parked: ServerResponse[] = [];

const app = sendApp((response, body, content) => {
  response
    .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    .end(body);
  const event = {
    type: 'message',
    message: { id: 1, content, subject: 'benchmarks', timestamp: 1 },
    flags: [],
    id: 1,
  };
  const told = JSON.stringify({ result: 'success', msg: '', events: [event], queue_id: 'queue' });
  const length = Buffer.byteLength(told);
  const waiting = parked;
  parked = [];
  for (const poll of waiting)
    poll.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': length }).end(told);
});
app.get('/api/v1/events', (_request, response: ServerResponse) => void parked.push(response));

listen(tunedServer(app));
