/** What `app.ts` passes to the API. Area files know only these types. */
import type { Inspection } from '../../audit/inspection.ts';
import type { Clock } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import type { OrganizationId, UserId } from '../../base/ids.ts';
import type { Logger } from '../../base/logger.ts';
import type { RenderText } from '../../commands/messages/rendering.ts';
import type { EmojiTable } from '../../commands/organization/emoji.ts';
import type { EventPages } from '../../events/log/eventLog.ts';
import type { Files } from '../../files/files.ts';
import type { Pictures } from '../../files/pictures.ts';
import type { StoredPictures } from '../../files/storedPictures.ts';
import type { EventQueues } from '../../live/queues/eventQueues.ts';
import type { Mailer } from '../../mail/mail.ts';
import type { ActiveDevice } from '../../organization/slices/credentials.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { ProjectionHealth } from '../../projections/running/health.ts';
import type { LevelViews } from '../../projections/running/views.ts';
import type { Passwords } from '../../vault/passwords.ts';
import type { Secrets } from '../../vault/secrets.ts';
import type { Compatibility } from '../../wire/compatibility.ts';
import type { ChannelListings } from '../listings/channels.ts';
import type { PresenceListings } from '../listings/presences.ts';
import type { UserListings } from '../listings/users.ts';
import type { Metrics } from './metrics.ts';
import type { Organizations } from './servedOrganization.ts';
import type { Health, Vitals } from './vitals.ts';
import type { WebTokens } from './webTokens.ts';

/** A request that has been answered. */
export interface TracedRequest {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** The header of that name: the trace of the caller. */
  readonly traceparent: string | undefined;
}

/** Where requests and deliveries are traced; there is none unless the operator asks for it. */
export interface Tracing {
  answered(request: TracedRequest): void;
  /** A waiting client got the events after a revision, up to another one. */
  delivered(organizationId: OrganizationId, after: number, upTo: number): void;
  stop(): Promise<void>;
}

/** Operations on the server's secrets that the API needs. */
export type SecretStore = Pick<
  Secrets,
  | 'findApiKey'
  | 'findSession'
  | 'issueSession'
  | 'storePassword'
  | 'issueApiKey'
  | 'issueBotToken'
  | 'issueInvitations'
  | 'issueInvitationLink'
  | 'showInvitationLink'
  | 'findInvitation'
  | 'issueSigningSecret'
  | 'sealText'
  | 'openText'
  | 'passwordHash'
  | 'showApiKey'
  | 'showBotToken'
  | 'showSigningSecret'
  | 'storePushKey'
  | 'showPushKey'
  | 'storePushRegistration'
>;

/** Push notifications: errors are refusals that name the device or the step that failed. */
interface PushTesting {
  /** Sends a test notification with an ID; repeating the ID repeats the same notification. */
  test(id: string, devices: readonly ActiveDevice[], realm: { name: string; url: string }): Promise<void>;
}

/** The part of client event queues that the API uses. */
type EventQueueService = Pick<
  EventQueues,
  | 'generation'
  | 'register'
  | 'require'
  | 'requireNotForeign'
  | 'poll'
  | 'follow'
  | 'delete'
  | 'waitingOf'
  | 'addEphemeral'
>;

/** How the comparison of a view with the log stands, or has ended. Positions up to which it is built for that. */
export interface ViewVerification {
  readonly status: 'running' | 'same' | 'different' | 'not served' | 'failed';
  readonly done: number;
  readonly total: number;
  /** Documents that were compared, and those that do not match the log. */
  readonly documents: number;
  readonly differences: number;
}

/** The record, as owners may consult it. */
interface RecordService {
  /** Some events of an organization from a revision down, newest first. */
  eventsBefore(organizationId: OrganizationId, revision: number): EventPages;
  projections(): Promise<readonly ProjectionHealth[]>;
  /** Begins to build one view again, or all. */
  rebuild(name: string | undefined): void;
  /** Positions up to which a view has been built again, of how many; null where none is being built. */
  rebuildProgress(name: string): { readonly done: number; readonly total: number } | null;
  /** Begins to compare views with the log; Refused while others are being compared. */
  verify(names: readonly string[]): void;
  /** The last comparison of a view since the server has started. */
  verification(name: string): ViewVerification | null;
  /** Verifies the whole log; OperatorError for what is no anchor. */
  inspect(
    anchor: string | undefined,
  ): Promise<Omit<Inspection, 'digest'> & { readonly anchor: string | null }>;
}

/**
 * Everything the API needs. `secrets` and `views` know nothing of HTTP, and HTTP nothing of their
 * implementations.
 */
export interface Services {
  readonly clock: Clock;
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly organizations: Organizations;
  /** How clients of others are answered, if they are to be. */
  readonly compatibility: Compatibility | undefined;
  readonly secrets: SecretStore;
  readonly pictures: Pick<Pictures, 'squares' | 'fitted' | 'emoji'>;
  readonly storedPictures: Pick<StoredPictures, 'measure' | 'thumbnail'>;
  readonly files: Pick<
    Files,
    'store' | 'open' | 'sizeOf' | 'savePartial' | 'findPartial' | 'findPartialsOf' | 'removePartial'
  >;
  readonly passwords: Passwords;
  readonly webTokens: WebTokens;
  readonly mailer: Pick<Mailer, 'isSet' | 'send'>;
  readonly views: LevelViews;
  /** Listings as prepared buffers; call them after waiting for the views to be `level`. */
  readonly listings: {
    readonly users: UserListings;
    readonly channels: ChannelListings;
    readonly presences: PresenceListings;
  };
  readonly eventQueues: EventQueueService;
  readonly emoji: EmojiTable & { namesByCode(): ReadonlyMap<string, readonly string[]> };
  /** Push notifications; null on a server without a bouncer. */
  readonly push: PushTesting | null;
  readonly render: RenderText;
  /**
   * HTML of a description: it mentions only people whom its writer may know, and links only to web-public
   * channels.
   */
  renderDescription(state: OrganizationState, source: string, writerId: UserId): Promise<string>;
  health(): Promise<Health>;
  readonly record: RecordService;
  vitals(): Promise<Vitals>;
  /** Undefined unless traces are written. */
  readonly tracing: Tracing | undefined;
}
