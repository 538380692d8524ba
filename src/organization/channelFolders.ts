/** Folders that channels are put into: their names and their order. */
import { revealed } from '../events/define.ts';
import type { ChannelFolderId } from '../ids.ts';
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
    ChannelFolderCreated(folders, { folderId, name, description }) {
      const folder = { folderId, name, description: revealed(description, ''), archived: false };
      folders.byId.set(folderId, folder);
      takeName(folders.idByName, folderId, name);
      folders.order.set([...folders.order.get(), folderId]);
      folders.nextFolderId.set((folderId + 1) as ChannelFolderId);
    },
    ChannelFolderRenamed(folders, { folderId, oldName, newName }) {
      takeName(folders.idByName, folderId, newName, oldName);
      folders.byId.update(folderId, { name: newName });
    },
    ChannelFolderDescribed: ({ byId }, { folderId, description }) =>
      byId.update(folderId, { description: revealed(description, '') }),
    ChannelFolderArchived: ({ byId }, { folderId }) => byId.update(folderId, { archived: true }),
    ChannelFolderUnarchived: ({ byId }, { folderId }) => byId.update(folderId, { archived: false }),
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
