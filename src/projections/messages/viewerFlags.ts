/** Personal data about messages: a viewer's flags. */
import type { UserId } from '../../base/ids.ts';
import type { SlicedWork } from '../../base/timeSlices.ts';
import type { Access } from '../../organization/access/access.ts';
import { isTopicMuted, receivedBy } from '../../organization/access/messageAccess.ts';
import { isReadByArchiving, isReadOnly } from '../../organization/slices/channels.ts';
import {
  type FlagsFact,
  flagsKey,
  flagsKeysUpTo,
  type Mark,
  UserMarks,
} from '../../organization/slices/flags.ts';
import { isInitiallyRead } from '../../organization/slices/mutedUsers.ts';
import {
  isMentioned,
  type MentionFlags,
  mentionFlagsFor,
  NOT_MENTIONED,
} from '../../organization/slices/notifications.ts';
import { topicPolicyOf } from '../../organization/slices/topics.ts';
import { responsibleUser } from '../../organization/slices/users.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { type Documents, documentsOf, type Views } from '../running/views.ts';
import type { StoredMessage } from './document.ts';
import { flagFacts } from './facts.ts';

// The viewer of messages, and the sources of a query's result.

export interface Viewer {
  readonly documents: Documents;
  readonly access: Access;
  readonly organization: OrganizationState;
  /** NOBODY for somebody who is not logged in. */
  readonly viewerId: UserId;
  /** Their read, which takes turns with all others. */
  readonly work: SlicedWork;
}

/** No user has this ID. */
const NOBODY = 0 as UserId;

/** `gone` ends what takes long for them. */
export function createViewer(
  views: Views,
  access: Access,
  organization: OrganizationState,
  gone?: AbortSignal,
): Viewer {
  const { organizationId } = organization;
  const viewerId = access.viewerId ?? NOBODY;
  const ownerId = viewerId === NOBODY ? NOBODY : responsibleUser(organization, viewerId);
  return {
    documents: documentsOf(views, organization),
    access,
    organization,
    viewerId,
    work: views.slices.begin({ organizationId, ownerId }, gone),
  };
}

export interface MessageFlags extends MentionFlags {
  readonly read: boolean;
  readonly starred: boolean;
  readonly collapsed: boolean;
  /** Contains a word that was an alert word of the viewer. */
  readonly alerted: boolean;
  /** Readable, but never received. */
  readonly historical: boolean;
}

/**
 * The flags of messages for one viewer. What is stored about them must be loaded first, page by page: it is
 * small, but there may be very many messages.
 */
export class ViewerFlags {
  readonly #viewer: Viewer;
  readonly #received: (message: StoredMessage) => boolean;
  readonly #flagFacts = new Map<string, FlagsFact | undefined>();
  readonly #marks: UserMarks;

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
    this.#received = receivedBy(viewer.access);
    this.#marks = new UserMarks(viewer.viewerId, (key) => this.#flagFacts.get(key));
  }

  /** Loads what is missing, in one query for any number of messages. */
  async learn(messages: readonly StoredMessage[]): Promise<void> {
    await this.#learnMarks(messages.map(({ messageId }) => flagsKey(this.#viewer.viewerId, messageId)));
  }

  /** Loads the data of all messages; returns the marks. */
  async learnAll(): Promise<UserMarks> {
    await this.#learnMarks(flagsKeysUpTo(this.#viewer.viewerId, this.newestId));
    return this.#marks;
  }

  /** NOBODY for somebody who is not logged in. */
  get viewerId(): UserId {
    return this.#viewer.viewerId;
  }

  /** No message has a higher ID. */
  get newestId(): number {
    return this.#viewer.organization.revision + 1;
  }

  hasReceived(message: StoredMessage): boolean {
    return this.#received(message);
  }

  /** Whether a readable message counts as the viewer's own, received or not. */
  holds(message: StoredMessage): boolean {
    return this.has('historical', message) && this.#viewer.access.mayReadMessage(message);
  }

  has(mark: Mark, { messageId }: StoredMessage): boolean {
    return this.#marks.has(mark, messageId);
  }

  /** Messages never received count as read. */
  isRead(message: StoredMessage): boolean {
    const { viewerId, organization } = this.#viewer;
    if (isReadOnly(organization, message.channelId)) return true;
    const isRead =
      isReadByArchiving(organization, message) ||
      isInitiallyRead(organization, viewerId, message) ||
      !this.hasReceived(message);
    return this.#marks.isRead(message.messageId, isRead);
  }

  /** Mentioned directly, through a group, or by a wildcard. */
  isMentioned(message: StoredMessage): boolean {
    return isMentioned(this.#callsOf(message));
  }

  isAlerted({ alertedUserIds = [] }: StoredMessage): boolean {
    return alertedUserIds.includes(this.#viewer.viewerId);
  }

  /** By its topic or its channel. */
  isMuted({ channelId, topic = '' }: StoredMessage): boolean {
    const { organization, viewerId } = this.#viewer;
    return channelId !== undefined && isTopicMuted(organization, viewerId, channelId, topic);
  }

  isFollowed({ channelId, topic = '' }: StoredMessage): boolean {
    const { organization, viewerId } = this.#viewer;
    return channelId !== undefined && topicPolicyOf(organization, viewerId, channelId, topic) === 'followed';
  }

  flagsOf(message: StoredMessage): MessageFlags {
    const received = this.hasReceived(message);
    return {
      read: this.isRead(message),
      starred: this.has('starred', message),
      collapsed: this.has('collapsed', message),
      alerted: this.isAlerted(message),
      historical: !received,
      ...this.#callsOf(message, received),
    };
  }

  #callsOf(message: StoredMessage, received = this.hasReceived(message)): MentionFlags {
    const { organization, viewerId } = this.#viewer;
    return received ? mentionFlagsFor(organization, viewerId, message) : NOT_MENTIONED;
  }

  async #learnMarks(keys: readonly string[]): Promise<void> {
    const missing = [...new Set(keys)].filter((key) => !this.#flagFacts.has(key));
    const facts = await this.#viewer.documents.load(flagFacts, missing);
    missing.forEach((key, index) => this.#flagFacts.set(key, facts[index]));
  }
}
