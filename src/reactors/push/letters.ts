/** Builds the notifications for all active devices of the recipients. */
import type { EventTypes } from '../../events/catalog.ts';
import { readErasable } from '../../events/define.ts';
import { EMPTY_TOPIC_DISPLAY_NAME, readRecordedHtml } from '../../events/messages.ts';
import type { MessageId, UserId } from '../../ids.ts';
import { accessOf } from '../../organization/access.ts';
import { activeDevicesOf } from '../../organization/devices.ts';
import { organizationName } from '../../organization/organizations.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { UNKNOWN_USER, redactNames } from '../../wire/mentionNames.ts';
import { avatarUrlOf, placeholderEmail, unknownUserAvatarPath } from '../../wire/users.ts';
import type { Addressed, MessagePayload, RecipientFields, PushPayload } from './payloads.ts';
import { plainTextOf } from './plainText.ts';
import type { DeviceNotification } from './pusher.ts';
import type { PushRecipient } from './receivers.ts';

/** An organization and its URL. */
export interface PushRealm {
  readonly organization: OrganizationState;
  readonly url: string;
}

const addressed = ({ organization, url }: PushRealm, userId: UserId): Addressed => ({
  realm_name: organizationName(organization),
  realm_url: url,
  user_id: userId,
});

/** One letter to each active device of a person. */
const toDevicesOf = (
  { organization }: PushRealm,
  userId: UserId,
  eventId: string,
  payload: PushPayload,
): readonly DeviceNotification[] =>
  activeDevicesOf(organization, userId).map((device) => ({
    id: `${eventId}:${device.deviceId}`,
    device,
    payload,
  }));

/** A message as it was sent, or as it is after an edit. */
export interface PushedMessage {
  readonly eventId: string;
  readonly messageId: MessageId;
  /** UNIX milliseconds. */
  readonly saidAt: number;
  readonly said: PushContent;
}

type MessageSentData = EventTypes['MessageSent'];
type PushContent = Pick<
  MessageSentData,
  'senderId' | 'channelId' | 'topic' | 'participantIds' | 'content' | 'html'
>;

/** A message's content after an edit. */
export const contentAfterEdit = (edited: EventTypes['MessageEdited']): PushContent => {
  const { newContent: content, newHtml: html, ...others } = edited;
  return { ...others, content, html };
};

/** The letters for a message's recipients. */
export function messagePushes(
  realm: PushRealm,
  { eventId, messageId, saidAt, said }: PushedMessage,
  receivers: readonly PushRecipient[],
): readonly DeviceNotification[] {
  const toAll = {
    type: 'message' as const,
    message_id: messageId,
    time: Math.floor(saidAt / 1000),
    ...placeOf(realm, said),
  };
  const [senderFor, contentFor] = [senderOf(realm, said.senderId), contentOf(realm, said)];
  return receivers.flatMap((receiver) => {
    const { userId } = receiver;
    const payload: MessagePayload = {
      ...{ ...addressed(realm, userId), ...senderFor(userId), ...toAll, content: contentFor(userId) },
      ...groupOf(realm, receiver),
    };
    return toDevicesOf(realm, receiver.userId, eventId, payload);
  });
}

/** The content as plain text, without names that a limited guest may not know. */
function contentOf({ organization }: PushRealm, said: PushContent): (receiverId: UserId) => string {
  const html = readRecordedHtml(said);
  const content = plainTextOf(html);
  return (receiverId) => {
    const access = accessOf(organization, receiverId);
    const shown = redactNames(html, access);
    return shown === html ? content : plainTextOf(shown);
  };
}

/** The sender, anonymous for a limited guest; the avatar follows the visibility of the e-mail address. */
function senderOf({ organization, url }: PushRealm, senderId: UserId) {
  const user = organization.users.byId.get(senderId);
  const unknown = { sender_full_name: UNKNOWN_USER, sender_avatar_url: `${url}${unknownUserAvatarPath}` };
  return (receiverId: UserId) => {
    const access = accessOf(organization, receiverId);
    if (!user || !access.seesUser(senderId)) return { sender_id: senderId, ...unknown };
    const address = access.seesEmailOf(user) ? user.email : placeholderEmail(senderId, new URL(url).hostname);
    const avatar = new URL(avatarUrlOf(user, address), url).href;
    return { sender_id: senderId, sender_full_name: user.fullName, sender_avatar_url: avatar };
  };
}

function placeOf(
  { organization }: PushRealm,
  { channelId, topic, participantIds = [] }: PushContent,
): RecipientFields {
  if (channelId === undefined) return { recipient_type: 'direct', recipient_user_ids: participantIds };
  return {
    recipient_type: 'channel',
    channel_id: channelId,
    channel_name: organization.channels.byId.get(channelId)?.name ?? '',
    topic: readErasable(topic ?? '', '') || EMPTY_TOPIC_DISPLAY_NAME,
  };
}

function groupOf({ organization }: PushRealm, { groupId }: PushRecipient) {
  const group = groupId === undefined ? undefined : organization.userGroups.byId.get(groupId);
  return group && { mentioned_user_group_id: group.groupId, mentioned_user_group_name: group.name };
}

/** Letters that withdraw notifications. */
export const withdrawalPushes = (
  realm: PushRealm,
  eventId: string,
  userId: UserId,
  messageIds: readonly MessageId[],
): readonly DeviceNotification[] =>
  toDevicesOf(realm, userId, eventId, {
    ...addressed(realm, userId),
    type: 'remove',
    message_ids: messageIds,
  });
