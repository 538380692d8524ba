/** Who may change what is in custom profile fields. The fields are for administrators. */
import type { ProfileField } from '../profileFields.ts';
import { anyOf, isAdministrator, regardless } from './rules.ts';

/** Having something else in a field of one's own. */
export const canEditOwnValue = anyOf<[field: ProfileField]>(
  isAdministrator,
  regardless((_organization, { editableByUser }) => editableByUser),
);
