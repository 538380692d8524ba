/**
 * The floor under polls: tuned Express that keeps every GET waiting and answers all of them when a POST comes; called with
 * `ready`, it answers each at once.
 */
import type { ServerResponse } from 'node:http';
import { listen, sendApp, tunedServer } from './expressFloor.ts';

let parked: ServerResponse[] = [];

const pollPayload = (content: string): string =>
  JSON.stringify({
    result: 'success',
    msg: '',
    queue_id: 'queue',
    events: [
      {
        type: 'message',
        flags: [],
        id: 1,
        message: { id: 1, content, subject: 'benchmarks', timestamp: 1 },
      },
    ],
  });

const answer = (response: ServerResponse, body: string): void =>
  void response
    .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    .end(body);

const app = sendApp((response, body, content) => {
  answer(response, body);
  const payload = pollPayload(content);
  const waiting = parked;
  parked = [];
  for (const poll of waiting) answer(poll, payload);
});
const isReady = process.argv[2] === 'ready';
app.get('/api/v1/events', (_request, response: ServerResponse) => {
  if (isReady) answer(response, pollPayload('missed'));
  else parked.push(response);
});

listen(tunedServer(app));
