/** Channel folders: their names and their order. */
import type { OrganizationEvents } from '../events/catalog.ts';
import { readErasable } from '../events/define.ts';
import type { ChannelFolderId } from '../events/channelFolders.ts';
import { nameKey } from '../names.ts';
import { defineChanges, evolveById } from './changes.ts';
import { cell, map } from './containers.ts';
import { slice } from './define.ts';
import { reassignName } from './names.ts';

/** A folder as rules see it; the description is '' once erased. */
export interface ChannelFolder {
  readonly folderId: ChannelFolderId;
  readonly name: string;
  /** Markdown. */
  readonly description: string;
  readonly archived: boolean;
}

/** Changes of a folder by events. */
export const folderChanges = defineChanges<ChannelFolderId, ChannelFolder>()(({ folderId }) => folderId, {
  ChannelFolderRenamed: ({ newName }) => ({ name: newName }),
  ChannelFolderDescribed: ({ description }) => ({ description: readErasable(description, '') }),
  ChannelFolderArchived: () => ({ archived: true }),
  ChannelFolderUnarchived: () => ({ archived: false }),
});
const changed = evolveById(folderChanges);

/** A folder after its first event. */
export const initialFolder = ({
  folderId,
  name,
  description,
}: OrganizationEvents['ChannelFolderCreated']): ChannelFolder => ({
  folderId,
  name,
  description: readErasable(description, ''),
  archived: false,
});

export const channelFoldersSlice = slice({
  version: 2,
  state: () => ({
    byId: map<ChannelFolderId, ChannelFolder>(),
    /** By `nameKey`; archived folders keep their names. */
    idByName: map<string, ChannelFolderId>(),
    /** All folders, archived ones included. */
    order: cell<readonly ChannelFolderId[]>([]),
    nextFolderId: cell(1 as ChannelFolderId),
  }),
  evolve: {
    ...changed,
    ChannelFolderCreated(folders, data) {
      const { folderId, name } = data;
      folders.byId.set(folderId, initialFolder(data));
      reassignName(folders.idByName, folderId, name);
      folders.order.set([...folders.order.get(), folderId]);
      folders.nextFolderId.set((folderId + 1) as ChannelFolderId);
    },
    ChannelFolderRenamed(folders, data) {
      reassignName(folders.idByName, data.folderId, data.newName, data.oldName);
      changed.ChannelFolderRenamed(folders, data);
    },
    ChannelFoldersReordered: ({ order }, { folderIds }) => order.set(folderIds),
  },
});

/** State with folders. */
interface WithChannelFolders {
  readonly channelFolders: ReturnType<typeof channelFoldersSlice.state>;
}

/** The folder with a name, in any case, archived or not. */
export function folderByName(organization: WithChannelFolders, name: string): ChannelFolder | undefined {
  const folderId = organization.channelFolders.idByName.get(nameKey(name));
  return folderId === undefined ? undefined : organization.channelFolders.byId.get(folderId);
}
