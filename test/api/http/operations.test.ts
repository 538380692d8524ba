import { expect } from 'chai';
import { connect } from 'node:net';
import type { OrganizationId } from '../../../src/ids.ts';
import { read, routes } from '../../../src/api/http/route.ts';
import { Nothing } from '../../../src/api/http/route.ts';
import type { Health } from '../../../src/api/http/health.ts';
import { AS_MEMBER, bodyOf, startExample } from './exampleServer.ts';

const LAGGING: Health = {
  reasons: ['The projection channels has stopped for organization 1.'],
  projections: [
    { name: 'channels', lag: 7, quarantined: [{ organizationId: 1 as OrganizationId, event: '1-2' }] },
    { name: 'users', lag: 0, quarantined: [] },
  ],
};

describe('Operations', () => {
  it('tell that the process lives, and that it is ready or why not', async () => {
    const ready = await startExample();
    expect(await bodyOf(await ready.get('/health/live'))).to.deep.equal({ status: 'live' });
    expect((await ready.get('/health/ready')).status).to.equal(200);
    await ready.server.stop();
    const lagging = await startExample({ health: () => LAGGING });
    const answer = await lagging.get('/health/ready');
    expect([answer.status, answer.headers.get('retry-after')]).to.deep.equal([503, '1']);
    expect(await bodyOf(answer)).to.deep.equal({ status: 'not ready', ...LAGGING });
    await lagging.server.stop();
  });

  it('count answers by route and status, and show how projections lag', async () => {
    const example = await startExample({ health: () => LAGGING });
    await example.get('/api/v1/revision', AS_MEMBER);
    await example.get('/api/v1/revision');
    await example.get('/api/v1/secret-path');
    const text = await (await example.get('/metrics')).text();
    for (const line of [
      'hansard_http_requests_total{route="GET /revision",status="200"} 1',
      'hansard_http_requests_total{route="GET /revision",status="401"} 1',
      'hansard_http_requests_total{route="none",status="404"} 1',
      'hansard_http_request_seconds_count{route="GET /revision"} 2',
      'hansard_http_request_seconds_bucket{route="GET /revision",le="+Inf"} 2',
      'hansard_append_events_count 0',
      'hansard_projection_lag_events{projection="channels"} 7',
      'hansard_projection_quarantines{projection="channels"} 1',
    ])
      expect(text).to.include(line);
    expect(text).to.include('nodejs_eventloop_lag_p99_seconds').and.not.include('secret-path');
    await example.server.stop();
  });

  it('finish what is under way before they stop, and close every connection', async () => {
    let finish = (): void => undefined;
    const slow = routes({
      'GET /slow': read({
        who: 'anyone',
        summary: '',
        params: {},
        response: Nothing,
        handle: () => new Promise<Record<never, never>>((resolve) => (finish = () => resolve({}))),
      }),
    });
    const example = await startExample({ routes: slow });
    const idle = connect(example.port, '127.0.0.1');
    const idleClosed = new Promise((resolve) => idle.on('close', resolve));
    const answer = example.get('/api/v1/slow');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const stopped = example.server.stop();
    finish();
    expect((await answer).headers.get('connection')).to.equal('close');
    await stopped;
    await idleClosed;
    await example.get('/api/v1/slow').then(
      () => expect.fail('still listening'),
      (error: unknown) => expect(error).to.be.instanceOf(TypeError),
    );
  });
});
