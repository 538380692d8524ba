/** Who may invite whom, and who sees and takes back invitations (spec/endpoint-details.md 9, spec/beyond.md 8). */
import { type Role, ROLES } from '../../events/users.ts';
import { Bitset } from '../bitset.ts';
import type { Invitation } from '../invitations.ts';
import { allOf, anyOf, holds, isAdministrator, isMember, isOwner, type Rule, withHolders } from './rules.ts';

/** Inviting people by mail. */
export const canInvite = holds('can_invite_users_group');
/** Making links that anybody may follow. */
export const canCreateInvitationLink = holds('create_multiuse_invite_group');

/** Roles that are not for everybody who may invite to give. */
const GIVEN_BY: Readonly<Partial<Record<Role, Rule>>> = {
  [ROLES.owner]: isOwner,
  [ROLES.administrator]: isAdministrator,
  [ROLES.moderator]: isAdministrator,
};

/** Inviting somebody to a role (9.1). */
export const canInviteAs: Rule<[role: Role]> = (organization, actor, role) =>
  GIVEN_BY[role]?.(organization, actor) ?? true;

/** Having a welcome message of one's own said to whom one invites (spec/README.md). */
export const canWriteWelcome = isAdministrator;

type InvitationRule = Rule<[invitation: Pick<Invitation, 'inviterId'>]>;

const isInviter: InvitationRule = withHolders<[Pick<Invitation, 'inviterId'>]>(
  (_organization, actor, { inviterId }) => actor === inviterId,
  (_organization, { inviterId }) => Bitset.of([inviterId]),
);

/** Knowing of an invitation: one that is not seen is as good as absent. */
export const seesInvitation: InvitationRule = anyOf<[Pick<Invitation, 'inviterId'>]>(
  isAdministrator,
  allOf<[Pick<Invitation, 'inviterId'>]>(isMember, isInviter),
);

/** Knowing the link that an invitation is: whoever follows it has the role, so it is for those who may give that. */
export const seesInvitationLink: Rule<[invitation: Invitation]> = allOf<[Invitation]>(
  seesInvitation,
  (organization, actor, { role }) => canInviteAs(organization, actor, role),
);

/** Taking it back, and sending it again: those of others as owners are for owners. */
export const canAdministerInvitation: Rule<[invitation: Invitation]> = allOf<[Invitation]>(
  seesInvitation,
  anyOf<[Invitation]>(isInviter, isOwner, (_organization, _actor, { role }) => role !== ROLES.owner),
);
