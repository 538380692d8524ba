/** Settings of new channels, and who may choose them. */
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
  pushDefaultChange,
  requirePublicDefault,
  requireFolder,
  requirePrivacyAllowed,
  requireMayChangeDefaults,
  requireMaySetRetention,
  requireMaySetTopicsPolicy,
  requireTopicsForAll,
  visibilityAfter,
} from './channelSettings.ts';
import type { DecidedEvent, DecisionContext } from './define.ts';
import type { Requested } from './groupSettings.ts';
import { refuseTooManyChannels } from './structureBounds.ts';

/** Requested settings of new channels; undefined means the default. */
export interface NewChannelSettings {
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  /** Whether this server supports web-public channels. */
  readonly serverAllowsWebPublic: boolean;
  readonly historyPublicToSubscribers: boolean | undefined;
  readonly isDefault: boolean;
  readonly topicsPolicy: TopicsPolicy;
  /** null for the organization's setting, -1 for unlimited. */
  readonly messageRetentionDays: number | null;
  readonly folderId: ChannelFolderId | null;
  readonly permissions: Requested<ChannelPermissionName, GroupSettingValue>;
  readonly announced: boolean;
  /** Whether subscribers who have set nothing for it get its messages pushed. */
  readonly isPushed?: boolean;
}

type Created = DomainEvent<'ChannelCreated', EventTypes['ChannelCreated']>;

const PUBLIC = { privacy: 'public', historyPublicToSubscribers: true } as const;

/** The event that creates a channel; refuses settings that are invalid or not permitted. */
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
  requirePublicDefault(settings.isDefault, privacy);
  if (settings.messageRetentionDays !== null) requireMaySetRetention(organization, actor);
  if (settings.topicsPolicy !== 'inherit') requireMaySetTopicsPolicy(organization, actor);
  if (settings.folderId !== null) requireFolder(organization, settings.folderId);
}

/** The events that create channels and make them default ones if requested; the last one announces all. */
export function creationEvents(
  organization: OrganizationState,
  actor: UserId | null,
  created: readonly Created[],
  { isDefault, announced, isPushed }: NewChannelSettings,
): DecidedEvent[] {
  refuseTooManyChannels(
    organization,
    created.map(({ data }) => data),
  );
  const last = created.at(-1);
  const channelIds = created.map(({ data }) => data.channelId);
  let defaultChannelIds = [...organization.channels.defaultIds.get()];
  return created.flatMap((event): DecidedEvent[] => {
    const isLast = announced && event === last;
    const said = isLast ? ChannelCreated({ ...event.data, announcedTogether: channelIds }) : event;
    const { channelId } = event.data;
    const pushed = pushDefaultChange(organization, actor, channelId, isPushed);
    if (!isDefault) return [said, ...pushed];
    defaultChannelIds = [...defaultChannelIds, channelId];
    return [said, DefaultChannelAdded({ channelId, defaultChannelIds }), ...pushed];
  });
}
