/** Who may add emoji to an organization and take them away. */
import type { CustomEmoji } from '../emoji.ts';
import { anyOf, holds, isActive, allOf, isAdministrator, type Rule } from './rules.ts';

export const canAddEmoji = holds('can_add_custom_emoji_group');
/** Giving a custom emoji the name of one that comes with the server. */
export const canOverrideEmoji = isAdministrator;

const isAuthor: Rule<[CustomEmoji]> = (_organization, actor, { authorId }) => actor === authorId;
/** An administrator, or whoever added it. */
export const canDeactivateEmoji: Rule<[CustomEmoji]> = anyOf<[CustomEmoji]>(
  isAdministrator,
  allOf<[CustomEmoji]>(isActive, isAuthor),
);
