/** Deactivating an organization: it accepts no commands afterwards. */
import { requireThat } from '../errors.ts';
import { OrganizationDeactivated } from '../events/organizations.ts';
import { requireOwner } from './authority.ts';
import { command } from './define.ts';

/** `server_min_deactivated_realm_deletion_days`, as clients see it. */
const MINIMUM_DELETION_DELAY = 14;

/** Days after which the data may be deleted; null for never. */
export const deactivateOrganization = command<{ deletionDelayDays: number | null }, void>({
  name: 'DeactivateOrganization',
  decide(organization, { deletionDelayDays }, context) {
    requireOwner(organization, context);
    const isLate = deletionDelayDays === null || deletionDelayDays >= MINIMUM_DELETION_DELAY;
    const complaint = `Data deletion time must be at least ${MINIMUM_DELETION_DELAY} days in the future.`;
    requireThat(isLate, complaint);
    return { events: [OrganizationDeactivated({ deletionDelayDays })], result: undefined };
  },
});
