/** Channel folders. */
import { z } from 'zod';
import {
  checkedFolderDescription,
  createChannelFolder,
  reorderChannelFolders,
  updateChannelFolder,
} from '../../commands/channels/folders.ts';
import { ChannelFolderId } from '../../events/channels.ts';
import { accessOf } from '../../organization/access/access.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { channelFolders, findChannelFolders } from '../../projections/channels.ts';
import { channelFields, Folder, Folders, wireFolder } from '../../wire/channels.ts';
import { json, path, text } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';
import type { Account } from '../http/servedOrganization.ts';
import type { Services } from '../http/services.ts';

export const channelFolderRoutes = routes({
  'GET /channel_folders': read({
    who: 'user',
    summary: 'List channel folders in their order',
    params: {
      include_archived: json(z.boolean())
        .default(false)
        .describe('Whether archived folders are listed, too.'),
    },
    response: z.strictObject({ channel_folders: Folders }),
    async handle({ params, actor, organization: { state }, level }) {
      const views = await level(channelFolders);
      const access = accessOf(state, actor.userId);
      const folders = await findChannelFolders(views, state, { includeArchived: params.include_archived });
      return { channel_folders: folders.map((folder) => wireFolder(folder, access)) };
    },
  }),

  'POST /channel_folders/create': write({
    who: 'user',
    summary: 'Create a channel folder',
    params: {
      name: text().describe('Name of the folder.'),
      description: text().describe(Folder.shape.description),
    },
    response: z.strictObject({ channel_folder_id: ChannelFolderId }),
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, actor, organization: { state }, services, submit }) {
      const description = await rendered(services, state, actor, params.description);
      const { folderId } = await submit(createChannelFolder, { name: params.name, description });
      return { channel_folder_id: folderId };
    },
  }),

  'PATCH /channel_folders': write({
    who: 'user',
    summary: 'Reorder the channel folders',
    params: {
      order: json(z.array(ChannelFolderId)).describe('The IDs of all folders, archived ones included.'),
    },
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, submit }) {
      await submit(reorderChannelFolders, { folderIds: params.order });
    },
  }),

  'PATCH /channel_folders/:channel_folder_id': write({
    who: 'user',
    summary: 'Rename, describe, archive or unarchive a channel folder',
    params: {
      channel_folder_id: path(ChannelFolderId),
      name: text().optional().describe('New name of the folder.'),
      description: text().optional().describe('New description in Markdown.'),
      is_archived: json(z.boolean()).optional().describe(channelFields.is_archived),
    },
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, actor, organization: { state }, services, submit }) {
      const { description } = params;
      await submit(updateChannelFolder, {
        folderId: params.channel_folder_id,
        name: params.name,
        description:
          description === undefined ? undefined : await rendered(services, state, actor, description),
        isArchived: params.is_archived,
      });
    },
  }),
});

/** A description with its HTML. */
async function rendered(services: Services, state: OrganizationState, writer: Account, description: string) {
  const source = checkedFolderDescription(description);
  return { text: source, html: await services.renderDescription(state, source, writer.userId) };
}
