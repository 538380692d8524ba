import { z } from 'zod';
import { defineEvents, eventType } from './define.ts';

/** Pictures of an organization: its icon, and its logos on light and dark ground. */
export const OrganizationPicture = z.enum(['icon', 'logo', 'night_logo']);
export type OrganizationPicture = z.infer<typeof OrganizationPicture>;

/** `path`: the organization, a slash, and 40 hex digits that nobody can guess. */
const Stored = z.strictObject({ path: z.string(), digest: z.string() }).nullable();

/** Events of an organization's pictures, whose bytes are stored before. */
export const organizationPictureEvents = defineEvents('organization', {
  /** null is the server's own picture. The version goes up with each change. */
  OrganizationPictureChanged: eventType(1, {
    picture: OrganizationPicture,
    oldStored: Stored,
    newStored: Stored,
    version: z.number().int(),
  }),
});
export const { OrganizationPictureChanged } = organizationPictureEvents.make;
