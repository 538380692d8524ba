/** Data exports. */
import { z } from 'zod';
import { Refused } from '../../base/errors.ts';
import { UserId } from '../../base/ids.ts';
import { requireAdministrator } from '../../commands/define.ts';
import { deleteExport, requestExport } from '../../commands/organization/files.ts';
import { ExportId, type ExportType } from '../../events/organizations.ts';
import { exportsOf, exportWithKey } from '../../organization/slices/organizations.ts';
import { ExportConsent, Exports, wireExport } from '../../wire/organizations.ts';
import { path, pathText, textOrJson } from '../http/parameters.ts';
import { unknownPath } from '../http/problems.ts';
import { FileResponse } from '../http/responses.ts';
import { EmptyResponse, read, routes, write } from '../http/route.ts';

const errors = ['UNAUTHORIZED_PRINCIPAL'] as const;

/** Older clients send numbers, and some send the word as JSON text. */
const TYPES = new Map<unknown, ExportType | 'full_without_consent'>([
  [1, 'public'],
  [2, 'full_with_consent'],
  ['public', 'public'],
  ['full_with_consent', 'full_with_consent'],
  ['full_without_consent', 'full_without_consent'],
]);
const SentType = z.union([z.string(), z.int()]).transform((sent, context) => {
  const type = TYPES.get(sent);
  if (type === undefined) context.addIssue('Invalid export_type');
  return type ?? z.NEVER;
});

export const exportRoutes = routes({
  'GET /export/realm': read({
    who: 'user',
    summary: 'List the data exports, newest first; for administrators',
    params: {},
    response: z.strictObject({ exports: Exports }),
    errors,
    handle({ actor, organization: { id, state } }) {
      requireAdministrator(state, { actor: actor.userId });
      return { exports: exportsOf(state).map((each) => wireExport(id, each)) };
    },
  }),

  'POST /export/realm': write({
    who: 'user',
    summary: 'Have the server export data; for administrators, five times a week',
    params: {
      export_type: textOrJson(SentType)
        .default('public')
        .describe('`public`, or `full_with_consent`: besides, what people can read who allow it.'),
    },
    response: z.strictObject({ id: z.int().describe('ID of the new data export.') }),
    errors,
    async handle({ params: { export_type: exportType }, submit }) {
      if (exportType === 'full_without_consent') throw new Refused('Insufficient permission');
      const { exportId } = await submit(requestExport, { exportType });
      return { id: exportId };
    },
  }),

  'GET /export/realm/consents': read({
    who: 'user',
    summary: 'List who allows that their private data is exported; for administrators',
    params: {},
    response: z.strictObject({
      export_consents: z
        .array(z.strictObject({ user_id: UserId, consented: ExportConsent }))
        .describe('Everybody’s consent.'),
    }),
    errors,
    handle({ actor, organization: { state } }) {
      requireAdministrator(state, { actor: actor.userId });
      const people = [...state.users.byId.values()].filter(({ active, bot }) => active && bot === null);
      return {
        export_consents: people.map(({ userId, settings }) => ({
          user_id: userId,
          consented: settings.allowPrivateDataExport,
        })),
      };
    },
  }),

  'DELETE /export/realm/:export_id': write({
    who: 'user',
    summary: 'Delete the archive of a data export; for administrators',
    params: { export_id: path(ExportId).describe('ID of the data export.') },
    errors,
    async handle({ params, submit }) {
      await submit(deleteExport, { exportId: params.export_id });
    },
  }),
});

/** Below the root: archives by URLs that nobody guesses. */
export const exportReadingRoutes = routes({
  'GET /user_exports/:realm_id/:file_name': read({
    who: 'anyone',
    summary: 'Read the archive of a data export',
    params: { realm_id: pathText(), file_name: pathText() },
    response: EmptyResponse,
    async handle({ params, organization, services }) {
      const [, key = ''] = /^([0-9a-f]{40})\.zip$/.exec(params.file_name) ?? [];
      const archive = exportWithKey(organization.state, key)?.archive;
      const isHere = params.realm_id === String(organization.id) && archive !== undefined;
      const body = isHere ? await services.files.open(organization.id, archive.digest) : undefined;
      if (archive === undefined || body === undefined) throw unknownPath();
      const headers = [
        'Content-Type',
        'application/zip',
        'Content-Length',
        String(archive.size),
        'Content-Disposition',
        'attachment; filename="export.zip"',
        'X-Content-Type-Options',
        'nosniff',
        'Cache-Control',
        'private, no-store',
      ];
      return new FileResponse(200, headers, body);
    },
  }),
});
