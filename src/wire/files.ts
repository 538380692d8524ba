/** What the wire shows of uploaded files. */
import { z } from 'zod';
import type { OrganizationId, UserId } from '../ids.ts';
import type { UploadedFile } from '../organization/files.ts';
import type { OrganizationState } from '../organization/state.ts';
import { eventShape } from './row.ts';
import { named } from './named.ts';

/** A file, as its owner is shown it. */
export const Attachment = named(
  'Attachment',
  z.strictObject({
    id: z.int(),
    name: z.string(),
    path_id: z.string(),
    size: z.int(),
    create_time: z.int(),
    message_ids: z.array(z.int()),
  }),
);

/** The same with what clients of older feature levels read; `date_sent` is in UNIX milliseconds. */
export const ListedAttachment = named(
  'ListedAttachment',
  Attachment.extend({
    messages: z.array(z.strictObject({ id: z.int(), date_sent: z.int() })),
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

/** What owners are told of their files. */
export const attachmentPayloads = {
  'attachment/add': eventShape('attachment', 'add', { attachment: Attachment, upload_space_used: z.int() }),
  'attachment/update': eventShape('attachment', 'update', {
    attachment: Attachment,
    upload_space_used: z.int(),
  }),
  'attachment/remove': eventShape('attachment', 'remove', {
    attachment: z.strictObject({ id: z.int() }),
    upload_space_used: z.int(),
  }),
} as const;
