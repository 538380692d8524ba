/** Counting costs the hot path a few additions; prom-client reads the sums on request. */
import type { OrganizationId } from '../../base/ids.ts';
import type { Vitals } from './vitals.ts';

/** A metric whose samples are computed on request, in the terms of Prometheus. */
interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'histogram' | 'gauge';
  readonly samples: (name: string) => readonly Sample[];
}

type Labels = Readonly<Record<string, string | number>>;

interface Sample {
  readonly metricName?: string;
  readonly labels: Labels;
  readonly value: number;
}

/** One value without labels; no sample if it is not known. */
const singleSample = (value: number | null | undefined): readonly Sample[] =>
  value === null || value === undefined ? [] : [{ labels: {}, value }];

/** A metric that goes up and down. */
const gauge = (name: string, help: string, samples: () => readonly Sample[]): MetricFamily => ({
  name,
  help,
  type: 'gauge',
  samples,
});

// Metrics of a server's state, as it was when they were asked for.

type Latest = () => Vitals | undefined;

const vitalMetrics = (latest: Latest): readonly MetricFamily[] => [
  gauge('hansard_build_info', 'Always 1; the labels say which release runs on which Node.', () => {
    const version = latest()?.release ?? '';
    return [{ labels: { version, node_version: process.version }, value: 1 }];
  }),
  gauge('hansard_ready', '1 while this node can serve, otherwise 0.', () =>
    singleSample(latest()?.health.reasons.length === 0 ? 1 : 0),
  ),
  gauge('hansard_clock_behind_seconds', 'By how much the newest event is later than the clock; else 0.', () =>
    singleSample((latest()?.clockBehindMs ?? 0) / 1000),
  ),
  ...projectionMetrics(latest),
  ...reactorMetrics(latest),
  ...roomMetrics(latest),
  ...backupMetrics(latest),
];

const projectionMetrics = (latest: Latest): readonly MetricFamily[] => [
  gauge(
    'hansard_projection_lag_events',
    'Events that a projection has still to take, counted up to 20,000.',
    () =>
      (latest()?.health.projections ?? []).map(({ name, lag }) => ({
        labels: { projection: name },
        value: lag,
      })),
  ),
  gauge('hansard_projection_quarantines', 'Organizations for which a projection has stopped.', () =>
    (latest()?.health.projections ?? []).map(({ name, quarantined }) => ({
      labels: { projection: name },
      value: quarantined.length,
    })),
  ),
];

const reactorMetrics = (latest: Latest): readonly MetricFamily[] => [
  gauge('hansard_reactor_backlog', 'Events, deliveries or messages that a reactor has still to handle.', () =>
    (latest()?.backlogs ?? []).map(({ reactor, waiting }) => ({ labels: { reactor }, value: waiting })),
  ),
  gauge('hansard_reactor_oldest_age_seconds', 'Age of the oldest of them; 0 if there is none.', () => {
    const { backlogs = [], now = 0 } = latest() ?? {};
    return backlogs.map(({ reactor, since }) => ({
      labels: { reactor },
      value: since === null ? 0 : Math.max(0, now - since) / 1000,
    }));
  }),
];

const roomMetrics = (latest: Latest): readonly MetricFamily[] => {
  const room = () => latest()?.storage;
  const streams = (field: 'bytes' | 'events') => () =>
    Object.entries(room()?.streams ?? {}).map(([stream, amount]) => ({
      labels: { stream },
      value: amount[field],
    }));
  return [
    gauge('hansard_log_size_bytes', 'Size of the log on disk; EventStoreDB has metrics of its own.', () =>
      singleSample(room()?.log.diskBytes),
    ),
    gauge('hansard_log_events', 'Events in the log.', () => singleSample(room()?.log.events)),
    gauge('hansard_stream_size_bytes', 'Data and metadata by stream.', streams('bytes')),
    gauge('hansard_stream_events', 'Events by stream.', streams('events')),
    gauge('hansard_view_size_bytes', 'Size of views on disk, by generation.', () =>
      Object.entries(room()?.views ?? {}).map(([view, value]) => ({ labels: { view }, value })),
    ),
    gauge('hansard_vault_size_bytes', 'Size of the vault on disk.', () => singleSample(room()?.vault)),
    gauge('hansard_files_size_bytes', 'Size of the uploaded files in use.', () =>
      singleSample(room()?.files),
    ),
    gauge('hansard_message_size_bytes', 'Average size of a message in the log.', () =>
      singleSample(room()?.messages.logBytesEach),
    ),
    gauge('hansard_disk_free_bytes', 'Room left on the disk of the data folder.', () =>
      singleSample(room()?.disk?.freeBytes),
    ),
    gauge('hansard_disk_size_bytes', 'Size of the disk of the data folder.', () =>
      singleSample(room()?.disk?.totalBytes),
    ),
  ];
};

