/** Notices in the old and the new topic of moved messages. */
import { noteOf, quoteOf } from '../../commands/text.ts';
import { readErasable } from '../../events/define.ts';
import { isResolving, RESOLVED_PREFIX } from '../../events/messages.ts';
import { REPORT_TYPES } from '../../events/reactions.ts';
import { resolutionText } from '../../organization/notificationBot.ts';
import { isOrganizationActive } from '../../organization/slices/organizations.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { type EventOf, inChannel, linkText, type Notice, type NoticesOf, personText } from './define.ts';

/** A move of a whole topic that only resolves or unresolves it is described as that. */
function movement(event: EventOf<'MessagesMoved'>, organization: OrganizationState): readonly Notice[] {
  const { data, metadata } = event;
  const [oldTopic, newTopic] = [readErasable(data.oldTopic, ''), readErasable(data.newTopic, '')];
  if (data.isUndone) return [];
  const isWhole = data.remaining === undefined;
  const isAway = data.oldChannelId !== data.newChannelId;
  if (isWhole && !isAway && isResolving(oldTopic, newTopic)) return [resolution(event, organization)];
  const subject = subjectText(isWhole, data.messageIds.length);
  const mover = personText(organization, metadata.actor);
  const from = linkText(organization, data.oldChannelId, oldTopic);
  const to = linkText(organization, data.newChannelId, newTopic);
  const notices = [
    {
      isRequested: data.notifiesOldTopic,
      about: 'old topic',
      to: { channelId: data.oldChannelId, topic: oldTopic },
      content: `${subject} moved to ${to} by ${mover}.`,
    },
    {
      isRequested: data.notifiesNewTopic,
      about: 'new topic',
      to: { channelId: data.newChannelId, topic: newTopic },
      content: `${subject} moved here from ${from} by ${mover}.`,
    },
  ];
  return notices.flatMap(({ isRequested, ...notice }) => (isRequested ? [notice] : []));
}

function resolution({ data, metadata }: EventOf<'MessagesMoved'>, organization: OrganizationState): Notice {
  const topic = readErasable(data.newTopic, '');
  const who = personText(organization, metadata.actor);
  const content = resolutionText(who, topic.startsWith(RESOLVED_PREFIX));
  return { about: 'resolution', to: { channelId: data.newChannelId, topic }, content };
}

/** A move of very many messages is several events with one notice for the last, which does not count them. */
function subjectText(isWhole: boolean, messages: number): string {
  if (isWhole) return 'This topic was';
  return messages === 1 ? 'A message was' : 'Messages were';
}

export const messageNotices = { MessagesMoved: movement } as const satisfies NoticesOf;

// Notices to moderators about reports.

/** Characters of a name in a topic. */
const SHOWN = 40;

export const reportNotices = {
  MessageReported({ data }, organization) {
    const { messageId, senderId, reporterId, channelId, reportType } = data;
    const name = organization.users.byId.get(senderId)?.fullName ?? '';
    const description = readErasable(data.description, '');
    const content = [
      `${personText(organization, reporterId)} reported [a message](/#narrow/near/${messageId}) by ` +
        `${personText(organization, senderId)}: **${REPORT_TYPES[reportType]}**`,
      ...(description === '' ? [] : [noteOf(description)]),
      quoteOf(readErasable(data.content, '…')),
    ].join('\n\n');
    const topic = `Reports about ${[...name].slice(0, SHOWN).join('')}`;
    return inChannel(organization, channelId, topic, { about: 'moderators', content });
  },
} as const satisfies NoticesOf;

// Notices about reminders that are due.

export const reminderNotices = {
  ReminderDue({ data: { ownerId, content } }, organization) {
    const text = readErasable(content, '');
    const isThere =
      isOrganizationActive(organization) && organization.users.byId.get(ownerId)?.active === true;
    return isThere && text !== '' ? [{ about: 'owner', to: { userId: ownerId }, content: text }] : [];
  },
} as const satisfies NoticesOf;

// Notices to authors of scheduled messages that failed.

/** Deactivated people, and members of deactivated organizations, find it when they return. */
function failure(
  { data }: EventOf<'ScheduledSendFailed'>,
  organization: OrganizationState,
): readonly Notice[] {
  const { authorId, deliverAt, reason } = data;
  if (!isOrganizationActive(organization) || organization.users.byId.get(authorId)?.active !== true)
    return [];
  const content =
    `The message that you scheduled for <time:${new Date(deliverAt).toISOString()}> was not sent:\n\n` +
    `> ${readErasable(reason, '…')}\n\n` +
    'It is still among your scheduled messages. Give it another time to have it sent, or delete it.';
  return [{ about: 'author', to: { userId: authorId }, content }];
}

export const scheduledMessageNotices = { ScheduledSendFailed: failure } as const satisfies NoticesOf;
