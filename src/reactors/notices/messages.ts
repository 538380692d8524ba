/** Notices at the old and new place of moved messages. */
import { readErasable } from '../../events/define.ts';
import { isResolving, RESOLVED_PREFIX } from '../../events/messages.ts';
import { resolutionText } from '../../organization/notificationBot.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { type EventOf, linkText, type Notice, type NoticesOf, personText } from './define.ts';

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
  const said = [
    {
      isWanted: data.notifiesOldTopic,
      about: 'old topic',
      to: { channelId: data.oldChannelId, topic: oldTopic },
      content: `${subject} moved to ${to} by ${mover}.`,
    },
    {
      isWanted: data.notifiesNewTopic,
      about: 'new topic',
      to: { channelId: data.newChannelId, topic: newTopic },
      content: `${subject} moved here from ${from} by ${mover}.`,
    },
  ];
  return said.flatMap(({ isWanted, ...notice }) => (isWanted ? [notice] : []));
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
