/** Data exports of the organization. */
import type { ExportId, ExportType } from '../events/exports.ts';
import type { UserId } from '../ids.ts';
import { cell, map } from './containers.ts';
import { slice } from './define.ts';

/** Times in UNIX milliseconds. */
export interface DataExport {
  readonly exportId: ExportId;
  readonly requestedBy: UserId;
  readonly exportType: ExportType;
  readonly requestedAt: number;
  /** undefined while it is made. */
  readonly archive?: { readonly key: string; readonly digest: string; readonly size: number };
  readonly deletedAt: number | null;
}

export const exportsSlice = slice({
  version: 1,
  state: () => ({
    byId: map<ExportId, DataExport>(),
    idByKey: map<string, ExportId>(),
    nextId: cell(1 as ExportId),
  }),
  evolve: {
    ExportRequested({ byId, nextId }, data, { metadata }) {
      byId.set(data.exportId, { ...data, requestedAt: metadata.time, deletedAt: null });
      nextId.set((data.exportId + 1) as ExportId);
    },
    ExportFinished({ byId, idByKey }, { exportId, ...archive }) {
      byId.update(exportId, (present) => ({ ...present, archive }));
      idByKey.set(archive.key, exportId);
    },
    ExportDeleted({ byId, idByKey }, { exportId }, { metadata }) {
      const key = byId.get(exportId)?.archive?.key;
      if (key !== undefined) idByKey.delete(key);
      byId.update(exportId, (present) => ({ ...present, deletedAt: metadata.time }));
    },
  },
});

/** State with exports. */
interface WithExports {
  readonly exports: ReturnType<typeof exportsSlice.state>;
}

/** All exports, newest first. */
export const exportsOf = ({ exports }: WithExports): readonly DataExport[] =>
  [...exports.byId.values()].reverse();

/** The export whose archive has this key; undefined once that is removed. */
export function exportWithKey({ exports }: WithExports, key: string): DataExport | undefined {
  const exportId = exports.idByKey.get(key);
  return exportId === undefined ? undefined : exports.byId.get(exportId);
}
