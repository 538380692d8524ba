/** Channel folders on the wire. */
import { z } from 'zod';
import type { ShownChannelFolder } from '../projections/channelFolders.ts';
import { type PeopleAccess, redactNames } from './mentionNames.ts';
import { eventShape } from './row.ts';
import { named } from './named.ts';

export const Folder = named(
  'ChannelFolder',
  z.strictObject({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    rendered_description: z.string(),
    order: z.int(),
    date_created: z.int(),
    creator_id: z.int().nullable(),
    is_archived: z.boolean(),
  }),
);

/** A folder as a reader sees it; without a reader, as everybody does. */
export const wireFolder = (folder: ShownChannelFolder, reader?: PeopleAccess) => ({
  id: folder.folderId,
  name: folder.name,
  description: folder.description,
  rendered_description: redactNames(folder.renderedDescription, reader),
  order: folder.order,
  date_created: Math.floor(folder.createdAt / 1000),
  creator_id: folder.creatorId,
  is_archived: folder.isArchived,
});

/** Client events of folders. */
export const channelFolderPayloads = {
  'channel_folder/add': eventShape('channel_folder', 'add', { channel_folder: Folder }),
  'channel_folder/update': eventShape('channel_folder', 'update', {
    channel_folder_id: z.int(),
    data: z.strictObject({
      name: z.string().optional(),
      description: z.string().optional(),
      rendered_description: z.string().optional(),
      is_archived: z.boolean().optional(),
    }),
  }),
  'channel_folder/reorder': eventShape('channel_folder', 'reorder', { order: z.array(z.int()) }),
} as const;
