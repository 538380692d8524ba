import type { ChannelId, MessageId, OrganizationId, UserId } from '../../base/ids.ts';
import type { SubscriptionSettings } from '../../events/subscriptions.ts';
import type { Flag } from '../translation/shapes.ts';
import type { Access } from '../../organization/access/access.ts';

/** Client events as JSON texts. The ID is the last member, so that the rest can be shared between queues. */

const made = new WeakMap<object, string>();

/** An object as JSON, cached: it must not change afterwards. */
export function cachedJson(shown: object): string {
  const known = made.get(shown);
  if (known !== undefined) return known;
  const json = JSON.stringify(shown);
  made.set(shown, json);
  return json;
}

/** A JSON object without its closing brace, to which an ID can be added as the last member. */
export const openJson = (shown: object): string => cachedJson(shown).slice(0, -1);

/** Completes the text of an `openJson`. */
export const closedWithId = (open: string, id: number): string => `${open},"id":${id}}`;

/** A client event and its ID. */
export interface IdentifiedText {
  readonly id: number;
  readonly text: string;
}

export const readEventId = (text: string): IdentifiedText => ({
  id: Number(text.slice(text.lastIndexOf(':') + 1, -1)),
  text,
});

const HEARTBEAT = '{"type":"heartbeat"';

/** An event that only shows that the connection is alive. */
export const heartbeat = (id: number): string => closedWithId(HEARTBEAT, id);

export const isHeartbeat = (text: string): boolean => text.startsWith(HEARTBEAT);

// Data that delivery adds to events from views and the vault.

/** The owner of the queue, and the revision of the event. */
export interface QueueOwner {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  /** Views must be level with it. */
  readonly revision: number;
}

/** Channel name, topic, UNIX seconds. */
type MutedTopicEntry = readonly [channel: string, topic: string, since: number];

/** What a reader may read at present. */
export interface PresentReader {
  readonly access: Pick<Access, 'seesChannel' | 'readsContent'>;
  /** Whether former texts of edited messages are displayed. */
  readonly showsFormerTexts: boolean;
  /** Whether they may see data exports and who allows them. */
  readonly isAdministrator: boolean;
  /** Whether they may see somebody's real address. */
  seesEmailOf(userId: UserId): boolean;
  /** Whether they may know how a bot is set up. */
  managesBot(botId: UserId): boolean;
  /** The messages that were asked for and exist: their present text, null where the reader may not read them. */
  readonly contents: ReadonlyMap<number, string | null>;
}

/** Each fails with `NotReady` if a view is not level in time; one that is quarantined counts as having no documents. */
export interface DeferredFields {
  /** ID of a message's direct conversation. */
  recipientId(reader: QueueOwner, messageId: MessageId): Promise<number>;
  /** The reader's flags of a message; empty if it is gone. */
  flagsOf(reader: QueueOwner, messageId: MessageId): Promise<readonly Flag[]>;
  /** The messages of a channel that the reader had not read when it was archived by the event, ascending. */
  unreadIn(reader: QueueOwner, channelId: ChannelId): Promise<readonly MessageId[]>;
  /** How the reader has set up the channels that they follow. */
  settingsOf(reader: QueueOwner): Promise<ReadonlyMap<ChannelId, SubscriptionSettings>>;
  /** In the channels that the reader's client is shown; undefined while the view is quarantined. */
  mutedTopics(reader: QueueOwner, showsArchived: boolean): Promise<readonly MutedTopicEntry[] | undefined>;
  /** What the reader may read now; its `contents` are those of these messages, from views level with the revision. */
  present(reader: QueueOwner, messageIds: readonly number[]): Promise<PresentReader>;
  /** The token that is sent to a bot's service; undefined if it no longer exists, or is not the reader's any more. */
  botToken(reader: QueueOwner, botId: UserId): Promise<string | undefined>;
}
