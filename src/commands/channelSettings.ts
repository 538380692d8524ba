/** Rules about what channels are like, alike for new ones and for changes. */
import { requireThat } from '../errors.ts';
import type { ChannelPrivacy, TopicsPolicy } from '../events/channels.ts';
import type { GroupSettingValue } from '../events/userGroups.ts';
import type { ChannelFolderId } from '../events/channelFolders.ts';
import type { UserId } from '../ids.ts';
import {
  canChangeDefaultChannels,
  canCreateChannel,
  canSetRetention,
  canSetTopicsPolicy,
  hasSpectatorAccess,
} from '../organization/access/channels.ts';
import type { OrganizationState } from '../organization/state.ts';
import { systemGroupId } from '../organization/userGroups.ts';

/** Who sees a channel, and from when on: as it is, or as it is to be. */
export interface Visibility {
  readonly privacy: ChannelPrivacy;
  readonly historyPublicToSubscribers: boolean;
}

/** What a caller says of a channel's visibility; undefined stays, except where the other words close the channel. */
export interface WantedVisibility {
  readonly isPrivate: boolean | undefined;
  readonly isWebPublic: boolean | undefined;
  readonly historyPublicToSubscribers: boolean | undefined;
}

/** How visible the channel becomes; refuses what contradicts itself. A channel made private protects its history. */
export function visibilityAfter(present: Visibility, wanted: WantedVisibility): Visibility {
  const privacy = privacyAfter(present.privacy, wanted);
  const stays = present.privacy === 'private' && wanted.isPrivate !== true;
  const byDefault = privacy !== 'private' || (stays && present.historyPublicToSubscribers);
  const historyPublicToSubscribers = wanted.historyPublicToSubscribers ?? byDefault;
  requireThat(privacy === 'private' || historyPublicToSubscribers, 'Invalid parameters');
  return { privacy, historyPublicToSubscribers };
}

/** Who makes a channel private closes it to the web, too; opened to the web it is only by who gives up its privacy. */
function privacyAfter(present: ChannelPrivacy, wanted: WantedVisibility): ChannelPrivacy {
  const { isPrivate = present === 'private' } = wanted;
  const { isWebPublic = present === 'web-public' && !isPrivate } = wanted;
  requireThat(!(isPrivate && isWebPublic), 'Invalid parameters');
  if (isPrivate) return 'private';
  return isWebPublic ? 'web-public' : 'public';
}

/**
 * Refuses that the caller has a channel come to be of a privacy, or come back with it: who may not create
 * such a channel neither makes one of another nor takes one out of the archive. Web-public ones the server
 * and the organization allow.
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

/** Refuses protected history where not everybody may begin topics: who may not could not tell which there are. */
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

/** Refuses a private channel that new people would be subscribed to. */
export const requireDefaultSeen = (isDefault: boolean, privacy: ChannelPrivacy): void =>
  requireThat(!(isDefault && privacy === 'private'), 'A default channel cannot be private.');

/** Refuses an archived channel that new people would be subscribed to. */
export const requireDefaultOpen = (isDefault: boolean, isArchived: boolean): void =>
  requireThat(!(isDefault && isArchived), 'A default channel cannot be archived.');

/** Refuses everybody but administrators. */
export const requireMayChangeDefaults = (organization: OrganizationState, actor: UserId | null): void =>
  requireThat(
    canChangeDefaultChannels(organization, actor),
    'You do not have permission to change default channels.',
  );

/** Refuses everybody but owners. */
export const requireMaySetRetention = (organization: OrganizationState, actor: UserId): void =>
  requireThat(
    canSetRetention(organization, actor),
    'Must be an organization owner',
    'UNAUTHORIZED_PRINCIPAL',
  );

/** Refuses a topics policy of its own where the caller may not give a channel one. */
export const requireMaySetTopicsPolicy = (organization: OrganizationState, actor: UserId): void =>
  requireThat(canSetTopicsPolicy(organization, actor), 'Insufficient permission');

/** Refuses folders that are not there or archived. */
export function requireFolder(organization: OrganizationState, folderId: ChannelFolderId): void {
  const isThere = organization.channelFolders.byId.get(folderId)?.archived === false;
  requireThat(isThere, 'Invalid channel folder ID');
}

/** Refuses that a channel with named topics has messages in the empty topic only. */
export const requireOnlyEmptyTopic = (
  policy: TopicsPolicy,
  hasNamedTopics: boolean,
  emptyTopicName: string,
): void =>
  requireThat(
    !(policy === 'empty_topic_only' && hasNamedTopics),
    `All messages of the channel must be in ${emptyTopicName} first.`,
    'BAD_REQUEST',
    { empty_topic_display_name: emptyTopicName },
  );
