/** The reactor of the notification bot. */
import type { OrganizationId, UserId } from '../../base/ids.ts';
import { BY_SERVER, type CommandMetadata } from '../../commands/define.ts';
import type { Lanes, OrganizationLane } from '../../commands/lane/lanes.ts';
import { changeFlags } from '../../commands/messages/flags.ts';
import { postTo } from '../../commands/messages/posts.ts';
import type { RenderText } from '../../commands/messages/rendering.ts';
import { sendKeyHash, sendMessage, sentOnce, submitMessage } from '../../commands/messages/send.ts';
import { ensureNotificationBot } from '../../commands/people/accounts.ts';
import type { RecordedEvent } from '../../events/define.ts';
import type { Conversation } from '../../events/messages.ts';
import { notificationBotOf } from '../../organization/notificationBot.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { defineReactor, type Effect, type Reactor } from '../running/define.ts';
import { channelNotices } from './channels.ts';
import type { Notice, NoticesOf } from './define.ts';
import { messageNotices, reminderNotices, reportNotices, scheduledMessageNotices } from './messages.ts';
import { botNotices, joiningNotices, peopleNotices } from './people.ts';

/** The notices for each event. */
export const noticesOf: NoticesOf = {
  ...peopleNotices,
  ...joiningNotices,
  ...channelNotices,
  ...messageNotices,
  ...scheduledMessageNotices,
  ...reminderNotices,
  ...reportNotices,
  ...botNotices,
};

/** The event behind a notice. */
interface NoticeCause {
  readonly organizationId: OrganizationId;
  /** The person who caused the event: names in the text are resolved with their rights. */
  readonly actor: UserId | null;
  readonly correlationId: string;
}

/** Sends a notice under an ID; repeating the ID sends nothing. */
export type SendNotice = (id: string, notice: Notice, cause: NoticeCause) => Promise<void>;

type AnyNotices = (
  event: RecordedEvent<string, unknown>,
  organization: OrganizationState,
) => readonly Notice[];

export function notices(send: SendNotice): Reactor {
  const effects = (createNotices: AnyNotices) => (event: RecordedEvent, organization: OrganizationState) => {
    const { actor, $correlationId: correlationId } = event.metadata;
    const { organizationId } = organization;
    const cause = { organizationId, actor: actor as UserId | null, correlationId };
    return createNotices(event, organization).map((notice): Effect => {
      const id = `notice:${event.id}:${notice.about}`;
      return { id, run: () => send(id, notice, cause) };
    });
  };
  const entries = Object.entries(noticesOf as Readonly<Record<string, AnyNotices>>);
  return defineReactor({
    name: 'notices',
    on: Object.fromEntries(entries.map(([type, createNotices]) => [type, effects(createNotices)])),
  });
}

// Sends notices: creates the notification bot on first use, and sends like any other user.

/** Dependencies of sending notices. */
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
