/** Joining by an invitation, in a single step. */
import { NotFound } from '../../base/errors.ts';
import type { ChannelId, CredentialId, UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import { type Role, ROLES } from '../../events/users.ts';
import { usableInvitation } from '../../organization/access/invitations.ts';
import { type Invitation, invitationsToEmail } from '../../organization/slices/invitations.ts';
import { isOrganizationActive, welcomeText } from '../../organization/slices/organizations.ts';
import { isSubscribed } from '../../organization/slices/subscriptions.ts';
import { ascending } from '../../organization/slices/userGroups.ts';
import { type User, userByEmail } from '../../organization/slices/users.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { command, type DecidedEvent, requireActiveOrganization } from '../define.ts';
import { checkedNewEmail, checkedNewName } from './accounts.ts';
import { isUnclaimed } from './imports.ts';
import { revocationEvents } from './terms.ts';

export interface AcceptInvitationInput {
  /** The credential ID of the link used. */
  readonly credentialId: CredentialId;
  /** For a reusable link; a mailed invitation is bound to the address it was sent to. */
  readonly email: string | undefined;
  /** With a reusable link, whether the caller has followed a link that was mailed to the address. */
  readonly isAddressProven?: boolean | undefined;
  /** Host name of the organization. */
  readonly host: string;
  readonly fullName: string;
  /** IANA name; undefined or '' if unknown. */
  readonly timezone: string | undefined;
  readonly passwordCredentialId: CredentialId;
  readonly apiKeyCredentialId: CredentialId;
}

/**
 * Creates an account with what the invitation grants now, or activates the unused account that an import has created for
 * the address. `Absent` if the invitation cannot be used: it is unknown, used, revoked or expired, or its inviter may no
 * longer offer it.
 */
export const acceptInvitation = command<AcceptInvitationInput, { readonly userId: UserId }>({
  name: 'AcceptInvitation',
  decide(organization, input, { now }) {
    const { credentialId, email: given, isAddressProven, host, fullName: name, timezone, ...secrets } = input;
    requireActiveOrganization(isOrganizationActive(organization));
    const invitation = usableInvitation(organization, credentialId, now);
    if (invitation === undefined) throw new NotFound('This invitation is not valid any more');
    const address = invitation.email ?? given ?? '';
    const isProven = invitation.email !== null || isAddressProven;
    const stub = isProven ? unclaimedAccount(organization, address) : undefined;
    const userId = stub?.userId ?? organization.users.nextUserId.get();
    const email = checkedNewEmail(organization, userId, { email: address, host });
    const fullName = checkedNewName(organization, userId, name);
    const { invitationId } = invitation;
    const role = stub?.role === ROLES.guest ? stub.role : invitation.role;
    const events: DecidedEvent[] = [
      ...(stub
        ? handover(stub, { fullName, role }, secrets)
        : [newEvent('UserCreated', { ...secrets, userId, email, fullName, role, bot: null })]),
      ...setTimeZone(userId, timezone),
      ...newcomerSubscriptions(organization, invitation, userId, role),
      acceptance(organization, invitation, userId),
      ...revocationEvents(
        invitationsToEmail(organization, email).filter((other) => other.invitationId !== invitationId),
      ),
    ];
    return { events, result: { userId } };
  },
});

/** The account that an import has made for the messages of an address, if nobody uses it yet. */
export function unclaimedAccount(organization: OrganizationState, address: string): User | undefined {
  const user = userByEmail(organization, address.trim());
  return user && isUnclaimed(organization, user) ? user : undefined;
}

/** The events by which a person takes over an imported account; one of a guest stays that. */
const handover = (
  { userId, fullName: oldFullName, role: oldRole }: User,
  { fullName: newFullName, role: newRole }: Pick<User, 'fullName' | 'role'>,
  {
    passwordCredentialId,
    apiKeyCredentialId,
  }: Pick<AcceptInvitationInput, 'passwordCredentialId' | 'apiKeyCredentialId'>,
): DecidedEvent[] => [
  newEvent('PasswordChanged', { userId, credentialId: passwordCredentialId }),
  newEvent('ApiKeyRegenerated', { userId, credentialId: apiKeyCredentialId }),
  newEvent('UserReactivated', { userId }),
  ...(newFullName === oldFullName ? [] : [newEvent('UserRenamed', { userId, oldFullName, newFullName })]),
  ...(newRole === oldRole ? [] : [newEvent('UserRoleChanged', { userId, oldRole, newRole })]),
];

function setTimeZone(userId: UserId, timezone = ''): DecidedEvent[] {
  if (timezone === '') return [];
  return [
    newEvent('PersonalSettingChanged', { userId, property: 'timezone', oldValue: '', newValue: timezone }),
  ];
}

function newcomerSubscriptions(
  organization: OrganizationState,
  { channelIds: chosen, groupIds, withDefaultChannels, role: invitedAs }: Invitation,
  userId: UserId,
  role: Role,
): DecidedEvent[] {
  // Default channels of members are not for a guest who was invited as one.
  const hasDefaults = withDefaultChannels && role === invitedAs;
  const byDefault: readonly ChannelId[] = hasDefaults ? organization.channels.defaultIds.get() : [];
  const channelIds = ascending([...chosen, ...byDefault]).filter(
    (channelId) => !isSubscribed(organization, userId, channelId),
  );
  const userIds = [userId];
  return [
    ...(channelIds.length > 0 ? [newEvent('UsersSubscribed', { channelIds, userIds })] : []),
    ...groupIds.map((groupId) => newEvent('UserGroupMembersAdded', { groupId, userIds })),
  ];
}

/** The welcome message, with the organization's current text. */
function acceptance(
  organization: OrganizationState,
  { invitationId, email, inviterId, notifiesInviter, welcomeMessage }: Invitation,
  userId: UserId,
): DecidedEvent {
  return newEvent('InvitationAccepted', {
    invitationId,
    isLink: email === null,
    inviterId,
    userId,
    notifiesInviter,
    welcomeMessage: welcomeMessage ?? welcomeText(organization),
  });
}