const backupMetrics = (latest: Latest): readonly MetricFamily[] => {
  const seconds = (milliseconds: number | null | undefined) =>
    singleSample(milliseconds && milliseconds / 1000);
  return [
    gauge('hansard_backup_last_success_timestamp_seconds', 'When the last back-up was finished.', () =>
      seconds(latest()?.backups.takenAt),
    ),
    gauge('hansard_backup_verified_timestamp_seconds', 'When a back-up was last verified.', () =>
      seconds(latest()?.backups.isVerified ? latest()?.backups.verifiedAt : null),
    ),
  ];
};

/** The server's counters. `app.ts` creates one (`createMetrics`) and passes it to everything that counts. */
export interface Metrics {
  /** An answer of a route, with its duration in milliseconds. */
  answered(route: string, status: number, milliseconds: number): void;
  /** The log has acknowledged a batch of this many events. */
  appended(events: number): void;
  /** Counters of a log over a network. */
  readonly log: { decoded: number; subscriptionDrops: number; conflicts: number };
  /** Memory used by recent events of the log, in UTF-16 units, once it is open. */
  tail: { readonly characters: number };
  readonly queues: QueueMeasures;
  /** Threads and processes that rendered and have ended, by the texts that they rendered. */
  readonly render: { readonly lost: Record<string, number> };
  /** Reads of files that were missing or damaged. */
  readonly files: Record<'missing' | 'damaged', number>;
  /** All metrics in the text format of Prometheus. */
  text(vitals: Vitals): Promise<string>;
}

/** Metrics of client event queues. */
interface QueueMeasures {
  /** Events were delivered; the first happened so many milliseconds ago, if a poll was waiting for it. */
  delivered(events: number, milliseconds: number | undefined): void;
  /** Events were read from the log because the node no longer had them in memory. */
  caughtUp(): void;
  /** A waiting client got events up to a revision; absent unless traces are written. */
  reached?: (organizationId: OrganizationId, after: number, upTo: number) => void;
  /** Current numbers, once queues are open. */
  counts: Readonly<Record<'ready' | 'waiting' | 'stalled' | 'bytes', number>>;
}

/** Upper bounds in seconds. */
const LATENCY_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Upper bounds in events. */
const BATCH_BOUNDS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/** A histogram: counts per bound, and one beyond the last. */
class Distribution {
  private readonly bounds: readonly number[];
  private readonly counts: number[];
  private sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Array<number>(bounds.length + 1).fill(0);
  }

  add(value: number): void {
    let index = 0;
    while (index < this.bounds.length && value > (this.bounds[index] ?? 0)) index++;
    this.counts[index] = (this.counts[index] ?? 0) + 1;
    this.sum += value;
  }

  samples(name: string, labels: Labels): readonly Sample[] {
    let below = 0;
    const buckets = this.counts.map((count, index) => ({
      metricName: `${name}_bucket`,
      labels: { ...labels, le: this.bounds[index] ?? '+Inf' },
      value: (below += count),
    }));
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.sum },
      { metricName: `${name}_count`, labels, value: below },
    ];
  }
}

/** The counters of one route. */
class RouteCounts {
  readonly latency = new Distribution(LATENCY_BOUNDS);
  readonly byStatus = new Map<number, number>();

  add(status: number, milliseconds: number): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    this.latency.add(milliseconds / 1000);
  }
}

/** The counters of this process. */
export function createMetrics(): Metrics {
  const counts: Counts = {
    routes: new Map(),
    batches: new Distribution(BATCH_BOUNDS),
    deliveries: new Distribution(LATENCY_BOUNDS),
    delivered: 0,
    catchUps: 0,
  };
  let latest: Vitals | undefined;
  let rendering: Promise<() => Promise<string>> | undefined;
  const metrics: Metrics = {
    log: { decoded: 0, subscriptionDrops: 0, conflicts: 0 },
    tail: { characters: 0 },
    render: { lost: { short: 0, long: 0, apart: 0 } },
    files: { missing: 0, damaged: 0 },
    queues: {
      counts: { ready: 0, waiting: 0, stalled: 0, bytes: 0 },
      delivered(events, milliseconds) {
        counts.delivered += events;
        if (milliseconds !== undefined) counts.deliveries.add(milliseconds / 1000);
      },
      caughtUp: () => void (counts.catchUps += 1),
    },
    answered(route, status, milliseconds) {
      let ofRoute = counts.routes.get(route);
      if (ofRoute === undefined) counts.routes.set(route, (ofRoute = new RouteCounts()));
      ofRoute.add(status, milliseconds);
    },
    appended: (events) => counts.batches.add(events),
    async text(vitals) {
      latest = vitals;
      rendering ??= renderer([
        ...countedMetrics(counts),
        ...logMetrics(metrics),
        ...queueMetrics(counts, metrics),
        renderMetric(metrics),
        fileMetric(metrics),
        ...vitalMetrics(() => latest),
      ]);
      return (await rendering)();
    },
  };
  return metrics;
}

