/**
 * Traces in the form of OpenTelemetry: a request, the append of its events, their projection, and their delivery
 * to clients. They go through the log: the IDs of a trace follow from the correlation ID, which is in every
 * event, so that no context has to be passed along, and every node finds the same trace.
 */
import type { Attributes, SpanContext } from '@opentelemetry/api';
import { createHash, randomBytes } from 'node:crypto';
import type { TracedRequest, Tracing } from '../api/http/services.ts';
import type { Clock } from '../base/clock.ts';
import { RecentMap } from '../base/collections.ts';
import { type OrganizationId, organizationOfStream } from '../base/ids.ts';
import { SERVICE_VERSION } from '../base/version.ts';
import type { Lanes } from '../commands/lane/lanes.ts';
import type { StoredEvent } from '../events/log/eventLog.ts';
import type { Tail } from '../events/log/tail.ts';
import { parseMetadata } from '../events/metadata.ts';
import { projections as allProjections } from '../projections/catalog.ts';
import type { Projections } from '../projections/running/runner.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface TracingDependencies {
  readonly clock: Clock;
  readonly tail: Tail;
  readonly lanes: Lanes;
  readonly projections: Projections;
}

/** Events that may still be delivered. */
const REMEMBERED = 10_000;
/** Milliseconds that a view gets to contain an event. */
const MAX_PROJECTION_MS = 30_000;
const MAX_DELIVERED_SPANS = 100;
const SAMPLED = 1;

/** Whether the usual variables ask for traces. */
export function asksForTraces(environment: Environment): boolean {
  const { OTEL_SDK_DISABLED: disabled, OTEL_TRACES_EXPORTER: exporter } = environment;
  if (disabled?.toLowerCase() === 'true' || exporter === 'none') return false;
  return Boolean(
    environment['OTEL_EXPORTER_OTLP_ENDPOINT'] ??
    environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ??
    exporter,
  );
}

/** Starts tracing; undefined unless the usual variables ask for it. The packages are imported only then. */
export async function startTracing(
  environment: Environment,
  parts: TracingDependencies,
): Promise<Tracing | undefined> {
  if (!asksForTraces(environment)) return undefined;
  const { write, end } = await spanWriter(environment);
  const traces = new Traces(parts, write);
  return {
    answered: (request) => traces.answered(request),
    delivered: (...delivered) => traces.delivered(...delivered),
    async stop() {
      await traces.stop();
      await end();
    },
  };
}

/** Writes spans to the collector that the environment names; `end` sends what is left. */
async function spanWriter(environment: Environment) {
  const [api, sdk, { OTLPTraceExporter }, { defaultResource, resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const ids = new DerivedIds();
  const named = {
    'service.name': environment['OTEL_SERVICE_NAME'] ?? 'hansard',
    'service.version': SERVICE_VERSION,
  };
  const provider = new sdk.BasicTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ ...named, ...attributesOf(environment) })),
    idGenerator: ids,
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('hansard', SERVICE_VERSION);
  const write: WriteSpan = ({ name, kind, context, parent, from, to, attributes, links }) => {
    ids.next = context;
    const within = parent ? api.trace.setSpanContext(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT;
    tracer
      .startSpan(
        name,
        { kind: api.SpanKind[kind], startTime: from, attributes, ...(links && { links }) },
        within,
      )
      .end(to);
    ids.next = undefined;
  };
  return { write, end: () => provider.shutdown() };
}

/** `team=chat,env=prod` */
const attributesOf = ({ OTEL_RESOURCE_ATTRIBUTES: text = '' }: Environment): Attributes =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const [name = '', ...value] = pair.split('=');
      return value.length === 0 ? [] : [[name.trim(), decodeURIComponent(value.join('=').trim())]];
    }),
  );

/** A span that has ended. Times are UNIX milliseconds. */
interface EndedSpan {
  readonly name: string;
  readonly kind: 'SERVER' | 'INTERNAL' | 'PRODUCER';
  /** Its own IDs, if they are not random. */
  readonly context?: SpanContext;
  readonly parent?: SpanContext;
  readonly from: number;
  readonly to: number;
  readonly attributes: Attributes;
  readonly links?: { readonly context: SpanContext }[];
}
type WriteSpan = (span: EndedSpan) => void;

