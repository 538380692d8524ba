/**
 * What the API is handed by `app.ts`. Area files know these types and nothing of what stands behind them.
 */
import type { RenderText } from '../../commands/messages/rendering.ts';
import type { Clock } from '../../clock.ts';
import type { EmojiTable } from '../../commands/emoji.ts';
import type { Config } from '../../config.ts';
import type { UserId } from '../../ids.ts';
import type { EventQueues } from '../../live/queues/eventQueues.ts';
import type { Logger } from '../../logger.ts';
import type { ActiveDevice } from '../../organization/devices.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { LevelViews } from '../../projections/views.ts';
import type { Mailer } from '../../mail/mail.ts';
import type { Passwords } from '../../vault/passwords.ts';
import type { Secrets } from '../../vault/secrets.ts';
import type { Health } from './health.ts';
import type { ChannelListings } from '../listings/channels.ts';
import type { PresenceListings } from '../listings/presences.ts';
import type { UserListings } from '../listings/users.ts';
import type { Metrics } from './metrics.ts';
import type { Organizations } from './served.ts';
import type { WebTokens } from './webTokens.ts';

/** What the API asks of the server's secrets. */
export type SecretStore = Pick<
  Secrets,
  | 'findApiKey'
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

/** Pushing to devices: fails with a refusal that says which device or which part of the way failed. */
export interface Push {
  /** Pushes a test notification under an ID, which means the same thing if it comes again. */
  test(id: string, devices: readonly ActiveDevice[], realm: { name: string; url: string }): Promise<void>;
}

/** What the API asks of client event queues. */
export type EventQueuesDesk = Pick<
  EventQueues,
  'register' | 'require' | 'poll' | 'follow' | 'delete' | 'waitingOf' | 'addPassing'
>;

/** Everything the API needs. `secrets` and `views` never see HTTP, HTTP never sees what is behind them. */
export interface Services {
  readonly clock: Clock;
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly organizations: Organizations;
  readonly secrets: SecretStore;
  readonly passwords: Passwords;
  readonly webTokens: WebTokens;
  readonly mailer: Pick<Mailer, 'isSet' | 'send'>;
  readonly views: LevelViews;
  /** Listings as buffers that are ready to be sent; for anybody who has waited for the views to be `level`. */
  readonly listings: {
    readonly users: UserListings;
    readonly channels: ChannelListings;
    readonly presences: PresenceListings;
  };
  readonly eventQueues: EventQueuesDesk;
  readonly emoji: EmojiTable & { namesByCode(): ReadonlyMap<string, readonly string[]> };
  /** Pushing to devices; null on a server that has no bouncer. */
  readonly push: Push | null;
  readonly render: RenderText;
  /** HTML of a description: it names people whom its writer may know, and links to web-public channels alone. */
  renderDescription(state: OrganizationState, source: string, writerId: UserId): Promise<string>;
  health(): Promise<Health>;
}
