import { z } from 'zod';
import { numericId, UserId } from '../base/ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';

/** ID of an uploaded file. */
export const FileId = numericId<'FileId'>('ID of the file.');
export type FileId = z.infer<typeof FileId>;

/** A picture that browsers show: its size in pixels, rotated according to its metadata. */
export const Picture = z.strictObject({
  width: z.number().int(),
  height: z.number().int(),
  contentType: z.string(),
  isAnimated: z.literal(true).optional(),
});
export type Picture = z.infer<typeof Picture>;

/** Events of uploaded files. Their bytes are not in the log: they are stored by digest before an event names them. */
export const fileEvents = defineEvents('organization', 'listed', 'shared', {
  FileUploaded: eventType(1, {
    fileId: FileId,
    ownerId: UserId,
    /** Two hexadecimal digits, a slash, and what nobody can guess: the URL of a file begins with it. */
    key: z.string(),
    /** As its owner called it, without folders and control characters. */
    name: erasable('person:ownerId', z.string()),
    /** The end of the URL: the name in characters that no URL changes. */
    urlName: erasable('person:ownerId', z.string()),
    /** SHA-256 of the bytes, as 64 hex digits. */
    digest: z.string(),
    /** In bytes. */
    size: z.number().int(),
    /** As stated by its sender. */
    contentType: z.string(),
    /** Absent where it is no picture, or one that is not shown. */
    picture: Picture.optional(),
  }),
  /** By its owner, or because nothing has referred to it for weeks. Messages that link to it stay. */
  FileRemoved: eventType(1, { fileId: FileId, ownerId: UserId, reason: z.enum(['deleted', 'unused']) }),
});
