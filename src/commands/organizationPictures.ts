/** Decisions about pictures of the organization. */
import { type OrganizationPicture, OrganizationPictureChanged } from '../events/organizationPictures.ts';
import { currentPicture } from '../organization/organizationPictures.ts';
import { requireAdministrator } from './authority.ts';
import { command, nothingToDo } from './define.ts';

interface PictureInput {
  readonly picture: OrganizationPicture;
  /** Stored bytes, under 40 hex digits that nobody can guess; null for the server's own picture. */
  readonly stored: { readonly key: string; readonly digest: string } | null;
}

/** Gives the organization another icon or logo. */
export const changeOrganizationPicture = command<PictureInput, void>({
  name: 'ChangeOrganizationPicture',
  decide(organization, { picture, stored }, context) {
    requireAdministrator(organization, context);
    const { stored: oldStored, version } = currentPicture(organization, picture);
    if (stored === null && oldStored === null) return nothingToDo(undefined);
    const path = stored && `${organization.organizationId}/${stored.key}`;
    const newStored = stored && path !== null ? { path, digest: stored.digest } : null;
    const changed = { picture, oldStored, newStored, version: version + 1 };
    return { events: [OrganizationPictureChanged(changed)], result: undefined };
  },
});
