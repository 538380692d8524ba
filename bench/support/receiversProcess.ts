/** Receivers of webhooks that do nothing but harm. Prints their addresses and, on request, the number of their connections. */
import { HOSTILITIES, startHostile, startReceiver } from '../../test/support/receivers.ts';

const { slow, silent, endless, longHeader, garbage } = HOSTILITIES;
const nulls = { content: null, response_string: null, widget_content: null };
const receivers = await Promise.all([
  ...[slow, silent, endless, longHeader, garbage].map((hostility) => startHostile(hostility)),
  startReceiver(() => ({ body: nulls })),
  startReceiver(() => ({ status: 500 })),
]);
process.on('message', () =>
  process.send?.({ connections: receivers.reduce((sum, { connections }) => sum + connections, 0) }),
);
console.log(JSON.stringify(receivers.map(({ url }) => url)));
