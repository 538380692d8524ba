/** People's own pictures. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { OrganizationId, UserId } from '../../base/ids.ts';
import { undecodableImage } from '../../commands/organization/emoji.ts';
import { changeAvatar, type StoredAvatar } from '../../commands/people/profiles.ts';
import type { Files } from '../../files/files.ts';
import type { Pictures } from '../../files/pictures.ts';
import { sentenceOf } from '../../wire/define.ts';
import { avatarUrlOf, userFields } from '../../wire/users.ts';
import {
  MAX_PICTURE_MIB,
  PICTURE_BODY_BYTES,
  requireOnePicture,
  singleChunk,
  uploaderOf,
} from '../files/limits.ts';
import { routes, write } from '../http/route.ts';
import type { Account, ServedOrganization } from '../http/servedOrganization.ts';

/** Pixels of a side: of the usual picture, and of the one that is shown large. */
const SIDES = [100, 500];

export const avatarRoutes = routes({
  'POST /users/me/avatar': write({
    takesPicture: true,
    who: 'user',
    summary: `Set the caller's avatar: one picture of at most ${MAX_PICTURE_MIB} MiB in a multipart body`,
    params: {},
    response: z.strictObject({ avatar_url: z.string().describe(sentenceOf(userFields.avatar_url)) }),
    errors: ['BAD_IMAGE'],
    maxBodyBytes: PICTURE_BODY_BYTES,
    async handle({ actor, organization, services, files: sent, submitAfterDryRun }) {
      const bytes = requireOnePicture(sent, 'avatar');
      const unknown = { key: '', digest: '', mediumDigest: '' };
      await submitAfterDryRun(changeAvatar, unknown, () =>
        storedAvatar(services, uploaderOf(organization, actor), bytes),
      );
      return { avatar_url: avatarIn(organization, actor) };
    },
  }),

  'DELETE /users/me/avatar': write({
    who: 'user',
    summary: "Remove the caller's avatar",
    params: {},
    response: z.strictObject({ avatar_url: z.string().describe(sentenceOf(userFields.avatar_url)) }),
    async handle({ actor, organization, submit }) {
      await submit(changeAvatar, null);
      return { avatar_url: avatarIn(organization, actor) };
    },
  }),
});

/** Stores a picture as two squares. Refused for bytes that are no picture. */
export async function storedAvatar(
  { files, pictures }: { readonly files: Pick<Files, 'store'>; readonly pictures: Pick<Pictures, 'squares'> },
  owner: { readonly organizationId: OrganizationId; readonly ownerId: UserId },
  bytes: Uint8Array,
): Promise<StoredAvatar> {
  const [small, medium] = (await pictures.squares(owner, bytes, SIDES)) ?? [];
  if (!small || !medium) throw undecodableImage();
  const { digest } = await files.store(owner.organizationId, singleChunk(small));
  const { digest: mediumDigest } = await files.store(owner.organizationId, singleChunk(medium));
  return { key: randomBytes(20).toString('hex'), digest, mediumDigest };
}

const avatarIn = ({ state }: ServedOrganization, { userId, email }: Account): string =>
  avatarUrlOf(state.users.byId.get(userId) ?? {}, email);
