/** What owners are told of their files. */
import type { MessageId, UserId } from '../base/ids.ts';
import type { FileId } from '../events/files.ts';
import { isAdministrator } from '../organization/access/rules.ts';
import { exportsOf } from '../organization/slices/organizations.ts';
import type { OrganizationState } from '../organization/state.ts';
import { usedBytes, wireAttachment } from '../wire/files.ts';
import { wireExport } from '../wire/organizations.ts';
import { activeAmong } from './translation/audiences.ts';
import { type AddressedPayload, type LiveTransition, payloadTo, translate } from './translation/define.ts';

const filesLive = translate({
  FileUploaded: ({ data: { fileId } }, { after }) => shown(after, fileId, 'add'),
  FileRemoved: ({ data: { fileId, ownerId } }, { after }) => removed(after, fileId, ownerId),
});

/** What becomes of files when messages are sent, edited or deleted: other messages show them, or they are gone. */
export function fileChanges(
  { before, after }: LiveTransition,
  messageIds: readonly MessageId[],
): readonly AddressedPayload[] {
  const touched = new Set<FileId>();
  for (const { files } of [before, after])
    for (const messageId of messageIds)
      for (const fileId of files.showing.get(messageId)?.fileIds ?? []) touched.add(fileId);
  return [...touched].flatMap((fileId) => {
    const file = before.files.byId.get(fileId);
    return file && !after.files.byId.has(fileId)
      ? removed(after, fileId, file.ownerId)
      : shown(after, fileId, 'update');
  });
}

function shown(
  organization: OrganizationState,
  fileId: FileId,
  op: 'add' | 'update',
): readonly AddressedPayload[] {
  const file = organization.files.byId.get(fileId);
  if (file === undefined) return [];
  const { organizationId } = organization;
  return payloadTo(activeAmong(organization, [file.ownerId]), {
    type: 'attachment',
    op,
    attachment: wireAttachment(organizationId, file),
    upload_space_used: usedBytes(organization, file.ownerId),
  });
}

const removed = (
  organization: OrganizationState,
  fileId: FileId,
  ownerId: UserId,
): readonly AddressedPayload[] =>
  payloadTo(activeAmong(organization, [ownerId]), {
    type: 'attachment',
    op: 'remove',
    attachment: { id: fileId },
    upload_space_used: usedBytes(organization, ownerId),
  });

// Client events of data exports, for administrators.

const changed = (_event: unknown, { after }: LiveTransition): readonly AddressedPayload[] =>
  payloadTo(isAdministrator.holders(after), {
    type: 'realm_export',
    exports: exportsOf(after).map((each) => wireExport(after.organizationId, each)),
  });

const exportsLive = translate({
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
    type: 'realm_export_consent',
    user_id: userId,
    consented,
  });

/** What clients are sent of the events of the area. */
export const translations = {
  ...filesLive,
  ...exportsLive,
};
