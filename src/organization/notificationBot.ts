/** The organization's bot that notifies people. */
import type { UserId } from '../base/ids.ts';
import { type User, userByEmail, type Users } from './slices/users.ts';

/** No mail is ever sent there, and nobody may have an address there. */
export const SYSTEM_BOT_DOMAIN = 'hansard.invalid';
/** A reserved name. */
export const NOTIFICATION_BOT_NAME = 'Notification Bot';
export const NOTIFICATION_BOT_EMAIL = `notification-bot@${SYSTEM_BOT_DOMAIN}`;

/** The notice that a topic was resolved or unresolved; undoing that within a minute deletes it. */
export const resolutionText = (who: string, isResolved: boolean): string =>
  `${who} has marked this topic as ${isResolved ? 'resolved' : 'unresolved'}.`;
const RESOLUTION = /^[^\n]* has marked this topic as (?:un)?resolved\.$/;
const UNDO_MS = 60 * 1000;

/** A message's sender, text and time in UNIX milliseconds. */
interface SentText {
  readonly senderId: UserId;
  readonly content: string;
  readonly sentAt: number;
}

/** Whether a message is the notice that a topic was just resolved or unresolved. */
export const isFreshResolution = (
  organization: { readonly users: Users },
  { senderId, content, sentAt }: SentText,
  now: number,
): boolean =>
  senderId === notificationBotOf(organization)?.userId && RESOLUTION.test(content) && now - sentAt <= UNDO_MS;

/** The bot; undefined before its first message. */
export const notificationBotOf = (organization: { readonly users: Users }): User | undefined =>
  userByEmail(organization, NOTIFICATION_BOT_EMAIL);
