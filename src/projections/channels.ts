/** Channels as shown: one document each, and the query behind GET /streams. */
import type { ChannelId, UserId } from '../base/ids.ts';
import type { ChannelFolderId } from '../events/channels.ts';
import { readErasable } from '../events/define.ts';
import { type Access, accessOf } from '../organization/access/access.ts';
import { isActive, isGuest } from '../organization/access/rules.ts';
import {
  activityValidUntil,
  isRecentlyActive,
  weeklyTraffic,
} from '../organization/slices/channelActivity.ts';
import {
  type Channel,
  channelChanges,
  type ChannelFolder,
  folderChanges,
  initialChannel,
  initialFolder,
} from '../organization/slices/channels.ts';
import type { OrganizationState } from '../organization/state.ts';
import { activityDocuments } from './messages/document.ts';
import { collection, defineProjection, patchById, type ViewWriter } from './running/define.ts';
import { documentsOf, type Views } from './running/views.ts';

/** A document of the collection `channels`. */
interface ChannelDocument extends Omit<Channel, 'channelId' | 'describedBy' | 'archived'> {
  readonly isArchived: boolean;
  /** New people are subscribed to it. */
  readonly isDefault: boolean;
}

const channelDocuments = collection<ChannelDocument, ChannelId>('channels', { id: 'number' });

/** A channel's fields in its document. */
const channelFields = <Fields extends Partial<Channel>>({
  channelId: _1,
  describedBy: _2,
  archived,
  ...fields
}: Fields) => ({ ...fields, ...(archived !== undefined && { isArchived: archived }) });

const setDefault = (views: ViewWriter, channelId: ChannelId, isDefault: boolean): void =>
  views.patch(channelDocuments, channelId, (channel) => ({ ...channel, isDefault }));

/** Channels by ID, archived ones included. Their activity is in `channelActivity`. */
export const channels = defineProjection({
  name: 'channels',
  version: 3,
  collections: [channelDocuments],
  on: {
    ...patchById(channelDocuments, channelChanges, channelFields),
    ChannelCreated({ data, metadata }, views) {
      const created = channelFields(initialChannel(data, metadata.time));
      views.put(channelDocuments, data.channelId, { ...created, isArchived: false, isDefault: false });
    },
    DefaultChannelAdded: ({ data }, views) => setDefault(views, data.channelId, true),
    DefaultChannelRemoved: ({ data }, views) => setDefault(views, data.channelId, false),
  },
});

/** A channel as a listing shows it. */
export interface ShownChannel extends ChannelDocument {
  readonly channelId: ChannelId;
  /** Null for a channel without messages. */
  readonly firstMessageId: number | null;
  readonly isRecentlyActive: boolean;
  /** Messages per week; null in a channel's first 7 days. */
  readonly weeklyTraffic: number | null;
  /** Active people only. */
  readonly subscriberCount: number;
  /** UNIX milliseconds until which activity and traffic stay the same without new messages. */
  readonly staysUntil: number;
}

/** The predicates of the listed channels: the union of the `include…` sets, limited to what the viewer may see. */
export interface ChannelOptions {
  /** Guests are not offered public channels. */
  readonly includePublic: boolean;
  readonly includeWebPublic: boolean;
  readonly includeSubscribed: boolean;
  /** Every channel that the viewer has metadata access to. */
  readonly includeAll: boolean;
  readonly includeDefault: boolean;
  /** For a bot, the channels to which its owner is subscribed, whatever the bot itself may see. */
  readonly includeOwnerSubscribed: boolean;
  readonly includeCanAccessContent: boolean;
  readonly excludeArchived: boolean;
}

/** The channels of GET /streams among those given, sorted by name in code unit order. */
export const channelsVisibleTo = <Shown extends Pick<ShownChannel, 'name' | 'isArchived'>>(
  access: Access,
  organization: OrganizationState,
  options: ChannelOptions,
  shownChannels: ReadonlyMap<ChannelId, Shown>,
): readonly Shown[] =>
  chosenChannels(access, organization, options)
    .flatMap((channelId) => shownChannels.get(channelId) ?? [])
    .filter(({ isArchived }) => !(options.excludeArchived && isArchived))
    .sort((one, other) => (one.name < other.name ? -1 : 1));

/** Whether a set contains a channel, for one viewer. */
type Inclusion = (channel: Channel) => boolean;

function chosenChannels(
  access: Access,
  organization: OrganizationState,
  options: ChannelOptions,
): readonly ChannelId[] {
  const included = inclusions(access, organization, options);
  const ofOwner = new Set(
    options.includeOwnerSubscribed ? channelsOfOwner(organization, access.viewerId) : [],
  );
  const chosen = [...organization.channels.byId.values()].filter(
    (channel) =>
      ofOwner.has(channel.channelId) ||
      (included.some((includes) => includes(channel)) && access.seesChannel(channel.channelId)),
  );
  return chosen.map(({ channelId }) => channelId);
}

function inclusions(
  access: Access,
  organization: OrganizationState,
  options: ChannelOptions,
): readonly Inclusion[] {
  if (options.includeAll) return [() => true];
  const subscribed = new Set(access.subscribedChannels());
  const defaults = new Set(organization.channels.defaultIds.get());
  const isGuests = isGuest(organization, access.viewerId);
  const sets: readonly (readonly [boolean, Inclusion])[] = [
    [options.includePublic && !isGuests, ({ privacy }) => privacy !== 'private'],
    [options.includeWebPublic, ({ privacy }) => privacy === 'web-public'],
    [options.includeSubscribed, ({ channelId }) => subscribed.has(channelId)],
    [options.includeDefault, ({ channelId }) => defaults.has(channelId)],
    [options.includeCanAccessContent, ({ channelId }) => access.readsContent(channelId)],
  ];
  return sets.filter(([isRequested]) => isRequested).map(([, includes]) => includes);
}

