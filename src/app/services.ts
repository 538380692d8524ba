/** The services of the API, built from lanes, views, secrets and the renderer. */
import type { Metrics } from '../api/http/metrics.ts';
import type { Account, ServedOrganization } from '../api/http/servedOrganization.ts';
import type { Services } from '../api/http/services.ts';
import type { Health, Vitals } from '../api/http/vitals.ts';
import type { WebTokens } from '../api/http/webTokens.ts';
import type { ListingSources } from '../api/listings/body.ts';
import { ChannelListings } from '../api/listings/channels.ts';
import { PresenceListings } from '../api/listings/presences.ts';
import { UserListings } from '../api/listings/users.ts';
import type { Clock } from '../base/clock.ts';
import { type Config, organizationHost, organizationUrl } from '../base/config.ts';
import { NotReady } from '../base/errors.ts';
import type { OrganizationId } from '../base/ids.ts';
import type { Logger } from '../base/logger.ts';
import type { Lanes, OrganizationLane } from '../commands/lane/lanes.ts';
import type { PresenceLanes } from '../commands/lane/presence.ts';
import { BOT_TYPES } from '../events/users.ts';
import type { Files } from '../files/files.ts';
import type { Mailer } from '../mail/mail.ts';
import type { Forwarder } from '../nodes/forwarder.ts';
import { hasWebPublicChannels } from '../organization/access/channels.ts';
import { isActive, isMember } from '../organization/access/rules.ts';
import { credentialsOf, sessionOf } from '../organization/slices/credentials.ts';
import { isOrganizationActive, organizationName, subdomainOf } from '../organization/slices/organizations.ts';
import { type User, userByEmail } from '../organization/slices/users.ts';
import type { OrganizationState } from '../organization/state.ts';
import { messageFacts } from '../projections/messages/facts.ts';
import { messages } from '../projections/messages/projection.ts';
import { type Projections, READ_TIMEOUT_MS } from '../projections/running/runner.ts';
import { createViews } from '../projections/running/views.ts';
import { emojiTable } from '../rendering/emoji.ts';
import type { Renderer } from '../rendering/renderer.ts';
import type { Passwords } from '../vault/passwords.ts';
import type { Secrets } from '../vault/secrets.ts';
import { compatibility } from '../wire/compatibility.ts';
import { createTextRendering } from './core/textRendering.ts';

/** Parts that the services are built from. */
interface ServiceDependencies {
  readonly clock: Clock;
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly lanes: Lanes;
  /** Where other nodes may share the log. */
  readonly forwarder: Forwarder | undefined;
  readonly presence: PresenceLanes;
  readonly projections: Projections;
  readonly files: Files;
  readonly pictures: Services['pictures'];
  readonly storedPictures: Services['storedPictures'];
  readonly views: Services['views'];
  readonly secrets: Secrets;
  readonly passwords: Passwords;
  readonly webTokens: WebTokens;
  readonly renderer: Renderer;
  readonly push: Services['push'];
  readonly mailer: Mailer;
  /** Monotonic time at which this node last saw the head of the log. */
  readonly headSeenAt: () => number;
  readonly health: () => Promise<Health>;
  readonly vitals: () => Promise<Vitals>;
  readonly tracing: Services['tracing'];
  readonly eventQueues: Services['eventQueues'];
  readonly record: Services['record'];
}

export function createServices(parts: ServiceDependencies): Services {
  const { clock, config, projections, renderer, views } = parts;
  const served = new Map<OrganizationId, ServedOrganization>();
  const serve = (lane: OrganizationLane | undefined): ServedOrganization | undefined => {
    if (lane === undefined) return undefined;
    const known = served.get(lane.state.organizationId) ?? servedOrganization(lane, parts);
    served.set(known.id, known);
    return known;
  };
  return {
    clock,
    config,
    logger: parts.logger,
    metrics: parts.metrics,
    mailer: parts.mailer,
    secrets: parts.secrets,
    passwords: parts.passwords,
    webTokens: parts.webTokens,
    push: parts.push,
    files: parts.files,
    pictures: parts.pictures,
    storedPictures: parts.storedPictures,
    record: parts.record,
    views,
    health: parts.health,
    vitals: parts.vitals,
    tracing: parts.tracing,
    eventQueues: parts.eventQueues,
    compatibility: config.COMPATIBILITY_NAMES && compatibility,
    emoji: emojiTable,
    organizations: {
      bySubdomain: (subdomain) => serve(parts.lanes.bySubdomain(subdomain)),
      all: () => [...parts.lanes.all()].flatMap((lane) => serve(lane) ?? []),
    },
    listings: listingsOf(clock, projections),
    ...createTextRendering({
      renderer,
      messageViews: ({ organizationId, revision }) =>
        views.level([messages, messageFacts], organizationId, revision),
    }),
  };
}

