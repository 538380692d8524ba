/**
 * What every permission rule is made of: a statement about whoever asks, and about what he acts on. Rules are
 * combined, never repeated (DESIGN, "Who may see").
 */
import type { SystemGroupName } from '../../events/userGroups.ts';
import type { UserId } from '../../ids.ts';
import type { OrganizationPermission } from '../../events/organizations.ts';
import { isOpenToGuests, permissionOf } from '../organizations.ts';
import type { OrganizationState } from '../state.ts';
import { isInSystemGroup, satisfies } from '../userGroups.ts';

/** Whoever asks; null is somebody who is not logged in. Deactivated people may nothing more than he. */
export type Actor = UserId | null;

/** A statement about an actor, and about what he acts on. */
export type Rule<On extends readonly unknown[] = []> = (
  organization: OrganizationState,
  actor: Actor,
  ...on: On
) => boolean;

/** One of the rules holds. */
export const anyOf =
  <On extends readonly unknown[] = []>(...rules: readonly Rule<On>[]): Rule<On> =>
  (organization, actor, ...on) =>
    rules.some((rule) => rule(organization, actor, ...on));

/** All of the rules hold. */
export const allOf =
  <On extends readonly unknown[] = []>(...rules: readonly Rule<On>[]): Rule<On> =>
  (organization, actor, ...on) =>
    rules.every((rule) => rule(organization, actor, ...on));

/** A bot may also what its owner may. */
export const orItsOwner =
  <On extends readonly unknown[] = []>(rule: Rule<On>): Rule<On> =>
  (organization, actor, ...on) => {
    if (rule(organization, actor, ...on)) return true;
    const ownerId = actor === null ? undefined : organization.users.byId.get(actor)?.bot?.ownerId;
    return typeof ownerId === 'number' && rule(organization, ownerId, ...on);
  };

const inGroup =
  (name: SystemGroupName): Rule =>
  (organization, actor) =>
    actor !== null && isInSystemGroup(organization, actor, name);

/** Is in the group that an organization-level permission is given to; guests only where everyone may be. */
export const holds =
  (permission: OrganizationPermission): Rule =>
  (organization, actor) =>
    actor !== null &&
    satisfies(organization, actor, permissionOf(organization, permission)) &&
    (isOpenToGuests(permission) || isMember(organization, actor));

/** People of the organization who are not deactivated. */
export const isActive = inGroup('role:everyone');
/** Everybody but guests. */
export const isMember = inGroup('role:members');
/** Moderators, administrators and owners. */
export const isModerator = inGroup('role:moderators');
/** Administrators and owners. */
export const isAdministrator = inGroup('role:administrators');
/** Owners. */
export const isOwner = inGroup('role:owners');
/** People who see only what they are subscribed to, and web-public channels. */
export const isGuest: Rule = (organization, actor) =>
  isActive(organization, actor) && !isMember(organization, actor);
