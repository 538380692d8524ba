/**
 * An unmodified client that follows: zulip-js, whose folder of packages is the first argument. Prints a line of JSON for each
 * thing that it is told, until it is ended.
 */
import { createRequire } from 'node:module';

const [packages, realm, username, apiKey] = process.argv.slice(2);
const zulip = createRequire(`${packages}/`)('zulip-js');
const client = await (zulip.default ?? zulip)({ realm, username, apiKey });
const tell = (thing) => console.log(JSON.stringify(thing));

const { queue_id: queueId } = await client.queues.register({ event_types: ['message'] });
tell(await client.events.retrieve({ queue_id: queueId, last_event_id: -1, dont_block: true }));
tell(await client.queues.deregister({ queue_id: queueId }));
await client.callOnEachEvent(tell, ['message', 'reaction']);