function servedOrganization(lane: OrganizationLane, parts: ServiceDependencies): ServedOrganization {
  const { state } = lane;
  const subdomain = subdomainOf(state);
  return {
    state,
    id: state.organizationId,
    subdomain,
    get name() {
      return organizationName(state);
    },
    url: organizationUrl(parts.config, subdomain),
    host: organizationHost(parts.config, subdomain),
    get isActive() {
      return isOrganizationActive(state);
    },
    get hasWebPublicChannels() {
      return parts.config.WEB_PUBLIC_CHANNELS && hasWebPublicChannels(state);
    },
    requireFresh: () => requireFresh(lane, parts),
    waitForRevision: (revision) => reach(lane, revision),
    session: (credentialId) => sessionOf(state, credentialId, parts.clock.now()),
    account: (userId) => accountOf(state, state.users.byId.get(userId)),
    accountByEmail: (email) => accountOf(state, userByEmail(state, email)),
    presence: () => parts.presence.of(state.organizationId),
    submit: (definition, input, submission) =>
      parts.forwarder?.submit(lane, definition, input, submission) ??
      lane.submit(definition, input, submission),
    async submitAfterDryRun(definition, placeholders, prepare, submission) {
      lane.dryRun(definition, placeholders, submission);
      return lane.submit(definition, await prepare(), submission);
    },
  };
}

/**
 * A node that has lost contact with the log, or cannot follow it, stops answering instead of serving outdated
 * rights.
 */
function requireFresh(
  { faultAt }: OrganizationLane,
  { clock, config, headSeenAt }: ServiceDependencies,
): void {
  const knownAt = Math.min(headSeenAt(), faultAt);
  if (clock.monotonic() - knownAt <= config.MAX_STALENESS_SECONDS * 1000) return;
  throw new NotReady('This server has lost touch with its event log.', 5);
}

async function reach(lane: OrganizationLane, revision: number): Promise<void> {
  if (await lane.waitForRevision(revision, READ_TIMEOUT_MS)) return;
  throw new NotReady(`This server has not seen what was written at ${revision} yet.`);
}

function accountOf(state: OrganizationState, user: User | undefined): Account | undefined {
  const apiKeyCredentialId = user && credentialsOf(state, user.userId).apiKey;
  if (user === undefined || apiKeyCredentialId === undefined) return undefined;
  const { userId, email, bot } = user;
  return {
    userId,
    email,
    apiKeyCredentialId,
    isActive: isActive(state, userId),
    isMember: isMember(state, userId),
    isBot: bot !== null,
    isSendOnly: bot?.type === BOT_TYPES.incomingWebhook,
  };
}

/** How much of a read's waiting time it also waits for other people's earlier writes, in milliseconds. */
const OTHERS_WAIT = READ_TIMEOUT_MS / 2;

/**
 * Views that contain what the caller must see and, as long as it arrives in time, what anybody was answered
 * here before. Without a need to wait they answer at once
 * (docs/decisions/0030-reads-see-what-was-answered.md).
 */
export function createLevelViews(projections: Projections, lanes: Lanes): Services['views'] {
  const views = createViews(projections);
  return {
    async level(named, organizationId, revision, waited = 0, longest = READ_TIMEOUT_MS) {
      const names = named.map(({ name }) => name);
      const timeout = Math.max(longest - waited, 0);
      const courtesy = Math.min(OTHERS_WAIT, timeout);
      const present = Math.max(revision, lanes.opened(organizationId)?.state.revision ?? -1);
      const there = lanes.streamPosition(organizationId, present);
      if (await projections.waitForApplied(names, organizationId, there, courtesy)) return views;
      const position = lanes.streamPosition(organizationId, revision);
      if (revision >= 0) await projections.waitFor(names, organizationId, position, timeout - courtesy);
      return views;
    },
  };
}

function listingsOf(clock: Clock, projections: Projections): Services['listings'] {
  const sources: ListingSources = {
    clock,
    views: createViews(projections),
    touched: (collection, organizationId, mark) =>
      projections.serving(collection).touched(collection, organizationId, mark),
  };
  return {
    users: new UserListings(sources),
    channels: new ChannelListings(sources),
    presences: new PresenceListings(),
  };
}
