/** The reactor that makes data exports. */
import type { ExportId } from '../events/exports.ts';
import type { OrganizationState } from '../organization/state.ts';
import { defineReactor, type Reactor } from './define.ts';

/** Makes the archive of an export, and records that it is finished; again, it changes nothing. */
export type MakeExport = (organization: OrganizationState, exportId: ExportId) => Promise<void>;

/** Each export once; one that a crash has interrupted begins again. */
export const exportsReactor = (make: MakeExport): Reactor =>
  defineReactor({
    name: 'exports',
    on: {
      ExportRequested: ({ data: { exportId } }, organization) => [
        { id: `export:${exportId}`, run: () => make(organization, exportId) },
      ],
    },
    concerns: ({ exports }) => exports.byId.size > 0,
  });
