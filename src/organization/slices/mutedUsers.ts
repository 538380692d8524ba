/**
 * Muted users. Their messages are read as soon as they are sent, and stay read when the mute ends: that
 * follows from the mute's revisions, so nothing is stored per message.
 */
import type { MessageId, UserId } from '../../base/ids.ts';
import { type Bitset, idSet, NOBODY } from '../containers/bitset.ts';
import { map } from '../containers/containers.ts';
import { slice } from '../containers/define.ts';

/** A muted user; `mutedAt` is in UNIX milliseconds. */
export interface MutedUser {
  readonly userId: UserId;
  readonly mutedAt: number;
}

/** `{muter}:{muted}`. */
const pairKey = (userId: UserId, mutedUserId: UserId): string => `${userId}:${mutedUserId}`;

export const mutedUsersSlice = slice({
  version: 1,
  state: () => ({
    /** Muter → muted users, in the order of muting. */
    mutedBy: map<UserId, readonly MutedUser[]>(),
    /** Muted user → muters. */
    mutersOf: map<UserId, Bitset<UserId>>(idSet()),
    /** By `pairKey`, for ended mutes: the revision up to which everything is read. */
    readUpTo: map<string, number>(),
  }),
  evolve: {
    UserMuted({ mutedBy, mutersOf }, { userId, mutedUserId }, { metadata }) {
      const muted = { userId: mutedUserId, mutedAt: metadata.time };
      mutedBy.set(userId, [...(mutedBy.get(userId) ?? []), muted]);
      mutersOf.set(mutedUserId, (mutersOf.get(mutedUserId) ?? NOBODY).with(userId));
    },
    UserUnmuted({ mutedBy, mutersOf, readUpTo }, { userId, mutedUserId }, { revision }) {
      mutedBy.set(
        userId,
        (mutedBy.get(userId) ?? []).filter((muted) => muted.userId !== mutedUserId),
      );
      mutersOf.set(mutedUserId, (mutersOf.get(mutedUserId) ?? NOBODY).without(userId));
      readUpTo.set(pairKey(userId, mutedUserId), revision);
    },
  },
});

/** State with muted users. */
interface WithMutedUsers {
  readonly mutedUsers: ReturnType<typeof mutedUsersSlice.state>;
}

/** The users that a person has muted. */
export const mutedUsersOf = ({ mutedUsers }: WithMutedUsers, userId: UserId): readonly MutedUser[] =>
  mutedUsers.mutedBy.get(userId) ?? [];

/** Everybody who has muted a person. */
export const mutersOf = ({ mutedUsers }: WithMutedUsers, mutedUserId: UserId): Bitset<UserId> =>
  mutedUsers.mutersOf.get(mutedUserId) ?? NOBODY;

export const isUserMuted = (organization: WithMutedUsers, userId: UserId, mutedUserId: UserId): boolean =>
  mutersOf(organization, mutedUserId).has(userId);

/** Whether a message is read because its sender is muted, or was at that time. */
const isReadByMute = (
  organization: WithMutedUsers,
  userId: UserId,
  { messageId, senderId }: { readonly messageId: MessageId; readonly senderId: UserId },
): boolean =>
  isUserMuted(organization, userId, senderId) ||
  messageId <= (organization.mutedUsers.readUpTo.get(pairKey(userId, senderId)) ?? 0);

/** The facts that decide whether a message counts as read by its recipients, before they do anything. */
interface ReceivedMessage {
  readonly messageId: MessageId;
  readonly senderId: UserId;
  /** Whether it was sent as read by its own sender. */
  readonly readBySender?: boolean | undefined;
  readonly isImported?: boolean | undefined;
  /** Whether it came from a channel in which it was read by everybody. */
  readonly isReadByAll?: boolean | undefined;
}

/** Imported messages are read, as are those of muted senders, and one's own if sent as read. */
export const isInitiallyRead = (
  organization: WithMutedUsers,
  userId: UserId,
  message: ReceivedMessage,
): boolean =>
  (message.senderId === userId && message.readBySender === true) ||
  message.isImported === true ||
  message.isReadByAll === true ||
  isReadByMute(organization, userId, message);
