/** Builds the notifications for all active devices of the recipients. */
import { decodeEntities } from '../../base/html.ts';
import type { MessageId, UserId } from '../../base/ids.ts';
import type { EventTypes, MessageSentData } from '../../events/catalog.ts';
import { readErasable } from '../../events/define.ts';
import { EMPTY_TOPIC_DISPLAY_NAME, readRecordedHtml } from '../../events/messages.ts';
import { accessOf } from '../../organization/access/access.ts';
import { activeDevicesOf } from '../../organization/slices/credentials.ts';
import { organizationName } from '../../organization/slices/organizations.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { redactNames, UNKNOWN_USER } from '../../wire/redactNames.ts';
import { avatarUrlOf, placeholderEmail, unknownUserAvatarPath } from '../../wire/users.ts';
import type {
  Addressed,
  DeviceNotification,
  MessagePayload,
  PushPayload,
  RecipientFields,
} from './pusher.ts';
import type { PushRecipient } from './pushRecipients.ts';

// The plain text of a notification, from the message's well-formed HTML without markup and spoilers.

/** Maximum length in characters. */
const MAX_TEXT_LENGTH = 200;

/** Characters of HTML text that surely contain these, despite spaces and entities. */
const ENOUGH = 2_000;

const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^"<>])*)>|[^<]+/g;
const BLOCKS: ReadonlySet<string> = new Set(['p', 'li', 'br', 'tr', 'pre', 'blockquote', 'div', 'hr']);
const VOID: ReadonlySet<string> = new Set(['br', 'img', 'hr', 'input', 'wbr', 'col']);

/** The beginning of the plain text. */
export function plainTextOf(html: string): string {
  let text = '';
  /** Open elements within a hidden one. */
  let hidden = 0;
  for (const [token, slash, tag = '', attributes = ''] of html.matchAll(TOKEN)) {
    if (text.length > ENOUGH) break;
    if (tag === '') text += hidden > 0 ? '' : decodeEntities(token.slice(0, ENOUGH));
    else if (hidden > 0) hidden += VOID.has(tag) ? 0 : slash ? -1 : 1;
    else if (isHidden(tag, attributes)) [hidden, text] = [1, text + insteadOf(attributes)];
    else text += BLOCKS.has(tag) ? '\n' : textOf(tag, attributes);
  }
  return shortened(text.replaceAll(/\s*\n\s*/g, '\n').trim());
}

function shortened(text: string): string {
  const characters = Array.from(text.slice(0, 2 * MAX_TEXT_LENGTH + 2));
  return characters.length > MAX_TEXT_LENGTH ? `${characters.slice(0, MAX_TEXT_LENGTH).join('')}…` : text;
}

/** Spoilers, all but one form of a formula, and the names of emoji, which are shown as characters. */
const isHidden = (tag: string, attributes: string): boolean =>
  tag === 'annotation' || attributes.includes('aria-hidden="true"') || emojiIn(attributes) !== undefined;

function insteadOf(attributes: string): string {
  const codes = emojiIn(attributes)?.split('-') ?? [];
  if (codes.length > 0) return String.fromCodePoint(...codes.map((code) => parseInt(code, 16)));
  return attributes.includes('spoiler-content') ? ' (…)' : '';
}

/** `class="emoji emoji-1f604"`. */
const emojiIn = (attributes: string): string | undefined =>
  /[" ]emoji-([0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*)[" ]/.exec(attributes)?.[1];

/** Pictures are custom emoji, or need no text. */
const textOf = (tag: string, attributes: string): string =>
  tag === 'img' ? decodeEntities(/ alt="([^"]*)"/.exec(attributes)?.[1] ?? '') : '';

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

/** One notification to each active device of a person. */
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
  readonly time: number;
  readonly data: PushContent;
}

type PushContent = Pick<
  MessageSentData,
  'senderId' | 'channelId' | 'topic' | 'participantIds' | 'content' | 'html'
>;

/** A message's content after an edit. */
export const contentAfterEdit = (edited: EventTypes['MessageEdited']): PushContent => {
  const { newContent: content, newHtml: html, ...others } = edited;
  return { ...others, content, html };
};

/** The notifications for a message's recipients. */
export function messagePushes(
  realm: PushRealm,
  { eventId, messageId, time, data }: PushedMessage,
  receivers: readonly PushRecipient[],
): readonly DeviceNotification[] {
  const toAll = {
    type: 'message' as const,
    message_id: messageId,
    time: Math.floor(time / 1000),
    ...recipientFields(realm, data),
  };
  const [senderFor, contentFor] = [senderOf(realm, data.senderId), contentOf(realm, data)];
  return receivers.flatMap((receiver) => {
    const { userId } = receiver;
    const payload: MessagePayload = {
      ...addressed(realm, userId),
      ...senderFor(userId),
      ...toAll,
      content: contentFor(userId),
      ...groupOf(realm, receiver),
    };
    return toDevicesOf(realm, receiver.userId, eventId, payload);
  });
}

/** The content as plain text, without names that a limited guest may not know. */
function contentOf({ organization }: PushRealm, data: PushContent): (receiverId: UserId) => string {
  const html = readRecordedHtml(data);
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

function recipientFields(
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

/** Notifications that withdraw earlier ones. */
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
