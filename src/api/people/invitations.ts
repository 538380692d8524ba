/** Invitations: sending, listing, resending and revoking them. */
import { z } from 'zod';
import { nextTurn } from '../../base/concurrency.ts';
import { ChannelId, type CredentialId, type UserId } from '../../base/ids.ts';
import {
  createInvitationLink,
  parseInvitees,
  partlyInvitedError,
  resendInvitation,
  revokeInvitation,
  sendInvitations,
} from '../../commands/people/invitations.ts';
import { exceeds } from '../../commands/text.ts';
import { InvitationId } from '../../events/invitations.ts';
import { UserGroupId } from '../../events/userGroups.ts';
import { Role, ROLES } from '../../events/users.ts';
import { type Access, accessOf } from '../../organization/access/access.ts';
import {
  type Offer,
  offerOf,
  seesInvitation,
  seesInvitationLink,
} from '../../organization/access/invitations.ts';
import { type Invitation, openInvitations } from '../../organization/slices/invitations.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { wireInvitation, WireInvitation } from '../../wire/invitations.ts';
import { UNSTORED_CREDENTIAL } from '../credentials/credentials.ts';
import { json, path, text, type ValuesOf } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';
import type { Services } from '../http/services.ts';

const MAX_WELCOME_LENGTH = 8000;
const MINUTE_MS = 60_000;
/** A hundred years: for longer, send null. */
const MAX_VALIDITY_MINUTES = 52_560_000;

/** Raw text; `null` means none. */
const WelcomeMessage = z
  .string()
  .refine((message) => !exceeds(message, MAX_WELCOME_LENGTH), {
    params: { problem: `is too long (limit: ${MAX_WELCOME_LENGTH} characters)` },
  })
  .refine((message) => !message.includes('\0'), { params: { problem: 'must not contain null bytes' } })
  .transform((message) => (message === 'null' ? null : message));

const termParams = {
  invite_expires_in_minutes: json(z.int().min(1).max(MAX_VALIDITY_MINUTES).nullable())
    .describe(
      'Minutes after which it ends; null for never. By default what the operator has set, usually 14400.',
    )
    .optional(),
  invite_as: json(z.int().pipe(Role)).default(ROLES.member).describe(WireInvitation.shape.invited_as),
  group_ids: json(z.array(UserGroupId)).default([]).describe(WireInvitation.shape.group_ids),
  include_realm_default_subscriptions: json(z.boolean())
    .default(false)
    .describe(WireInvitation.shape.include_realm_default_subscriptions),
  welcome_message_custom_text: text(WelcomeMessage)
    .describe('Markdown; null: what the organization has set, empty: none. Of administrators only.')
    .default(null),
} as const;

const channelsParam = json(z.array(ChannelId)).describe('IDs of channels.');

export const invitationRoutes = routes({
  'GET /invites': read({
    who: 'humanMember',
    summary: 'List the invitations that can still be accepted',
    params: {},
    response: z.strictObject({ invites: z.array(WireInvitation).describe('The invitations.') }),
    async handle({ actor, organization: { state }, services, url }) {
      const seen = openInvitations(state, services.clock.now()).filter((invitation) =>
        seesInvitation(state, actor.userId, invitation),
      );
      const linkOf = (invitation: Invitation) =>
        seesInvitationLink(state, actor.userId, invitation)
          ? linkBehind(services, url, invitation)
          : undefined;
      const access = accessOf(state, actor.userId);
      return { invites: await shown(seen, (invitation) => seenOffer(state, access, invitation), linkOf) };
    },
  }),

  'POST /invites': write({
    who: 'humanMember',
    summary: 'Invite people by mail',
    params: {
      invitee_emails: text().describe('Addresses separated by commas or line breaks.'),
      ...termParams,
      stream_ids: channelsParam,
      notify_referrer_on_join: json(z.boolean())
        .default(true)
        .describe(WireInvitation.shape.notify_referrer_on_join),
    },
    response: z.strictObject({
      is_mailed: z
        .boolean()
        .optional()
        .describe(
          'Whether the server sends mail, for requests with Hansard-User. If not, nobody has been told: give them a reusable link.',
        ),
    }),
    errors: ['INVITATION_FAILED', 'UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, actor, organization, services, header, submitAfterDryRun }) {
      const addresses = parseInvitees(params.invitee_emails);
      const input = {
        host: organization.host,
        terms: termsIn(params, services),
        notifiesInviter: params.notify_referrer_on_join,
        dailyLimit: services.config.INVITATIONS_PER_DAY,
      };
      const to = (issued: readonly CredentialId[]) => ({
        ...input,
        invitees: issued.map((credentialId, index) => ({ address: addresses[index] ?? '', credentialId })),
      });
      const unnamed = to(addresses.map(() => UNSTORED_CREDENTIAL));
      const leftOut = await submitAfterDryRun(sendInvitations, unnamed, async () => {
        await checkWelcome(params, actor.userId, organization.state, services);
        return to(await services.secrets.issueInvitations(organization.id, addresses.length));
      });
      if (leftOut.length > 0) throw partlyInvitedError(leftOut);
      return header('hansard-user') === undefined ? {} : { is_mailed: services.mailer.isSet };
    },
  }),

  'POST /invites/multiuse': write({
    who: 'humanMember',
    summary: 'Create a reusable invitation link',
    params: { ...termParams, stream_ids: channelsParam.default([]) },
    response: z.strictObject({ invite_link: z.string().describe('The link that is given to people.') }),
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, actor, organization, services, url, submitAfterDryRun }) {
      const terms = termsIn(params, services);
      const { secrets } = services;
      const unnamed = { terms, credentialId: UNSTORED_CREDENTIAL };
      const credentialId = await submitAfterDryRun(createInvitationLink, unnamed, async () => {
        await checkWelcome(params, actor.userId, organization.state, services);
        return { terms, credentialId: await secrets.issueInvitationLink(organization.id) };
      });
      return { invite_link: linkUrl(url, await secrets.showInvitationLink(credentialId)) };
    },
  }),

  'DELETE /invites/:invite_id': write({
    who: 'humanMember',
    summary: 'Revoke a mailed invitation',
    params: { invite_id: path(InvitationId) },
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params: { invite_id: invitationId }, submit }) {
      await submit(revokeInvitation, { invitationId, isLink: false });
    },
  }),

  'DELETE /invites/multiuse/:invite_id': write({
    who: 'humanMember',
    summary: 'Revoke a reusable invitation link',
    params: { invite_id: path(InvitationId) },
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params: { invite_id: invitationId }, submit }) {
      await submit(revokeInvitation, { invitationId, isLink: true });
    },
  }),

  'POST /invites/:invite_id/resend': write({
    who: 'humanMember',
    summary: 'Send an invitation again, with a new link',
    params: { invite_id: path(InvitationId) },
    errors: ['UNAUTHORIZED_PRINCIPAL', 'INVITATION_FAILED'],
    async handle({ params: { invite_id: invitationId }, organization, services, submitAfterDryRun }) {
      const dailyLimit = services.config.INVITATIONS_PER_DAY;
      const input = { invitationId, host: organization.host, dailyLimit };
      await submitAfterDryRun(resendInvitation, { ...input, credentialId: UNSTORED_CREDENTIAL }, async () => {
        const [credentialId = UNSTORED_CREDENTIAL] = await services.secrets.issueInvitations(
          organization.id,
          1,
        );
        return { ...input, credentialId };
      });
    },
  }),
});

