/** The organization's notification bot, created with its first message. */
import { ROLES, UserCreated } from '../events/users.ts';
import type { UserId } from '../ids.ts';
import {
  NOTIFICATION_BOT_EMAIL,
  NOTIFICATION_BOT_NAME,
  notificationBotOf,
} from '../organization/notificationBot.ts';
import { command, nothingToDo } from './define.ts';

/** Creates the notification bot unless it exists. It has no API key, so nobody else can speak in its name. */
export const ensureNotificationBot = command<void, { readonly userId: UserId }>({
  name: 'EnsureNotificationBot',
  decide(organization) {
    const known = notificationBotOf(organization);
    if (known) return nothingToDo({ userId: known.userId });
    const userId = organization.users.nextUserId.get();
    const bot = { type: 1, ownerId: null, isSystem: true } as const;
    const fullName = NOTIFICATION_BOT_NAME;
    const email = NOTIFICATION_BOT_EMAIL;
    return {
      events: [UserCreated({ userId, email, fullName, role: ROLES.member, bot })],
      result: { userId },
    };
  },
});
