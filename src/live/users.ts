/** Client events about people and personal settings. */
import type { UserId } from '../base/ids.ts';
import type { EventTypes } from '../events/catalog.ts';
import { CHANNEL_PERMISSIONS } from '../events/channels.ts';
import { namesIn } from '../events/define.ts';
import { OrganizationPermission } from '../events/organizations.ts';
import { type GroupSettingValue, USER_GROUP_PERMISSIONS } from '../events/userGroups.ts';
import { PERSONAL_SETTINGS } from '../events/users.ts';
import { accessOf } from '../organization/access/access.ts';
import { canAddSubscribers, canCreateChannel, hasSpectatorAccess } from '../organization/access/channels.ts';
import { canInvite } from '../organization/access/invitations.ts';
import { isAdministrator, isGuest, isModerator, isOwner } from '../organization/access/rules.ts';
import { permissionOf } from '../organization/slices/organizations.ts';
import type { User } from '../organization/slices/users.ts';
import type { OrganizationState } from '../organization/state.ts';
import { languageName, legacyUserSettings, wireUserSettings } from '../wire/settings.ts';
import {
  avatarSource,
  avatarUrlOf,
  avatarVersion,
  isEmailPublic,
  isGravatar,
  placeholderEmail,
  publicEmailOf,
  wireUser,
} from '../wire/users.ts';
import { botOwnerPayloads } from './bots.ts';
import { permissionUpdates } from './channels.ts';
import { peopleShownTo, showingFor } from './everybody.ts';
import { consentChanged } from './files.ts';
import { permissionUpdate } from './organizations.ts';
import { followsAgain } from './subscriptions.ts';
import { activeAmong, everybody, userViewers } from './translation/audiences.ts';
import { visibilityChanges } from './translation/channelVisibility.ts';
import {
  type AddressedPayload,
  type Audience,
  type ClientEvent,
  endQueues,
  type LiveTransition,
  payloadTo,
  translate,
} from './translation/define.ts';
import { membershipChanges } from './translation/memberships.ts';
import {
  emailViewers,
  limitedGuests,
  MAX_PEOPLE_EVENTS,
  personAdded,
  personUpdated,
} from './translation/people.ts';
import { snapshot, type SnapshotSource } from './translation/snapshot.ts';
import { groupPermissionUpdate } from './userGroups.ts';

// What clients are told of e-mail addresses, and of the pictures that belong to them.

/** Another address or another audience of it: the real one for those who may see it, the placeholder for the others. */
function emailChanges(moment: LiveTransition, userId: UserId): readonly AddressedPayload[] {
  const { before, after, host } = moment;
  const [old, user] = [before.users.byId.get(userId), after.users.byId.get(userId)];
  if (old === undefined || user === undefined) return [];
  const saw = seersOfAddress(before, old);
  const see = seersOfAddress(after, user);
  const informed = old.email === user.email ? see.difference(saw) : see;
  const uninformed = saw.difference(see);
  // Some clients compute a picture while the address is public, and are told of it when that ends.
  const isRevealed = isEmailPublic(old) !== isEmailPublic(user);
  return [
    ...picture(moment, user, true, isRevealed ? see : informed),
    ...picture(moment, user, false, isRevealed ? userViewers(after, userId).difference(see) : uninformed),
    ...address(user, true, informed),
    ...address(user, false, uninformed),
    ...(publicEmailOf(old, host) === publicEmailOf(user, host)
      ? []
      : personUpdated(moment, userId, () => ({ new_email: publicEmailOf(user, host) }))),
  ];
}

/** Another picture, or none any more: then that of the address, for those who may see it, or of the placeholder. */
function pictureChanges(moment: LiveTransition, userId: UserId): readonly AddressedPayload[] {
  const user = moment.after.users.byId.get(userId);
  if (user === undefined) return [];
  const see = seersOfAddress(moment.after, user);
  const others = userViewers(moment.after, userId).difference(see);
  return [...picture(moment, user, true, see), ...picture(moment, user, false, others)];
}

/** The address of somebody, or that it is hidden now, with the picture that belongs to it. */
const emailPayloads = (
  moment: LiveTransition,
  user: User,
  isSeen: boolean,
  to: Audience,
): readonly AddressedPayload[] => [...picture(moment, user, isSeen, to), ...address(user, isSeen, to)];

function address({ userId, email }: User, isSeen: boolean, to: Audience): readonly AddressedPayload[] {
  const person = { user_id: userId, delivery_email: isSeen && email !== '' ? email : null };
  return payloadTo(to, { type: 'realm_user', op: 'update', person });
}

function picture(
  { host }: LiveTransition,
  user: User,
  isSeen: boolean,
  to: Audience,
): readonly AddressedPayload[] {
  const address = isSeen ? user.email : placeholderEmail(user.userId, host);
  const url = avatarUrlOf(user, address);
  const person = {
    user_id: user.userId,
    avatar_source: avatarSource(user),
    avatar_url: url,
    avatar_url_medium: avatarUrlOf(user, address, true),
    avatar_version: avatarVersion(user),
  };
  return payloadTo(
    to,
    { type: 'realm_user', op: 'update', person },
    isEmailPublic(user) && isGravatar(url) ? { isPictureKnown: true } : {},
  );
}

const seersOfAddress = (organization: OrganizationState, user: User): Audience =>
  emailViewers(organization, user, userViewers(organization, user.userId));

// Client events of permissions that name a person who was deactivated or reactivated: only active people are shown in them.

function permissionsNaming(moment: LiveTransition, userId: UserId): readonly AddressedPayload[] {
  const { after } = moment;
  const isNamed = (value: GroupSettingValue): boolean =>
    typeof value !== 'number' && value.directMembers.includes(userId);
  const ofOrganization = OrganizationPermission.options.filter((name) => isNamed(permissionOf(after, name)));
  return [
    ...ofOrganization.flatMap((name) => permissionUpdate(moment, name)),
    ...[...after.userGroups.byId.values()].flatMap(({ groupId, permissions }) =>
      namesIn(USER_GROUP_PERMISSIONS)
        .filter((name) => isNamed(permissions[name]))
        .flatMap((name) => groupPermissionUpdate(moment, groupId, name)),
    ),
    ...[...after.channels.byId.values()].flatMap(({ channelId, permissions }) =>
      namesIn(CHANNEL_PERMISSIONS)
        .filter((name) => isNamed(permissions[name]))
        .flatMap((name) => permissionUpdates(moment, channelId, name)),
    ),
  ];
}

export const translations = translate({
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
    // Bots are out of use with their owner.
    ...endQueues(everybody(moment.before).difference(everybody(moment.after))),
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

export const snapshotParts = snapshot({
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
