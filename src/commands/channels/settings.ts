/** Rules for channel settings, for creation and changes alike. */
import { requireThat } from '../../base/errors.ts';
import type { ChannelId, UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import {
  CHANNEL_PERMISSIONS,
  CHANNEL_SETTINGS,
  type ChannelFolderId,
  type ChannelPermissionName,
  type ChannelPermissions,
  type ChannelPrivacy,
  type ChannelSetting,
  channelSettingChanged,
  type ChannelSettingName,
  type ChannelSettings,
  type TopicsPolicy,
} from '../../events/channels.ts';
import { namesIn } from '../../events/define.ts';
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../events/messages.ts';
import type { GroupSettingValue, Permission } from '../../events/userGroups.ts';
import {
  canChangeDefaultChannels,
  canCreateChannel,
  canSetDeleteMessagePolicy,
  canSetTopicsPolicy,
  hasSpectatorAccess,
} from '../../organization/access/channels.ts';
import { isOwner } from '../../organization/access/rules.ts';
import { type Channel, hasNamedTopics } from '../../organization/slices/channels.ts';
import { isPushedByDefault } from '../../organization/slices/notifications.ts';
import { canonical, systemGroupId } from '../../organization/slices/userGroups.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { type DecidedEvent, requireAdministrator } from '../define.ts';
import {
  changedPermissions,
  type GroupSettingUpdate,
  newPermissions,
  type Requested,
} from '../groups/settings.ts';
import { refuseTooManyHolders } from '../structureLimits.ts';

/** A channel's visibility, and that of its history. */
interface Visibility {
  readonly privacy: ChannelPrivacy;
  readonly historyPublicToSubscribers: boolean;
}

/** Requested visibility; undefined means no change, except where the other fields imply one. */
export interface RequestedVisibility {
  readonly isPrivate: boolean | undefined;
  readonly isWebPublic: boolean | undefined;
  readonly historyPublicToSubscribers: boolean | undefined;
}

/** The resulting visibility; refuses contradictions. A channel that becomes private protects its history. */
export function visibilityAfter(present: Visibility, requested: RequestedVisibility): Visibility {
  const privacy = privacyAfter(present.privacy, requested);
  const stays = present.privacy === 'private' && requested.isPrivate !== true;
  const byDefault = privacy !== 'private' || (stays && present.historyPublicToSubscribers);
  const historyPublicToSubscribers = requested.historyPublicToSubscribers ?? byDefault;
  requireThat(privacy === 'private' || historyPublicToSubscribers, 'Invalid parameters');
  return { privacy, historyPublicToSubscribers };
}

/**
 * Making a channel private also removes it from the web; making it web-public requires giving up its privacy.
 */
function privacyAfter(present: ChannelPrivacy, requested: RequestedVisibility): ChannelPrivacy {
  const { isPrivate = present === 'private' } = requested;
  const { isWebPublic = present === 'web-public' && !isPrivate } = requested;
  requireThat(!(isPrivate && isWebPublic), 'Invalid parameters');
  if (isPrivate) return 'private';
  return isWebPublic ? 'web-public' : 'public';
}

/**
 * Requires the right to create a channel of this privacy, also for changing a channel to it or unarchiving
 * one. Web-public channels must be enabled by the server and the organization.
 */
export function requirePrivacyAllowed(
  organization: OrganizationState,
  actor: UserId,
  privacy: ChannelPrivacy,
  serverAllowsWebPublic: boolean,
): void {
  const isEnabled = serverAllowsWebPublic && hasSpectatorAccess(organization, actor);
  const isOffered = privacy !== 'web-public' || isEnabled;
  requireThat(isOffered, 'Web-public channels are not enabled.');
  requireThat(canCreateChannel(organization, actor, privacy), 'Insufficient permission');
}

const PROTECTED_TOPICS = 'history_public_to_subscribers, can_create_topic_group';

/**
 * Protected history requires that everybody may start topics: otherwise people would learn which topics exist
 * by trying.
 */
export function requireTopicsForAll(
  { historyPublicToSubscribers }: Visibility,
  canCreateTopic: GroupSettingValue,
): void {
  requireThat(
    historyPublicToSubscribers || canCreateTopic === systemGroupId('role:everyone'),
    `Unsupported parameter combination: ${PROTECTED_TOPICS}`,
    'BAD_REQUEST',
    { parameters: PROTECTED_TOPICS },
  );
}

/** A private channel cannot be a default channel. */
export const requirePublicDefault = (isDefault: boolean, privacy: ChannelPrivacy): void =>
  requireThat(!(isDefault && privacy === 'private'), 'A default channel cannot be private.');

/** An archived channel cannot be a default channel. */
export const requireUnarchivedDefault = (isDefault: boolean, isArchived: boolean): void =>
  requireThat(!(isDefault && isArchived), 'A default channel cannot be archived.');

/** Administrators only. */
export const requireMayChangeDefaults = (organization: OrganizationState, actor: UserId | null): void =>
  requireThat(
    canChangeDefaultChannels(organization, actor),
    'You do not have permission to change default channels.',
  );

// Settings of the table, and the people who may choose them.

/** The folder must exist and must not be archived. */
function requireFolder(organization: OrganizationState, folderId: ChannelFolderId | null): void {
  const isThere = folderId === null || organization.channelFolders.byId.get(folderId)?.archived === false;
  requireThat(isThere, 'Invalid channel folder ID');
}

/** A channel with named topics cannot be limited to the empty topic. */
function requireOnlyEmptyTopic(
  organization: OrganizationState,
  policy: TopicsPolicy,
  channelId: ChannelId,
): void {
  const isFit = policy !== 'empty_topic_only' || !hasNamedTopics(organization, channelId);
  const complaint = `All messages of the channel must be in ${EMPTY_TOPIC_DISPLAY_NAME} first.`;
  requireThat(isFit, complaint, 'BAD_REQUEST', { empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME });
}

/** Refuses values that a setting cannot have in this organization, or in this channel. */
const VALUE_CHECKS: {
  readonly [Name in ChannelSettingName]?: (
    organization: OrganizationState,
    value: ChannelSettings[Name],
    channelId: ChannelId,
  ) => void;
} = { topicsPolicy: requireOnlyEmptyTopic, folderId: requireFolder };

function requireMayChoose(organization: OrganizationState, actor: UserId, setting: ChannelSettingName): void {
  const { isForOwners, grantedBy }: ChannelSetting = CHANNEL_SETTINGS[setting];
  const isPermitted = !isForOwners || isOwner(organization, actor);
  requireThat(isPermitted, 'Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL');
  const may = grantedBy === undefined || canSetTopicsPolicy(organization, actor);
  requireThat(may, 'Insufficient permission');
}

/** A new channel's settings; refuses those that the caller may not choose, or that it cannot have. */
export function newChannelSettings(
  organization: OrganizationState,
  actor: UserId,
  channelId: ChannelId,
  requested: ChannelSettings,
): ChannelSettings {
  const chosen = <Name extends ChannelSettingName>(name: Name) => {
    const value = requested[name];
    if (value === CHANNEL_SETTINGS[name].byDefault) return [name, value];
    requireMayChoose(organization, actor, name);
    VALUE_CHECKS[name]?.(organization, value, channelId);
    return [name, value];
  };
  return Object.fromEntries(namesIn(CHANNEL_SETTINGS).map(chosen)) as ChannelSettings;
}

/** Requested settings; undefined means no change. */
export type SettingUpdates = { readonly [Name in ChannelSettingName]?: ChannelSettings[Name] | undefined };

/** One event per changed setting. */
export function changedChannelSettings(
  organization: OrganizationState,
  actor: UserId,
  channel: Channel,
  updates: SettingUpdates,
): readonly DecidedEvent[] {
  const changed = <Name extends ChannelSettingName>(name: Name): DecidedEvent[] => {
    const oldValue: ChannelSettings[Name] = channel[name];
    const newValue: ChannelSettings[Name] | undefined = updates[name];
    if (newValue === undefined) return [];
    requireMayChoose(organization, actor, name);
    if (newValue === oldValue) return [];
    VALUE_CHECKS[name]?.(organization, newValue, channel.channelId);
    return [channelSettingChanged(channel, name, oldValue, newValue)];
  };
  return namesIn(CHANNEL_SETTINGS).flatMap(changed);
}

/** The event that changes whether a channel's messages are pushed by default; administrators only. */
export function pushDefaultChange(
  organization: OrganizationState,
  actor: UserId | null,
  channelId: ChannelId,
  isPushed: boolean | undefined,
): DecidedEvent[] {
  if (isPushed === undefined || isPushed === isPushedByDefault(organization, channelId)) return [];
  requireAdministrator(organization, { actor });
  return [newEvent('ChannelPushDefaultChanged', { channelId, isPushed })];
}

// Allowed values of channel permissions, and the people who may set them.

const givingBy = (organization: OrganizationState, actor: UserId) => ({
  table: CHANNEL_PERMISSIONS,
  requireMayGive({ grantedBy }: Permission) {
    const may = grantedBy === undefined || canSetDeleteMessagePolicy(organization, actor);
    requireThat(may, 'Insufficient permission');
  },
});

/** A new channel's permissions: those requested, defaults for the rest. */
export const newChannelPermissions = (
  organization: OrganizationState,
  creatorId: UserId,
  requested: Requested<ChannelPermissionName, GroupSettingValue>,
): ChannelPermissions =>
  newPermissions(organization, creatorId, givingBy(organization, creatorId), requested);

type PermissionChanged = ReturnType<typeof newEvent<'ChannelPermissionChanged'>>;

/** Requested changes of a channel's permissions. */
export type PermissionUpdates = Requested<ChannelPermissionName, GroupSettingUpdate>;

/** One event per changed permission. */
export const changedChannelPermissions = (
  organization: OrganizationState,
  actor: UserId,
  { channelId, name, permissions, creatorId }: Channel,
  updates: PermissionUpdates,
): readonly PermissionChanged[] => {
  const giving = givingBy(organization, actor);
  const changed = changedPermissions(organization, giving, (permission) => permissions[permission], updates);
  refuseTooManyHolders(
    organization,
    changed.map(({ newValue }) => newValue),
    creatorId,
  );
  return changed.map((change) => newEvent('ChannelPermissionChanged', { channelId, name, ...change }));
};

/**
 * Reduces a permission that consists of a group and deactivated people to that group, so that they do not
 * regain it when they return.
 */
export function simplifiedPermission(
  organization: OrganizationState,
  { channelId, name, permissions }: Channel,
  permission: ChannelPermissionName,
): readonly PermissionChanged[] {
  const oldValue = permissions[permission];
  const newValue = canonical(organization, oldValue);
  const isSettled = typeof oldValue === 'number' || typeof newValue !== 'number';
  return isSettled
    ? []
    : [newEvent('ChannelPermissionChanged', { channelId, name, permission, oldValue, newValue })];
}
