/** Client events of data exports, for administrators. */
import type { UserId } from '../ids.ts';
import { isAdministrator } from '../organization/access/rules.ts';
import { exportsOf } from '../organization/exports.ts';
import { wireExport } from '../wire/exports.ts';
import { type AddressedPayload, type LiveTransition, payloadTo, translate } from './define.ts';

const changed = (_event: unknown, { after }: LiveTransition): readonly AddressedPayload[] =>
  payloadTo(isAdministrator.holders(after), {
    type: 'realm_export',
    exports: exportsOf(after).map((each) => wireExport(after.organizationId, each)),
  });

export const exportsLive = translate({
  ExportRequested: changed,
  ExportFinished: changed,
  ExportDeleted: changed,
});

/** Whether somebody allows that their private data is exported. */
export const consentChanged = (
  { after }: LiveTransition,
  userId: UserId,
  consented: boolean,
): readonly AddressedPayload[] =>
  payloadTo(isAdministrator.holders(after), {
    ...{ type: 'realm_export_consent', user_id: userId, consented },
  });
