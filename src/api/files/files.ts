/** Uploaded files: taking them in, telling their owner of them, and the URLs by which they are read. */
import { z } from 'zod';
import {
  fileNameOf,
  newFileKey,
  removeFile,
  uploadFile,
  urlNameOf,
} from '../../commands/organization/files.ts';
import { FileId } from '../../events/files.ts';
import { filesOf } from '../../organization/slices/files.ts';
import {
  listedAttachment,
  ListedAttachment,
  pathIdOf,
  UploadSpaceUsed,
  usedBytes,
} from '../../wire/files.ts';
import { path } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';
import { listResponse } from '../listings/listResponse.ts';
import { fileLimitOf, quotasOf, uploaderOf } from './limits.ts';
import { filePath, requireReadableFile, temporaryPath } from './serving.ts';

/** Bytes of a multipart body that are not its file's, at most. */
const MULTIPART_OVERHEAD_BYTES = 4_096;

export const fileRoutes = routes({
  'POST /user_uploads': write({
    who: 'user',
    summary: 'Upload a file: one in a multipart body, under any name',
    params: {},
    response: z.strictObject({
      url: z.string().describe('Path of the file, to be put into a link in a message.'),
      uri: z.string().describe('The same as `url`; deprecated.'),
      filename: z.string().describe('Name of the file, as links to it show it.'),
    }),
    errors: ['REALM_UPLOAD_QUOTA'],
    takesFile: true,
    async handle({ actor, organization, services, submitAfterDryRun, receiveFile, announcedBytes }) {
      const quotas = quotasOf(services.config);
      const limit = fileLimitOf(services.config);
      const announced = {
        ...NO_FILE,
        size: Math.max(Math.min(announcedBytes - MULTIPART_OVERHEAD_BYTES, limit.bytes), 0) || 0,
      };
      const file = await submitAfterDryRun(uploadFile, { file: announced, picture: undefined, quotas }, () =>
        receiveFile(limit, async ({ name: given, contentType, bytes }) => {
          const stored = await services.files.store(organization.id, bytes);
          const picture = await services.storedPictures.measure(uploaderOf(organization, actor), stored);
          const name = fileNameOf(given);
          const named = { key: newFileKey(), name, urlName: urlNameOf(name), contentType };
          return { file: { ...named, ...stored }, picture, quotas };
        }),
      );
      const url = `/user_uploads/${pathIdOf(organization.id, file)}`;
      return { url, uri: url, filename: file.name };
    },
  }),

  'GET /user_uploads/:realm_id/:shard/:secret/:file_name': read({
    who: 'user',
    summary: 'Get a URL by which a file can be read for a minute without credentials',
    params: filePath,
    response: z.strictObject({
      url: z.string().describe('A path that works for a minute without credentials.'),
    }),
    handle: async ({ params, actor, organization, services }) => {
      const file = requireReadableFile(organization, actor.userId, params);
      return { url: temporaryPath(organization.id, file, services) };
    },
  }),

  'GET /attachments': read({
    who: 'user',
    summary: 'List the files that the caller has uploaded',
    params: {},
    response: z.strictObject({
      attachments: z.array(ListedAttachment).describe('The caller’s files.'),
      upload_space_used: UploadSpaceUsed,
    }),
    handle: ({ actor: { userId }, organization: { state } }) =>
      listResponse('attachments', filesOf(state, userId), (file) => listedAttachment(state, file), {
        upload_space_used: usedBytes(state, userId),
      }),
  }),

  'DELETE /attachments/:attachment_id': write({
    who: 'user',
    summary: 'Remove a file that the caller has uploaded',
    params: { attachment_id: path(FileId) },
    async handle({ params, submit }) {
      await submit(removeFile, { fileId: params.attachment_id });
    },
  }),
});

/** What an upload is refused by before its file is there. */
const NO_FILE = { key: '', name: '', urlName: '', digest: '', contentType: '' };
