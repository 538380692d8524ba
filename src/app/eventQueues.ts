/** Client event queues with their dependencies: lanes, views, the vault, and a thread for the past. */
import type { Metrics } from '../api/http/metrics.ts';
import type { Clock } from '../base/clock.ts';
import { type Config, organizationHost } from '../base/config.ts';
import { Quarantined } from '../base/errors.ts';
import type { MessageId, OrganizationId, UserId } from '../base/ids.ts';
import type { Logger } from '../base/logger.ts';
import { FEATURE_LEVEL, SERVICE_VERSION } from '../base/version.ts';
import { type Lanes, waitForRecorded } from '../commands/lane/lanes.ts';
import type { EventLog } from '../events/log/eventLog.ts';
import { clientEventsOf } from '../live/catalog.ts';
import type { DeferredFields, PresentReader, QueueOwner } from '../live/queues/eventJson.ts';
import { EventQueues } from '../live/queues/eventQueues.ts';
import type { LiveOrganization } from '../live/queues/organizationQueues.ts';
import type { SlowReader } from '../live/queues/streamMonitor.ts';
import { accessOf } from '../organization/access/access.ts';
import { managesBot } from '../organization/access/people.ts';
import { isAdministrator } from '../organization/access/rules.ts';
import { botSettings } from '../organization/slices/bots.ts';
import { settingsOf, subdomainOf } from '../organization/slices/organizations.ts';
import type { OrganizationState } from '../organization/state.ts';
import { messageFacts } from '../projections/messages/facts.ts';
import { findContents, findMessageForRecipient } from '../projections/messages/page.ts';
import { messages } from '../projections/messages/projection.ts';
import type { ShownMessage } from '../projections/messages/showMessages.ts';
import type { NamedProjection } from '../projections/running/define.ts';
import { type LevelViews, NO_DOCUMENTS, type Views } from '../projections/running/views.ts';
import {
  findSubscriptionSettings,
  findUserTopics,
  subscriptions,
  type UserTopic,
  userTopics,
} from '../projections/subscriptions.ts';
import type { Secrets } from '../vault/secrets.ts';
import { compatibility } from '../wire/compatibility.ts';
import { wireFlags } from '../wire/messages.ts';
import { wireMutedTopics } from '../wire/subscriptions.ts';
import type { Core, PresenceListener } from './core/core.ts';
import { enginesOf } from './core/engines.ts';
import { HistoryThread } from './historyThread.ts';

// The data that event queues add to an event on delivery, read from the views and the vault.

interface DeferredFieldDependencies {
  readonly lanes: Lanes;
  readonly views: LevelViews;
  readonly secrets: Pick<Secrets, 'showBotToken'>;
}

function createDeferredFields(parts: DeferredFieldDependencies): DeferredFields {
  const { lanes, views, secrets } = parts;
  const stateOf = async ({ organizationId }: QueueOwner): Promise<OrganizationState> =>
    (await lanes.organization(organizationId)).state;
  const level = (projections: readonly NamedProjection[], { organizationId, revision }: QueueOwner) =>
    views.level(projections, organizationId, revision).catch(withoutDocuments);
  const shown = async (reader: QueueOwner, messageId: number): Promise<ShownMessage | undefined> => {
    const state = await stateOf(reader);
    const access = accessOf(state, reader.userId);
    const views = await level([messages, messageFacts], reader);
    return findMessageForRecipient(views, access, state, messageId as ShownMessage['messageId']);
  };
  return {
    recipientId: async (reader, messageId) =>
      (await shown(reader, messageId))?.recipientId ?? 2 * messageId + 1,
    async flagsOf(reader, messageId) {
      const message = await shown(reader, messageId);
      return message ? wireFlags(message.flags) : [];
    },
    async settingsOf(reader) {
      const state = await stateOf(reader);
      return findSubscriptionSettings(
        await level([subscriptions], reader),
        accessOf(state, reader.userId),
        state,
      );
    },
    async mutedTopics(reader, showsArchived) {
      const state = await stateOf(reader);
      const level = await views
        .level([userTopics], reader.organizationId, reader.revision)
        .catch(unlessQuarantined);
      if (level === undefined) return undefined;
      const topics = await findUserTopics(level, reader, reader.userId);
      const access = accessOf(state, reader.userId);
      const isShown = ({ channelId }: UserTopic): boolean =>
        access.seesChannel(channelId) &&
        (showsArchived || state.channels.byId.get(channelId)?.archived !== true);
      return wireMutedTopics(state, topics.filter(isShown));
    },
    present: (reader, messageIds) => findPresent(parts, reader, messageIds),
    async botToken(reader, botId: UserId) {
      const state = await stateOf(reader);
      const { service } = botSettings(state, botId);
      return service === null || !managesBot(state, reader.userId, botId)
        ? undefined
        : secrets.showBotToken(service.tokenCredentialId);
    },
  };
}

