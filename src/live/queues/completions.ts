/** What the state does not keep and a queue's reader is told beside an event: read in views and vault, when it is delivered. */
import type { ChannelId, MessageId, OrganizationId, UserId } from '../../ids.ts';
import type { SubscriptionSettings } from '../../events/subscriptionSettings.ts';
import type { Flag } from '../shapes.ts';

/** Whose queue an event is completed for, at which revision. */
export interface Reader {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  /** Views have to be level with it. */
  readonly revision: number;
}

/** Channel name, topic, UNIX seconds. */
export type MutedTopic = readonly [channel: string, topic: string, since: number];

/** Each fails with `NotReady` where a view is not level in time. */
export interface Completions {
  /** Number of the direct conversation that a message is in. */
  recipientId(reader: Reader, messageId: MessageId): Promise<number>;
  /** The reader's flags of a message; empty where it is gone. */
  flagsOf(reader: Reader, messageId: MessageId): Promise<readonly Flag[]>;
  /** How the reader has set up the channels that they follow. */
  settingsOf(reader: Reader): Promise<ReadonlyMap<ChannelId, SubscriptionSettings>>;
  /** In the channels that the reader's client is shown. */
  mutedTopics(reader: Reader, showsArchived: boolean): Promise<readonly MutedTopic[]>;
  /** The token that a bot's service is told; undefined where it is gone. */
  botToken(reader: Reader, botId: UserId): Promise<string | undefined>;
}
