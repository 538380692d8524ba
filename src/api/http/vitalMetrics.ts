/** Metrics of a server's state, as it was when they were asked for. */
import { gauge, singleSample, type MetricFamily } from './sampled.ts';
import type { Vitals } from './vitals.ts';

type Latest = () => Vitals | undefined;

export const vitalMetrics = (latest: Latest): readonly MetricFamily[] => [
  gauge('hansard_build_info', 'Always 1; the labels say which release runs on which Node.', () => {
    const version = latest()?.release ?? '';
    return [{ labels: { version, node_version: process.version }, value: 1 }];
  }),
  gauge('hansard_ready', '1 while this node can serve, otherwise 0.', () =>
    singleSample(latest()?.health.reasons.length === 0 ? 1 : 0),
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
