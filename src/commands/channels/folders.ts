/** Decisions about channel folders. */
import { Refused, requireThat } from '../../base/errors.ts';
import type { UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import type { ChannelFolderId } from '../../events/channels.ts';
import { canAdministerFolders } from '../../organization/access/channels.ts';
import { type ChannelFolder, folderByName } from '../../organization/slices/channels.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { done, command, type DecidedEvent, type DecisionContext } from '../define.ts';
import { checkedName, requireText } from '../text.ts';

/** Code points. */
export const MAX_FOLDER_NAME_LENGTH = 60;
export const MAX_FOLDER_DESCRIPTION_LENGTH = 1024;

/** Archived ones included: as many as one call can put in order. */
const MAX_FOLDERS = 1_000;

/** Markdown and its HTML. */
interface Description {
  readonly text: string;
  readonly html: string;
}

/** Creates a folder at the end of the list and returns its ID. */
export const createChannelFolder = command<
  { readonly name: string; readonly description: Description },
  { readonly folderId: ChannelFolderId }
>({
  name: 'CreateChannelFolder',
  decide(organization, { name, description }, context) {
    requireMayAdminister(organization, context);
    const { nextFolderId, order } = organization.channelFolders;
    const hasCapacity = order.get().length < MAX_FOLDERS;
    requireThat(hasCapacity, `Too many channel folders (maximum ${MAX_FOLDERS}).`);
    const folderId = nextFolderId.get();
    const event = newEvent('ChannelFolderCreated', {
      folderId,
      name: freeName(organization, name),
      description: description.text,
      renderedDescription: description.html,
      creatorId: context.actor,
      order: order.get().length,
    });
    return { events: [event], result: { folderId } };
  },
});

/** Changes of a folder; undefined means no change. */
export interface ChannelFolderUpdate {
  readonly folderId: ChannelFolderId;
  readonly name: string | undefined;
  readonly description: Description | undefined;
  readonly isArchived: boolean | undefined;
}

/** Renames, describes, archives or unarchives a folder; applies all changes or none. */
export const updateChannelFolder = command<ChannelFolderUpdate, void>({
  name: 'UpdateChannelFolder',
  decide(organization, update, context) {
    requireMayAdminister(organization, context);
    const folder = organization.channelFolders.byId.get(update.folderId);
    if (folder === undefined) throw new Refused('Invalid channel folder ID');
    const events = [
      ...folderNameChange(organization, folder, update.name),
      ...describing(folder, update.description, context.actor),
      ...archiving(organization, folder, update.isArchived),
    ];
    return done(...events);
  },
});

/** Reorders all folders, archived ones included. */
export const reorderChannelFolders = command<{ readonly folderIds: readonly ChannelFolderId[] }, void>({
  name: 'ReorderChannelFolders',
  decide(organization, { folderIds }, context) {
    requireMayAdminister(organization, context);
    const present = organization.channelFolders.order.get();
    const named = new Set(folderIds);
    const areAll = folderIds.length === present.length && present.every((folderId) => named.has(folderId));
    requireThat(areAll, 'Invalid order mapping.');
    const isSame = present.every((folderId, index) => folderId === folderIds[index]);
    return done(...(isSame ? [] : [newEvent('ChannelFoldersReordered', { folderIds: [...folderIds] })]));
  },
});

function requireMayAdminister(organization: OrganizationState, { actor }: DecisionContext): void {
  const may = canAdministerFolders(organization, actor);
  requireThat(may, 'Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL');
}

/** A folder's name: trimmed, 1 to 60 code points, printable. */
const checkedFolderName = (name: string): string =>
  checkedName(name, {
    limit: MAX_FOLDER_NAME_LENGTH,
    empty: "Channel folder name can't be empty.",
    measured: 'name',
    what: 'channel folder name',
  });

/** A folder's description as it is, at most 1,024 code points. */
export function checkedFolderDescription(description: string): string {
  requireText(description, MAX_FOLDER_DESCRIPTION_LENGTH, 'description');
  return description;
}

/** The name in its stored form; refuses one that is taken. */
function freeName(
  organization: OrganizationState,
  requestedName: string,
  holderId?: ChannelFolderId,
): string {
  const name = checkedFolderName(requestedName);
  const holder = folderByName(organization, name);
  const isFree = holder === undefined || holder.folderId === holderId;
  requireThat(isFree, 'Channel folder name already in use');
  return name;
}

function folderNameChange(
  organization: OrganizationState,
  { folderId, name: oldName }: ChannelFolder,
  requestedName: string | undefined,
): DecidedEvent[] {
  if (requestedName === undefined) return [];
  const newName = freeName(organization, requestedName, folderId);
  return newName === oldName ? [] : [newEvent('ChannelFolderRenamed', { folderId, oldName, newName })];
}

function describing(
  { folderId, description: present }: ChannelFolder,
  description: Description | undefined,
  authorId: UserId | null,
): DecidedEvent[] {
  if (description === undefined || description.text === present) return [];
  const { text, html } = description;
  return [
    newEvent('ChannelFolderDescribed', { folderId, authorId, description: text, renderedDescription: html }),
  ];
}

function archiving(
  organization: OrganizationState,
  { folderId, archived }: ChannelFolder,
  isArchived: boolean | undefined,
): DecidedEvent[] {
  if (isArchived === undefined || isArchived === archived) return [];
  if (!isArchived) return [newEvent('ChannelFolderUnarchived', { folderId })];
  const isInUse = [...organization.channels.byId.values()].some((channel) => channel.folderId === folderId);
  const complaint = 'You need to remove all the channels from this folder to archive it.';
  requireThat(!isInUse, complaint);
  return [newEvent('ChannelFolderArchived', { folderId })];
}
