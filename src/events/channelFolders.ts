import { z } from 'zod';
import { numericId, UserId } from '../ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';

/** ID of a channel folder. */
export const ChannelFolderId = numericId<'ChannelFolderId'>();
export type ChannelFolderId = z.infer<typeof ChannelFolderId>;

/** Events of channel folders. */
export const channelFolderEvents = defineEvents('organization', {
  ChannelFolderCreated: eventType(1, {
    folderId: ChannelFolderId,
    name: z.string(),
    description: erasable('person:creatorId', z.string()),
    renderedDescription: erasable('person:creatorId', z.string()),
    creatorId: UserId.nullable(),
    /** Position among all folders, from 0. */
    order: z.number().int().nonnegative(),
  }),
  ChannelFolderRenamed: eventType(1, { folderId: ChannelFolderId, oldName: z.string(), newName: z.string() }),
  ChannelFolderDescribed: eventType(1, {
    folderId: ChannelFolderId,
    authorId: UserId.nullable(),
    description: erasable('person:authorId', z.string()),
    renderedDescription: erasable('person:authorId', z.string()),
  }),
  ChannelFolderArchived: eventType(1, { folderId: ChannelFolderId }),
  ChannelFolderUnarchived: eventType(1, { folderId: ChannelFolderId }),
  /** All folders in their new order, archived ones included. */
  ChannelFoldersReordered: eventType(1, { folderIds: z.array(ChannelFolderId).min(1) }),
});
export const {
  ChannelFolderCreated,
  ChannelFolderRenamed,
  ChannelFolderDescribed,
  ChannelFolderArchived,
  ChannelFolderUnarchived,
  ChannelFoldersReordered,
} = channelFolderEvents.make;
