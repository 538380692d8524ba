/** Notices about reminders that are due. */
import { revealed } from '../../events/define.ts';
import { isOpen } from '../../organization/organizations.ts';
import type { NoticesOf } from './define.ts';

export const reminderNotices = {
  ReminderDue({ data: { ownerId, content } }, organization) {
    const told = revealed(content, '');
    const isThere = isOpen(organization) && organization.users.byId.get(ownerId)?.active === true;
    return isThere && told !== '' ? [{ about: 'owner', to: { userId: ownerId }, content: told }] : [];
  },
} as const satisfies NoticesOf;
