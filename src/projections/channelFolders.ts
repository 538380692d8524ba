/** What is shown of channel folders: one document each, in the order that administrators gave them. */
import { revealed } from '../events/define.ts';
import type { ChannelFolderId } from '../events/channelFolders.ts';
import type { UserId } from '../ids.ts';
import { folderChanges } from '../organization/channelFolders.ts';
import type { OrganizationState } from '../organization/state.ts';
import { collection, defineProjection, type ViewWriter } from './define.ts';
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

const folderDocuments = collection<ChannelFolderDocument, ChannelFolderId>('channelFolders', {
  id: 'number',
});

/** What a change of a folder is in its document. */
const documentFields = <Change extends { readonly archived?: boolean }>({ archived, ...fields }: Change) => ({
  ...fields,
  ...(archived !== undefined && { isArchived: archived }),
});

/** Changes fields of a folder. */
const change = (views: ViewWriter, folderId: ChannelFolderId, fields: Partial<ChannelFolderDocument>): void =>
  views.patch(folderDocuments, folderId, (folder) => ({ ...folder, ...fields }));

/** Folders by ID, archived ones among them. */
export const channelFolders = defineProjection({
  name: 'channelFolders',
  version: 1,
  collections: [folderDocuments],
  on: {
    ChannelFolderCreated({ data, metadata }, views) {
      const { folderId, ...created } = data;
      const folder: ChannelFolderDocument = {
        ...created,
        renderedDescription: revealed(created.renderedDescription, ''),
        createdAt: metadata.time,
        isArchived: false,
        ...documentFields(folderChanges.ChannelFolderCreated(data)),
      };
      views.put(folderDocuments, folderId, folder);
    },
    ChannelFolderRenamed: ({ data }, views) =>
      change(views, data.folderId, folderChanges.ChannelFolderRenamed(data)),
    ChannelFolderDescribed: ({ data }, views) =>
      change(views, data.folderId, {
        ...folderChanges.ChannelFolderDescribed(data),
        renderedDescription: revealed(data.renderedDescription, ''),
      }),
    ChannelFolderArchived: ({ data }, views) =>
      change(views, data.folderId, documentFields(folderChanges.ChannelFolderArchived())),
    ChannelFolderUnarchived: ({ data }, views) =>
      change(views, data.folderId, documentFields(folderChanges.ChannelFolderUnarchived())),
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
  const found = await documentsOf(views, organization).find(folderDocuments, {});
  return found
    .map(({ id, document }) => ({ ...document, folderId: id }))
    .filter(({ isArchived }) => includeArchived || !isArchived)
    .sort((one, other) => one.order - other.order);
}