/** Gives the next span the IDs that were set, and random ones otherwise. */
class DerivedIds {
  next: SpanContext | undefined;
  generateTraceId = (): string => this.next?.traceId ?? randomHex(16);
  generateSpanId = (): string => this.next?.spanId ?? randomHex(8);
}

const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** The root of the trace of a correlation ID. */
function rootOf(correlationId: string): SpanContext {
  const digest = createHash('sha256').update(correlationId).digest('hex');
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48), traceFlags: SAMPLED, isRemote: true };
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Records requests and events of a node as spans. */
class Traces {
  readonly #parts: TracingDependencies;
  readonly #write: WriteSpan;
  readonly #follower;
  /** Events by organization and revision. */
  readonly #events = new RecentMap<string, StoredEvent>(REMEMBERED);
  /** Times of delivery of events that the tail has not yielded yet. */
  readonly #early = new RecentMap<string, number>(REMEMBERED);

  constructor(parts: TracingDependencies, write: WriteSpan) {
    this.#parts = parts;
    this.#write = write;
    this.#follower = parts.tail.follow({
      after: parts.tail.head < 0 ? null : parts.tail.head,
      filter: { streamPrefixes: ['organization-'] },
      onEvents: (events) => events.forEach((event) => this.#see(event)),
      onHandlerError: () => {},
    });
  }

  /** The trace of the caller is linked: events were written before it was known. */
  answered({ requestId, method, route, status, milliseconds, traceparent = '' }: TracedRequest): void {
    const to = this.#parts.clock.now();
    const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
    this.#write({
      name: route,
      kind: 'SERVER',
      context: rootOf(requestId),
      from: to - milliseconds,
      to,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'hansard.request_id': requestId,
      },
      links:
        traceId && spanId
          ? [{ context: { traceId, spanId, traceFlags: Number(`0x${flags}`), isRemote: true } }]
          : [],
    });
  }

  /** Of very many events the last ones have a span. */
  delivered(organizationId: OrganizationId, after: number, upTo: number): void {
    const now = this.#parts.clock.now();
    for (let revision = Math.max(after + 1, upTo - MAX_DELIVERED_SPANS); revision <= upTo; revision += 1) {
      const key = `${organizationId}/${revision}`;
      const event = this.#events.get(key);
      if (event) this.#writeOf(event, `deliver ${event.type}`, 'PRODUCER', {}, now);
      else this.#early.set(key, now);
    }
  }

  async stop(): Promise<void> {
    await this.#follower.stop();
  }

  #see(event: StoredEvent): void {
    const organizationId = organizationOfStream(event.stream);
    if (organizationId === undefined) return;
    const key = `${organizationId}/${event.revision}`;
    this.#events.set(key, event);
    const deliveredAt = this.#early.get(key);
    if (deliveredAt !== undefined) this.#writeOf(event, `deliver ${event.type}`, 'PRODUCER', {}, deliveredAt);
    this.#writeOf(event, `append ${event.type}`, 'INTERNAL', { 'hansard.position': event.position });
    for (const { name, on } of allProjections)
      if (Object.hasOwn(on, event.type)) void this.#project(event, organizationId, name);
  }

  async #project(event: StoredEvent, organizationId: OrganizationId, projection: string): Promise<void> {
    const { lanes, projections } = this.#parts;
    const eventPosition = {
      ...lanes.streamPosition(organizationId, event.revision),
      position: event.position,
    };
    // A view that is being built or quarantined has no span.
    await projections.waitFor([projection], organizationId, eventPosition, MAX_PROJECTION_MS).then(
      () => this.#writeOf(event, `project ${event.type}`, 'INTERNAL', { 'hansard.projection': projection }),
      () => {},
    );
  }

  /** From the decision to `until`, now unless given. */
  #writeOf(
    event: StoredEvent,
    name: string,
    kind: EndedSpan['kind'],
    attributes: Attributes = {},
    until = this.#parts.clock.now(),
  ): void {
    const { time: from, $correlationId: correlationId } = parseMetadata(event.metadata);
    const { stream, revision, type } = event;
    const described = { 'hansard.stream': stream, 'hansard.revision': revision, 'hansard.event': type };
    const to = Math.max(from, until);
    this.#write({
      name,
      kind,
      parent: rootOf(correlationId),
      from,
      to,
      attributes: { ...described, ...attributes },
    });
  }
}
