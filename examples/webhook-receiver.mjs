/**
 * Receives what outgoing webhooks are told, prints it, and answers into the conversation:
 *
 *     node examples/webhook-receiver.mjs 9992 whsec_…
 *
 * The signing secret is the bot's (GET /bots); without it everything is believed. https://www.standardwebhooks.com
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const [port = '9992', secret] = process.argv.slice(2);
/** Seconds after which a signed request is taken for a repeated one. */
const LONGEST_WAY = 300;

function isSigned({ headers }, body) {
  if (secret === undefined) return true;
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < LONGEST_WAY)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest();
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function answerTo({ trigger, data, message }) {
  const place =
    message.type === 'stream' ? `#${message.display_recipient} > ${message.subject}` : 'a direct message';
  console.log(`${trigger} by ${message.sender_full_name} in ${place}: ${data}`);
  return { content: `You said ${data.length} characters.` };
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  if (!isSigned(request, body)) return response.writeHead(401).end();
  response.setHeader('Content-Type', 'application/json');
  return response.end(JSON.stringify(answerTo(JSON.parse(body))));
});
server.on('error', ({ message }) => {
  console.error(`Nothing can be received: ${message}.`);
  process.exit(2);
});
server.listen({ port }, () =>
  console.log(`Webhooks are received at http://localhost:${server.address().port}/`),
);
