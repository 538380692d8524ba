/** Client events of pictures of the organization. */
import { pictureFields } from '../wire/organizationPictures.ts';
import { everybody } from './audiences.ts';
import { type AddressedPayload, type LiveTransition, payloadTo, translate } from './define.ts';
import type { OrganizationPicture } from '../events/organizationPictures.ts';

const TOLD: Readonly<Record<OrganizationPicture, (moment: LiveTransition) => AddressedPayload['payload']>> = {
  icon: ({ after }) => ({ ...UPDATE, property: 'icon', data: pictureFields.icon(after) }),
  logo: ({ after }) => ({ ...UPDATE, property: 'logo', data: pictureFields.logo(after) }),
  night_logo: ({ after }) => ({ ...UPDATE, property: 'night_logo', data: pictureFields.night_logo(after) }),
};

const UPDATE = { type: 'realm', op: 'update_dict' } as const;

export const organizationPicturesLive = translate({
  OrganizationPictureChanged: ({ data: { picture } }, moment) =>
    payloadTo(everybody(moment.after), TOLD[picture](moment)),
});
