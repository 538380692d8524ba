/** What a new channel is like, and who may make it so. */
import type { EventTypes } from '../events/catalog.ts';
import {
  ChannelCreated,
  type ChannelPermissionName,
  DefaultChannelAdded,
  type TopicsPolicy,
} from '../events/channels.ts';
import type { DomainEvent } from '../events/define.ts';
import type { GroupSettingValue } from '../events/userGroups.ts';
import type { ChannelFolderId } from '../events/channelFolders.ts';
import type { ChannelId, UserId } from '../ids.ts';
import type { OrganizationState } from '../organization/state.ts';
import { newChannelPermissions } from './channelPermissions.ts';
import {
  requireDefaultSeen,
  requireFolder,
  requirePrivacyAllowed,
  requireMayChangeDefaults,
  requireMaySetRetention,
  requireMaySetTopicsPolicy,
  requireTopicsForAll,
  visibilityAfter,
} from './channelSettings.ts';
import type { DecidedEvent, DecisionContext } from './define.ts';
import type { Wanted } from './groupSettings.ts';

/** What the caller asks of new channels; what is undefined has its default. */
export interface NewChannelSettings {
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  /** Whether this server has web-public channels at all. */
  readonly serverAllowsWebPublic: boolean;
  readonly historyPublicToSubscribers: boolean | undefined;
  readonly isDefault: boolean;
  readonly topicsPolicy: TopicsPolicy;
  /** null is what the organization has set, -1 is for ever. */
  readonly messageRetentionDays: number | null;
  readonly folderId: ChannelFolderId | null;
  readonly permissions: Wanted<ChannelPermissionName, GroupSettingValue>;
  readonly announced: boolean;
}

type Created = DomainEvent<'ChannelCreated', EventTypes['ChannelCreated']>;

const PUBLIC = { privacy: 'public', historyPublicToSubscribers: true } as const;

/** The event that makes a channel; refuses what the caller may not create or a setting may not be. */
export function createdChannel(
  organization: OrganizationState,
  channelId: ChannelId,
  text: Pick<EventTypes['ChannelCreated'], 'name' | 'description' | 'renderedDescription'>,
  settings: NewChannelSettings,
  { actor }: DecisionContext,
): Created {
  if (actor === null) throw new Error('A channel needs a creator.');
  const visibility = visibilityAfter(PUBLIC, settings);
  requireMayCreate(organization, actor, settings, visibility.privacy);
  const permissions = newChannelPermissions(organization, actor, settings.permissions);
  requireTopicsForAll(visibility, permissions.canCreateTopic);
  const { topicsPolicy, messageRetentionDays, folderId, announced } = settings;
  return ChannelCreated({
    channelId,
    ...text,
    creatorId: actor,
    ...visibility,
    topicsPolicy,
    messageRetentionDays,
    folderId,
    permissions,
    announced,
  });
}

function requireMayCreate(
  organization: OrganizationState,
  actor: UserId,
  settings: NewChannelSettings,
  privacy: EventTypes['ChannelCreated']['privacy'],
): void {
  requirePrivacyAllowed(organization, actor, privacy, settings.serverAllowsWebPublic);
  if (settings.isDefault) requireMayChangeDefaults(organization, actor);
  requireDefaultSeen(settings.isDefault, privacy);
  if (settings.messageRetentionDays !== null) requireMaySetRetention(organization, actor);
  if (settings.topicsPolicy !== 'inherit') requireMaySetTopicsPolicy(organization, actor);
  if (settings.folderId !== null) requireFolder(organization, settings.folderId);
}

/** The events that make channels and, where it is wanted, default ones of them; the last one announces them all. */
export function creationEvents(
  organization: OrganizationState,
  created: readonly Created[],
  { isDefault, announced }: NewChannelSettings,
): DecidedEvent[] {
  const last = created.at(-1);
  const channelIds = created.map(({ data }) => data.channelId);
  let defaultChannelIds = [...organization.channels.defaultIds.get()];
  return created.flatMap((event): DecidedEvent[] => {
    const isLast = announced && event === last;
    const said = isLast ? ChannelCreated({ ...event.data, announcedTogether: channelIds }) : event;
    if (!isDefault) return [said];
    const { channelId } = event.data;
    defaultChannelIds = [...defaultChannelIds, channelId];
    return [said, DefaultChannelAdded({ channelId, defaultChannelIds })];
  });
}
