import { expect } from 'chai';
import { connect } from 'node:net';
import type { OrganizationId } from '../../../src/base/ids.ts';
import { read, routes } from '../../../src/api/http/route.ts';
import { EmptyResponse } from '../../../src/api/http/route.ts';
import type { Health } from '../../../src/api/http/vitals.ts';
import type { StorageSizes } from '../../../src/api/http/vitals.ts';
import { until } from '../../support/waiting.ts';
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

  it('show backlogs, room and back-ups in base units, and nothing where it is unknown', async () => {
    const amount = { events: 4, bytes: 2_000 };
    const room: StorageSizes = {
      log: { ...amount, diskBytes: 9_000 },
      streams: { 'organization-1': amount },
      vault: null,
      views: { 'users@1.2': 700 },
      files: 5,
      disk: { freeBytes: 10, totalBytes: 20 },
      messages: { ...amount, logBytesEach: 500, bytesEach: 600 },
    };
    const backlogs = [
      { reactor: 'notices', waiting: 2, since: 1_000 },
      { reactor: 'push', waiting: 0, since: null },
    ];
    const backups = { takenAt: 3_000, position: 9, verifiedAt: 4_000, isVerified: false };
    const example = await startExample({ vitals: { now: 61_000, storage: room, backlogs, backups } });
    const text = await (await example.get('/metrics')).text();
    for (const line of [
      `hansard_build_info{version="1.2.3",node_version="${process.version}"} 1`,
      'hansard_ready 1',
      'hansard_reactor_backlog{reactor="notices"} 2',
      'hansard_reactor_oldest_age_seconds{reactor="notices"} 60',
      'hansard_reactor_oldest_age_seconds{reactor="push"} 0',
      'hansard_log_size_bytes 9000',
      'hansard_stream_size_bytes{stream="organization-1"} 2000',
      'hansard_stream_events{stream="organization-1"} 4',
      'hansard_view_size_bytes{view="users@1.2"} 700',
      'hansard_files_size_bytes 5',
      'hansard_disk_free_bytes 10',
      'hansard_message_size_bytes 500',
      'hansard_backup_last_success_timestamp_seconds 3',
    ])
      expect(text).to.include(`\n${line}\n`);
    expect(text).not.to.match(/^hansard_(vault_size_bytes|backup_verified_timestamp_seconds) /m);
    await example.server.stop();
  });

  it('name metrics as Prometheus asks: base units, totals for counters, and a help text each', async () => {
    const example = await startExample({});
    const text = await (await example.get('/metrics')).text();
    const types = [...text.matchAll(/^# TYPE (hansard_\w+) (\w+)$/gm)].map(
      ([, name = '', type]) => [name, type] as const,
    );
    expect(types.length).to.be.greaterThan(20);
    for (const [name, type] of types) {
      expect(name.endsWith('_total'), name).to.equal(type === 'counter');
      expect(name).not.to.match(/_(ms|milliseconds|kb|mb|percent|minutes)(_|$)/);
      expect(text).to.match(new RegExp(`^# HELP ${name} [A-Z0-9].+\\.$`, 'm'));
    }
    await example.server.stop();
  });

  it('finish what is under way before they stop, and close every connection', async () => {
    let finish: (() => void) | undefined;
    const slow = routes({
      'GET /slow': read({
        who: 'anyone',
        summary: '',
        params: {},
        response: EmptyResponse,
        handle: () => new Promise<Record<never, never>>((resolve) => (finish = () => resolve({}))),
      }),
    });
    const example = await startExample({ routes: slow });
    const idle = connect(example.port, '127.0.0.1');
    const idleClosed = new Promise((resolve) => idle.on('close', resolve));
    const answer = example.get('/api/v1/slow');
    const answerNow = await until(() => finish);
    const stopped = example.server.stop();
    answerNow();
    expect((await answer).headers.get('connection')).to.equal('close');
    await stopped;
    await idleClosed;
    await example.get('/api/v1/slow').then(
      () => expect.fail('still listening'),
      (error: unknown) => expect(error).to.be.instanceOf(TypeError),
    );
  });
});
