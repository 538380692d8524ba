import { expect } from 'chai';
import { request } from 'node:http';
import type { Account } from '../../../src/api/http/servedOrganization.ts';
import type { CredentialId } from '../../../src/base/ids.ts';
import {
  AS_BOT,
  AS_GUEST,
  AS_INACTIVE,
  AS_MEMBER,
  basic,
  bodyOf,
  keyOf,
  startExample,
  type ExampleServer,
} from './exampleServer.ts';

/** GET with a Host header, which `fetch` does not let one choose. */
const getAs = (example: ExampleServer, path: string, headers: Record<string, string>) =>
  new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
    const sent = request({ port: example.port, host: '127.0.0.1', path, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          body: JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>,
        }),
      );
    });
    sent.on('error', reject).end();
  });

describe('Who may call', () => {
  let example: ExampleServer;
  before(async () => {
    example = await startExample();
  });
  after(() => example.server.stop());

  const MINE = '/api/v1/revision';
  const refusals: readonly (readonly [string, Record<string, string>, number, string, string])[] = [
    ['without credentials', {}, 401, 'UNAUTHORIZED', 'Missing authorization header for basic auth'],
    [
      'by another scheme',
      { authorization: 'Bearer abc' },
      401,
      'UNAUTHORIZED',
      'Invalid authorization header for basic auth',
    ],
    [
      'by no base64',
      { authorization: 'Basic !!!' },
      401,
      'UNAUTHORIZED',
      'Invalid authorization header for basic auth',
    ],
    [
      'without a colon',
      { authorization: 'Basic YWJj' },
      401,
      'UNAUTHORIZED',
      'Invalid authorization header for basic auth',
    ],
    [
      'with a short key',
      { authorization: basic('member@example.com', 'short') },
      401,
      'INVALID_API_KEY',
      'Malformed API key',
    ],
    [
      'with a wrong key',
      { authorization: basic('member@example.com', 'x'.repeat(32)) },
      401,
      'INVALID_API_KEY',
      'Invalid API key',
    ],
    [
      "with somebody else's key",
      { authorization: basic('member@example.com', keyOf(2)) },
      401,
      'INVALID_API_KEY',
      'Invalid API key',
    ],
    [
      'by nobody',
      { authorization: basic('nobody@example.com', keyOf(1)) },
      401,
      'INVALID_API_KEY',
      'Invalid API key',
    ],
    ['by a deactivated account', AS_INACTIVE, 401, 'USER_DEACTIVATED', 'Account is deactivated'],
  ];
  for (const [how, headers, status, code, msg] of refusals)
    it(`refuses a call ${how}`, async () => {
      const answer = await example.get(MINE, headers);
      expect(answer.status).to.equal(status);
      expect(answer.headers.get('www-authenticate')).to.equal('Basic realm="localhost:9991"');
      expect(await bodyOf(answer)).to.deep.equal({ result: 'error', msg, code });
    });

  it('takes the address without case and with spaces around the key', async () => {
    const answer = await example.get(MINE, { authorization: basic('Member@EXAMPLE.com', `${keyOf(1)} `) });
    expect(answer.status).to.equal(200);
  });

  it('looks a key up once, and refuses it as soon as it is not current', async () => {
    const headers = { authorization: basic('member@example.com', keyOf(1)) };
    await example.get(MINE, headers);
    const lookUps = example.lookUps.length;
    expect((await example.get(MINE, headers)).status).to.equal(200);
    expect(example.lookUps.length).to.equal(lookUps);
    const before = example.people.get(1) as Account;
    example.people.set(1, { ...before, apiKeyCredentialId: 'another' as CredentialId });
    expect((await example.get(MINE, headers)).status).to.equal(401);
    example.people.set(1, before);
    expect((await example.get(MINE, headers)).status).to.equal(200);
  });

  it('remembers no header that is longer than it need be', async () => {
    const long = basic(`member@example.com${' '.repeat(6000)}`, keyOf(1));
    const lookUps = example.lookUps.length;
    for (let calls = 0; calls < 2; calls += 1)
      expect((await example.get(MINE, { authorization: long })).status).to.equal(200);
    expect(example.lookUps.length).to.equal(lookUps + 2);
  });

  it('refuses a deactivated account at once, though its key was looked up before', async () => {
    const before = example.people.get(1) as Account;
    expect((await example.get(MINE, AS_MEMBER)).status).to.equal(200);
    example.people.set(1, { ...before, isActive: false });
    expect(await bodyOf(await example.get(MINE, AS_MEMBER))).to.include({ code: 'USER_DEACTIVATED' });
    example.people.set(1, before);
  });

  it('keeps guests from what is for members, and bots from what is for people', async () => {
    const remove = (headers: Record<string, string>) =>
      example.send('DELETE', '/api/v1/things/1', '', headers);
    const guest = { result: 'error', msg: 'Not allowed for guest users', code: 'BAD_REQUEST' };
    const bot = { result: 'error', msg: 'This endpoint does not accept bot requests.', code: 'BAD_REQUEST' };
    expect(await bodyOf(await remove(AS_GUEST))).to.deep.equal(guest);
    expect(await bodyOf(await remove(AS_BOT))).to.deep.equal(bot);
    expect(await bodyOf(await example.get('/api/v1/things/mine', AS_GUEST))).to.deep.equal(guest);
    expect((await example.get('/api/v1/things/mine', AS_BOT)).status).to.equal(200);
    expect(await bodyOf(await example.get('/api/v1/things/4', AS_BOT))).to.deep.equal(bot);
    expect((await example.get('/api/v1/things/4', AS_GUEST)).status).to.equal(200);
  });

  it('takes a visitor without credentials for nobody, and wrong ones for wrong', async () => {
    expect(await bodyOf(await example.get('/api/v1/caller'))).to.include({ caller: null });
    expect(await bodyOf(await example.get('/api/v1/caller', AS_GUEST))).to.include({ caller: 2 });
    expect((await example.get('/api/v1/caller', { authorization: 'Basic x' })).status).to.equal(401);
  });
});

