import { expect } from 'chai';
import { TestClock } from '../../support/testClock.ts';
import { AS_GUEST, AS_MEMBER, bodyOf, startExample, type ExampleServer } from './exampleServer.ts';

describe('Rate limits', () => {
  let example: ExampleServer;
  let clock: TestClock;
  const start = async (rules: string): Promise<void> => {
    clock = new TestClock(1_000_000_000_000);
    example = await startExample({ clock, environment: { RATE_LIMITS: rules } });
  };
  afterEach(() => example.server.stop());

  const mine = (headers = AS_MEMBER): Promise<Response> => example.get('/api/v1/revision', headers);
  const limitsOf = ({ headers }: Response) =>
    ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));

  it('allow a user 200 calls and an address 100 in a minute, by default', async () => {
    await start('on');
    expect(limitsOf(await mine())).to.deep.equal(['200', '199', '1000000060']);
    expect(limitsOf(await example.get('/api/v1/caller'))).to.deep.equal(['100', '99', '1000000060']);
  });

  it('answer 429 with the seconds to wait, in body and header', async () => {
    await start('{"user":{"requests":2,"seconds":10}}');
    await mine();
    await clock.advance(1500);
    await mine();
    const refused = await mine();
    expect(refused.status).to.equal(429);
    expect(limitsOf(refused)).to.deep.equal(['2', '0', '1000000012']);
    expect(refused.headers.get('retry-after')).to.equal('8.5');
    expect(await bodyOf(refused)).to.deep.equal({
      result: 'error',
      msg: 'API usage exceeded rate limit',
      'retry-after': 8.5,
      code: 'RATE_LIMIT_HIT',
    });
  });

  it('hold in any window, not only in those that begin on the minute', async () => {
    await start('{"user":{"requests":2,"seconds":10}}');
    const statuses: number[] = [];
    for (const pause of [9000, 500, 600, 9000]) {
      statuses.push((await mine()).status);
      await clock.advance(pause);
    }
    statuses.push((await mine()).status);
    expect(statuses).to.deep.equal([200, 200, 429, 200, 200]);
  });

  it('go by the time that passes, wherever the clock is set', async () => {
    await start('{"user":{"requests":1,"seconds":10}}');
    expect((await mine()).status).to.equal(200);
    clock.set(clock.now() - 3_600_000);
    expect((await mine()).headers.get('retry-after')).to.equal('10');
    await clock.advance(10_000);
    expect(limitsOf(await mine())).to.deep.equal(['1', '0', String(999_996_420)]);
  });

  it('count each user and each organization alone', async () => {
    await start('{"user":{"requests":1,"seconds":10}}');
    expect((await mine()).status).to.equal(200);
    expect((await mine()).status).to.equal(429);
    expect((await mine(AS_GUEST)).status).to.equal(200);
  });

  it('count refused credentials against the address, which leaves right ones alone', async () => {
    await start('{"anonymous":{"requests":2,"seconds":10}}');
    const wrong = { authorization: 'Basic x' };
    expect((await mine(wrong)).status).to.equal(401);
    expect((await mine(wrong)).status).to.equal(401);
    expect((await mine(wrong)).status).to.equal(429);
    expect((await mine()).status).to.equal(200);
  });

  it('let five passwords be tried in half an hour, and forget them after the right one', async () => {
    await start('on');
    const login = (password: string, username = 'iago'): Promise<Response> =>
      example.send('POST', '/api/v1/login', new URLSearchParams({ username, password }));
    for (let i = 0; i < 4; i++) expect((await login('wrong')).status).to.equal(401);
    expect((await login('right')).status).to.equal(200);
    for (let i = 0; i < 5; i++) expect((await login('wrong')).status).to.equal(401);
    const refused = await login('right', ' IAGO ');
    expect(refused.status).to.equal(429);
    expect(refused.headers.get('retry-after')).to.equal('1800');
    expect(limitsOf(refused)).to.deep.equal(['5', '0', '1000001800']);
    expect((await login('wrong', 'cordelia')).status).to.equal(401);
    await clock.advance(1_800_000);
    expect((await login('right')).status).to.equal(200);
  });

  it('let no burst of passwords through', async () => {
    await start('on');
    const bodies = Array.from(
      { length: 20 },
      () => new URLSearchParams({ username: 'x', password: 'wrong' }),
    );
    const answers = await Promise.all(bodies.map((body) => example.send('POST', '/api/v1/login', body)));
    expect(answers.filter(({ status }) => status === 401).length).to.equal(5);
  });

  it('can be off', async () => {
    await start('off');
    expect(limitsOf(await mine())).to.deep.equal([null, null, null]);
  });
});
