/** Folders that channels are put into: their names and their order. */
import type { OrganizationEvents } from '../events/catalog.ts';
import { revealed } from '../events/define.ts';
import type { ChannelFolderId } from '../events/channelFolders.ts';
import { nameKey } from '../names.ts';
import { cell, map } from './containers.ts';
import { slice } from './define.ts';
import { takeName } from './names.ts';

/** A folder as rules see it; the description '' once erased. */
export interface ChannelFolder {
  readonly folderId: ChannelFolderId;
  readonly name: string;
  /** Markdown. */
  readonly description: string;
  readonly archived: boolean;
}

type FolderChange = Partial<Pick<ChannelFolder, 'name' | 'description' | 'archived'>>;

/** Event name → what such an event makes of a folder: for the state and for the documents that are listed. */
export const folderChanges = {
  ChannelFolderCreated: ({ name, description }) => ({
    name,
    description: revealed(description, ''),
    archived: false,
  }),
  ChannelFolderRenamed: ({ newName }) => ({ name: newName }),
  ChannelFolderDescribed: ({ description }) => ({ description: revealed(description, '') }),
  ChannelFolderArchived: () => ({ archived: true }),
  ChannelFolderUnarchived: () => ({ archived: false }),
} satisfies {
  readonly [Type in keyof OrganizationEvents]?: (data: OrganizationEvents[Type]) => FolderChange;
};

export const channelFoldersSlice = slice({
  version: 2,
  state: () => ({
    byId: map<ChannelFolderId, ChannelFolder>(),
    /** By `nameKey`; archived folders keep their names. */
    idByName: map<string, ChannelFolderId>(),
    /** All folders, archived ones among them. */
    order: cell<readonly ChannelFolderId[]>([]),
    nextFolderId: cell(1 as ChannelFolderId),
  }),
  evolve: {
    ChannelFolderCreated(folders, data) {
      const { folderId, name } = data;
      folders.byId.set(folderId, { folderId, ...folderChanges.ChannelFolderCreated(data) });
      takeName(folders.idByName, folderId, name);
      folders.order.set([...folders.order.get(), folderId]);
      folders.nextFolderId.set((folderId + 1) as ChannelFolderId);
    },
    ChannelFolderRenamed(folders, data) {
      const { folderId, oldName, newName } = data;
      takeName(folders.idByName, folderId, newName, oldName);
      folders.byId.update(folderId, folderChanges.ChannelFolderRenamed(data));
    },
    ChannelFolderDescribed: ({ byId }, data) =>
      byId.update(data.folderId, folderChanges.ChannelFolderDescribed(data)),
    ChannelFolderArchived: ({ byId }, data) =>
      byId.update(data.folderId, folderChanges.ChannelFolderArchived()),
    ChannelFolderUnarchived: ({ byId }, data) =>
      byId.update(data.folderId, folderChanges.ChannelFolderUnarchived()),
    ChannelFoldersReordered: ({ order }, { folderIds }) => order.set(folderIds),
  },
});

/** State that knows folders. */
interface WithChannelFolders {
  readonly channelFolders: ReturnType<typeof channelFoldersSlice.state>;
}

/** The folder of a name, in whatever case, archived or not. */
export function folderNamed(organization: WithChannelFolders, name: string): ChannelFolder | undefined {
  const folderId = organization.channelFolders.idByName.get(nameKey(name));
  return folderId === undefined ? undefined : organization.channelFolders.byId.get(folderId);
}
