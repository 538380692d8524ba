/** Decisions about existing channels: changing and archiving them, and making them default channels. */
import { Refused, requireThat } from '../../base/errors.ts';
import type { ChannelId, UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import type { ChannelPrivacy } from '../../events/channels.ts';
import {
  canAdministerChannel,
  canChangeAccess,
  hasMetadataAccess,
} from '../../organization/access/channels.ts';
import { quietChannels } from '../../organization/slices/channelActivity.ts';
import { type Channel, channelByName, isDefaultChannel } from '../../organization/slices/channels.ts';
import { CHANNEL_REFERENCES, settingsOf } from '../../organization/slices/organizations.ts';
import { isSubscribed } from '../../organization/slices/subscriptions.ts';
import { canonical } from '../../organization/slices/userGroups.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { done, command, type DecidedEvent } from '../define.ts';
import { requireUsableSettings } from '../groups/settings.ts';
import { refuseLongDescription, refuseUnarchiving } from '../structureLimits.ts';
import { checkedChannelName } from '../text.ts';
import {
  changedChannelPermissions,
  changedChannelSettings,
  type PermissionUpdates,
  pushDefaultChange,
  type RequestedVisibility,
  requireMayChangeDefaults,
  requirePrivacyAllowed,
  requirePublicDefault,
  requireTopicsForAll,
  requireUnarchivedDefault,
  type SettingUpdates,
  simplifiedPermission,
  visibilityAfter,
} from './settings.ts';

/** Changes of a channel; undefined means no change. */
export interface ChannelUpdate extends RequestedVisibility, SettingUpdates {
  readonly channelId: ChannelId;
  readonly newName: string | undefined;
  /** On one line, with its HTML. */
  readonly description: { readonly text: string; readonly html: string } | undefined;
  /** Whether this server supports web-public channels. */
  readonly serverAllowsWebPublic: boolean;
  readonly isDefault: boolean | undefined;
  /** Unarchives the channel. */
  readonly isUnarchived: boolean;
  /** Whether its messages are pushed to subscribers without a setting of their own. */
  readonly isPushed?: boolean | undefined;
  readonly permissions: PermissionUpdates;
}

/** A permitted change with everything its parts need. */
interface ChannelUpdateContext {
  readonly organization: OrganizationState;
  readonly actor: UserId;
  readonly channel: Channel;
  readonly update: ChannelUpdate;
}

/** Changes a channel; applies all changes or none, and unchanged values cause no event. */
export const updateChannel = command<ChannelUpdate, void>({
  name: 'UpdateChannel',
  decide(organization, update, { actor }) {
    const channel = administeredChannel(organization, update.channelId, actor);
    if (actor === null) throw new Error('Nobody in particular administers a channel.');
    const mayGoOn = !changesAccess(update) || canChangeAccess(organization, actor, channel);
    requireThat(mayGoOn, 'Channel content access is required.');
    const change = { organization, actor, channel, update };
    // The name comes last: every event carries the channel's name at that time.
    const parts = [unarchiving, visibility, permissions, settings, defaultChannel, pushing, text, name];
    return done(...parts.flatMap((part) => part(change)));
  },
});

const changesAccess = ({ isPrivate, isWebPublic, historyPublicToSubscribers, permissions }: ChannelUpdate) =>
  [isPrivate, isWebPublic, historyPublicToSubscribers].some((value) => value !== undefined) ||
  Object.values(permissions).some((update) => update !== undefined);

/** A channel that the caller sees and may administer; absent and hidden ones are refused alike. */
function administeredChannel(
  organization: OrganizationState,
  channelId: ChannelId,
  actor: UserId | null,
): Channel {
  const channel = visibleChannel(organization, channelId, actor);
  const may = canAdministerChannel(organization, actor, channel);
  const complaint = 'You do not have permission to administer this channel.';
  requireThat(may, complaint, 'CANNOT_ADMINISTER_CHANNEL');
  return channel;
}

function visibleChannel(
  organization: OrganizationState,
  channelId: ChannelId,
  actor: UserId | null,
): Channel {
  const channel = organization.channels.byId.get(channelId);
  if (channel && hasMetadataAccess(organization, actor, channel)) return channel;
  throw new Refused('Invalid channel ID');
}

/** Fields of every event about the channel. */
const subject = ({ channelId, name: known }: Channel) => ({ channelId, name: known });

type ChannelUpdatePart = (change: ChannelUpdateContext) => readonly DecidedEvent[];

const unarchiving: ChannelUpdatePart = ({ organization, channel, update }) => {
  if (!update.isUnarchived || !channel.archived) return [];
  requireUsableSettings(organization, channel.permissions, update.permissions);
  refuseUnarchiving(organization, channel);
  return [newEvent('ChannelUnarchived', subject(channel))];
};

const visibility: ChannelUpdatePart = ({ organization, actor, channel, update }) => {
  const after = visibilityAfter(channel, update);
  const isDefault = update.isDefault ?? isDefaultChannel(organization, channel.channelId);
  requirePublicDefault(isDefault, after.privacy);
  const [isSamePrivacy, isSameHistory] = [
    after.privacy === channel.privacy,
    after.historyPublicToSubscribers === channel.historyPublicToSubscribers,
  ];
  const canCreateTopic = update.permissions.canCreateTopic?.new;
  if (!isSamePrivacy || !isSameHistory || canCreateTopic !== undefined)
    requireTopicsForAll(after, canonical(organization, canCreateTopic ?? channel.permissions.canCreateTopic));
  if (!isSamePrivacy) requireHiddenModeration(organization, channel, after.privacy);
  const isRestored = update.isUnarchived && channel.archived;
  if (!isSamePrivacy || isRestored)
    requirePrivacyAllowed(organization, actor, after.privacy, update.serverAllowsWebPublic);
  if (isSamePrivacy && isSameHistory) return [];
  return [
    newEvent('ChannelPrivacyChanged', {
      ...subject(channel),
      oldPrivacy: channel.privacy,
      newPrivacy: after.privacy,
      oldHistoryPublicToSubscribers: channel.historyPublicToSubscribers,
      newHistoryPublicToSubscribers: after.historyPublicToSubscribers,
    }),
  ];
};

function requireHiddenModeration(
  organization: OrganizationState,
  { channelId }: Channel,
  privacy: ChannelPrivacy,
): void {
  const isForModeration = settingsOf(organization).moderationRequestChannelId === channelId;
  const staysHidden = privacy === 'private' || !isForModeration;
  requireThat(staysHidden, 'Moderation request channel must be private.');
}

const permissions: ChannelUpdatePart = ({ organization, actor, channel, update }) => {
  const changed = changedChannelPermissions(organization, actor, channel, update.permissions);
  const isProtected = !visibilityAfter(channel, update).historyPublicToSubscribers;
  const isSettled = changed.some(({ data }) => data.permission === 'canCreateTopic');
  if (!isProtected || isSettled) return changed;
  return [...changed, ...simplifiedPermission(organization, channel, 'canCreateTopic')];
};

const settings: ChannelUpdatePart = ({ organization, actor, channel, update }) =>
  changedChannelSettings(organization, actor, channel, update);

const pushing: ChannelUpdatePart = ({ organization, actor, channel: { channelId }, update }) =>
  pushDefaultChange(organization, actor, channelId, update.isPushed);

const defaultChannel: ChannelUpdatePart = ({
  organization,
  actor,
  channel,
  update: { isDefault, isUnarchived },
}) => {
  if (isDefault === undefined) return [];
  requireMayChangeDefaults(organization, actor);
  requireUnarchivedDefault(isDefault, channel.archived && !isUnarchived);
  return defaultEvents(organization, channel.channelId, isDefault);
};

const text: ChannelUpdatePart = ({ organization, actor, channel, update: { description } }) => {
  if (description === undefined || description.text === channel.description) return [];
  const texts = { description: description.text, renderedDescription: description.html };
  refuseLongDescription(organization, channel, texts, actor);
  return [
    newEvent('ChannelDescribed', {
      ...subject(channel),
      oldAuthorId: channel.describedBy,
      newAuthorId: actor,
      oldDescription: channel.description,
      newDescription: description.text,
      newRenderedDescription: description.html,
    }),
  ];
};

const name: ChannelUpdatePart = ({ organization, channel: { channelId, name: oldName }, update }) => {
  if (update.newName === undefined) return [];
  const newName = checkedChannelName(update.newName);
  requireThat(newName !== oldName, 'Channel already has that name.');
  const holder = channelByName(organization, newName);
  const isFree = holder === undefined || holder.channelId === channelId;
  const taken = `Channel '${newName}' already exists`;
  requireThat(isFree, taken, 'CHANNEL_ALREADY_EXISTS', { channel_name: newName });
  return [newEvent('ChannelRenamed', { channelId, oldName, newName })];
};

/** The event that makes a channel a default one or no longer one; none if that changes nothing. */
function defaultEvents(
  organization: OrganizationState,
  channelId: ChannelId,
  isDefault: boolean,
): DecidedEvent[] {
  if (isDefault === isDefaultChannel(organization, channelId)) return [];
  const present = organization.channels.defaultIds.get();
  return isDefault
    ? [newEvent('DefaultChannelAdded', { channelId, defaultChannelIds: [...present, channelId] })]
    : [
        newEvent('DefaultChannelRemoved', {
          channelId,
          defaultChannelIds: present.filter((id) => id !== channelId),
        }),
      ];
}

/**
 * Archives a channel: it is no longer a default channel or named by an organization setting, and keeps its
 * subscribers.
 */
export const archiveChannel = command<{ readonly channelId: ChannelId }, void>({
  name: 'ArchiveChannel',
  decide(organization, { channelId }, { actor }) {
    const channel = administeredChannel(organization, channelId, actor);
    if (channel.archived) return done();
    const events = [
      ...defaultEvents(organization, channelId, false),
      ...namingEvents(organization, channelId),
      newEvent('ChannelArchived', subject(channel)),
    ];
    return done(...events);
  },
});

/** Removes a channel from the organization's settings for announcements. */
const namingEvents = (organization: OrganizationState, channelId: ChannelId): DecidedEvent[] =>
  CHANNEL_REFERENCES.filter((property) => settingsOf(organization)[property] === channelId).map((property) =>
    newEvent('OrganizationSettingChanged', { property, oldValue: channelId, newValue: null }),
  );

/** Makes a channel a default channel, or no longer one; idempotent. */
export const setDefaultChannel = command<
  { readonly channelId: ChannelId; readonly isDefault: boolean },
  void
>({
  name: 'SetDefaultChannel',
  decide(organization, { channelId, isDefault }, { actor }) {
    const { archived, privacy } = visibleChannel(organization, channelId, actor);
    requireMayChangeDefaults(organization, actor);
    requireUnarchivedDefault(isDefault, archived);
    const isWithin = !isDefault && actor !== null && isSubscribed(organization, actor, channelId);
    requireThat(privacy !== 'private' || isWithin, 'Private channels cannot be made default.');
    return done(...defaultEvents(organization, channelId, isDefault));
  },
});

// Time-driven decisions: which channels are no longer recently active.

/** Channels per event; the rest follow with the next check. */
const CHANNELS_PER_EVENT = 10_000;

/** Submitted periodically by the clock: channels without recent messages. */
export const noteQuietChannels = command<void, void>({
  name: 'NoteQuietChannels',
  decide({ channelActivity }, _input, { now }) {
    const channelIds = quietChannels(channelActivity, now).slice(0, CHANNELS_PER_EVENT);
    return done(...(channelIds.length > 0 ? [newEvent('ChannelsWentQuiet', { channelIds })] : []));
  },
});
