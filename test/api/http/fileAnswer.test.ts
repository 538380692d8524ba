import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { FileResponse, sendFile } from '../../../src/api/http/responses.ts';

const MEGABYTE = Buffer.alloc(1024 * 1024);

/** What becomes of sending a file to a client that reads so much of it and goes away. */
async function outcome(body: Readable, read: number): Promise<unknown> {
  let settle: (result: unknown) => void = () => undefined;
  const sent = new Promise<unknown>((resolve) => (settle = resolve));
  const server = createServer((_request, response) => {
    sendFile(response, [], new FileResponse(200, [], body)).then(() => settle('done'), settle);
  }).listen(0);
  await once(server, 'listening');
  const request = get({ port: (server.address() as AddressInfo).port });
  request.on('error', () => undefined);
  request.on('response', (response) => {
    let taken = 0;
    response.on('error', () => undefined);
    response.on('data', (bytes: Buffer) => {
      taken += bytes.length;
      if (taken >= read) request.destroy();
    });
  });
  const result = await sent;
  server.close();
  server.closeAllConnections();
  return result;
}

describe('sending a file', () => {
  it('is no failure where the client goes away', async () => {
    const chunks = () => Readable.from(Array.from({ length: 20 }, () => MEGABYTE));
    expect(await outcome(chunks(), 1)).to.equal('done');
    expect(await outcome(chunks(), 20 * MEGABYTE.length)).to.equal('done');
  });

  it('is one where the file cannot be read to its end', async () => {
    const broken = Readable.from(
      (async function* () {
        yield MEGABYTE;
        await Promise.resolve();
        throw new Error('The disk is gone.');
      })(),
    );
    expect(await outcome(broken, Infinity)).to.have.property('message', 'The disk is gone.');
  });
});
