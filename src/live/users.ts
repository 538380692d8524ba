/** Client events about people and personal settings. */
import type { EventTypes } from '../events/catalog.ts';
import { PERSONAL_SETTINGS } from '../events/users.ts';
import type { UserId } from '../ids.ts';
import { accessOf } from '../organization/access.ts';
import { canAddSubscribers, canCreateChannel, hasSpectatorAccess } from '../organization/access/channels.ts';
import { canInvite } from '../organization/access/invitations.ts';
import { isAdministrator, isGuest, isModerator, isOwner } from '../organization/access/rules.ts';
import { languageName, olderUserSettings, wireUserSettings } from '../wire/userSettings.ts';
import { apiEmailOf, avatarOf, avatarSource, wireUser } from '../wire/users.ts';
import { everybody, knowersOf, onlyThem } from './audiences.ts';
import { type ClientEvent, endQueues, type Moment, payloadTo, translate } from './define.ts';
import { addressChanges, addressShown, pictureChanges } from './emailAddresses.ts';
import { limitedGuests, MOST_TOLD, personAdded, updated } from './people.ts';
import { botsChangedHands } from './bots.ts';
import { membershipChanges } from './memberships.ts';
import { settingsNaming } from './settingsNaming.ts';
import { followsAgain } from './subscriptions.ts';
import { sightChanges } from './sight.ts';
import { consentChanged } from './exports.ts';
import { snapshot, type SnapshotSource } from './snapshot/define.ts';
import { peopleShownTo, showingFor } from './snapshot/people.ts';

export const usersLive = translate({
  UserCreated: ({ data: { userId } }, moment) => [
    ...personAdded(moment, userId, knowersOf(moment.after, userId)),
    ...membershipChanges(moment),
  ],
  UserRenamed: ({ data: { userId } }, moment) =>
    updated(moment, userId, ({ fullName }) => ({ full_name: fullName })),
  UserEmailChanged: ({ data: { userId } }, moment) => addressChanges(moment, userId),
  AvatarChanged: ({ data: { userId } }, moment) => pictureChanges(moment, userId),
  UserRoleChanged: ({ data: { userId }, metadata }, moment) => [
    ...updated(moment, userId, ({ role }) => ({ role })),
    ...membershipChanges(moment),
    ...sightChanges(moment, metadata.time),
    ...botsChangedHands(moment, moment.after.bots.byId.keys()),
    ...reacquainted(moment, userId),
  ],
  UserDeactivated: ({ data: { userId } }, moment) => [
    ...updated(moment, userId, () => ({ is_active: false })),
    ...botsChangedHands(moment, [userId]),
    ...membershipChanges(moment),
    ...settingsNaming(moment, userId),
    ...endQueues(onlyThem(moment.before, [userId])),
  ],
  UserReactivated: ({ data: { userId } }, moment) => [
    ...updated(moment, userId, () => ({ is_active: true })),
    ...botsChangedHands(moment, [userId]),
    ...membershipChanges(moment),
    ...settingsNaming(moment, userId),
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
    ...payloadTo(onlyThem(moment.after, [data.userId]), {
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
function shownChange({ userId, property, newValue }: EventTypes['PersonalSettingChanged'], moment: Moment) {
  if (property === 'emailAddressVisibility') return addressChanges(moment, userId);
  if (property === 'presenceEnabled')
    return payloadTo(knowersOf(moment.after, userId), {
      type: 'user_status',
      user_id: userId,
      away: newValue === false,
    });
  if (property !== 'timezone') return [];
  return updated(moment, userId, (user) => ({
    timezone: user.settings.timezone,
    email: apiEmailOf(user, moment.host),
  }));
}

/**
 * Somebody who begins or ceases to know everybody must register again. Otherwise they are told whose
 * addresses they may see now and could not before, or no longer; if these are very many, they must register
 * again too.
 */
function reacquainted(moment: Moment, userId: UserId): readonly ClientEvent[] {
  const { before, after } = moment;
  const to = onlyThem(after, [userId]);
  if (limitedGuests(before).has(userId) !== limitedGuests(after).has(userId)) return endQueues(to);
  const [saw, sees] = [accessOf(before, userId), accessOf(after, userId)];
  const others = [...after.users.byId.values()].filter(
    (user) => saw.seesEmailOf(user) !== sees.seesEmailOf(user),
  );
  if (others.length > MOST_TOLD) return endQueues(to);
  return others.flatMap((user) => addressShown(moment, user, sees.seesEmailOf(user), to));
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
    return { user_settings: wireUserSettings(settings), ...olderUserSettings(settings) };
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
    avatar_url_medium: avatarOf(user ?? {}, address, true),
    avatar_url: avatarOf(user ?? {}, address),
    ...creates,
    can_create_streams: Object.values(creates).includes(true),
    can_subscribe_other_users: canAddSubscribers(state, viewerId),
    can_invite_others_to_realm: canInvite(state, viewerId),
    is_admin: isAdministrator(state, viewerId),
    is_owner: isOwner(state, viewerId),
    is_moderator: isModerator(state, viewerId),
    is_guest: viewerId !== null && isGuest(state, viewerId),
    user_id: viewerId ?? -1,
    email: user === undefined ? '' : apiEmailOf(user, host),
    delivery_email: address,
    full_name: user?.fullName ?? '',
  };
}
