/** Client events about people and personal settings. */
import type { EventTypes } from '../events/catalog.ts';
import { PERSONAL_SETTINGS } from '../events/users.ts';
import type { UserId } from '../ids.ts';
import { accessOf } from '../organization/access.ts';
import { canAddSubscribers, canCreateChannel, hasSpectatorAccess } from '../organization/access/channels.ts';
import { canInvite } from '../organization/access/invitations.ts';
import { isAdministrator, isGuest, isModerator, isOwner } from '../organization/access/rules.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { User } from '../organization/users.ts';
import { wireUserSettings } from '../wire/userSettings.ts';
import { apiEmailOf, AVATAR_VERSION, gravatarOf, wireUser } from '../wire/users.ts';
import { knowersOf, onlyThem } from './audiences.ts';
import {
  type ClientEvent,
  endQueues,
  type Moment,
  payloadTo,
  type AddressedPayload,
  translate,
} from './define.ts';
import { addressSeers, limitedGuests, MOST_TOLD, personAdded, updated } from './people.ts';
import { botsChangedHands } from './bots.ts';
import { membershipChanges } from './memberships.ts';
import { followsAgain } from './subscriptions.ts';
import { sightChanges } from './sight.ts';
import { snapshot, type SnapshotSource } from './snapshot/define.ts';
import { peopleShownTo, showingFor } from './snapshot/people.ts';

export const usersLive = translate({
  UserCreated: ({ data: { userId } }, moment) => [
    ...personAdded(moment, userId, knowersOf(moment.after, userId)),
    ...membershipChanges(moment),
  ],
  UserRenamed: ({ data: { userId } }, moment) =>
    updated(moment, userId, ({ fullName }) => ({ full_name: fullName })),
  UserEmailChanged: ({ data: { userId } }, moment) => [
    ...updated(moment, userId, (user) => ({
      avatar_source: 'G',
      avatar_url: gravatarOf(apiEmailOf(user, moment.host)),
      avatar_url_medium: gravatarOf(apiEmailOf(user, moment.host)),
      avatar_version: AVATAR_VERSION,
    })),
    ...addressChanges(moment, userId),
  ],
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
    ...endQueues(onlyThem(moment.before, [userId])),
  ],
  UserReactivated: ({ data: { userId } }, moment) => [
    ...updated(moment, userId, () => ({ is_active: true })),
    ...botsChangedHands(moment, [userId]),
    ...membershipChanges(moment),
    ...followsAgain(moment, userId),
  ],
  PersonalSettingChanged: ({ data }, moment) => [
    ...payloadTo(onlyThem(moment.after, [data.userId]), {
      type: 'user_settings',
      op: 'update',
      property: PERSONAL_SETTINGS[data.property].wireName,
      value: data.newValue,
    }),
    ...shownChange(data, moment),
  ],
});

/** The part of personal settings that others see. */
function shownChange({ userId, property }: EventTypes['PersonalSettingChanged'], moment: Moment) {
  if (property === 'emailAddressVisibility') return addressChanges(moment, userId);
  if (property !== 'timezone') return [];
  return updated(moment, userId, (user) => ({
    timezone: user.settings.timezone,
    email: apiEmailOf(user, moment.host),
  }));
}

/** Another address: the real one for those who may see it, and where it is that, the one in every answer. */
function addressChanges(moment: Moment, userId: UserId): readonly AddressedPayload[] {
  const { before, after, host } = moment;
  const [old, user] = [before.users.byId.get(userId), after.users.byId.get(userId)];
  if (old === undefined || user === undefined) return [];
  const saw = seersOfAddress(before, old);
  const see = seersOfAddress(after, user);
  const informed = old.email === user.email ? see.difference(saw) : see;
  return [
    ...payloadTo(informed, addressShown(user, true)),
    ...payloadTo(saw.difference(see), addressShown(user, false)),
    ...(apiEmailOf(old, host) === apiEmailOf(user, host)
      ? []
      : updated(moment, userId, () => ({ new_email: apiEmailOf(user, host) }))),
  ];
}

const addressShown = ({ userId, email }: User, isSeen: boolean) => {
  const person = { user_id: userId, delivery_email: isSeen && email !== '' ? email : null };
  return { type: 'realm_user', op: 'update', person } as const;
};

const seersOfAddress = (organization: OrganizationState, user: User) =>
  addressSeers(organization, user, knowersOf(organization, user.userId));

/**
 * Somebody who begins to know everybody, or ends to, has too much to be told. Else they are told whose
 * address they may see now and might not before, or may no more; where these are very many, that is too
 * much, too.
 */
function reacquainted({ before, after }: Moment, userId: UserId): readonly ClientEvent[] {
  const to = onlyThem(after, [userId]);
  if (limitedGuests(before).has(userId) !== limitedGuests(after).has(userId)) return endQueues(to);
  const [saw, sees] = [accessOf(before, userId), accessOf(after, userId)];
  const others = [...after.users.byId.values()].filter(
    (user) => saw.seesEmailOf(user) !== sees.seesEmailOf(user),
  );
  if (others.length > MOST_TOLD) return endQueues(to);
  return others.flatMap((user) => payloadTo(to, addressShown(user, sees.seesEmailOf(user))));
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
    return { user_settings: wireUserSettings(settings) };
  },
  realm_user_settings_defaults: () => ({ realm_user_settings_defaults: wireUserSettings() }),
});

/** The organization's own bots: everybody knows them. */
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

/** The caller, and what the caller may do; who is not logged in may nothing. */
function own({ state, viewerId, host, server }: SnapshotSource) {
  const user = viewerId === null ? undefined : state.users.byId.get(viewerId);
  const address = user === undefined ? '' : user.email;
  const picture = gravatarOf(address);
  const creates = {
    can_create_private_streams: canCreateChannel(state, viewerId, 'private'),
    can_create_public_streams: canCreateChannel(state, viewerId, 'public'),
    can_create_web_public_streams:
      server.webPublicChannels &&
      hasSpectatorAccess(state, viewerId) &&
      canCreateChannel(state, viewerId, 'web-public'),
  };
  return {
    avatar_source: 'G' as const,
    avatar_url_medium: picture,
    avatar_url: picture,
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
