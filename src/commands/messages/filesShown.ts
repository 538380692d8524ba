/** Which uploaded files a message shows, as its event records it: readers of the message may read them. */
import type { FileId } from '../../events/files.ts';
import type { UserId } from '../../ids.ts';
import { canReadFile } from '../../organization/access/files.ts';
import { fileWithKey } from '../../organization/files.ts';
import type { OrganizationState } from '../../organization/state.ts';

/** The field of an event that says which files a message shows: of those linked to, the ones that its writer may read. */
export function shownFileFields(
  organization: OrganizationState,
  writerId: UserId,
  keys: readonly string[] = [],
  shownBefore: readonly FileId[] = [],
): { readonly fileIds?: readonly FileId[] } {
  if (keys.length === 0) return {};
  const fileIds = keys.flatMap((key) => {
    const file = fileWithKey(organization, key);
    const isShown = file && (shownBefore.includes(file.fileId) || canReadFile(organization, writerId, file));
    return isShown ? [file.fileId] : [];
  });
  return fileIds.length > 0 ? { fileIds: [...new Set(fileIds)] } : {};
}
