/** Deactivating an organization: it accepts no commands afterwards. */
import { requireThat } from '../errors.ts';
import { OrganizationDeactivated } from '../events/organizations.ts';
import { requireOwner } from './authority.ts';
import { command } from './define.ts';

/** `server_min_deactivated_realm_deletion_days`, as clients see it. */
const MIN_DELETION_DELAY_DAYS = 14;

/** Days after which the data may be deleted; null for never. */
export const deactivateOrganization = command<{ deletionDelayDays: number | null }, void>({
  name: 'DeactivateOrganization',
  decide(organization, { deletionDelayDays }, context) {
    requireOwner(organization, context);
    const isLate = deletionDelayDays === null || deletionDelayDays >= MIN_DELETION_DELAY_DAYS;
    const complaint = `Data deletion time must be at least ${MIN_DELETION_DELAY_DAYS} days in the future.`;
    requireThat(isLate, complaint);
    return { events: [OrganizationDeactivated({ deletionDelayDays })], result: undefined };
  },
});
