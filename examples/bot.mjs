/**
 * A bot that answers who mentions it, and misses nothing: not while the server restarts, nor while it is not running.
 *
 *     URL=http://localhost:9991 EMAIL=echo-bot@localhost API_KEY=… node examples/bot.mjs
 *
 * It needs `npm ci && npm run build`. Its position in the queue is kept in the file `bot.position`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from '@hansard/client';

const { URL: url = 'http://localhost:9991', EMAIL: email, API_KEY: apiKey } = process.env;
const hansard = connect({ url, email, apiKey, program: 'echo' });
const wanted = { event_types: ['message'], fetch_event_types: [] };

const kept = await readFile('bot.position', 'utf8').then(JSON.parse, () => undefined);
const queue = kept ? hansard.resume(kept, wanted) : await hansard.register(wanted);
console.log(`Listening at ${url}.`);

for await (const event of queue) {
  if (event.type === 'message' && event.flags.includes('mentioned')) {
    const { id, type, stream_id, subject, sender_id, sender_full_name } = event.message;
    const place = type === 'stream' ? { type, to: stream_id, topic: subject } : { type, to: [sender_id] };
    // Under a key made of the message it is answered once, even if this runs twice.
    await hansard.send({ ...place, content: `Hello, ${sender_full_name}!` }, { key: `answer ${id}` });
  }
  await writeFile('bot.position', JSON.stringify(queue.position));
}
