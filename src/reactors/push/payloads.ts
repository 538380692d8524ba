/** Payloads of push notifications, before encryption. */
import type { UserGroupId } from '../../events/userGroups.ts';
import type { ChannelId, MessageId, UserId } from '../../ids.ts';

/** The recipient's organization and account. */
export interface Addressed {
  readonly realm_name: string;
  readonly realm_url: string;
  readonly user_id: UserId;
}

export type RecipientFields =
  | {
      readonly recipient_type: 'channel';
      readonly channel_id: ChannelId;
      readonly channel_name: string;
      readonly topic: string;
    }
  | { readonly recipient_type: 'direct'; readonly recipient_user_ids: readonly UserId[] };

interface MessageContent {
  readonly type: 'message';
  readonly sender_id: UserId;
  readonly sender_full_name: string;
  readonly sender_avatar_url: string;
  /** Plain text. */
  readonly content: string;
  readonly message_id: MessageId;
  /** UNIX seconds. */
  readonly time: number;
  /** If the recipient is mentioned as a member of a group. */
  readonly mentioned_user_group_id?: UserGroupId;
  readonly mentioned_user_group_name?: string;
}

/** A notification of a message. */
export type MessagePayload = Addressed & MessageContent & RecipientFields;

/** Withdraws notifications. */
export interface RemovePayload extends Addressed {
  readonly type: 'remove';
  readonly message_ids: readonly MessageId[];
}

/** A test notification. */
export interface TestPayload extends Addressed {
  readonly type: 'test';
  /** UNIX seconds. */
  readonly time: number;
}

export type PushPayload = MessagePayload | RemovePayload | TestPayload;
