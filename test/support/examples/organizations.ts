/** Samples of events about organizations: founding, settings, their end. */
import { organizationEvents } from '../../../src/events/organizations.ts';
import { ROOT_ORGANIZATION } from '../../../src/base/ids.ts';
import { sample } from './sample.ts';
import { MEMBERS } from './systemGroups.ts';

export const organizationExamples = {
  organizationFounded: sample(organizationEvents, 'OrganizationFounded', () => ({
    organizationId: ROOT_ORGANIZATION,
    subdomain: '',
    name: 'Hansard',
  })),
  organizationRenamed: sample(organizationEvents, 'OrganizationRenamed', () => ({
    oldName: 'Hansard',
    newName: 'The House',
  })),
  organizationDescribed: sample(organizationEvents, 'OrganizationDescribed', () => ({
    authorId: 1,
    description: 'Who we are',
    renderedDescription: '<p>Who we are</p>',
  })),
  organizationSettingChanged: sample(organizationEvents, 'OrganizationSettingChanged', () => ({
    property: 'allowMessageEditing' as const,
    oldValue: true,
    newValue: false,
  })),
  organizationPermissionChanged: sample(organizationEvents, 'OrganizationPermissionChanged', () => ({
    permission: 'can_create_groups' as const,
    oldValue: MEMBERS,
    newValue: { directMembers: [1], directSubgroups: [] },
  })),
  organizationDeactivated: sample(organizationEvents, 'OrganizationDeactivated', () => ({
    deletionDelayDays: null,
  })),
  organizationRestored: sample(organizationEvents, 'OrganizationRestored', () => ({
    takenAt: 1_764_000_000_000,
  })),
};
