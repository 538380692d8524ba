import { expect } from 'chai';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { Readable } from 'node:stream';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import type { Person } from '../support/hansard.ts';
import { ServerProcess } from '../support/process.ts';
import { sleep } from '../support/waiting.ts';
import { describeProxies, PROXY_HOST, ProxyClient, ProxyServer } from '../support/proxies.ts';
import { registered } from '../support/queueClients.ts';

const MIB = 1_048_576;

describeProxies('before one node', function (name) {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let node: ServerProcess;
  let proxy: ProxyServer;
  let owner: Person;
  let client: ProxyClient;

  before(async () => {
    folder = await temporaryFolder();
    node = await ServerProcess.start(folder.folder, {
      EXTERNAL_HOST: PROXY_HOST,
      TRUSTED_PROXIES: '127.0.0.1',
      MAX_FILE_UPLOAD_SIZE_MIB: '1',
      RATE_LIMITS: '{"anonymous":{"requests":3,"seconds":3600}}',
    });
    owner = await node.login();
    proxy = await ProxyServer.start(name, [node.port]);
    client = new ProxyClient(proxy, owner.headers);
  });
  after(async () => {
    client.close();
    await proxy.stop();
    await node.kill();
    await folder.remove();
  });

  /** So many bytes, which come as fast as they are taken. */
  const bytes = (count: number): Readable =>
    Readable.from(
      (function* () {
        for (let left = count; left > 0; left -= MIB) yield Buffer.alloc(Math.min(left, MIB), 'x');
      })(),
    );

  const refused: Readonly<Record<string, readonly [path: string, headers: Record<string, string>, RegExp]>> =
    {
      'a form that is too large': [
        '/api/v1/messages',
        { 'content-type': 'application/x-www-form-urlencoded' },
        /^413 .*larger than 1048576 bytes/,
      ],
      'a file that is too large': [
        '/api/v1/user_uploads',
        { 'content-type': 'multipart/form-data; boundary=x' },
        /^400 .*larger than the allowed limit of 1 MiB/,
      ],
      'a file with wrong credentials': ['/api/v1/user_uploads', { authorization: 'Basic x' }, /^401 /],
      'what has no place': ['/api/v1/nothing', {}, /^404 .*Not found/],
    };
  for (const [what, [path, headers, expected]] of Object.entries(refused))
    it(`tells its client why ${what} is refused while it is still sent, and goes on serving others`, async () => {
      const size = 300 * MIB;
      const sender = new ProxyClient(proxy, owner.headers);
      const sent = sender.ask('POST', path, { ...headers, 'content-length': String(size) }, bytes(size));
      let isOver = false;
      const others = (async () => {
        const statuses = new Set<number>();
        while (!isOver) {
          statuses.add((await client.ask('GET', '/api/v1/users/me')).status);
          await sleep(20);
        }
        return [...statuses];
      })();
      const { status, text } = await sent;
      isOver = true;
      sender.close();
      expect(`${status} ${text}`).to.match(expected);
      expect(await others).to.deep.equal([200]);
    });

  it('leaves it to Hansard to refuse long URLs and cookies', async () => {
    const long = 'x'.repeat(12_000);
    expect((await client.ask('GET', `/api/v1/users/me?unknown=${long}`)).status).to.equal(200);
    expect((await client.ask('GET', '/api/v1/users/me', { cookie: `a=${long}` })).status).to.equal(200);
    for (const answer of [
      await client.ask('GET', `/api/v1/users/me?unknown=${long}${long}`),
      await client.ask('GET', '/api/v1/users/me', { cookie: `a=${long}${long}` }),
    ])
      expect([answer.status, JSON.parse(answer.text)]).to.deep.equal([
        431,
        { result: 'error', msg: 'Request Header Fields Too Large', code: 'BAD_REQUEST' },
      ]);
  });

  it('packs JSON, and passes on events at once and unpacked', async () => {
    const packed = await client.open('GET', '/api/v1/openapi.json', { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).to.equal('gzip');
    packed.destroy();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    const { queueId, lastEventId } = await registered(owner, 'message');
    const query = new URLSearchParams({ queue_id: queueId, last_event_id: String(lastEventId) });
    const headers = { 'accept-encoding': 'gzip' };
    const stream = await client.open('GET', `/api/v1/events/stream?${query}`, headers);
    expect(stream.headers['content-encoding']).to.equal(undefined);
    let heard = '';
    stream.on('data', (chunk: Buffer) => (heard += chunk.toString())).on('error', () => undefined);
    const message = { type: 'channel', to: 'general', topic: 'now', content: 'at once' };
    expect((await owner.post('/messages', message)).status).to.equal(200);
    while (!heard.includes('at once')) await sleep(10);
    stream.destroy();
  });

  it('hides the metrics, and shows whether the node is ready', async () => {
    for (const path of ['/metrics', '/metrics?a=b', '//metrics', '/%6detrics'])
      expect((await client.ask('GET', path)).status, path).to.equal(404);
    expect((await client.ask('GET', '/health/ready')).status).to.equal(200);
  });

  it('sends plain HTTP to TLS, with path and query', async () => {
    const outgoing = request({
      host: '127.0.0.1',
      port: proxy.plainPort,
      path: '/api/v1/server_settings?a=b',
      headers: { host: PROXY_HOST },
    });
    const [answer] = (await once(outgoing.end(), 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).to.be.oneOf([301, 308]);
    const { protocol, hostname, pathname, search } = new URL(answer.headers.location ?? '');
    expect([protocol, hostname, pathname, search]).to.deep.equal([
      'https:',
      PROXY_HOST,
      '/api/v1/server_settings',
      '?a=b',
    ]);
  });

  it('speaks HTTP/2', async () => {
    const session = connectHttp2(`https://127.0.0.1:${proxy.port}`, {
      ca: proxy.certificate,
      servername: PROXY_HOST,
    });
    const outgoing = session.request({ ':path': '/api/v1/server_settings', ':authority': PROXY_HOST });
    const status = await new Promise((resolve) =>
      outgoing.on('response', (headers) => resolve(headers[':status'])),
    );
    session.destroy();
    expect(status).to.equal(200);
  });

  it('says who asks, whatever a client claims', async () => {
    const anonymous = new ProxyClient(proxy);
    const statuses: number[] = [];
    for (let nth = 0; nth < 6; nth += 1) {
      const claim = { 'x-forwarded-for': `203.0.113.${nth}` };
      statuses.push((await anonymous.ask('GET', '/api/v1/server_settings', claim)).status);
    }
    anonymous.close();
    expect(statuses.at(-1)).to.equal(429);
  });

  it('answers in JSON while the node is away', async () => {
    await node.kill();
    const { status, text } = await client.ask('POST', '/api/v1/messages', {}, 'type=channel');
    if (name === 'nginx') expect(JSON.parse(text)).to.include({ code: 'SERVER_NOT_READY' });
    expect(status).to.be.within(502, 503);
  });
});
