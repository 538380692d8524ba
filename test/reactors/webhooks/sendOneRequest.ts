/** Posts once to the address given, whose name stands for this machine, and prints what came of it. */
import { systemClock } from '../../../src/base/clock.ts';
import { createWebhookSender } from '../../../src/reactors/webhooks/sendRequest.ts';

const poster = createWebhookSender({
  clock: systemClock,
  allowsPrivateNetworks: true,
  resolve: async () => ['127.0.0.1'],
});
const [url = ''] = process.argv.slice(2);
const rest = setInterval(() => {}, 1000);
const outcome = await poster({ url, headers: {}, body: '{}', turn: 0 }, new AbortController().signal);
process.stdout.write(JSON.stringify(outcome));
clearInterval(rest);
