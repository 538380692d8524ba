import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { networkOf } from '../../../src/api/http/hosts.ts';
import { until } from '../../support/waiting.ts';
import { bodyOf, startExample, type ExampleServer } from './exampleServer.ts';

describe('An address', () => {
  let example: ExampleServer;
  before(async () => {
    const limits = '{"anonymous":{"requests":1,"seconds":60}}';
    const environment = { TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8, 2001:db8:ffff::/48', RATE_LIMITS: limits };
    example = await startExample({ environment });
  });
  after(() => example.server.stop());

  const from = (hops: string): Promise<Response> =>
    example.get('/api/v1/caller', { 'x-forwarded-for': hops });
  const seen = async (hops: string) => (await bodyOf(await from(hops)))['address'];

  const readable: Readonly<Record<string, string>> = {
    '203.0.113.1': '203.0.113.1',
    '203.0.113.2:4711': '203.0.113.2',
    '2001:db8:1::1': '2001:db8:1::1',
    '[2001:db8:2::1]': '2001:db8:2::1',
    '[2001:db8:3::1]:4711': '2001:db8:3::1',
    '::ffff:203.0.113.3': '203.0.113.3',
    '::ffff:cb00:7104': '203.0.113.4',
    '203.0.113.5, 10.1.2.3:80, [2001:db8:ffff::1]:80': '203.0.113.5',
    '10.9.9.9, 203.0.113.6, 10.1.2.3': '203.0.113.6',
  };
  for (const [hops, address] of Object.entries(readable))
    it(`is read in the hops ${hops}`, async () => expect(await seen(hops)).to.equal(address));

  let unread = 0;
  for (const hop of [
    'unknown',
    '203.0.113.7:x',
    '203.0.113.7:123456',
    '_hidden',
    '[203.0.113.7]',
    '203.0.113',
    '[::1',
  ])
    it(`is not believed that stands before the hop ${hop}`, async () => {
      unread += 1;
      expect(await seen(`203.0.113.8, ${hop}, 10.8.0.${unread}`)).to.equal(`10.8.0.${unread}`);
    });

  it('of IPv6 is counted by its first 64 bits', async () => {
    const statuses = async (...hops: readonly string[]) => {
      const answers = [];
      for (const hop of hops) answers.push((await from(hop)).status);
      return answers;
    };
    expect(
      await statuses('2001:db8:a:b::1', '2001:DB8:A:B:ffff::2', '[2001:db8:a:b:1:2:3:4]:80'),
    ).to.deep.equal([200, 429, 429]);
    expect(await statuses('2001:db8:a:c::1')).to.deep.equal([200]);
    expect(await statuses('198.51.100.1', '198.51.100.2')).to.deep.equal([200, 200]);
  });

  it('has one network, however it is written', () => {
    for (const address of ['2001:db8::1', '2001:0db8:0:0:1::', '2001:DB8:0000:0000:ffff:0:0:1'])
      expect(networkOf(address)).to.equal('2001:db8:0:0::/64');
    expect(networkOf('::1')).to.equal('0:0:0:0::/64');
    expect(networkOf('fe80::1%eth0')).to.equal('fe80:0:0:0::/64');
    expect(networkOf('1:2:3:4:5:6:7:8')).to.equal('1:2:3:4::/64');
    expect(networkOf('::ffff:192.0.2.1')).to.equal('192.0.2.1');
    expect(networkOf('192.0.2.1')).to.equal('192.0.2.1');
  });
});

describe('Connections', () => {
  /** How many of so many that are opened are served; fails where none is once one of those has ended. */
  async function served(environment: Readonly<Record<string, string>>, count: number): Promise<number> {
    const example = await startExample({ environment });
    const sockets: Socket[] = [];
    const isServed = (): Promise<boolean> => {
      const socket = connect(example.port, '127.0.0.1');
      sockets.push(socket);
      socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
      return new Promise((resolve) => {
        socket.on('error', () => undefined).once('close', () => resolve(false));
        socket.once('data', () => resolve(true));
      });
    };
    const answers = await Promise.all(Array.from({ length: count }, isServed));
    sockets[answers.indexOf(true)]?.destroy();
    await until(isServed);
    for (const socket of sockets) socket.destroy();
    await example.server.stop();
    return answers.filter(Boolean).length;
  }

  it('of one address are bounded, and make room as they end', async () => {
    expect(await served({ MAX_CONNECTIONS_PER_ADDRESS: '5' }, 6)).to.equal(5);
  });

  it('are bounded in all, those of proxies in no other way', async () => {
    const environment = {
      MAX_CONNECTIONS: '8',
      MAX_CONNECTIONS_PER_ADDRESS: '5',
      TRUSTED_PROXIES: '127.0.0.1',
    };
    expect(await served(environment, 9)).to.equal(8);
  });
});
