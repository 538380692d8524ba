/** That an organization was restored from a back-up. */
import { OrganizationRestored } from '../events/organizations.ts';
import { restorationsOf } from '../organization/restorations.ts';
import { command } from './define.ts';

/** Recorded by the first server on restored stores, before anything else; once where several start at a time. */
export const recordRestoration = command<{ readonly takenAt: number }, void>({
  name: 'RecordRestoration',
  decide(organization, { takenAt }) {
    const isRecorded = restorationsOf(organization).at(-1)?.revision === organization.revision;
    return { events: isRecorded ? [] : [OrganizationRestored({ takenAt })], result: undefined };
  },
});
