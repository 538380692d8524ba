/** Pictures of the organization. */
import type { EventTypes } from '../events/catalog.ts';
import type { OrganizationPicture } from '../events/organizationPictures.ts';
import { map } from './containers.ts';
import { slice } from './define.ts';

/** A picture as it is now: stored, or none of its own any more. */
interface PictureNow {
  readonly stored: EventTypes['OrganizationPictureChanged']['newStored'];
  readonly version: number;
}

const NONE: PictureNow = { stored: null, version: 1 };

export const organizationPicturesSlice = slice({
  version: 1,
  state: () => ({
    /** Only those that have been changed. */
    changed: map<OrganizationPicture, PictureNow>(),
  }),
  evolve: {
    OrganizationPictureChanged: ({ changed }, { picture, newStored, version }) =>
      changed.set(picture, { stored: newStored, version }),
  },
});

/** State with an organization's pictures. */
interface WithPictures {
  readonly organizationPictures: ReturnType<typeof organizationPicturesSlice.state>;
}

export const currentPicture = (
  { organizationPictures }: WithPictures,
  picture: OrganizationPicture,
): PictureNow => organizationPictures.changed.get(picture) ?? NONE;
