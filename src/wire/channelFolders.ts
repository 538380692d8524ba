/** What the wire shows of a folder of channels. */
import { z } from 'zod';
import type { ShownChannelFolder } from '../projections/channelFolders.ts';

export const folderFields = {
  id: z.int(),
  name: z.string(),
  description: z.string(),
  rendered_description: z.string(),
  order: z.int(),
  date_created: z.int(),
  creator_id: z.int().nullable(),
  is_archived: z.boolean(),
} as const;

export const wireFolder = (folder: ShownChannelFolder) => ({
  id: folder.folderId,
  name: folder.name,
  description: folder.description,
  rendered_description: folder.renderedDescription,
  order: folder.order,
  date_created: Math.floor(folder.createdAt / 1000),
  creator_id: folder.creatorId,
  is_archived: folder.isArchived,
});
