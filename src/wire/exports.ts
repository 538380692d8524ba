/** Data exports on the wire. */
import { z } from 'zod';
import type { OrganizationId } from '../ids.ts';
import type { DataExport } from '../organization/exports.ts';
import { plainEventShape } from './row.ts';
import { named } from './named.ts';

/** Times in UNIX seconds. */
export const Export = named(
  'DataExport',
  z.strictObject({
    id: z.int(),
    acting_user_id: z.int(),
    export_time: z.int(),
    deleted_timestamp: z.int().nullable(),
    failed_timestamp: z.int().nullable(),
    export_url: z.string().nullable(),
    pending: z.boolean(),
    export_type: z.string(),
  }),
);

/** The path of an archive: who knows it may read it. */
const exportPath = (organizationId: OrganizationId, key: string): string =>
  `/user_exports/${organizationId}/${key}.zip`;

/** The server goes on trying until an export is made, so none has failed. */
export const wireExport = (
  organizationId: OrganizationId,
  { exportId, requestedBy, requestedAt, deletedAt, archive, exportType }: DataExport,
): z.infer<typeof Export> => ({
  id: exportId,
  acting_user_id: requestedBy,
  export_time: Math.floor(requestedAt / 1000),
  deleted_timestamp: deletedAt === null ? null : Math.floor(deletedAt / 1000),
  failed_timestamp: null,
  export_url: archive && deletedAt === null ? exportPath(organizationId, archive.key) : null,
  pending: archive === undefined,
  export_type: exportType,
});

/** Client events of exports, for administrators. */
export const exportPayloads = {
  realm_export: plainEventShape('realm_export', { exports: z.array(Export) }),
  realm_export_consent: plainEventShape('realm_export_consent', { user_id: z.int(), consented: z.boolean() }),
} as const;
