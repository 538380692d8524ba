/** The organization's own bot, made when it is to tell something for the first time. */
import { ROLES, UserCreated } from '../events/users.ts';
import type { UserId } from '../ids.ts';
import {
  NOTIFICATION_BOT_EMAIL,
  NOTIFICATION_BOT_NAME,
  notificationBotOf,
} from '../organization/notificationBot.ts';
import { command, nothingToDo } from './define.ts';

/** The notification bot, there already or not. It has no key: nobody else ever speaks in its name. */
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
