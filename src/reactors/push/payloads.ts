/** What devices are told, before it is encrypted. */
import type { UserGroupId } from '../../events/userGroups.ts';
import type { ChannelId, MessageId, UserId } from '../../ids.ts';

/** Where the receiver has an account, and which. */
export interface Addressed {
  readonly realm_name: string;
  readonly realm_url: string;
  readonly user_id: UserId;
}

export type Place =
  | {
      readonly recipient_type: 'channel';
      readonly channel_id: ChannelId;
      readonly channel_name: string;
      readonly topic: string;
    }
  | { readonly recipient_type: 'direct'; readonly recipient_user_ids: readonly UserId[] };

interface Said {
  readonly type: 'message';
  readonly sender_id: UserId;
  readonly sender_full_name: string;
  readonly sender_avatar_url: string;
  /** Plain text. */
  readonly content: string;
  readonly message_id: MessageId;
  /** UNIX seconds. */
  readonly time: number;
  /** Where the receiver is called as one of a group. */
  readonly mentioned_user_group_id?: UserGroupId;
  readonly mentioned_user_group_name?: string;
}

/** What is said of a message to somebody. */
export type MessagePayload = Addressed & Said & Place;

/** Notifications that the receiver need not see any more. */
export interface RemovePayload extends Addressed {
  readonly type: 'remove';
  readonly message_ids: readonly MessageId[];
}

/** Nothing but that pushing works. */
export interface TestPayload extends Addressed {
  readonly type: 'test';
  /** UNIX seconds. */
  readonly time: number;
}

export type PushPayload = MessagePayload | RemovePayload | TestPayload;
