/** Data exports. */
import { admins, forSome } from './linkifiers.ts';
import {
  administrator,
  type Chapter,
  error,
  field,
  including,
  integer,
  owner,
  parameter,
  rule,
  user,
} from './row.ts';

const file = 'exports.ts';
const bad = 'BAD_REQUEST';
/** Nobody may have more than five a week, so each chapter has a server of its own. */
const server = { UPLOAD_QUOTA_MIB: '1000' };
const LIST = 'GET /export/realm';
const MAKE = 'POST /export/realm';
const CONSENTS = 'GET /export/realm/consents';
const made = administrator(MAKE).keeps({ id: 'id' });

export const exports_: readonly Chapter[] = [
  {
    about: MAKE,
    file,
    server,
    rows: [
      field('id', 'is the ID of the export', [administrator(MAKE).shows({ id: integer })]),
      parameter('export_type', 'is public, or full_with_consent; older clients send 1 and 2', [
        administrator(MAKE, { export_type: 2 }).keeps({ id: 'id' }),
        administrator(LIST).shows({ 'exports[id={id}].export_type': 'full_with_consent' }),
        administrator(MAKE, { export_type: '"public"' }).keeps({ id: 'id' }),
        administrator(LIST).shows({ 'exports[id={id}].export_type': 'public' }),
        administrator(MAKE, { export_type: 'all' }).refused(bad, 'Invalid export_type'),
      ]),
      parameter('export_type', 'is not what people do not consent to', [
        owner(MAKE, { export_type: 'full_without_consent' }).refused(bad, 'Insufficient permission'),
      ]),
      rule('is taken five times a week', [
        made,
        made.shows(),
        administrator(MAKE).refused(bad, 'Exceeded rate limit.'),
      ]),
      ...forSome(MAKE, {}, admins),
    ],
  },
  {
    about: LIST,
    file,
    server,
    rows: [
      field('exports', 'are all, newest first', [
        made,
        administrator(LIST).shows({ 'exports[0].id': '{id}' }),
      ]),
      ...(
        [
          ['id', 'is the ID', '{id}'],
          ['acting_user_id', 'is who asked for it', '{administrator}'],
          ['export_time', 'is when, in UNIX seconds', integer],
          ['deleted_timestamp', 'is null until it is deleted', null],
          ['failed_timestamp', 'is null: the server tries until it is made', null],
          ['export_type', 'says what it contains', 'public'],
        ] as const
      )
        .map(([name, promise, value]) =>
          field(`exports[].${name}`, promise, [
            administrator(LIST)
              .shows({ [`exports[0].${name}`]: value })
              .keeps({ id: 'exports[0].id' }),
          ]),
        )
        .filter((_, index) => index > 0),
      field('exports[].pending', 'is whether it is still made; then it has no URL', [
        administrator(LIST).keeps({ id: 'exports[0].id' }),
        administrator(LIST).shows({ 'exports[0].id': '{id}' }),
      ]),
      field('exports[].export_url', 'cannot be guessed', [administrator(LIST).shows()]),
      ...forSome(LIST, {}, admins),
    ],
  },
  {
    about: CONSENTS,
    file,
    rows: [
      field('export_consents[].user_id', 'is each active person', [
        administrator(CONSENTS).shows({
          export_consents: including({ user_id: '{member}', consented: false }),
        }),
      ]),
      field('export_consents[].consented', 'is their setting `allow_private_data_export`', [
        user('PATCH /settings', { allow_private_data_export: true }),
        administrator(CONSENTS).shows({ export_consents: including({ user_id: '{user}', consented: true }) }),
      ]),
      ...forSome(CONSENTS, {}, admins),
    ],
  },
  {
    about: 'DELETE /export/realm/:export_id',
    file,
    rows: [
      parameter('export_id', 'is that of an export', [
        administrator('DELETE /export/realm/{nobody}').refused(bad, 'Invalid data export ID'),
      ]),
      error('BAD_REQUEST', 'is the answer to unknown ones', [
        administrator('DELETE /export/realm/0').refused(bad, 'Invalid data export ID'),
      ]),
      ...forSome('DELETE /export/realm/1', {}, admins),
    ],
  },
];
