/** Client event queues with their dependencies: lanes, views, the vault, and a thread for the past. */
import type { Metrics } from '../api/http/metrics.ts';
import type { Clock } from '../clock.ts';
import type { Lanes } from '../commands/lane/lanes.ts';
import { waitForRecorded } from '../commands/lane/reaching.ts';
import { type Config, organizationHost } from '../config.ts';
import type { EventLog } from '../events/log/eventLog.ts';
import type { OrganizationId } from '../ids.ts';
import { clientEventsOf } from '../live/catalog.ts';
import { EventQueues } from '../live/queues/eventQueues.ts';
import type { LiveOrganization } from '../live/queues/organizationQueues.ts';
import type { SlowReader } from '../live/queues/streamReaders.ts';
import type { Logger } from '../logger.ts';
import { subdomainOf } from '../organization/organizations.ts';
import type { LevelViews } from '../projections/views.ts';
import type { Secrets } from '../vault/secrets.ts';
import { compatibility } from '../wire/compatibility.ts';
import type { Core, PresenceListener } from './core.ts';
import { enginesOf } from './engines.ts';
import { HistoryThread } from './history.ts';
import { queueCompletions } from './queueCompletions.ts';

interface EventQueueDependencies {
  readonly clock: Clock;
  readonly config: Config;
  readonly lanes: Lanes;
  readonly log: EventLog;
  readonly logger: Logger;
  readonly presenceListeners: Core['presenceListeners'];
  readonly views: LevelViews;
  readonly secrets: Secrets;
  readonly measures: Metrics['queues'];
}

/** How long a node waits, in milliseconds, to catch up with what another node has told a client. */
const CATCH_UP_TIMEOUT_MS = 500;

/** The queues, and how to close them. */
export interface OpenedQueues {
  readonly queues: EventQueues;
  close(): Promise<void>;
}

export function openEventQueues(parts: EventQueueDependencies): OpenedQueues {
  const { clock, config, lanes, logger, secrets, measures, presenceListeners } = parts;
  const organization = organizationsOf(parts);
  const data = { engines: enginesOf(config), logId: lanes.server.state.logId ?? '' };
  const history = new HistoryThread(data, clock, (organizationId) => organization(organizationId).host);
  const queues = new EventQueues({
    ...{ clock, history, measures, organization, seal: secrets, ended: secrets },
    compatibility: config.COMPATIBILITY_NAMES && compatibility,
    completions: queueCompletions(parts),
    onSlowReader: (reader) => logSlowReader(logger, reader),
    onFailure: (organizationId, err) =>
      logger.error(
        { event: 'queues.translation_failed', organizationId, err },
        'An event could not be translated for client event queues; queues read it in the log again.',
      ),
  });
  measures.counts = queues;
  const tell: PresenceListener = (organizationId, event) => {
    const { state, host } = organization(organizationId);
    for (const clientEvent of clientEventsOf(event, { before: state, after: state, host }))
      if ('payload' in clientEvent) queues.addEphemeral(organizationId, clientEvent);
  };
  presenceListeners.add(tell);
  return {
    queues,
    async close() {
      presenceListeners.delete(tell);
      queues.close();
      await history.close();
    },
  };
}

function logSlowReader(logger: Logger, { milliseconds, ...reader }: SlowReader): void {
  const seconds = Math.round(milliseconds / 1_000);
  const isStalled = reader.state === 'stalled';
  const sentence = isStalled
    ? `A client has not read its stream of events for ${seconds} s; its events wait in the log.`
    : 'The client reads its stream of events again, or has disconnected.';
  logger[isStalled ? 'warn' : 'info']({ event: 'queues.slow_reader', ...reader, seconds }, sentence);
}

const organizationsOf =
  ({ config, lanes, log }: EventQueueDependencies) =>
  (organizationId: OrganizationId): LiveOrganization => {
    const lane = lanes.opened(organizationId);
    if (lane === undefined) throw new Error('A queue belongs to an organization that is not open.');
    return {
      state: lane.state,
      host: organizationHost(config, subdomainOf(lane.state)),
      hasRevision: (revision) =>
        waitForRecorded(lane, log, { organizationId, revision }, CATCH_UP_TIMEOUT_MS),
      observe: (observer, onFailure) => lane.observe(observer, onFailure),
    };
  };
