/** Who may change values of custom profile fields. The fields themselves are for administrators. */
import type { ProfileField } from '../profileFields.ts';
import { anyOf, isAdministrator, permission, actorIndependent, type Rule } from './rules.ts';

/** Changing one's own value of a field. */
export const canEditOwnValue: Rule<[field: ProfileField]> = permission(
  ({ name }) => `edit their own ${name}`,
  anyOf<[field: ProfileField]>(
    isAdministrator,
    actorIndependent(
      ({ holds }, { name }) => `${name} is ${holds ? 'editable by everybody' : 'for administrators to edit'}`,
      (_organization, { editableByUser }) => editableByUser,
    ),
  ),
);