type Params = ValuesOf<typeof termParams> & { readonly stream_ids: readonly ChannelId[] };

/** What the caller offers; without a lifetime the server's default applies. */
function termsIn(params: Params, { config }: Services) {
  const minutes = params.invite_expires_in_minutes;
  const validity = minutes === undefined ? config.INVITATION_LINK_VALIDITY_MINUTES : minutes;
  return {
    role: params.invite_as,
    channelIds: params.stream_ids,
    groupIds: params.group_ids,
    withDefaultChannels: params.include_realm_default_subscriptions,
    welcomeMessage: params.welcome_message_custom_text,
    validFor: validity === null ? null : validity * MINUTE_MS,
  };
}

/** It becomes a message, so text that cannot be rendered is refused now, while it can be changed. */
const checkWelcome = (params: Params, writerId: UserId, state: OrganizationState, services: Services) =>
  services.renderDescription(state, params.welcome_message_custom_text ?? '', writerId);

/** Links decrypted, and channels and groups checked, before other requests get a turn. */
const LINKS_PER_TURN = 100;
const TARGETS_PER_TURN = 2_000;

async function shown(
  invitations: readonly Invitation[],
  offerBy: (invitation: Invitation) => Offer | undefined,
  linkOf: (invitation: Invitation) => Promise<string | undefined> | undefined,
) {
  const invites: z.infer<typeof WireInvitation>[] = [];
  while (invites.length < invitations.length) {
    const some = invitations.slice(invites.length, invites.length + LINKS_PER_TURN);
    const links = await Promise.all(some.map(linkOf));
    let checked = 0;
    for (const [index, invitation] of some.entries()) {
      invites.push(wireInvitation(invitation, offerBy(invitation), links[index]));
      checked += invitation.channelIds.length + invitation.groupIds.length;
      if (checked < TARGETS_PER_TURN) continue;
      checked = 0;
      await nextTurn();
    }
    await nextTurn();
  }
  return invites;
}

/** What an invitation would grant now, without channels that the viewer may not know. */
function seenOffer(
  organization: OrganizationState,
  access: Access,
  invitation: Invitation,
): Offer | undefined {
  const offer = offerOf(organization, invitation);
  return offer && { ...offer, channelIds: offer.channelIds.filter((id) => access.seesChannel(id)) };
}

/** The reusable link of an invitation; undefined if it was mailed. */
async function linkBehind(
  { secrets }: Services,
  url: string,
  { email, credentialId }: Invitation,
): Promise<string | undefined> {
  if (email !== null) return undefined;
  return linkUrl(url, await secrets.showInvitationLink(credentialId));
}

function linkUrl(url: string, token: string | undefined): string {
  if (token === undefined) throw new Error('The vault lacks a link that the log names.');
  return `${url}/join/${token}/`;
}
