/** Samples of events about channel folders. */
import { channelFolderEvents } from '../../../src/events/channels.ts';
import { sample } from './sample.ts';

export const channelFolderExamples = {
  channelFolderCreated: sample(channelFolderEvents, 'ChannelFolderCreated', ({ folderId = 1 }) => ({
    folderId,
    name: `folder ${folderId}`,
    description: 'What is in it',
    renderedDescription: '<p>What is in it</p>',
    creatorId: 1,
    order: folderId - 1,
  })),
  channelFolderRenamed: sample(channelFolderEvents, 'ChannelFolderRenamed', ({ folderId = 1 }) => ({
    folderId,
    oldName: `folder ${folderId}`,
    newName: 'Projects',
  })),
  channelFolderDescribed: sample(channelFolderEvents, 'ChannelFolderDescribed', () => ({
    folderId: 1,
    authorId: 1,
    description: 'What we work on',
    renderedDescription: '<p>What we work on</p>',
  })),
  channelFolderArchived: sample(channelFolderEvents, 'ChannelFolderArchived', () => ({ folderId: 1 })),
  channelFolderUnarchived: sample(channelFolderEvents, 'ChannelFolderUnarchived', () => ({ folderId: 1 })),
  channelFoldersReordered: sample(channelFolderEvents, 'ChannelFoldersReordered', () => ({ folderIds: [1] })),
};
