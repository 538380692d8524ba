/** Notices about somebody who joins: to the newcomer, the inviter, and everybody. */
import { readErasable } from '../../events/define.ts';
import type { UserId } from '../../ids.ts';
import { isActive } from '../../organization/access/rules.ts';
import { organizationName, settingsOf, welcomeText } from '../../organization/organizations.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { type EventOf, inChannel, literal, type Notice, type NoticesOf, personText } from './define.ts';

const SIGNUPS = 'signups';

/** People are announced if the organization wants that, however they joined; authors of imported messages did not. */
function announcement(
  { data: { userId, bot, importKey } }: EventOf<'UserCreated'>,
  organization: OrganizationState,
): readonly Notice[] {
  const { signupAnnouncementChannelId: channelId } = settingsOf(organization);
  if (bot !== null || importKey !== undefined || channelId === null) return [];
  const content = `${personText(organization, userId)} joined this organization.`;
  return inChannel(organization, channelId, SIGNUPS, { about: 'signup', content });
}

/** Null is the server's own text, '' none. */
function welcome(organization: OrganizationState, userId: UserId, text: string | null): readonly Notice[] {
  const name = literal(organizationName(organization));
  const ours = `Welcome to ${name}! Look around in the channels, and say hello.`;
  const content = (text ?? ours).trim();
  return content === '' ? [] : [{ about: 'welcome', to: { userId }, content }];
}

/**
 * Invited people are welcomed when they accept; people who join by themselves or with the server need no
 * welcome.
 */
const welcomeIfMade = (
  { data: { userId, bot }, metadata: { actor } }: EventOf<'UserCreated'>,
  organization: OrganizationState,
): readonly Notice[] =>
  bot !== null || actor === null ? [] : welcome(organization, userId, welcomeText(organization));

function thanks(
  { data: { userId, inviterId, notifiesInviter } }: EventOf<'InvitationAccepted'>,
  organization: OrganizationState,
): readonly Notice[] {
  if (!notifiesInviter || !isActive(organization, inviterId)) return [];
  const content = `${personText(organization, userId, inviterId)} has accepted your invitation.`;
  return [{ about: 'inviter', to: { userId: inviterId }, content }];
}

export const joiningNotices = {
  UserCreated: (event, organization) => [
    ...welcomeIfMade(event, organization),
    ...announcement(event, organization),
  ],
  InvitationAccepted: (event, organization) => [
    ...welcome(organization, event.data.userId, readErasable(event.data.welcomeMessage, null)),
    ...thanks(event, organization),
  ],
} as const satisfies NoticesOf;
