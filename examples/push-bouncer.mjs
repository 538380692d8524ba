/**
 * A bouncer that delivers to nobody: it takes what a Hansard server hands over (docs/push-bouncer.md) and prints it, one
 * JSON text per line. Given the key that an app made for its device, it prints what the device would read.
 *
 *     node examples/push-bouncer.mjs [port, 9994] [push_key in base64]
 */
import { createServer } from 'node:http';
import sodium from 'libsodium-wrappers';

const NONCE_BYTES = 24;
const [port = '9994', key] = process.argv.slice(2);
await sodium.ready;

/** What the device would read; undefined where it is for another one, or no key is known. */
function opened(encrypted) {
  if (key === undefined) return undefined;
  const bytes = Buffer.from(encrypted, 'base64');
  const secret = Buffer.from(key, 'base64').subarray(1);
  try {
    const [nonce, box] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)];
    return JSON.parse(sodium.crypto_secretbox_open_easy(box, nonce, secret, 'text'));
  } catch {
    return undefined;
  }
}

/** One line for a registration, and one for each notification. */
function linesOf(path, told) {
  if (path.endsWith('/register')) return [{ registered: told.device_id, token_kind: told.token_kind }];
  return told.notifications.map(({ device_id: device, push_key_id, encrypted_data }) => {
    const payload = opened(encrypted_data);
    return { pushed: device, push_key_id, ...(payload === undefined ? { encrypted_data } : { payload }) };
  });
}

const server = createServer(async (request, response) => {
  try {
    let text = '';
    for await (const chunk of request) text += chunk;
    for (const line of linesOf(request.url, JSON.parse(text))) console.log(JSON.stringify(line));
    response.end('{"result":"success"}\n');
  } catch {
    response.writeHead(400).end('{"result":"error","code":"BAD_REQUEST"}\n');
  }
});
server.on('error', ({ message }) => {
  console.error(`The bouncer cannot listen: ${message}.`);
  process.exit(2);
});
server.listen({ port, host: '127.0.0.1' }, () =>
  console.log(`The bouncer listens at http://127.0.0.1:${server.address().port}`),
);
