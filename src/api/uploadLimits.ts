/** How large uploads may be, as the server is set. */
import type { UploadQuotas } from '../commands/files.ts';
import type { Config } from '../config.ts';
import { responsibleUser } from '../organization/users.ts';
import { MIB } from './http/uploads.ts';
import type { Account, ServedOrganization } from './http/served.ts';

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
