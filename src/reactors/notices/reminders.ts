/** Notices about reminders that are due. */
import { readErasable } from '../../events/define.ts';
import { isOrganizationActive } from '../../organization/organizations.ts';
import type { NoticesOf } from './define.ts';

export const reminderNotices = {
  ReminderDue({ data: { ownerId, content } }, organization) {
    const told = readErasable(content, '');
    const isThere =
      isOrganizationActive(organization) && organization.users.byId.get(ownerId)?.active === true;
    return isThere && told !== '' ? [{ about: 'owner', to: { userId: ownerId }, content: told }] : [];
  },
} as const satisfies NoticesOf;
