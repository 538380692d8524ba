/** Who may administer people, and see their addresses (spec/endpoint-details.md 7; beyond.md 5.5, 6.1). */
import type { EmailAddressVisibility } from '../users.ts';
import { isAdministrator, isMember, isModerator, isOwner, type Rule } from './rules.ts';

/** Making, changing and deactivating people. */
export const canAdministerUsers = isAdministrator;
/** Making somebody an owner, and changing or deactivating one. */
export const canAdministerOwners = isOwner;
/** Whose e-mail address who may see (7). One's own always; a person's setting decides for the others. */
export const SEES_EMAIL: Readonly<Record<EmailAddressVisibility, Rule>> = {
  1: () => true,
  2: isMember,
  3: isAdministrator,
  4: () => false,
  5: isModerator,
};
