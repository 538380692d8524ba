/** The organization's own bot that tells people what has happened (spec/endpoint-details.md 3.5). */
import { type User, userByEmail, type Users } from './users.ts';

/** No mail ever goes there, and nobody may have an address there. */
export const SYSTEM_BOT_DOMAIN = 'hansard.invalid';
export const NOTIFICATION_BOT_EMAIL = `notification-bot@${SYSTEM_BOT_DOMAIN}`;

/** The bot; undefined where nothing has been told yet. */
export const notificationBotOf = (organization: { readonly users: Users }): User | undefined =>
  userByEmail(organization, NOTIFICATION_BOT_EMAIL);
