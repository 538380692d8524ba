/**
 * The access of one viewer: reads request an `Access` and filter by it. The rules behind it, and those for
 * actions, are in access/, one file per area; commands call those directly.
 */
import type { ChannelId, UserId } from '../../base/ids.ts';
import type { Channel } from '../slices/channels.ts';
import {
  channelsEverOf,
  channelsOf,
  type MessageInterval,
  subscriptionIntervals,
} from '../slices/subscriptions.ts';
import type { EmailOwner } from '../slices/users.ts';
import type { OrganizationState } from '../state.ts';
import { hasContentAccess, hasMetadataAccess, sharesHistory } from './channels.ts';
import { canChangeMessage, canReadMessage, type MessageLocation } from './messages.ts';
import { seesEmailOf, seesUser } from './people.ts';
import type { Actor, Rule } from './rules.ts';

export type { MessageLocation } from './messages.ts';

/**
 * The access of one viewer. Each answer reflects the organization at the time of the call, so a right withdrawn
 * while a read waits is withdrawn for that read too. Nobody sees unknown channels.
 */
export interface Access {
  readonly viewerId: Actor;
  /** Metadata access. */
  seesChannel(channelId: ChannelId): boolean;
  /** Content access. */
  readsContent(channelId: ChannelId): boolean;
  /**
   * The messages sent to a channel that the viewer may read: with protected history only those sent while
   * subscribed.
   */
  readableIntervals(channelId: ChannelId): 'all' | 'none' | readonly MessageInterval[];
  /** The messages sent to a channel that the viewer received and may read: those sent while subscribed. */
  receivedIntervals(channelId: ChannelId): readonly MessageInterval[];
  /** Channels for which `receivedIntervals` may be non-empty. */
  receivedChannels(): readonly ChannelId[];
  visibleChannels(): readonly ChannelId[];
  /** Channels the viewer is subscribed to, archived ones included. */
  subscribedChannels(): readonly ChannelId[];
  /** Whether the viewer may know who somebody is; otherwise they are shown as "Unknown user". */
  seesUser(userId: UserId): boolean;
  seesEmailOf(user: EmailOwner): boolean;
  mayReadMessage(message: MessageLocation): boolean;
  /** Whether a message may be changed at all: archived channels are read-only (decision 33). */
  mayChangeMessage(message: MessageLocation): boolean;
}

/** The access of a person; null means somebody who is not logged in. */
export const accessOf = (organization: OrganizationState, viewerId: Actor): Access =>
  new AccessTo(organization, viewerId);

class AccessTo implements Access {
  readonly viewerId: Actor;
  readonly #organization: OrganizationState;

  constructor(organization: OrganizationState, viewerId: Actor) {
    this.#organization = organization;
    this.viewerId = viewerId;
  }

  seesChannel(channelId: ChannelId): boolean {
    return this.#may(hasMetadataAccess, channelId);
  }

  readsContent(channelId: ChannelId): boolean {
    return this.#may(hasContentAccess, channelId);
  }

  readableIntervals(channelId: ChannelId): 'all' | 'none' | readonly MessageInterval[] {
    if (!this.readsContent(channelId)) return 'none';
    return this.#may(sharesHistory, channelId) ? 'all' : this.receivedIntervals(channelId);
  }

  receivedIntervals(channelId: ChannelId): readonly MessageInterval[] {
    if (this.viewerId === null) return [];
    return subscriptionIntervals(this.#organization, this.viewerId, channelId);
  }

  receivedChannels(): readonly ChannelId[] {
    return this.viewerId === null ? [] : [...channelsEverOf(this.#organization, this.viewerId)];
  }

  visibleChannels(): readonly ChannelId[] {
    return [...this.#organization.channels.byId.keys()].filter((channelId) => this.seesChannel(channelId));
  }

  subscribedChannels(): readonly ChannelId[] {
    return this.viewerId === null ? [] : [...channelsOf(this.#organization, this.viewerId)];
  }

  seesUser(userId: UserId): boolean {
    return seesUser(this.#organization, this.viewerId, userId);
  }

  seesEmailOf(user: EmailOwner): boolean {
    return seesEmailOf(this.#organization, this.viewerId, user);
  }

  mayReadMessage(message: MessageLocation): boolean {
    return canReadMessage(this.#organization, this.viewerId, message);
  }

  mayChangeMessage(message: MessageLocation): boolean {
    return canChangeMessage(this.#organization, this.viewerId, message);
  }

  #may(rule: Rule<[channel: Channel]>, channelId: ChannelId): boolean {
    const channel = this.#organization.channels.byId.get(channelId);
    return channel !== undefined && rule(this.#organization, this.viewerId, channel);
  }
}
