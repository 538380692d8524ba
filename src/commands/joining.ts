/** Joining by an invitation, in a single step. */
import { Absent } from '../errors.ts';
import { InvitationAccepted } from '../events/invitations.ts';
import { UsersSubscribed } from '../events/subscriptions.ts';
import { UserGroupMembersAdded } from '../events/userGroups.ts';
import { PersonalSettingChanged, UserCreated } from '../events/users.ts';
import type { ChannelId, CredentialId, UserId } from '../ids.ts';
import { followable } from '../organization/access/invitations.ts';
import { type Invitation, invitationsTo } from '../organization/invitations.ts';
import { welcomeText } from '../organization/organizations.ts';
import type { OrganizationState } from '../organization/state.ts';
import { ascending } from '../organization/userGroups.ts';
import { command, type DecidedEvent, requireOpen } from './define.ts';
import { revocation } from './invitationTerms.ts';
import { newEmailFor, newNameFor } from './people.ts';

export interface AcceptInvitationInput {
  /** The credential ID of the link used. */
  readonly credentialId: CredentialId;
  /** For a reusable link; a mailed invitation is bound to the address it was sent to. */
  readonly email: string | undefined;
  /** Host name of the organization. */
  readonly host: string;
  readonly fullName: string;
  /** IANA name; undefined or '' if unknown. */
  readonly timezone: string | undefined;
  readonly passwordCredentialId: CredentialId;
  readonly apiKeyCredentialId: CredentialId;
}

/**
 * Creates an account with what the invitation grants now. `Absent` if the invitation cannot be used: it is
 * unknown, used, revoked or expired, or its inviter may no longer offer it.
 */
export const acceptInvitation = command<AcceptInvitationInput, { readonly userId: UserId }>({
  name: 'AcceptInvitation',
  decide(organization, { credentialId, email: given, host, fullName: name, timezone, ...secrets }, { now }) {
    requireOpen(organization);
    const invitation = followable(organization, credentialId, now);
    if (invitation === undefined) throw new Absent('This invitation is not valid any more');
    const userId = organization.users.nextUserId.get();
    const email = newEmailFor(organization, userId, { email: invitation.email ?? given ?? '', host });
    const fullName = newNameFor(organization, userId, name);
    const { role, invitationId } = invitation;
    const events: DecidedEvent[] = [
      UserCreated({ ...secrets, userId, email, fullName, role, bot: null }),
      ...setTimeZone(userId, timezone),
      ...newcomerSubscriptions(organization, invitation, userId),
      acceptance(organization, invitation, userId),
      ...revocation(
        invitationsTo(organization, email).filter((other) => other.invitationId !== invitationId),
      ),
    ];
    return { events, result: { userId } };
  },
});

function setTimeZone(userId: UserId, timezone = ''): DecidedEvent[] {
  if (timezone === '') return [];
  return [PersonalSettingChanged({ userId, property: 'timezone', oldValue: '', newValue: timezone })];
}

function newcomerSubscriptions(
  { channels }: OrganizationState,
  { channelIds: chosen, groupIds, withDefaultChannels }: Invitation,
  userId: UserId,
): DecidedEvent[] {
  const byDefault: readonly ChannelId[] = withDefaultChannels ? channels.defaultIds.get() : [];
  const channelIds = ascending([...chosen, ...byDefault]);
  const userIds = [userId];
  return [
    ...(channelIds.length > 0 ? [UsersSubscribed({ channelIds, userIds })] : []),
    ...groupIds.map((groupId) => UserGroupMembersAdded({ groupId, userIds })),
  ];
}

/** The welcome message, with the organization's current text. */
function acceptance(
  organization: OrganizationState,
  { invitationId, email, inviterId, notifiesInviter, welcomeMessage }: Invitation,
  userId: UserId,
): DecidedEvent {
  return InvitationAccepted({
    ...{ invitationId, isLink: email === null, inviterId, userId, notifiesInviter },
    welcomeMessage: welcomeMessage ?? welcomeText(organization),
  });
}
