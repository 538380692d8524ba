import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { BodyReader } from '../../../src/api/http/bodyReader.ts';
import { TestClock } from '../../support/testClock.ts';

const MIB = 1_048_576;
const ANNOUNCED = 100 * MIB;

describe('a file that is sent slowly', () => {
  const clock = new TestClock();
  const bodies = new BodyReader(clock);
  let server: Server;
  let client: Socket;
  let refused: Error | undefined;

  before(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(() => (refused = undefined));
  afterEach(() => client.destroy());
  after(() => server.close());

  /** The request of a client that has announced a file and sent some bytes of it. */
  async function begun(bytes: number): Promise<IncomingMessage> {
    client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    client.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${ANNOUNCED}\r\n\r\n`);
    client.write(Buffer.alloc(bytes));
    const [request] = (await once(server, 'request')) as [IncomingMessage];
    bodies.watch(request, ANNOUNCED, (error) => (refused = error));
    return request;
  }

  /** Reads until so many bytes have come. */
  async function readTo(request: IncomingMessage, bytes: number): Promise<void> {
    let seen = 0;
    request.on('data', (piece: Buffer) => (seen += piece.length));
    while (seen < bytes) await once(request, 'data');
  }

  it('is refused once its sender has been waited for half a minute, however much it has announced', async () => {
    const request = await begun(1);
    await readTo(request, 1);
    await clock.advance(30_000);
    expect(refused).to.equal(undefined);
    await clock.advance(2_000);
    expect(refused?.message).to.equal('Request Timeout');
  });

  it('has as long as its bytes take at the slowest pace that is accepted', async () => {
    const request = await begun(2 * MIB);
    await readTo(request, 2 * MIB);
    await clock.advance(60_000);
    expect(refused).to.equal(undefined);
    await clock.advance(5_000);
    expect(refused?.message).to.equal('Request Timeout');
  });

  it('is not late while the disk is what is slow', async () => {
    const request = await begun(MIB);
    while (request.readableLength === 0) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(10 * 60_000);
    expect(refused).to.equal(undefined);
  });
});
