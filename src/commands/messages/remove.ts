/** Whether a message may be deleted. */
import { Refused, requireThat } from '../../errors.ts';
import type { MessageId, UserId } from '../../ids.ts';
import { accessOf } from '../../organization/access.ts';
import { canDeleteAnyMessage, canDeleteOwnMessage } from '../../organization/access/messages.ts';
import type { ExcerptQuery } from '../../organization/excerpts.ts';
import { settingsOf } from '../../organization/organizations.ts';
import { command } from '../define.ts';
import { isOlderThan } from './edit.ts';
import { deletionEvent } from './rearranged.ts';

/** Deletes one message. People's policies for the topic stay, even if it was the last message. */
export const deleteMessage = command<{ readonly messageId: MessageId }, void>({
  name: 'DeleteMessage',
  needs: (_, { messageId }, actor) => ({ excerpts: [question(messageId, actor)] }),
  decide(organization, { messageId }, { actor, now, facts }) {
    const excerpt = facts.excerpt(question(messageId, actor));
    const isOpen = excerpt && accessOf(organization, actor).mayChangeMessage(excerpt.named);
    if (!isOpen || actor === null) throw new Refused('Invalid message(s)');
    const { senderId, channelId, sentAt } = excerpt.named;
    const channel = channelId === undefined ? undefined : organization.channels.byId.get(channelId);
    if (!canDeleteAnyMessage(organization, actor, { senderId, channel })) {
      const isOwn = canDeleteOwnMessage(organization, actor, { senderId, channel });
      requireThat(isOwn, "You don't have permission to delete this message");
      const limit = settingsOf(organization).messageContentDeleteLimitSeconds;
      const isLate = isOlderThan(sentAt, limit, now);
      requireThat(!isLate, 'The time limit for deleting this message has passed');
    }
    return { events: [deletionEvent(excerpt, actor)], result: undefined };
  },
});

const question = (messageId: MessageId, actor: UserId | null): ExcerptQuery => ({
  of: messageId,
  reach: 'one',
  actor,
  means: () => true,
});
