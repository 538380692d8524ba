/** Decisions about data exports. */
import { randomBytes } from 'node:crypto';
import { Refused, requireThat } from '../errors.ts';
import {
  ExportDeleted,
  ExportFinished,
  type ExportId,
  ExportRequested,
  type ExportType,
} from '../events/exports.ts';
import { exportsOf } from '../organization/exports.ts';
import { requireAdministrator } from './authority.ts';
import { command, nothingToDo } from './define.ts';
import { callerOf } from './topics.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
/** Exports of an organization within a week: each reads everything. */
const MAX_EXPORTS_PER_WEEK = 5;

/** Has the server make an export. */
export const requestExport = command<{ readonly exportType: ExportType }, { readonly exportId: ExportId }>({
  name: 'RequestExport',
  decide(organization, { exportType }, context) {
    requireAdministrator(organization, context);
    const recent = exportsOf(organization).filter(({ requestedAt }) => requestedAt > context.now - WEEK_MS);
    requireThat(recent.length < MAX_EXPORTS_PER_WEEK, 'Exceeded rate limit.');
    const exportId = organization.exports.nextId.get();
    const requested = { exportId, requestedBy: callerOf(context), exportType };
    return { events: [ExportRequested(requested)], result: { exportId } };
  },
});

/** Submitted by the server when the archive is stored; again, or after it was deleted, it changes nothing. */
export const finishExport = command<
  { readonly exportId: ExportId; readonly digest: string; readonly size: number },
  void
>({
  name: 'FinishExport',
  decide(organization, { exportId, digest, size }) {
    const present = organization.exports.byId.get(exportId);
    if (present === undefined || present.archive !== undefined) return nothingToDo(undefined);
    const key = randomBytes(20).toString('hex');
    return { events: [ExportFinished({ exportId, key, digest, size })], result: undefined };
  },
});

/** Removes the archive of an export. */
export const deleteExport = command<{ readonly exportId: ExportId }, void>({
  name: 'DeleteExport',
  decide(organization, { exportId }, context) {
    requireAdministrator(organization, context);
    const present = organization.exports.byId.get(exportId);
    if (present === undefined) throw new Refused('Invalid data export ID');
    requireThat(present.deletedAt === null, 'Export already deleted');
    requireThat(present.archive !== undefined, 'Export still in progress');
    return { events: [ExportDeleted({ exportId, digest: present.archive.digest })], result: undefined };
  },
});
