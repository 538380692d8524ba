/** Who may add and deactivate custom emoji. */
import type { CustomEmoji } from '../emoji.ts';
import {
  allOf,
  anyOf,
  condition,
  hasPermission,
  isActive,
  isAdministrator,
  permission,
  type Rule,
} from './rules.ts';

export const canAddEmoji = hasPermission('can_add_custom_emoji_group', 'add custom emoji');
/** Giving a custom emoji the name of a built-in one. */
export const canOverrideEmoji = isAdministrator;

const isAuthor = condition<[CustomEmoji]>(
  ({ who, holds }, { name }) => `${who} ${holds ? 'added' : 'did not add'} the emoji ${name}`,
  (_organization, actor, { authorId }) => actor === authorId,
);
/** An administrator, or the person who added it. */
export const canDeactivateEmoji: Rule<[CustomEmoji]> = permission(
  ({ name }) => `deactivate the emoji ${name}`,
  anyOf<[CustomEmoji]>(isAdministrator, allOf<[CustomEmoji]>(isActive, isAuthor)),
);