/** What a reader may read now, of these messages among others. */
async function findPresent(
  { lanes, views }: DeferredFieldDependencies,
  { organizationId, userId }: Omit<QueueOwner, 'revision'>,
  messageIds: readonly number[],
): Promise<PresentReader> {
  const { state } = await lanes.organization(organizationId);
  const access = accessOf(state, userId);
  const isNamed = messageIds.length > 0;
  const contents = isNamed
    ? await findContents(
        await views.level([messages, messageFacts], organizationId, state.revision),
        access,
        state,
        messageIds as readonly MessageId[],
      )
    : new Map<number, string | null>();
  return {
    access,
    contents,
    showsFormerTexts: settingsOf(state).messageEditHistoryVisibilityPolicy === 'all',
    isAdministrator: isAdministrator(state, userId),
    managesBot: (botId) => managesBot(state, userId, botId),
    seesEmailOf(personId) {
      const person = state.users.byId.get(personId);
      return person !== undefined && access.seesEmailOf(person);
    },
  };
}

/** Events go on while a view is quarantined: for `catch`. */
function unlessQuarantined(error: unknown): undefined {
  if (!(error instanceof Quarantined)) throw error;
}

const withoutDocuments = (error: unknown): Views => unlessQuarantined(error) ?? NO_DOCUMENTS;

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

/** How long a node waits, in milliseconds, to catch up with the events that another node has sent to a client. */
const CATCH_UP_TIMEOUT_MS = 500;

/** The queues, and how to close them. */
interface OpenedQueues {
  readonly queues: EventQueues;
  close(): Promise<void>;
}

export function openEventQueues(parts: EventQueueDependencies): OpenedQueues {
  const { clock, config, lanes, logger, secrets, measures, presenceListeners } = parts;
  const organization = organizationsOf(parts);
  const { snapshotKeys: keys } = secrets;
  const data = { engines: enginesOf(config), logId: lanes.server.state.logId ?? '', keys };
  const history = new HistoryThread(data, clock, (organizationId) => organization(organizationId).host);
  const queues = new EventQueues({
    clock,
    history,
    measures,
    organization,
    seal: secrets,
    ended: secrets,
    compatibility: config.COMPATIBILITY_NAMES && compatibility,
    release: {
      service_version: SERVICE_VERSION,
      service_merge_base: '',
      service_feature_level: FEATURE_LEVEL,
    },
    completions: createDeferredFields(parts),
    onSlowReader: (reader) => logSlowReader(logger, reader),
    onFailure: (organizationId, err) =>
      logger.error(
        { event: 'queues.translation_failed', organizationId, err },
        'An event could not be translated for client event queues; queues read it in the log again.',
      ),
  });
  measures.counts = queues;
  const onPresence: PresenceListener = (organizationId, event) => {
    const { state, host } = organization(organizationId);
    for (const clientEvent of clientEventsOf(event, { before: state, after: state, host }))
      if ('payload' in clientEvent) queues.addEphemeral(organizationId, clientEvent);
  };
  presenceListeners.add(onPresence);
  return {
    queues,
    async close() {
      presenceListeners.delete(onPresence);
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
  if (isStalled) logger.warn({ event: 'queues.reader_stalled', ...reader, seconds }, sentence);
  else logger.info({ event: 'queues.reader_resumed', ...reader, seconds }, sentence);
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