interface Counts {
  readonly routes: Map<string, RouteCounts>;
  readonly batches: Distribution;
  readonly deliveries: Distribution;
  delivered: number;
  catchUps: number;
}

const countedMetrics = ({ routes, batches }: Counts): readonly MetricFamily[] => [
  {
    name: 'hansard_http_requests_total',
    help: 'Answers by route and status.',
    type: 'counter',
    samples: () =>
      [...routes].flatMap(([route, { byStatus }]) =>
        [...byStatus].map(([status, value]) => ({ labels: { route, status }, value })),
      ),
  },
  {
    name: 'hansard_http_request_seconds',
    help: 'Time from the head of a request to its answer.',
    type: 'histogram',
    samples: (name) => [...routes].flatMap(([route, { latency }]) => latency.samples(name, { route })),
  },
  {
    name: 'hansard_append_events',
    help: 'Events per acknowledged append.',
    type: 'histogram',
    samples: (name) => batches.samples(name, {}),
  },
];

const logMetrics = (metrics: Metrics): readonly MetricFamily[] => [
  {
    name: 'hansard_events_decoded_total',
    help: 'Events that the driver of EventStoreDB has decoded; the embedded log counts none.',
    type: 'counter',
    samples: () => singleSample(metrics.log.decoded),
  },
  {
    name: 'hansard_log_subscription_drops_total',
    help: 'Live subscriptions that EventStoreDB has dropped; nothing is lost by that.',
    type: 'counter',
    samples: () => singleSample(metrics.log.subscriptionDrops),
  },
  {
    name: 'hansard_append_conflicts_total',
    help: 'Batches that were refused because another node had appended to their stream.',
    type: 'counter',
    samples: () => singleSample(metrics.log.conflicts),
  },
  gauge('hansard_tail_size_characters', 'Characters of the newest events that are kept decoded.', () =>
    singleSample(metrics.tail.characters),
  ),
];

const renderMetric = ({ render }: Metrics): MetricFamily => ({
  name: 'hansard_render_hosts_lost_total',
  help: 'Threads and processes that rendered texts and have ended, by the texts that they rendered.',
  type: 'counter',
  samples: () => Object.entries(render.lost).map(([host, value]) => ({ labels: { host }, value })),
});

const fileMetric = ({ files }: Metrics): MetricFamily => ({
  name: 'hansard_file_faults_total',
  help: 'Reads of stored files that were missing, or not what was stored.',
  type: 'counter',
  samples: () => Object.entries(files).map(([fault, value]) => ({ labels: { fault }, value })),
});

const queueMetrics = (counts: Counts, { queues }: Metrics): readonly MetricFamily[] => [
  {
    name: 'hansard_client_events_total',
    help: 'Client events that were delivered to queues.',
    type: 'counter',
    samples: () => singleSample(counts.delivered),
  },
  {
    name: 'hansard_client_event_seconds',
    help: 'Time from an event to the answer of a poll that waited for it.',
    type: 'histogram',
    samples: (name) => counts.deliveries.samples(name, {}),
  },
  {
    name: 'hansard_queue_catch_ups_total',
    help: 'Stretches of events that were read in the log for queues, because they are not kept in memory any more.',
    type: 'counter',
    samples: () => singleSample(counts.catchUps),
  },
  gauge(
    'hansard_queues_cached',
    'Queues that are kept ready because they were polled lately; others work as well.',
    () => singleSample(queues.counts.ready),
  ),
  gauge('hansard_polls_waiting', 'Polls and streams that wait for events.', () =>
    singleSample(queues.counts.waiting),
  ),
  gauge('hansard_streams_stalled', 'Streams of events whose client has not read for 30 seconds.', () =>
    singleSample(queues.counts.stalled),
  ),
  gauge('hansard_queue_bytes', 'Bytes of client events that are kept in memory, roughly.', () =>
    singleSample(queues.counts.bytes),
  ),
];

/**
 * Milliseconds between two looks at the event loop, which the measured delays include. Every 10, as without it, costs an
 * idle server 0.5 % of a core.
 */
const LOOP_PRECISION = 50;

/** A registry of these metrics and those of the process (memory, CPU, event loop delay). */
async function renderer(metrics: readonly MetricFamily[]): Promise<() => Promise<string>> {
  const { default: prometheus } = await import('prom-client');
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_PRECISION });
  for (const { name, help, type, samples } of metrics) {
    const metric = { name, help, type, get: () => ({ name, help, type, values: samples(name) }) };
    registry.registerMetric(metric as unknown as Parameters<typeof registry.registerMetric>[0]);
  }
  return () => registry.metrics();
}
