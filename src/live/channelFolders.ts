/** Client events of channel folders. */
import { readErasable } from '../events/define.ts';
import type { ChannelFolderId } from '../events/channelFolders.ts';
import { channelFolders, findChannelFolders } from '../projections/channelFolders.ts';
import { wireFolder } from '../wire/channelFolders.ts';
import { everybody } from './audiences.ts';
import { type LiveTransition, payloadTo, type AddressedPayload, translate } from './define.ts';
import { fromViews, snapshot } from './snapshot/define.ts';

export const channelFoldersLive = translate({
  ChannelFolderCreated: ({ data, metadata }, { after }) =>
    payloadTo(everybody(after), {
      type: 'channel_folder',
      op: 'add',
      channel_folder: wireFolder({
        ...data,
        description: readErasable(data.description, ''),
        renderedDescription: readErasable(data.renderedDescription, ''),
        createdAt: metadata.time,
        isArchived: false,
      }),
    }),
  ChannelFolderRenamed: ({ data: { folderId, newName } }, moment) =>
    updated(moment, folderId, { name: newName }),
  ChannelFolderDescribed: ({ data }, moment) =>
    updated(moment, data.folderId, {
      description: readErasable(data.description, ''),
      rendered_description: readErasable(data.renderedDescription, ''),
    }),
  ChannelFolderArchived: ({ data }, moment) => updated(moment, data.folderId, { is_archived: true }),
  ChannelFolderUnarchived: ({ data }, moment) => updated(moment, data.folderId, { is_archived: false }),
  ChannelFoldersReordered: ({ data }, { after }) =>
    payloadTo(everybody(after), { type: 'channel_folder', op: 'reorder', order: [...data.folderIds] }),
});

type FolderPatch = Extract<AddressedPayload['payload'], { type: 'channel_folder'; op: 'update' }>['data'];

const updated = (
  { after }: LiveTransition,
  folderId: ChannelFolderId,
  data: FolderPatch,
): readonly AddressedPayload[] =>
  payloadTo(everybody(after), { type: 'channel_folder', op: 'update', channel_folder_id: folderId, data });

/** All folders in order, archived ones included. */
export const channelFoldersSnapshot = snapshot({
  channel_folders: fromViews({
    projections: [channelFolders],
    version: ({ state: { channelFolders } }) => channelFolders.byId.writes + channelFolders.order.writes,
    read: async (views, { state }) => findChannelFolders(views, state, { includeArchived: true }),
    fields: ({ access }, folders) => ({
      channel_folders: folders.map((folder) => wireFolder(folder, access)),
    }),
  }),
});
