/** Data that delivery adds to events from views and the vault. */
import type { ChannelId, MessageId, OrganizationId, UserId } from '../../ids.ts';
import type { SubscriptionSettings } from '../../events/subscriptionSettings.ts';
import type { Flag } from '../shapes.ts';

/** The owner of the queue, and the revision of the event. */
export interface Reader {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  /** Views must be level with it. */
  readonly revision: number;
}

/** Channel name, topic, UNIX seconds. */
export type MutedTopic = readonly [channel: string, topic: string, since: number];

/** Each fails with `NotReady` if a view is not level in time. */
export interface Completions {
  /** ID of a message's direct conversation. */
  recipientId(reader: Reader, messageId: MessageId): Promise<number>;
  /** The reader's flags of a message; empty if it is gone. */
  flagsOf(reader: Reader, messageId: MessageId): Promise<readonly Flag[]>;
  /** How the reader has set up the channels that they follow. */
  settingsOf(reader: Reader): Promise<ReadonlyMap<ChannelId, SubscriptionSettings>>;
  /** In the channels that the reader's client is shown. */
  mutedTopics(reader: Reader, showsArchived: boolean): Promise<readonly MutedTopic[]>;
  /** The token that is sent to a bot's service; undefined if it no longer exists. */
  botToken(reader: Reader, botId: UserId): Promise<string | undefined>;
}
