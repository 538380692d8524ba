/** Pictures of the organization on the wire. */
import { z } from 'zod';
import type { OrganizationPicture } from '../events/organizationPictures.ts';
import { currentPicture } from '../organization/organizationPictures.ts';
import type { OrganizationState } from '../organization/state.ts';
import { eventShape } from './row.ts';

/** The server's own picture; the version changes with it. */
export const organizationIconPath = '/icons/organization.svg?version=1';

type WithPictures = Pick<OrganizationState, 'organizationPictures'>;

/** Where browsers load a picture from. */
export function picturePath(organization: WithPictures, picture: OrganizationPicture): string {
  const { stored, version } = currentPicture(organization, picture);
  return stored === null ? organizationIconPath : `/user_avatars/${stored.path}.png?version=${version}`;
}

const isOwn = (organization: WithPictures, picture: OrganizationPicture): boolean =>
  currentPicture(organization, picture).stored !== null;

/** Fields about one picture. */
export const pictureFields = {
  icon: (organization: WithPictures) => ({
    icon_url: picturePath(organization, 'icon'),
    icon_source: isOwn(organization, 'icon') ? ('U' as const) : ('G' as const),
  }),
  logo: (organization: WithPictures) => ({
    logo_url: picturePath(organization, 'logo'),
    logo_source: isOwn(organization, 'logo') ? ('U' as const) : ('D' as const),
  }),
  night_logo: (organization: WithPictures) => ({
    night_logo_url: picturePath(organization, 'night_logo'),
    night_logo_source: isOwn(organization, 'night_logo') ? ('U' as const) : ('D' as const),
  }),
};

/** Client events of these pictures. */
export const organizationPicturePayloads = {
  'realm/update_dict icon': eventShape('realm', 'update_dict', {
    property: z.literal('icon'),
    data: z.strictObject({ icon_url: z.string(), icon_source: z.enum(['G', 'U']) }),
  }),
  'realm/update_dict logo': eventShape('realm', 'update_dict', {
    property: z.literal('logo'),
    data: z.strictObject({ logo_url: z.string(), logo_source: z.enum(['D', 'U']) }),
  }),
  'realm/update_dict night_logo': eventShape('realm', 'update_dict', {
    property: z.literal('night_logo'),
    data: z.strictObject({ night_logo_url: z.string(), night_logo_source: z.enum(['D', 'U']) }),
  }),
} as const;
