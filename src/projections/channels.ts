/** What is shown of channels: one document each, and the question of GET /streams. */
import type { EventTypes } from '../events/catalog.ts';
import { revealed } from '../events/define.ts';
import type { ChannelId, UserId } from '../ids.ts';
import { type Access } from '../organization/access.ts';
import { isGuest } from '../organization/access/rules.ts';
import type { OrganizationState } from '../organization/state.ts';
import { defineProjection, type ViewWriter } from './define.ts';
import { documentsOf } from './documents.ts';
import { type ChannelActivityDocument, isRecentlyActive, weeklyTraffic } from './messages/activity.ts';
import type { Views } from './views.ts';

type Created = EventTypes['ChannelCreated'];

/** A document of the collection `channels`. */
interface ChannelDocument extends Omit<
  Created,
  'channelId' | 'description' | 'renderedDescription' | 'announced'
> {
  /** Source and HTML; '' once erased. */
  readonly description: string;
  readonly renderedDescription: string;
  /** UNIX milliseconds. */
  readonly createdAt: number;
  readonly isArchived: boolean;
  /** New people are subscribed to it. */
  readonly isDefault: boolean;
}

/** Changes the fields of a channel that an event names. */
const change = (views: ViewWriter, channelId: ChannelId, fields: Partial<ChannelDocument>): void =>
  views.patch('channels', channelId, (channel) => ({ ...channel, ...fields }));

/** Channels by ID, archived ones included. When they were last active is in `channelActivity`. */
export const channels = defineProjection({
  name: 'channels',
  version: 2,
  collections: { channels: { id: 'number' } },
  on: {
    ChannelCreated({ data, metadata }, views) {
      const { channelId, announced: _announced, ...created } = data;
      const channel: ChannelDocument = {
        ...created,
        description: revealed(created.description, ''),
        renderedDescription: revealed(created.renderedDescription, ''),
        createdAt: metadata.time,
        isArchived: false,
        isDefault: false,
      };
      views.put('channels', channelId, { ...channel });
    },
    ChannelRenamed: ({ data }, views) => change(views, data.channelId, { name: data.newName }),
    ChannelDescribed: ({ data }, views) =>
      change(views, data.channelId, {
        description: revealed(data.newDescription, ''),
        renderedDescription: revealed(data.newRenderedDescription, ''),
      }),
    ChannelPrivacyChanged: ({ data }, views) =>
      change(views, data.channelId, {
        privacy: data.newPrivacy,
        historyPublicToSubscribers: data.newHistoryPublicToSubscribers,
      }),
    ChannelPermissionChanged: ({ data }, views) =>
      views.patch('channels', data.channelId, (channel) => ({
        ...channel,
        permissions: {
          ...(channel as unknown as ChannelDocument).permissions,
          [data.permission]: data.newValue,
        },
      })),
    ChannelTopicsPolicyChanged: ({ data }, views) =>
      change(views, data.channelId, { topicsPolicy: data.newPolicy }),
    ChannelRetentionChanged: ({ data }, views) =>
      change(views, data.channelId, { messageRetentionDays: data.newDays }),
    ChannelMovedToFolder: ({ data }, views) => change(views, data.channelId, { folderId: data.newFolderId }),
    ChannelArchived: ({ data }, views) => change(views, data.channelId, { isArchived: true }),
    ChannelUnarchived: ({ data }, views) => change(views, data.channelId, { isArchived: false }),
    DefaultChannelAdded: ({ data }, views) => change(views, data.channelId, { isDefault: true }),
    DefaultChannelRemoved: ({ data }, views) => change(views, data.channelId, { isDefault: false }),
  },
});

/** A channel as a listing shows it (spec/endpoint-details.md 14). */
export interface ShownChannel extends ChannelDocument {
  readonly channelId: ChannelId;
  /** Null for a channel without messages. */
  readonly firstMessageId: number | null;
  readonly isRecentlyActive: boolean;
  /** Messages per week; null in a channel's first 7 days. */
  readonly weeklyTraffic: number | null;
  /** Active people only. */
  readonly subscriberCount: number;
}

/** Which channels are listed: the union of the `include…` sets, each within what the viewer may see. */
export interface ChannelOptions {
  readonly includePublic: boolean;
  readonly includeSubscribed: boolean;
  /** Every channel that the viewer has metadata access to. */
  readonly includeAll: boolean;
  readonly excludeArchived: boolean;
}

/** The channels of GET /streams, by name in code unit order. `now` is in UNIX milliseconds. */
export async function channelsVisibleTo(
  views: Views,
  access: Access,
  organization: OrganizationState,
  options: ChannelOptions,
  now: number,
): Promise<readonly ShownChannel[]> {
  const channelIds = chosenChannels(access, organization, options);
  const shown = await shownChannels(views, organization, channelIds, now);
  return shown
    .filter(({ isArchived }) => !(options.excludeArchived && isArchived))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function chosenChannels(
  access: Access,
  organization: OrganizationState,
  { includePublic, includeSubscribed, includeAll }: ChannelOptions,
): readonly ChannelId[] {
  const subscribed = includeSubscribed ? access.subscribedChannels() : [];
  if (!includeAll && !includePublic) return subscribed.filter((channelId) => access.seesChannel(channelId));
  const visible = access.visibleChannels();
  if (includeAll) return visible;
  const offersPublic = !isGuest(organization, access.viewerId);
  const chosen = new Set(subscribed);
  const isPublic = (channelId: ChannelId): boolean =>
    organization.channels.byId.get(channelId)?.privacy !== 'private';
  return visible.filter((channelId) => chosen.has(channelId) || (offersPublic && isPublic(channelId)));
}

/** The given channels as listings show them, in the given order; what the view does not know yet is left out. */
export async function shownChannels(
  views: Views,
  organization: OrganizationState,
  channelIds: readonly ChannelId[],
  now: number,
): Promise<ShownChannel[]> {
  const documents = documentsOf(views, organization);
  const [found, activities] = await Promise.all([
    documents.load<ChannelDocument>('channels', channelIds),
    documents.load<ChannelActivityDocument>('channelActivity', channelIds),
  ]);
  return channelIds.flatMap((channelId, index) => {
    const channel = found[index];
    if (channel === undefined) return [];
    const activity = activities[index];
    return [
      {
        ...channel,
        channelId,
        firstMessageId: activity?.firstMessageId ?? null,
        isRecentlyActive: isRecentlyActive(activity, now),
        weeklyTraffic: weeklyTraffic(activity, channel.createdAt, now),
        subscriberCount: activeSubscribers(organization, channelId)?.size ?? 0,
      },
    ];
  });
}

type Members = NonNullable<ReturnType<OrganizationState['subscriptions']['byChannel']['get']>>['members'];

/** The subscribers of a channel who are active; undefined where nobody ever subscribed. */
const activeSubscribers = (organization: OrganizationState, channelId: ChannelId): Members | undefined =>
  organization.subscriptions.byChannel
    .get(channelId)
    ?.members.difference(organization.userGroups.inactiveUsers.get());

/** IDs of the active subscribers of a channel, ascending. */
export const subscriberIdsOf = (organization: OrganizationState, channelId: ChannelId): readonly UserId[] => [
  ...(activeSubscribers(organization, channelId) ?? []),
];
