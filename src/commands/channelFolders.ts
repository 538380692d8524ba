/** Decisions about the folders that channels are put into. */
import { Refused, requireThat } from '../errors.ts';
import {
  ChannelFolderArchived,
  ChannelFolderCreated,
  ChannelFolderDescribed,
  ChannelFolderRenamed,
  ChannelFoldersReordered,
  ChannelFolderUnarchived,
} from '../events/channelFolders.ts';
import type { ChannelFolderId, UserId } from '../ids.ts';
import { canAdministerFolders } from '../organization/access/channels.ts';
import { type ChannelFolder, folderNamed } from '../organization/channelFolders.ts';
import type { OrganizationState } from '../organization/state.ts';
import { command, type DecidedEvent } from './define.ts';
import { checkedFolderName } from './text.ts';

/** Markdown and its HTML. */
interface Description {
  readonly text: string;
  readonly html: string;
}

/** Makes a folder, after all others; answers its ID. */
export const createChannelFolder = command<
  { readonly name: string; readonly description: Description },
  { readonly folderId: ChannelFolderId }
>({
  name: 'CreateChannelFolder',
  decide(organization, { name, description }, { actor }) {
    requireMayAdminister(organization, actor);
    const { nextFolderId, order } = organization.channelFolders;
    const folderId = nextFolderId.get();
    const event = ChannelFolderCreated({
      folderId,
      name: freeName(organization, name),
      description: description.text,
      renderedDescription: description.html,
      creatorId: actor,
      order: order.get().length,
    });
    return { events: [event], result: { folderId } };
  },
});

/** What is to be different about a folder; undefined stays as it is. */
export interface ChannelFolderUpdate {
  readonly folderId: ChannelFolderId;
  readonly name: string | undefined;
  readonly description: Description | undefined;
  readonly isArchived: boolean | undefined;
}

/** Renames, describes, archives or unarchives a folder, all of it or nothing. */
export const updateChannelFolder = command<ChannelFolderUpdate, void>({
  name: 'UpdateChannelFolder',
  decide(organization, update, { actor }) {
    requireMayAdminister(organization, actor);
    const folder = organization.channelFolders.byId.get(update.folderId);
    if (folder === undefined) throw new Refused('BAD_REQUEST', 'Invalid channel folder ID');
    const events = [
      ...renaming(organization, folder, update.name),
      ...describing(folder, update.description, actor),
      ...archiving(organization, folder, update.isArchived),
    ];
    return { events, result: undefined };
  },
});

/** Gives all folders, archived ones among them, another order. */
export const reorderChannelFolders = command<{ readonly folderIds: readonly ChannelFolderId[] }, void>({
  name: 'ReorderChannelFolders',
  decide(organization, { folderIds }, { actor }) {
    requireMayAdminister(organization, actor);
    const present = organization.channelFolders.order.get();
    const named = new Set(folderIds);
    const areAll = folderIds.length === present.length && present.every((folderId) => named.has(folderId));
    requireThat(areAll, 'BAD_REQUEST', 'Invalid order mapping.');
    const isSame = present.every((folderId, index) => folderId === folderIds[index]);
    return {
      events: isSame ? [] : [ChannelFoldersReordered({ folderIds: [...folderIds] })],
      result: undefined,
    };
  },
});

function requireMayAdminister(organization: OrganizationState, actor: UserId | null): void {
  const may = canAdministerFolders(organization, actor);
  requireThat(may, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator');
}

/** The name in its stored form; refuses one that another folder has. */
function freeName(organization: OrganizationState, wanted: string, holderId?: ChannelFolderId): string {
  const name = checkedFolderName(wanted);
  const holder = folderNamed(organization, name);
  const isFree = holder === undefined || holder.folderId === holderId;
  requireThat(isFree, 'BAD_REQUEST', 'Channel folder name already in use');
  return name;
}

function renaming(
  organization: OrganizationState,
  { folderId, name: oldName }: ChannelFolder,
  wanted: string | undefined,
): DecidedEvent[] {
  if (wanted === undefined) return [];
  const newName = freeName(organization, wanted, folderId);
  return newName === oldName ? [] : [ChannelFolderRenamed({ folderId, oldName, newName })];
}

function describing(
  { folderId, description: present }: ChannelFolder,
  description: Description | undefined,
  authorId: UserId | null,
): DecidedEvent[] {
  if (description === undefined || description.text === present) return [];
  const { text, html } = description;
  return [ChannelFolderDescribed({ folderId, authorId, description: text, renderedDescription: html })];
}

function archiving(
  organization: OrganizationState,
  { folderId, archived }: ChannelFolder,
  isArchived: boolean | undefined,
): DecidedEvent[] {
  if (isArchived === undefined || isArchived === archived) return [];
  if (!isArchived) return [ChannelFolderUnarchived({ folderId })];
  const isInUse = [...organization.channels.byId.values()].some((channel) => channel.folderId === folderId);
  const complaint = 'You need to remove all the channels from this folder to archive it.';
  requireThat(!isInUse, 'BAD_REQUEST', complaint);
  return [ChannelFolderArchived({ folderId })];
}
