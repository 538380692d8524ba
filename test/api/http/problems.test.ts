import { expect } from 'chai';
import { FAILURES } from './exampleRoutes.ts';
import { AS_MEMBER, basic, bodyOf, keyOf, startExample, type ExampleServer } from './exampleServer.ts';

describe('What goes wrong', () => {
  let example: ExampleServer;
  const lines: string[] = [];
  before(async () => {
    example = await startExample({ log: (line) => lines.push(line) });
  });
  beforeEach(() => lines.splice(0));
  after(() => example.server.stop());

  const statuses: Readonly<Record<string, number>> = {
    BAD_REQUEST: 400,
    REQUEST_VARIABLE_MISSING: 400,
    BAD_NARROW: 400,
    STREAM_DOES_NOT_EXIST: 400,
    UNAUTHORIZED_PRINCIPAL: 400,
    CANNOT_ADMINISTER_CHANNEL: 400,
    REACTION_ALREADY_EXISTS: 400,
    CANNOT_DEACTIVATE_LAST_USER: 400,
    CHANNEL_ALREADY_EXISTS: 409,
    IDEMPOTENCY_KEY_REUSED: 409,
    NONEXISTENT_SUBDOMAIN: 404,
    RATE_LIMIT_HIT: 429,
    UNAUTHORIZED: 401,
    UNAUTHENTICATED_USER: 401,
    INVALID_API_KEY: 401,
    AUTHENTICATION_FAILED: 401,
    PASSWORD_AUTH_DISABLED: 401,
    PASSWORD_RESET_REQUIRED: 401,
    USER_DEACTIVATED: 401,
    REALM_DEACTIVATED: 401,
  };
  for (const [code, status] of Object.entries(statuses))
    it(`is ${status} for ${code}`, async () => {
      const answer = await example.get(`/api/v1/refusal?code=${code}`);
      expect(answer.status).to.equal(status);
      expect(answer.headers.has('www-authenticate')).to.equal(status === 401);
      expect(await bodyOf(answer)).to.deep.equal({ result: 'error', msg: 'As asked', detail: 1, code });
    });

  it('is 503 with Retry-After while something is not ready, or an engine is out of reach', async () => {
    for (const name of FAILURES.filter((failure) => failure !== 'Error')) {
      const answer = await example.get(`/api/v1/failure?name=${name}`);
      expect([answer.status, answer.headers.get('retry-after')]).to.deep.equal([503, '1']);
      expect(await bodyOf(answer)).to.include({ code: 'SERVER_NOT_READY' });
    }
    const lagging = await example.get('/api/v1/view', AS_MEMBER);
    expect(await bodyOf(lagging)).to.deep.equal({
      result: 'error',
      msg: 'No views here',
      code: 'SERVER_NOT_READY',
    });
  });

  it('is 500 without detail for a bug, which the log knows by the ID of the request', async () => {
    const answer = await example.get('/api/v1/failure', { 'x-request-id': 'find-me' });
    expect(answer.status).to.equal(500);
    expect(await bodyOf(answer)).to.deep.equal({
      result: 'error',
      msg: 'Internal server error',
      code: 'INTERNAL_SERVER_ERROR',
    });
    const logged = lines.filter((line) => line.includes('find-me'));
    expect(logged.join('')).to.include('the secret detail').and.include('GET /failure');
  });

  it('is told by the log without credentials, fields or queries', async () => {
    const secret = 'canary-7f3a';
    const headers = { authorization: basic(`${secret}@example.com`, keyOf(1)), cookie: secret };
    await example.send(
      'POST',
      `/api/v1/echo?topic=${secret}`,
      new URLSearchParams({ password: secret }),
      headers,
    );
    await example.get(`/api/v1/nowhere?api_key=${secret}`, headers);
    await example.get(`/api/v1/failure?password=${secret}`, headers);
    const log = lines.join('');
    expect(log).to.include('POST /echo').and.include('GET /api/v1/nowhere');
    expect(log).not.to.include(secret);
    expect(log).not.to.include(keyOf(1));
  });
});
