/** Client events about people and personal settings. */
import type { EventTypes } from '../events/catalog.ts';
import { PERSONAL_SETTINGS } from '../events/users.ts';
import type { UserId } from '../ids.ts';
import { accessOf } from '../organization/access.ts';
import { canAddSubscribers, canCreateChannel, hasSpectatorAccess } from '../organization/access/channels.ts';
import { canInvite } from '../organization/access/invitations.ts';
import { isAdministrator, isGuest, isModerator, isOwner } from '../organization/access/rules.ts';
import { languageName, legacyUserSettings, wireUserSettings } from '../wire/userSettings.ts';
import { publicEmailOf, avatarUrlOf, avatarSource, wireUser } from '../wire/users.ts';
import { everybody, userViewers, activeAmong } from './audiences.ts';
import { type ClientEvent, endQueues, type LiveTransition, payloadTo, translate } from './define.ts';
import { emailChanges, emailPayloads, pictureChanges } from './emailAddresses.ts';
import { limitedGuests, MAX_PEOPLE_EVENTS, personAdded, personUpdated } from './people.ts';
import { botOwnerPayloads } from './bots.ts';
import { membershipChanges } from './memberships.ts';
import { permissionsNaming } from './settingsNaming.ts';
import { followsAgain } from './subscriptions.ts';
import { visibilityChanges } from './sight.ts';
import { consentChanged } from './exports.ts';
import { snapshot, type SnapshotSource } from './snapshot/define.ts';
import { peopleShownTo, showingFor } from './snapshot/people.ts';

export const usersLive = translate({
  UserCreated: ({ data: { userId } }, moment) => [
    ...personAdded(moment, userId, userViewers(moment.after, userId)),
    ...membershipChanges(moment),
  ],
  UserRenamed: ({ data: { userId } }, moment) =>
    personUpdated(moment, userId, ({ fullName }) => ({ full_name: fullName })),
  UserEmailChanged: ({ data: { userId } }, moment) => emailChanges(moment, userId),
  AvatarChanged: ({ data: { userId } }, moment) => pictureChanges(moment, userId),
  UserRoleChanged: ({ data: { userId }, metadata }, moment) => [
    ...personUpdated(moment, userId, ({ role }) => ({ role })),
    ...membershipChanges(moment),
    ...visibilityChanges(moment, metadata.time),
    ...botOwnerPayloads(moment, moment.after.bots.byId.keys()),
    ...reacquainted(moment, userId),
  ],
  UserDeactivated: ({ data: { userId } }, moment) => [
    ...personUpdated(moment, userId, () => ({ is_active: false })),
    ...botOwnerPayloads(moment, [userId]),
    ...membershipChanges(moment),
    ...permissionsNaming(moment, userId),
    ...endQueues(activeAmong(moment.before, [userId])),
  ],
  UserReactivated: ({ data: { userId } }, moment) => [
    ...personUpdated(moment, userId, () => ({ is_active: true })),
    ...botOwnerPayloads(moment, [userId]),
    ...membershipChanges(moment),
    ...permissionsNaming(moment, userId),
    ...followsAgain(moment, userId),
  ],
  DefaultSettingChanged: ({ data: { property, newValue } }, { after }) =>
    payloadTo(everybody(after), {
      type: 'realm_user_settings_defaults',
      op: 'update',
      property: PERSONAL_SETTINGS[property].wireName,
      value: newValue,
    }),
  PersonalSettingChanged: ({ data }, moment) => [
    ...payloadTo(activeAmong(moment.after, [data.userId]), {
      type: 'user_settings',
      op: 'update',
      property: PERSONAL_SETTINGS[data.property].wireName,
      value: data.newValue,
      ...(data.property === 'defaultLanguage' && { language_name: languageName(String(data.newValue)) }),
    }),
    ...shownChange(data, moment),
    ...(data.property === 'allowPrivateDataExport'
      ? consentChanged(moment, data.userId, data.newValue === true)
      : []),
  ],
});

