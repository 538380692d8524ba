/** Sends notices: creates the notification bot on first use, and sends like any other user. */
import type { RenderText } from '../../commands/messages/rendering.ts';
import { BY_SERVER, type CommandMetadata } from '../../commands/define.ts';
import { changeFlags } from '../../commands/flags.ts';
import type { Lanes, OrganizationLane } from '../../commands/lane/lanes.ts';
import { postTo } from '../../commands/messages/posts.ts';
import { sendMessage } from '../../commands/messages/send.ts';
import { sendKeyHash, sentOnce } from '../../commands/messages/sendKeys.ts';
import { submitMessage } from '../../commands/messages/submit.ts';
import { ensureNotificationBot } from '../../commands/notificationBot.ts';
import type { Conversation } from '../../events/messages.ts';
import type { UserId } from '../../ids.ts';
import { notificationBotOf } from '../../organization/notificationBot.ts';
import type { SendNotice } from '../notices.ts';
import type { Notice } from './define.ts';

/** What sending notices needs. */
export interface NoticeDependencies {
  readonly lanes: Lanes;
  readonly render: RenderText;
}

export const noticeSender =
  ({ lanes, render }: NoticeDependencies): SendNotice =>
  async (id, notice, cause) => {
    const lane = await lanes.organization(cause.organizationId);
    const submission = { ...BY_SERVER, correlationId: cause.correlationId };
    const botId = await botOf(lane, submission);
    const message = {
      ...postTo(conversationOf(notice.to)),
      source: notice.content,
      writerId: cause.actor ?? botId,
      // People mentioned in quoted texts are not notified again.
      isSilent: true,
      readBySender: true,
      ...sentOnce(sendKeyHash(cause.organizationId, id)),
    };
    const { result } = await submitMessage(render, lane.state, message, (checked) =>
      lane.submit(sendMessage, checked, { ...submission, actor: botId }),
    );
    if (notice.readBy === undefined) return;
    const read = { messageIds: [result.messageId], op: 'add', flag: 'read', ifReadable: true } as const;
    await lane.submit(changeFlags, read, { ...submission, actor: notice.readBy });
  };

async function botOf(lane: OrganizationLane, submission: CommandMetadata): Promise<UserId> {
  const known = notificationBotOf(lane.state);
  if (known) return known.userId;
  return (await lane.submit(ensureNotificationBot, undefined, submission)).result.userId;
}

const conversationOf = (to: Notice['to']): Conversation =>
  'userId' in to ? { kind: 'direct', participantIds: [to.userId] } : { kind: 'channel', ...to };
