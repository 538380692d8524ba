import { request } from 'node:http';
import { expect } from 'chai';
import { AS_MEMBER, startExample, type ExampleServer } from './exampleServer.ts';

type Headers = Readonly<Record<string, string>>;

describe('A browser’s request', () => {
  let example: ExampleServer;
  before(async () => {
    example = await startExample({ environment: { EXTERNAL_HOST: 'chat.example.com' } });
  });
  after(() => example.server.stop());

  /** As a browser sends it, which `fetch` would not let us. */
  const answerTo = (
    method: string,
    path: string,
    headers: Headers,
  ): Promise<{ status: number; body: string }> =>
    new Promise((resolve, reject) => {
      const sent = { host: 'chat.example.com', 'content-type': 'application/x-www-form-urlencoded' };
      const outgoing = request(
        {
          port: example.port,
          host: '127.0.0.1',
          method,
          path,
          headers: { ...sent, ...AS_MEMBER, ...headers },
        },
        (answer) => {
          let body = '';
          answer.on('data', (chunk: Buffer) => (body += chunk.toString()));
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
        },
      );
      outgoing.on('error', reject);
      outgoing.end(method === 'POST' ? 'kind=direct' : undefined);
    });
  const write = (headers: Headers) => answerTo('POST', '/api/v1/echo', headers);

  const refused: readonly Headers[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'something new' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://chat.example.com' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
    ...[
      'https://evil.example',
      'https://chat.example.com.evil.example',
      'https://acme.chat.example.com',
      'http://chat.example.com:81',
      'null',
      '',
    ].map((origin) => ({ origin })),
  ];
  for (const headers of refused)
    it(`that writes with ${JSON.stringify(headers)} is refused`, async () => {
      const { status, body } = await write(headers);
      expect([status, JSON.parse(body)]).to.deep.equal([
        403,
        { result: 'error', msg: 'Requests from other sites are not accepted', code: 'BAD_REQUEST' },
      ]);
    });

  /** The last by the address that people know the organization by. */
  const taken: readonly Headers[] = [
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin', origin: 'http://chat.example.com' },
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
    { origin: 'https://CHAT.example.com' },
    { origin: 'http://chat.example.com:8080', host: 'chat.example.com:8080' },
    { origin: 'http://chat.example.com', host: 'chat.example.com:8080' },
  ];
  for (const headers of taken)
    it(`that writes with ${JSON.stringify(headers)} is taken`, async () => {
      expect((await write(headers)).status).to.equal(200);
    });

  it('that writes from elsewhere is refused whatever method it says it means, before its credentials are looked at', async () => {
    const elsewhere = { 'sec-fetch-site': 'cross-site', authorization: 'Basic x' };
    for (const [method, path] of [
      ['DELETE', '/things/1'],
      ['PATCH', '/things/1'],
      ['POST', '/things/1?method=DELETE'],
      ['POST', '/login'],
    ] as const)
      expect((await answerTo(method, `/api/v1${path}`, elsewhere)).status, path).to.equal(403);
  });

  it('that reads is answered wherever it comes from: other sites do not see the answer', async () => {
    for (const method of ['GET', 'HEAD'])
      expect(
        (await answerTo(method, '/api/v1/revision', { 'sec-fetch-site': 'cross-site' })).status,
      ).to.equal(200);
    const { headers } = await example.get('/api/v1/revision', AS_MEMBER);
    expect(headers.get('access-control-allow-origin')).to.equal(null);
  });

  it('is answered in the type that the answer names and in no other', async () => {
    const ask = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(`${example.url}${path}`, { headers })).headers.get('x-content-type-options');
    for (const path of [
      '/api/v1/server_settings',
      '/api/v1/echo',
      '/api/v1/nowhere',
      '/nowhere',
      '/api/v1/%ff',
      '/api/v1/reference',
      '/api/v1/reference/start.js',
      '/api/v1/openapi.json',
      '/join/key',
      '/icons/organization.svg',
      '/api/v1/revision',
      '/api/v1/listing',
    ])
      expect(await ask(path, { ...AS_MEMBER }), path).to.equal('nosniff');
  });

  it('finds a reference page that no other page frames', async () => {
    const { headers } = await example.get('/api/v1/reference');
    expect(headers.get('x-frame-options')).to.equal('DENY');
    expect(headers.get('content-security-policy')).to.include("frame-ancestors 'none'");
  });
});
