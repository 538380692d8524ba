import { z } from 'zod';
import { numericId, UserId } from '../ids.ts';
import { defineEvents, eventType } from './define.ts';

/** ID of a data export. */
export const ExportId = numericId<'ExportId'>();
export type ExportId = z.infer<typeof ExportId>;

/** What an export contains: public data, or besides what people who consent can read. */
export const ExportType = z.enum(['public', 'full_with_consent']);
export type ExportType = z.infer<typeof ExportType>;

/** Events of data exports. */
export const exportEvents = defineEvents('organization', {
  /** The server makes it from now on. */
  ExportRequested: eventType(1, { exportId: ExportId, requestedBy: UserId, exportType: ExportType }),
  ExportFinished: eventType(1, {
    exportId: ExportId,
    /** What nobody can guess, in its URL. */
    key: z.string(),
    /** SHA-256 of the archive, and its bytes. */
    digest: z.string(),
    size: z.number().int().nonnegative(),
  }),
  /** The archive is removed; that there was an export stays known. */
  ExportDeleted: eventType(1, { exportId: ExportId, digest: z.string() }),
});
export const { ExportRequested, ExportFinished, ExportDeleted } = exportEvents.make;
