/** How large uploads may be, as the server is set. */
import type { RequestHandler } from 'express';
import type { Config } from '../../base/config.ts';
import { Refused, requireThat } from '../../base/errors.ts';
import type { UploadQuotas } from '../../commands/organization/files.ts';
import { responsibleUser } from '../../organization/slices/users.ts';
import type { Account, ServedOrganization } from '../http/servedOrganization.ts';
import { MIB } from '../http/uploadReceiver.ts';

/** Who answers for the uploads of an account. */
export const uploaderOf = ({ id, state }: ServedOrganization, { userId }: Pick<Account, 'userId'>) => ({
  organizationId: id,
  ownerId: responsibleUser(state, userId),
});

export const quotasOf = (
  config: Pick<Config, 'UPLOAD_QUOTA_MIB' | 'UPLOAD_QUOTA_PER_USER_MIB'>,
): UploadQuotas => ({
  organization: config.UPLOAD_QUOTA_MIB || null,
  person: config.UPLOAD_QUOTA_PER_USER_MIB || null,
});

/** Bytes of one file, and what is answered where it has more. */
export const fileLimitOf = ({
  MAX_FILE_UPLOAD_SIZE_MIB: most,
}: Pick<Config, 'MAX_FILE_UPLOAD_SIZE_MIB'>) => ({
  bytes: most * MIB,
  refusal: `Uploaded file is larger than the allowed limit of ${most} MiB`,
});

// Pictures that people send: how large they may be, and that it is one.

/** Mebibytes of an avatar, an icon or a logo. */
export const MAX_PICTURE_MIB = 5;
/** Bytes of a body with one of them. */
export const PICTURE_BODY_BYTES = MAX_PICTURE_MIB * MIB + 65_536;

/** The one picture of a body. */
export function requireOnePicture(sent: readonly Uint8Array[], what: string): Uint8Array {
  const [bytes, ...others] = sent;
  if (bytes === undefined || others.length > 0) throw new Refused(`You must upload exactly one ${what}.`);
  const tooLarge = `Uploaded file is larger than the allowed limit of ${MAX_PICTURE_MIB} MiB`;
  requireThat(bytes.length <= MAX_PICTURE_MIB * MIB, tooLarge);
  return bytes;
}

/** Bytes as a source for the store. */
export async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

// The default icon of organizations.

/** Whatever a file contains, it is displayed as a picture and no script in it runs. */
export const PICTURE_HEADERS = {
  'Cache-Control': 'public, max-age=86400',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'X-Content-Type-Options': 'nosniff',
} as const;

const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<rect width="64" height="64" rx="12" fill="#24435f"/>
<path d="M18 14h8v15h12V14h8v36h-8V37H26v13h-8z" fill="#f4efe4"/>
</svg>
`;

export const iconHandler: readonly [string, RequestHandler] = [
  '/icons/organization.svg',
  (_request, response) => {
    response.set(PICTURE_HEADERS).type('svg').end(picture);
  },
];
