/** What is said when somebody joins: to the newcomer, to who invited him, to everybody (spec/beyond.md 8). */
import { revealed } from '../../events/define.ts';
import { isActive } from '../../organization/access/rules.ts';
import { organizationName, settingsOf } from '../../organization/organizations.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { type EventOf, inChannel, type Notice, type NoticesOf, personText } from './define.ts';

const SIGNUPS = 'signups';

/** People are announced where the organization wants that, however they came. */
function announcement(
  { data: { userId, bot } }: EventOf<'UserCreated'>,
  organization: OrganizationState,
): readonly Notice[] {
  const { signupAnnouncementChannelId: channelId } = settingsOf(organization);
  if (bot !== null || channelId === null) return [];
  const content = `${personText(organization, userId)} joined this organization.`;
  return inChannel(organization, channelId, SIGNUPS, { about: 'signup', content });
}

function welcome(
  { data: { userId, welcomeMessage } }: EventOf<'InvitationAccepted'>,
  organization: OrganizationState,
): readonly Notice[] {
  const name = organizationName(organization);
  const ours = `Welcome to ${name}! Look around in the channels, and say hello.`;
  const content = (revealed(welcomeMessage, null) ?? ours).trim();
  return content === '' ? [] : [{ about: 'welcome', to: { userId }, content }];
}

function thanks(
  { data: { userId, inviterId, notifiesInviter } }: EventOf<'InvitationAccepted'>,
  organization: OrganizationState,
): readonly Notice[] {
  if (!notifiesInviter || !isActive(organization, inviterId)) return [];
  const content = `${personText(organization, userId)} has accepted your invitation.`;
  return [{ about: 'inviter', to: { userId: inviterId }, content }];
}

export const joiningNotices = {
  UserCreated: announcement,
  InvitationAccepted: (event, organization) => [
    ...welcome(event, organization),
    ...thanks(event, organization),
  ],
} as const satisfies NoticesOf;
