import { expect } from 'chai';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asksForTraces } from '../../src/app/tracing.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { ServerProcess } from '../support/process.ts';
import { registered } from '../support/queueClients.ts';
import { pollsWaiting } from '../support/metrics.ts';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly links?: readonly { readonly traceId: string }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: Pick<Span, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

describe('traces', () => {
  it('are asked for by the usual variables', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
    for (const environment of [
      endpoint,
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'x' },
      { OTEL_TRACES_EXPORTER: 'otlp' },
    ])
      expect(asksForTraces(environment)).to.equal(true);
    for (const off of [
      {},
      { ...endpoint, OTEL_SDK_DISABLED: 'true' },
      { ...endpoint, OTEL_TRACES_EXPORTER: 'none' },
    ])
      expect(asksForTraces(off)).to.equal(false);
  });

  it('lead from a request over its append and the views to the clients that wait for it', async () => {
    const exports: Export[] = [];
    const collector = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += String(chunk)));
      request.on('end', () => {
        exports.push(JSON.parse(text) as Export);
        response.setHeader('Content-Type', 'application/json').end('{}');
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const { folder, remove } = await temporaryFolder();
    const server = await ServerProcess.start(folder, {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_SERVICE_NAME: 'chat',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    });
    const owner = await server.login();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
    const { queueId, lastEventId } = await registered(owner, 'message');
    const polled = owner.get('/events', { queue_id: queueId, last_event_id: lastEventId });
    await pollsWaiting(server);
    const caller = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
    const message = { type: 'channel', to: 'design', topic: 'logo', content: 'Hello' };
    const sent = await owner.post('/messages', message, caller);
    expect((await polled).body.events).to.have.length(1);
    expect((await server.stop()).code).to.equal(0);
    collector.close();
    await remove();

    const all = exports.flatMap(({ resourceSpans }) => resourceSpans);
    expect(JSON.stringify(all[0]?.resource)).to.include('"service.name","value":{"stringValue":"chat"}');
    const spans = all.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans));
    const requestId = sent.headers.get('x-request-id');
    const root = spans.find(
      ({ name, attributes }) => name === 'POST /messages' && JSON.stringify(attributes).includes(requestId!),
    );
    expect(root?.parentSpanId).to.equal(undefined);
    expect(root?.links?.[0]?.traceId).to.equal('a'.repeat(32));
    const children = spans.filter(
      ({ traceId, spanId }) => traceId === root?.traceId && spanId !== root?.spanId,
    );
    for (const name of ['append MessageSent', 'project MessageSent', 'deliver MessageSent']) {
      const child = children.find((each) => each.name === name);
      expect(child?.parentSpanId, name).to.equal(root?.spanId);
      expect(BigInt(child!.endTimeUnixNano) >= BigInt(child!.startTimeUnixNano)).to.equal(true);
    }
    const views = children.flatMap(({ attributes }) =>
      attributes.filter(({ key }) => key === 'hansard.projection').map(({ value }) => value['stringValue']),
    );
    expect(views).to.include.members(['messages', 'messageFacts']);
    expect(JSON.stringify(spans)).not.to.include('Hello');
  });
});
