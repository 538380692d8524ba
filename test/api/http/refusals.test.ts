import { expect } from 'chai';
import { TestClock } from '../../support/testClock.ts';
import { AS_MEMBER, type ExampleServer, startExample } from './exampleServer.ts';

interface Line {
  readonly event: string;
  readonly level: number;
  readonly network?: string;
  readonly route: string;
  readonly status: number;
  readonly count: number;
  readonly cause?: string;
  readonly msg: string;
}

const [INFO, WARN] = [30, 40];
const DEBUG = 20;

describe('Refused requests in the log of the server', () => {
  let clock: TestClock;
  let example: ExampleServer;
  let lines: Line[];

  beforeEach(async () => {
    clock = new TestClock();
    lines = [];
    example = await startExample({
      clock,
      environment: { TRUSTED_PROXIES: '127.0.0.1', EXTERNAL_HOST: 'localhost' },
      log: (line) => lines.push(JSON.parse(line) as Line),
    });
  });
  afterEach(() => example.server.stop());

  const from = (address: string, path: string, headers: Record<string, string> = {}) =>
    example.get(path, { 'x-forwarded-for': address, ...headers });
  const refused = () => lines.filter(({ event }) => event === 'request.refused');
  const counted = () =>
    refused()
      .map(({ network, route, status, count }) => [network, route, status, count].join(' '))
      .toSorted();

  it('are a line per network, route and minute, with their number', async () => {
    for (const ending of [1, 2, 3]) await from(`2001:db8:1:1::${ending}`, '/api/v1/revision');
    await from('203.0.113.9', '/api/v1/revision');
    await from('203.0.113.9', '/api/v1/refusal?code=NOT_FOUND', AS_MEMBER);
    expect(refused()).to.deep.equal([]);
    await clock.advance(60_000);
    expect(counted()).to.have.length(3);
    expect(counted().join('\n')).to.match(/^2001:db8:1:1\S* GET \/revision 401 3$/m);
    expect(counted()).to.include('203.0.113.9 GET /revision 401 1');
    await from('203.0.113.9', '/api/v1/revision');
    await clock.advance(59_999);
    expect(refused()).to.have.length(3);
    await clock.advance(1);
    expect(refused().at(-1)).to.include({ count: 1, level: INFO });
    expect(refused().at(-1)?.msg).to.equal('A request was refused within 60 s, the last one with 401.');
  });

  it('are one line for all paths without a route, and for strangers', async () => {
    for (const path of ['/a', '/b', '/api/v1/c', '/.env', '/wp-login.php']) await from('203.0.113.9', path);
    await clock.advance(60_000);
    expect(refused().map(({ count }) => count)).to.deep.equal([5]);
    expect(refused()[0]?.msg).to.match(/^5 requests were refused/);
  });

  it('are warnings where the server is at fault, and are written when it stops', async () => {
    const failing = await startExample({
      environment: { RATE_LIMITS: 'off' },
      log: (line) => lines.push(JSON.parse(line) as Line),
    });
    for (const _ of [1, 2]) await failing.get('/api/v1/failure?name=LogUnavailable');
    await failing.get('/api/v1/revision');
    await failing.server.stop();
    expect(refused()[0]?.cause).to.equal('the secret detail');
    const levels = refused().map(({ level, status, count }) => [level, status, count]);
    expect(levels).to.deep.equal([
      [WARN, 503, 2],
      [INFO, 401, 1],
    ]);
  });

  it('are few lines however many networks they come from', async () => {
    for (let network = 0; network < 600; network += 1)
      await from(`198.51.${Math.floor(network / 250)}.${network % 250}`, '/api/v1/revision');
    await clock.advance(60_000);
    expect(refused()).to.have.length(501);
    expect(refused().reduce((sum, { count }) => sum + count, 0)).to.equal(600);
  });

  it('are a line each where details are asked for', async () => {
    for (const _ of [1, 2]) await from('203.0.113.9', '/api/v1/revision');
    const each = lines.filter(({ event }) => event === 'request.answered');
    expect(each.map(({ status, level }) => [status, level])).to.deep.equal([
      [401, DEBUG],
      [401, DEBUG],
    ]);
  });
});
