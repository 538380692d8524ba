/** Data that delivery adds to events from views and the vault. */
import type { ChannelId, MessageId, OrganizationId, UserId } from '../../ids.ts';
import type { SubscriptionSettings } from '../../events/subscriptionSettings.ts';
import type { Flag } from '../shapes.ts';

/** The owner of the queue, and the revision of the event. */
export interface QueueOwner {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  /** Views must be level with it. */
  readonly revision: number;
}

/** Channel name, topic, UNIX seconds. */
export type MutedTopicEntry = readonly [channel: string, topic: string, since: number];

/** Each fails with `NotReady` if a view is not level in time. */
export interface DeferredFields {
  /** ID of a message's direct conversation. */
  recipientId(reader: QueueOwner, messageId: MessageId): Promise<number>;
  /** The reader's flags of a message; empty if it is gone. */
  flagsOf(reader: QueueOwner, messageId: MessageId): Promise<readonly Flag[]>;
  /** How the reader has set up the channels that they follow. */
  settingsOf(reader: QueueOwner): Promise<ReadonlyMap<ChannelId, SubscriptionSettings>>;
  /** In the channels that the reader's client is shown. */
  mutedTopics(reader: QueueOwner, showsArchived: boolean): Promise<readonly MutedTopicEntry[]>;
  /** The token that is sent to a bot's service; undefined if it no longer exists. */
  botToken(reader: QueueOwner, botId: UserId): Promise<string | undefined>;
}
