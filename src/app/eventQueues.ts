/** Client event queues over what stands behind them: lanes, views, vault, and a thread for the past. */
import type { Metrics } from '../api/http/metrics.ts';
import type { Clock } from '../clock.ts';
import type { Lanes } from '../commands/lane/lanes.ts';
import { type Config, organizationHost } from '../config.ts';
import type { OrganizationId } from '../ids.ts';
import { clientEventsOf } from '../live/catalog.ts';
import { EventQueues } from '../live/queues/eventQueues.ts';
import type { LiveOrganization } from '../live/queues/organizationQueues.ts';
import { subdomainOf } from '../organization/organizations.ts';
import type { LevelViews } from '../projections/views.ts';
import type { Secrets } from '../vault/secrets.ts';
import type { Core } from './core.ts';
import { enginesOf } from './engines.ts';
import { HistoryThread } from './history.ts';
import { queueCompletions } from './queueCompletions.ts';

interface Parts {
  readonly clock: Clock;
  readonly config: Config;
  readonly lanes: Lanes;
  readonly presenceListeners: Core['presenceListeners'];
  readonly views: LevelViews;
  readonly secrets: Secrets;
  readonly measures: Metrics['queues'];
}

/** Milliseconds that a client waits for a node to learn of what it was told by another one. */
const REACH_WITHIN = 500;

/** The queues, and how they end. */
export interface OpenedQueues {
  readonly queues: EventQueues;
  close(): Promise<void>;
}

export function openEventQueues({
  clock,
  config,
  lanes,
  views,
  secrets,
  measures,
  presenceListeners,
}: Parts): OpenedQueues {
  const laneOf = (organizationId: OrganizationId) => {
    const lane = lanes.opened(organizationId);
    if (lane === undefined) throw new Error('A queue belongs to an organization that is not open.');
    return lane;
  };
  const hostOf = (organizationId: OrganizationId): string =>
    organizationHost(config, subdomainOf(laneOf(organizationId).state));
  const organizationOf = (organizationId: OrganizationId): LiveOrganization => {
    const lane = laneOf(organizationId);
    return {
      state: lane.state,
      host: hostOf(organizationId),
      reaches: (revision) => lane.reaches(revision, REACH_WITHIN),
      observe: (observer) => lane.observe(observer),
    };
  };
  const data = { engines: enginesOf(config), logId: lanes.server.state.logId ?? '' };
  const history = new HistoryThread(data, clock, hostOf);
  const queues = new EventQueues({
    ...{ clock, history, measures, seal: secrets, ended: secrets },
    completions: queueCompletions({ lanes, views, secrets }),
    organization: organizationOf,
  });
  measures.counts = queues;
  presenceListeners.add((organizationId, event) => {
    const { state, host } = organizationOf(organizationId);
    for (const told of clientEventsOf(event, { before: state, after: state, host }))
      if ('payload' in told) queues.tellPassing(organizationId, told);
  });
  return {
    queues,
    async close() {
      queues.close();
      await history.close();
    },
  };
}
