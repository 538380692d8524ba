/** How the notification bot comes to speak: it is made when it is needed first, and sends like everybody else. */
import type { RenderText } from '../../commands/messages/rendering.ts';
import { BY_SERVER, type Submission } from '../../commands/define.ts';
import { changeFlags } from '../../commands/flags.ts';
import type { Lanes, OrganizationLane } from '../../commands/lane/lanes.ts';
import { type SendMessageInput, sendMessage } from '../../commands/messages/send.ts';
import { sendKeyHash, sentOnce } from '../../commands/messages/sendKeys.ts';
import { ensureNotificationBot } from '../../commands/notificationBot.ts';
import { checkedContent } from '../../commands/text.ts';
import type { UserId } from '../../ids.ts';
import { notificationBotOf } from '../../organization/notificationBot.ts';
import type { SendNotice } from '../notices.ts';
import type { Notice } from './define.ts';

/** What sending notices takes. */
export interface NoticeParts {
  readonly lanes: Lanes;
  readonly render: RenderText;
}

export const noticeSender =
  ({ lanes, render }: NoticeParts): SendNotice =>
  async (id, notice, cause) => {
    const lane = await lanes.organization(cause.organizationId);
    const submission = { ...BY_SERVER, correlationId: cause.correlationId };
    const botId = await botOf(lane, submission);
    const content = checkedContent(notice.content);
    const rendered = await render(lane.state, content, cause.actor ?? botId);
    const input = {
      ...placeOf(notice.to),
      content,
      rendered: { ...rendered, ...CALLS_NOBODY },
      readBySender: true,
      ...sentOnce(sendKeyHash(cause.organizationId, id)),
    };
    const { result } = await lane.submit(sendMessage, input, { ...submission, actor: botId });
    if (notice.readBy === undefined) return;
    const read = { messageIds: [result.messageId], op: 'add', flag: 'read', ifReadable: true } as const;
    await lane.submit(changeFlags, read, { ...submission, actor: notice.readBy });
  };

/** Whom the quoted texts of others call is not called again. */
const CALLS_NOBODY = { mentionedUserIds: [], mentionedGroupIds: [], wildcards: [] } as const;

async function botOf(lane: OrganizationLane, submission: Submission): Promise<UserId> {
  const known = notificationBotOf(lane.state);
  if (known) return known.userId;
  return (await lane.submit(ensureNotificationBot, undefined, submission)).result.userId;
}

const placeOf = (to: Notice['to']): Pick<SendMessageInput, 'to' | 'topic'> =>
  'userId' in to
    ? { to: { kind: 'direct', recipientIds: [to.userId] }, topic: '' }
    : { to: { kind: 'channel', channel: { id: to.channelId } }, topic: to.topic };
