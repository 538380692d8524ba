/** What is shown of channel folders: one document each, in the order that administrators gave them. */
import { revealed } from '../events/define.ts';
import type { ChannelFolderId, UserId } from '../ids.ts';
import type { OrganizationState } from '../organization/state.ts';
import { defineProjection, type ViewWriter } from './define.ts';
import { documentsOf } from './documents.ts';
import type { Views } from './views.ts';

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
  /** Place among all folders, from 0. */
  readonly order: number;
}

/** Changes the fields of a folder that an event names. */
const change = (views: ViewWriter, folderId: ChannelFolderId, fields: Partial<ChannelFolderDocument>): void =>
  views.patch('channelFolders', folderId, (folder) => ({ ...folder, ...fields }));

/** Folders by ID, archived ones among them. */
export const channelFolders = defineProjection({
  name: 'channelFolders',
  version: 1,
  collections: { channelFolders: { id: 'number' } },
  on: {
    ChannelFolderCreated({ data: { folderId, ...created }, metadata }, views) {
      const folder: ChannelFolderDocument = {
        ...created,
        description: revealed(created.description, ''),
        renderedDescription: revealed(created.renderedDescription, ''),
        createdAt: metadata.time,
        isArchived: false,
      };
      views.put('channelFolders', folderId, { ...folder });
    },
    ChannelFolderRenamed: ({ data }, views) => change(views, data.folderId, { name: data.newName }),
    ChannelFolderDescribed: ({ data }, views) =>
      change(views, data.folderId, {
        description: revealed(data.description, ''),
        renderedDescription: revealed(data.renderedDescription, ''),
      }),
    ChannelFolderArchived: ({ data }, views) => change(views, data.folderId, { isArchived: true }),
    ChannelFolderUnarchived: ({ data }, views) => change(views, data.folderId, { isArchived: false }),
    ChannelFoldersReordered: ({ data }, views) =>
      data.folderIds.forEach((folderId, order) => change(views, folderId, { order })),
  },
});

/** A folder as the listing shows it. */
export interface ShownChannelFolder extends ChannelFolderDocument {
  readonly folderId: ChannelFolderId;
}

/** The folders in their order; archived ones only where they are asked for. */
export async function channelFoldersOf(
  views: Views,
  organization: OrganizationState,
  { includeArchived }: { readonly includeArchived: boolean },
): Promise<readonly ShownChannelFolder[]> {
  const found = await documentsOf(views, organization).find<ChannelFolderDocument>('channelFolders', {});
  return found
    .map(({ id, document }) => ({ ...document, folderId: id as ChannelFolderId }))
    .filter(({ isArchived }) => includeArchived || !isArchived)
    .sort((one, other) => one.order - other.order);
}
