/** Who may administer people, and see their addresses (spec/endpoint-details.md 7; beyond.md 5.5, 6.1). */
import type { PersonalSettings } from '../../events/users.ts';
import { isAdministrator, isMember, isModerator, isOwner, type Rule } from './rules.ts';

/** Bots, of whatever kind. */
export const isBot: Rule = (organization, actor) =>
  actor !== null && (organization.users.byId.get(actor)?.bot ?? null) !== null;
/** People, as opposed to bots and to nobody in particular. */
export const isHuman: Rule = (organization, actor) =>
  actor !== null && organization.users.byId.get(actor)?.bot === null;

/** Making, changing and deactivating people. */
export const canAdministerUsers = isAdministrator;
/** Making somebody an owner, and changing or deactivating one. */
export const canAdministerOwners = isOwner;
/** Whose e-mail address who may see (7). One's own always; a person's setting decides for the others. */
export const SEES_EMAIL: Readonly<Record<PersonalSettings['emailAddressVisibility'], Rule>> = {
  1: () => true,
  2: isMember,
  3: isAdministrator,
  4: () => false,
  5: isModerator,
};