/** The channels of the bot's owner, while the owner is active. */
function channelsOfOwner(organization: OrganizationState, viewerId: Access['viewerId']): Iterable<ChannelId> {
  const bot = viewerId === null ? null : organization.users.byId.get(viewerId)?.bot;
  const ownerId = bot?.ownerId ?? null;
  return isActive(organization, ownerId) ? accessOf(organization, ownerId).subscribedChannels() : [];
}

/** One channel as listings show it; undefined if the viewer may not know it. */
export async function channelVisibleTo(
  views: Views,
  access: Access,
  organization: OrganizationState,
  channelId: ChannelId,
  now: number,
): Promise<ShownChannel | undefined> {
  if (!access.seesChannel(channelId)) return undefined;
  return (await findChannelsById(views, organization, [channelId], now))[0];
}

/**
 * The given channels as listings show them, in the given order; channels the view does not have yet are left
 * out.
 */
export async function findChannelsById(
  views: Views,
  organization: OrganizationState,
  channelIds: readonly ChannelId[],
  now: number,
): Promise<ShownChannel[]> {
  const documents = documentsOf(views, organization);
  const [found, activities] = await Promise.all([
    documents.load(channelDocuments, channelIds),
    documents.load(activityDocuments, channelIds),
  ]);
  return channelIds.flatMap((channelId, index) => {
    const channel = found[index];
    if (channel === undefined) return [];
    const activity = activities[index];
    return [
      {
        channelId,
        firstMessageId: activity?.firstMessageId ?? null,
        isRecentlyActive: isRecentlyActive(activity, now),
        weeklyTraffic: weeklyTraffic(activity, channel.createdAt, now),
        subscriberCount: activeSubscribers(organization, channelId)?.size ?? 0,
        staysUntil: activityValidUntil(activity, channel.createdAt, now),
        ...channel,
      },
    ];
  });
}

type Members = NonNullable<ReturnType<OrganizationState['subscriptions']['byChannel']['get']>>['members'];

/** The active subscribers of a channel; undefined if nobody ever subscribed. */
const activeSubscribers = (organization: OrganizationState, channelId: ChannelId): Members | undefined =>
  organization.subscriptions.byChannel
    .get(channelId)
    ?.members.difference(organization.userGroups.inactiveUsers.get());

/** IDs of the active subscribers of a channel, ascending. */
export const subscriberIdsOf = (organization: OrganizationState, channelId: ChannelId): readonly UserId[] => [
  ...(activeSubscribers(organization, channelId) ?? []),
];

// Channel folders as shown: one document each, in the administrators' order.

/** A document of the collection `channelFolders`; texts are '' once erased. */
interface ChannelFolderDocument {
  readonly name: string;
  /** Markdown, and its HTML. */
  readonly description: string;
  readonly renderedDescription: string;
  readonly creatorId: UserId | null;
  /** UNIX milliseconds. */
  readonly createdAt: number;
  readonly isArchived: boolean;
  /** Position among all folders, from 0. */
  readonly order: number;
}

const folderDocuments = collection<ChannelFolderDocument, ChannelFolderId>('channelFolders', {
  id: 'number',
});

/** A folder's fields in its document. */
const folderFields = <Fields extends Partial<ChannelFolder>>({
  folderId: _,
  archived,
  ...fields
}: Fields) => ({
  ...fields,
  ...(archived !== undefined && { isArchived: archived }),
});
const patches = patchById(folderDocuments, folderChanges, folderFields);

/** Changes fields that the state does not have. */
const change = (views: ViewWriter, folderId: ChannelFolderId, fields: Partial<ChannelFolderDocument>): void =>
  views.patch(folderDocuments, folderId, (folder) => ({ ...folder, ...fields }));

/** Folders by ID, archived ones included. */
export const channelFolders = defineProjection({
  name: 'channelFolders',
  version: 2,
  collections: [folderDocuments],
  on: {
    ...patches,
    ChannelFolderCreated({ data, metadata }, views) {
      const { folderId, name, description, archived: isArchived } = initialFolder(data);
      const { creatorId, order } = data;
      const renderedDescription = readErasable(data.renderedDescription, '');
      const texts = { name, description, renderedDescription };
      views.put(folderDocuments, folderId, {
        ...texts,
        creatorId,
        order,
        createdAt: metadata.time,
        isArchived,
      });
    },
    ChannelFolderDescribed(event, views) {
      patches.ChannelFolderDescribed(event, views);
      const { folderId, renderedDescription } = event.data;
      change(views, folderId, { renderedDescription: readErasable(renderedDescription, '') });
    },
    ChannelFoldersReordered: ({ data }, views) =>
      data.folderIds.forEach((folderId, order) => change(views, folderId, { order })),
  },
});

/** A folder as the listing shows it. */
export interface ShownChannelFolder extends ChannelFolderDocument {
  readonly folderId: ChannelFolderId;
}

/** The folders in order; archived ones only on request. */
export async function findChannelFolders(
  views: Views,
  organization: OrganizationState,
  { includeArchived }: { readonly includeArchived: boolean },
): Promise<readonly ShownChannelFolder[]> {
  const found = await documentsOf(views, organization).find(folderDocuments, {});
  return found
    .map(({ id, document }) => ({ ...document, folderId: id }))
    .filter(({ isArchived }) => includeArchived || !isArchived)
    .sort((one, other) => one.order - other.order);
}
