/** The icon and the logos of the organization. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { requireAdministrator } from '../../commands/define.ts';
import { undecodableImage } from '../../commands/organization/emoji.ts';
import { changeOrganizationPicture } from '../../commands/organization/organizations.ts';
import type { OrganizationPicture } from '../../events/organizations.ts';
import { IconUrl, picturePath } from '../../wire/organizations.ts';
import {
  MAX_PICTURE_MIB,
  PICTURE_BODY_BYTES,
  requireOnePicture,
  singleChunk,
  uploaderOf,
} from '../files/limits.ts';
import { json } from '../http/parameters.ts';
import { FileResponse } from '../http/responses.ts';
import { EmptyResponse, read, routes, type UserWriteContext, write } from '../http/route.ts';
import type { ServedOrganization } from '../http/servedOrganization.ts';

/** Pixels of an icon, a square, and of a logo at most. */
const ICON = 100;
const LOGO = [800, 100] as const;

const errors = ['UNAUTHORIZED_PRINCIPAL', 'BAD_IMAGE'] as const;
const maxBodyBytes = PICTURE_BODY_BYTES;
const nightParams = {
  night: json(z.boolean()).default(false).describe('Whether it is the logo on dark ground.'),
} as const;

const logoOf = (night: boolean): OrganizationPicture => (night ? 'night_logo' : 'logo');

/** Decodes and stores the picture of the body. */
async function setPicture(context: UserWriteContext, picture: OrganizationPicture, what: 'icon' | 'logo') {
  const { actor, organization, services, submit } = context;
  requireAdministrator(organization.state, { actor: actor.userId });
  const bytes = requireOnePicture(context.files, what);
  const asker = uploaderOf(organization, actor);
  const [made] =
    (await (what === 'icon'
      ? services.pictures.squares(asker, bytes, [ICON])
      : services.pictures.fitted(asker, bytes, LOGO))) ?? [];
  if (!made) throw undecodableImage();
  const { digest } = await services.files.store(organization.id, singleChunk(made));
  const stored = { key: randomBytes(20).toString('hex'), digest };
  await submit(changeOrganizationPicture, { picture, stored });
  return picturePath(organization.state, picture);
}

const redirect = ({ state }: ServedOrganization, picture: OrganizationPicture): FileResponse =>
  new FileResponse(302, [
    'Location',
    picturePath(state, picture),
    'Cache-Control',
    'private, max-age=60',
    'Content-Length',
    '0',
  ]);

export const organizationPictureRoutes = routes({
  'GET /realm/icon': read({
    answers: 'redirect',
    who: 'anyone',
    summary: 'Be redirected to the icon of the organization',
    params: {},
    response: EmptyResponse,
    handle: ({ organization }) => redirect(organization, 'icon'),
  }),

  'POST /realm/icon': write({
    takesPicture: true,
    who: 'user',
    summary: `Set the icon: one picture of at most ${MAX_PICTURE_MIB} MiB in a multipart body; for administrators`,
    params: {},
    response: z.strictObject({ icon_url: IconUrl }),
    errors,
    maxBodyBytes,
    handle: async (context) => ({ icon_url: await setPicture(context, 'icon', 'icon') }),
  }),

  'DELETE /realm/icon': write({
    who: 'user',
    summary: 'Remove the icon; for administrators',
    params: {},
    response: z.strictObject({ icon_url: IconUrl }),
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ organization, submit }) {
      await submit(changeOrganizationPicture, { picture: 'icon', stored: null });
      return { icon_url: picturePath(organization.state, 'icon') };
    },
  }),

  'GET /realm/logo': read({
    answers: 'redirect',
    who: 'anyone',
    summary: 'Be redirected to the logo of the organization',
    params: nightParams,
    response: EmptyResponse,
    handle: ({ organization, params: { night } }) => redirect(organization, logoOf(night)),
  }),

  'POST /realm/logo': write({
    takesPicture: true,
    who: 'user',
    summary: `Set a logo: one picture of at most ${MAX_PICTURE_MIB} MiB in a multipart body; for administrators`,
    params: nightParams,
    errors,
    maxBodyBytes,
    async handle(context) {
      await setPicture(context, logoOf(context.params.night), 'logo');
    },
  }),

  'DELETE /realm/logo': write({
    who: 'user',
    summary: 'Remove a logo; for administrators',
    params: nightParams,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params: { night }, submit }) {
      await submit(changeOrganizationPicture, { picture: logoOf(night), stored: null });
    },
  }),
});