/** The personal settings that others see. */
function shownChange(
  { userId, property, newValue }: EventTypes['PersonalSettingChanged'],
  moment: LiveTransition,
) {
  if (property === 'emailAddressVisibility') return emailChanges(moment, userId);
  if (property === 'presenceEnabled')
    return payloadTo(userViewers(moment.after, userId), {
      type: 'user_status',
      user_id: userId,
      away: newValue === false,
    });
  if (property !== 'timezone') return [];
  return personUpdated(moment, userId, (user) => ({
    timezone: user.settings.timezone,
    email: publicEmailOf(user, moment.host),
  }));
}

/**
 * Somebody who begins or ceases to know everybody must register again. Otherwise they are told whose
 * addresses they may see now and could not before, or no longer; if these are very many, they must register
 * again too.
 */
function reacquainted(moment: LiveTransition, userId: UserId): readonly ClientEvent[] {
  const { before, after } = moment;
  const to = activeAmong(after, [userId]);
  if (limitedGuests(before).has(userId) !== limitedGuests(after).has(userId)) return endQueues(to);
  const [saw, sees] = [accessOf(before, userId), accessOf(after, userId)];
  const others = [...after.users.byId.values()].filter(
    (user) => saw.seesEmailOf(user) !== sees.seesEmailOf(user),
  );
  if (others.length > MAX_PEOPLE_EVENTS) return endQueues(to);
  return others.flatMap((user) => emailPayloads(moment, user, sees.seesEmailOf(user), to));
}

export const usersSnapshot = snapshot({
  realm_user(source) {
    const { active, inactive } = peopleShownTo(source);
    return {
      realm_users: active,
      realm_non_active_users: inactive,
      cross_realm_bots: systemBots(source),
      ...own(source),
    };
  },
  user_settings({ state, viewerId }) {
    const settings = viewerId === null ? undefined : state.users.byId.get(viewerId)?.settings;
    return { user_settings: wireUserSettings(settings), ...legacyUserSettings(settings) };
  },
  realm_user_settings_defaults: ({ state }) => ({
    realm_user_settings_defaults: wireUserSettings(state.users.defaults.get()),
  }),
});

/** The organization's own bots, which everybody knows. */
const systemBots = (source: SnapshotSource) =>
  [...source.state.users.byId.values()]
    .filter(({ bot }) => bot?.isSystem)
    .map((user) =>
      wireUser(
        {
          ...user,
          isActive: user.active,
          joinedAt: user.createdAt,
          timezone: user.settings.timezone,
          isHidden: false,
          seesEmail: true,
          profile: {},
        },
        showingFor(source),
      ),
    );

/** The viewer, and what they may do; spectators may do nothing. */
function own({ state, viewerId, host, server }: SnapshotSource) {
  const user = viewerId === null ? undefined : state.users.byId.get(viewerId);
  const address = user === undefined ? '' : user.email;
  const creates = {
    can_create_private_streams: canCreateChannel(state, viewerId, 'private'),
    can_create_public_streams: canCreateChannel(state, viewerId, 'public'),
    can_create_web_public_streams:
      server.webPublicChannels &&
      hasSpectatorAccess(state, viewerId) &&
      canCreateChannel(state, viewerId, 'web-public'),
  };
  return {
    avatar_source: avatarSource(user ?? {}),
    avatar_url_medium: avatarUrlOf(user ?? {}, address, true),
    avatar_url: avatarUrlOf(user ?? {}, address),
    ...creates,
    can_create_streams: Object.values(creates).includes(true),
    can_subscribe_other_users: canAddSubscribers(state, viewerId),
    can_invite_others_to_realm: canInvite(state, viewerId),
    is_admin: isAdministrator(state, viewerId),
    is_owner: isOwner(state, viewerId),
    is_moderator: isModerator(state, viewerId),
    is_guest: viewerId !== null && isGuest(state, viewerId),
    user_id: viewerId ?? -1,
    email: user === undefined ? '' : publicEmailOf(user, host),
    delivery_email: address,
    full_name: user?.fullName ?? '',
  };
}