describe('Which organization a host name is', () => {
  const urlAt = async (example: ExampleServer, host: string, headers: Record<string, string> = {}) => {
    const { status, body } = await getAs(example, '/api/v1/caller', { host, ...headers });
    return status === 200 ? body['url'] : `${status} ${String(body['code'])}`;
  };

  it('is the root one everywhere but below the external host, while that has its default', async () => {
    const example = await startExample();
    const root = 'http://localhost:9991';
    for (const host of [
      'localhost',
      'LOCALHOST:1',
      '127.0.0.1:9',
      '[::1]:80',
      '10.1.2.3',
      'elsewhere.example',
      'localhost.',
    ])
      expect(await urlAt(example, host), host).to.equal(root);
    expect(await urlAt(example, 'Acme.localhost:77')).to.equal('http://acme.localhost:9991');
    for (const host of ['nobody.localhost', '.localhost', '.localhost:80'])
      expect(await urlAt(example, host), host).to.equal('404 NONEXISTENT_SUBDOMAIN');
    await example.server.stop();
  });

  it('is nobody outside the external host once that is set', async () => {
    const example = await startExample({ environment: { EXTERNAL_HOST: 'chat.example.com' } });
    expect(await urlAt(example, 'chat.example.com:443')).to.equal('http://chat.example.com');
    expect(await urlAt(example, 'acme.chat.example.com')).to.equal('http://acme.chat.example.com');
    expect(await urlAt(example, '192.0.2.7')).to.equal('http://chat.example.com');
    for (const host of [
      'elsewhere.example',
      'example.com',
      'evilchat.example.com',
      'a.acme.chat.example.com',
    ])
      expect(await urlAt(example, host), host).to.equal('404 NONEXISTENT_SUBDOMAIN');
    for (const path of ['/api/v1/nowhere', '/api/v1/openapi.json', '/api/v1/server_settings'])
      expect((await getAs(example, path, { host: 'elsewhere.example' })).body, path).to.include({
        code: 'NONEXISTENT_SUBDOMAIN',
      });
    expect((await getAs(example, '/health/live', { host: 'elsewhere.example' })).status).to.equal(200);
    await example.server.stop();
  });

  it("does not take one organization's keys in another", async () => {
    const example = await startExample();
    const mine = { host: 'localhost', authorization: basic('member@example.com', keyOf(1)) };
    expect((await getAs(example, '/api/v1/revision', mine)).status).to.equal(200);
    const theirs = await getAs(example, '/api/v1/revision', { ...mine, host: 'acme.localhost' });
    expect([theirs.status, theirs.body['code']]).to.deep.equal([401, 'INVALID_API_KEY']);
    await example.server.stop();
  });

  const FORWARDED = {
    'x-forwarded-for': '203.0.113.9, 198.51.100.4, 127.0.0.9',
    'x-forwarded-host': 'acme.localhost',
    'x-forwarded-proto': 'https',
  };

  it('believes what is forwarded only by a trusted proxy', async () => {
    const distrusting = await startExample();
    const caller = await getAs(distrusting, '/api/v1/caller', { host: 'localhost', ...FORWARDED });
    expect(caller.body).to.include({ address: '127.0.0.1', url: 'http://localhost:9991' });
    await distrusting.server.stop();
    const trusting = await startExample({ environment: { TRUSTED_PROXIES: '127.0.0.0/8, ::1' } });
    const believed = await getAs(trusting, '/api/v1/caller', { host: 'localhost', ...FORWARDED });
    expect(believed.body).to.include({ address: '198.51.100.4', url: 'https://acme.localhost:9991' });
    await trusting.server.stop();
  });
});
