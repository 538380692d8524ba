/** The organization's own bot that tells people what has happened. */
import type { UserId } from '../ids.ts';
import { type User, userByEmail, type Users } from './users.ts';

/** No mail ever goes there, and nobody may have an address there. */
export const SYSTEM_BOT_DOMAIN = 'hansard.invalid';
/** What nobody else is called. */
export const NOTIFICATION_BOT_NAME = 'Notification Bot';
export const NOTIFICATION_BOT_EMAIL = `notification-bot@${SYSTEM_BOT_DOMAIN}`;

/**
 * What it says of topics that are resolved, or no longer: anybody who takes that back within a minute takes
 * this back.
 */
export const resolutionText = (who: string, isResolved: boolean): string =>
  `${who} has marked this topic as ${isResolved ? 'resolved' : 'unresolved'}.`;
const RESOLUTION = /^[^\n]* has marked this topic as (?:un)?resolved\.$/;
const UNDONE_WITHIN = 60 * 1000;

/** A message of whom, saying what, when; times are UNIX milliseconds. */
interface Said {
  readonly senderId: UserId;
  readonly content: string;
  readonly sentAt: number;
}

/** Whether a message says that a topic was just resolved, or no longer is. */
export const isFreshResolution = (
  organization: { readonly users: Users },
  { senderId, content, sentAt }: Said,
  now: number,
): boolean =>
  senderId === notificationBotOf(organization)?.userId &&
  RESOLUTION.test(content) &&
  now - sentAt <= UNDONE_WITHIN;

/** The bot; undefined where nothing has been told yet. */
export const notificationBotOf = (organization: { readonly users: Users }): User | undefined =>
  userByEmail(organization, NOTIFICATION_BOT_EMAIL);
