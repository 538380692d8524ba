/** Decisions about uploaded files: who may upload how much, and when one goes. */
import { requireThat } from '../errors.ts';
import { type FileId, FileRemoved, FileUploaded, type Picture } from '../events/files.ts';
import type { UserId } from '../ids.ts';
import type { OrganizationState } from '../organization/state.ts';
import { filesUnusedSince, fileWithKey, type UploadedFile } from '../organization/files.ts';
import { command, nothingToDo } from './define.ts';
import { actorOf } from './messages/posts.ts';

const MIB = 1_048_576;

/** Mebibytes that the files of an organization may have together, and those of one person; null is no limit. */
export interface UploadQuotas {
  readonly organization: number | null;
  readonly person: number | null;
}

/** Files of one person: the largest quota does not bound small ones. */
const MAX_FILES_PER_USER = 20_000;

export interface UploadFileInput {
  /** What is stored already; of a rehearsal the size that is announced. */
  readonly file: Pick<UploadedFile, 'key' | 'name' | 'urlName' | 'digest' | 'size' | 'contentType'>;
  readonly picture: Picture | undefined;
  readonly quotas: UploadQuotas;
}

/** Names a file whose bytes are stored; the same key again names nothing more. */
export const uploadFile = command<UploadFileInput, UploadedFile>({
  name: 'UploadFile',
  decide(organization, { file, picture, quotas }, context) {
    const ownerId = actorOf(context);
    const known = fileWithKey(organization, file.key);
    if (known) return nothingToDo(known);
    refuseOverQuota(organization, ownerId, file.size, quotas);
    const fileId = organization.files.nextFileId.get();
    const uploaded = { fileId, ownerId, ...file, ...(picture && { picture }) };
    return {
      events: [FileUploaded(uploaded)],
      result: { ...uploaded, uploadedAt: context.now, shownIn: [] },
    };
  },
});

/** Refuses files of so many bytes together for which an organization or a person has no room. */
export function refuseOverQuota(
  { files: { used, usedBy, idsByOwner } }: OrganizationState,
  ownerId: UserId,
  bytes: number,
  quotas: UploadQuotas,
): void {
  requireRoom(
    used.get() + bytes,
    quotas.organization,
    "Upload would exceed your organization's upload quota.",
  );
  requireRoom((usedBy.get(ownerId) ?? 0) + bytes, quotas.person, 'Upload would exceed your upload quota.');
  const isFull = (idsByOwner.get(ownerId)?.length ?? 0) >= MAX_FILES_PER_USER;
  requireThat(!isFull, `Too many files (maximum ${MAX_FILES_PER_USER}).`, 'REALM_UPLOAD_QUOTA');
}

function requireRoom(bytes: number, quota: number | null, refusal: string): void {
  requireThat(quota === null || bytes <= quota * MIB, refusal, 'REALM_UPLOAD_QUOTA');
}

/** Removes a file of the caller's own. */
export const removeFile = command<{ readonly fileId: FileId }, void>({
  name: 'RemoveFile',
  decide({ files }, { fileId }, { actor }) {
    const file = files.byId.get(fileId);
    requireThat(file !== undefined && file.ownerId === actor, 'Invalid attachment');
    return { events: [removal(file, 'deleted')], result: undefined };
  },
});

/** Milliseconds after which a file goes that no message shows. */
export const UNUSED_FILE_MS = 28 * 24 * 60 * 60 * 1000;
/** Files that one command removes. */
const FILES_PER_COMMAND = 200;

/** Removes files that no message has shown for weeks. */
export const removeUnusedFiles = command<void, void>({
  name: 'RemoveUnusedFiles',
  decide: (organization, _input, { now }) => ({
    events: filesUnusedSince(organization, now - UNUSED_FILE_MS)
      .slice(0, FILES_PER_COMMAND)
      .map((file) => removal(file, 'unused')),
    result: undefined,
  }),
});

const removal = ({ fileId, ownerId }: UploadedFile, reason: 'deleted' | 'unused') =>
  FileRemoved({ fileId, ownerId, reason });
