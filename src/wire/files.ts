/** What the wire shows of uploaded files. */
import { z } from 'zod';
import type { OrganizationId, UserId } from '../base/ids.ts';
import { FileId } from '../events/files.ts';
import type { UploadedFile } from '../organization/slices/files.ts';
import type { OrganizationState } from '../organization/state.ts';
import { eventShape, named } from './define.ts';

/** A file, as its owner is shown it. */
export const Attachment = named(
  'Attachment',
  'An uploaded file, as its owner sees it.',
  z.strictObject({
    id: FileId,
    name: z.string().describe('Name under which it was uploaded.'),
    path_id: z.string().describe('Where it is, below `/user_uploads/`.'),
    size: z.int().describe('Bytes.'),
    create_time: z.int().describe('When it was uploaded, in UNIX seconds.'),
    message_ids: z.array(z.int()).describe('The newest messages that show it, at most 1,000.'),
  }),
);

/** The same with what clients of older feature levels read; `date_sent` is in UNIX milliseconds. */
export const ListedAttachment = named(
  'ListedAttachment',
  'An uploaded file, with the dates of the messages that show it.',
  Attachment.extend({
    messages: z
      .array(
        z.strictObject({
          id: z.int().describe('ID of the message.'),
          date_sent: z.int().describe('When the message was sent, in UNIX milliseconds.'),
        }),
      )
      .describe('The same messages with their dates, for clients of older feature levels.'),
  }),
);

/** Messages that a file's owner is told of, the newest: others may show it in any number. */
const MAX_SHOWN_MESSAGES = 1_000;

const shownIn = ({ shownIn: all }: UploadedFile) => all.slice(-MAX_SHOWN_MESSAGES);

/** Where a file is, below `/user_uploads/`. */
export const pathIdOf = (
  organizationId: OrganizationId,
  { key, urlName }: Pick<UploadedFile, 'key' | 'urlName'>,
): string => `${organizationId}/${key}/${urlName}`;

export const wireAttachment = (
  organizationId: OrganizationId,
  file: UploadedFile,
): z.infer<typeof Attachment> => ({
  id: file.fileId,
  name: file.name,
  path_id: pathIdOf(organizationId, file),
  size: file.size,
  create_time: Math.floor(file.uploadedAt / 1000),
  message_ids: shownIn(file),
});

export const listedAttachment = (
  { organizationId, files }: OrganizationState,
  file: UploadedFile,
): z.infer<typeof ListedAttachment> => ({
  ...wireAttachment(organizationId, file),
  messages: shownIn(file).map((id) => ({ id, date_sent: files.showing.get(id)?.sentAt ?? 0 })),
});

/** Bytes of all files of a person. */
export const usedBytes = ({ files }: OrganizationState, userId: UserId): number =>
  files.usedBy.get(userId) ?? 0;

const attachment = Attachment.describe('The file.');
export const UploadSpaceUsed = z.int().describe('Bytes of all files of the owner.');

/** What owners are told of their files. */
export const payloads = {
  'attachment/add': eventShape('attachment', 'add', {
    attachment,
    upload_space_used: UploadSpaceUsed,
  }).describe('The receiver has uploaded a file.'),
  'attachment/update': eventShape('attachment', 'update', {
    attachment,
    upload_space_used: UploadSpaceUsed,
  }).describe('Other messages than before show a file of the receiver.'),
  'attachment/remove': eventShape('attachment', 'remove', {
    attachment: z.strictObject({ id: FileId }).describe('The file that was removed.'),
    upload_space_used: UploadSpaceUsed,
  }).describe('A file of the receiver was removed.'),
} as const;

// Smaller pictures in the place of uploaded ones: in which formats there are any, and where.

/** The formats, as clients are told of them when they register. */
export const THUMBNAIL_FORMATS = [
  { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
  { name: '840x560-anim.webp', max_width: 840, max_height: 560, format: 'webp', animated: true },
] as const;

/** Where browsers load the smaller picture of a file from; one that moves where the picture does. */
export const thumbnailPath = (pathId: string, isAnimated: boolean): string =>
  `/user_uploads/thumbnail/${pathId}/840x560${isAnimated ? '-anim' : ''}.webp`;
