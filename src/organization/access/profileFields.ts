/** Who may change what is in custom profile fields. The fields are for administrators. */
import type { ProfileField } from '../profileFields.ts';
import { anyOf, isAdministrator, permission, regardless, type Rule } from './rules.ts';

/** Having something else in a field of one's own. */
export const canEditOwnValue: Rule<[field: ProfileField]> = permission(
  ({ name }) => `edit their own ${name}`,
  anyOf<[field: ProfileField]>(
    isAdministrator,
    regardless(
      ({ holds }, { name }) => `${name} is ${holds ? 'editable by everybody' : 'for administrators to edit'}`,
      (_organization, { editableByUser }) => editableByUser,
    ),
  ),
);
