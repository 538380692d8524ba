/** Channel folders as shown: one document each, in the administrators' order. */
import { readErasable } from '../events/define.ts';
import type { ChannelFolderId } from '../events/channelFolders.ts';
import type { UserId } from '../ids.ts';
import { type ChannelFolder, initialFolder, folderChanges } from '../organization/channelFolders.ts';
import type { OrganizationState } from '../organization/state.ts';
import { collection, defineProjection, patchById, type ViewWriter } from './define.ts';
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
  /** Position among all folders, from 0. */
  readonly order: number;
}

const folderDocuments = collection<ChannelFolderDocument, ChannelFolderId>('channelFolders', {
  id: 'number',
});

/** A folder's fields in its document. */
const documentFields = <Fields extends Partial<ChannelFolder>>({
  folderId: _,
  archived,
  ...fields
}: Fields) => ({
  ...fields,
  ...(archived !== undefined && { isArchived: archived }),
});
const patches = patchById(folderDocuments, folderChanges, documentFields);

/** Changes fields that the state does not have. */
const change = (views: ViewWriter, folderId: ChannelFolderId, fields: Partial<ChannelFolderDocument>): void =>
  views.patch(folderDocuments, folderId, (folder) => ({ ...folder, ...fields }));

/** Folders by ID, archived ones included. */
export const channelFolders = defineProjection({
  name: 'channelFolders',
  version: 1,
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
        ...{ creatorId, order, createdAt: metadata.time, isArchived },
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
