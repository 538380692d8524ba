/** The reactor of the notification bot. */
import type { RecordedEvent } from '../events/define.ts';
import type { OrganizationId, UserId } from '../ids.ts';
import type { OrganizationState } from '../organization/state.ts';
import { defineReactor, type Effect, type Reactor } from './define.ts';
import { botNotices } from './notices/bots.ts';
import { channelNotices } from './notices/channels.ts';
import type { Notice, NoticesOf } from './notices/define.ts';
import { joiningNotices } from './notices/joining.ts';
import { messageNotices } from './notices/messages.ts';
import { peopleNotices } from './notices/people.ts';
import { reportNotices } from './notices/reports.ts';
import { reminderNotices } from './notices/reminders.ts';
import { scheduledMessageNotices } from './notices/scheduledMessages.ts';

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
export interface NoticeCause {
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
  const effects = (said: AnyNotices) => (event: RecordedEvent, organization: OrganizationState) => {
    const { actor, $correlationId: correlationId } = event.metadata;
    const { organizationId } = organization;
    const cause = { organizationId, actor: actor as UserId | null, correlationId };
    return said(event, organization).map((notice): Effect => {
      const id = `notice:${event.id}:${notice.about}`;
      return { id, run: () => send(id, notice, cause) };
    });
  };
  const entries = Object.entries(noticesOf as Readonly<Record<string, AnyNotices>>);
  return defineReactor({
    name: 'notices',
    on: Object.fromEntries(entries.map(([type, said]) => [type, effects(said)])),
  });
}
