/** Decisions about uploaded files: who may upload how much, and when one goes. */
import { randomBytes } from 'node:crypto';
import { Refused, requireThat } from '../../base/errors.ts';
import type { UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import type { FileId, Picture } from '../../events/files.ts';
import type { ExportId, ExportType } from '../../events/organizations.ts';
import { filesUnusedSince, fileWithKey, type UploadedFile } from '../../organization/slices/files.ts';
import { exportsOf } from '../../organization/slices/organizations.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { done, command, nothingToDo, requireAdministrator, requireCaller } from '../define.ts';

const MIB = 1_048_576;

/** Mebibytes that the files of an organization may have together, and those of one person; null is no limit. */
export interface UploadQuotas {
  readonly organization: number | null;
  readonly person: number | null;
}

/** Files of one person: the largest quota does not bound small ones. */
const MAX_FILES_PER_USER = 20_000;

interface UploadFileInput {
  /** The stored file; in a rehearsal its size is the announced one. */
  readonly file: Pick<UploadedFile, 'key' | 'name' | 'urlName' | 'digest' | 'size' | 'contentType'>;
  readonly picture: Picture | undefined;
  readonly quotas: UploadQuotas;
}

/** Names a file whose bytes are stored; the same key again names nothing more. */
export const uploadFile = command<UploadFileInput, UploadedFile>({
  name: 'UploadFile',
  decide(organization, { file, picture, quotas }, context) {
    const ownerId = requireCaller(context);
    const known = fileWithKey(organization, file.key);
    if (known) return nothingToDo(known);
    refuseOverQuota(organization, ownerId, file.size, quotas);
    const fileId = organization.files.nextFileId.get();
    const uploaded = { fileId, ownerId, ...file, ...(picture && { picture }) };
    return {
      events: [newEvent('FileUploaded', uploaded)],
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
  requireWithinQuota(
    used.get() + bytes,
    quotas.organization,
    "Upload would exceed your organization's upload quota.",
  );
  requireWithinQuota(
    (usedBy.get(ownerId) ?? 0) + bytes,
    quotas.person,
    'Upload would exceed your upload quota.',
  );
  const isFull = (idsByOwner.get(ownerId)?.length ?? 0) >= MAX_FILES_PER_USER;
  requireThat(!isFull, `Too many files (maximum ${MAX_FILES_PER_USER}).`, 'REALM_UPLOAD_QUOTA');
}

function requireWithinQuota(bytes: number, quota: number | null, refusal: string): void {
  requireThat(quota === null || bytes <= quota * MIB, refusal, 'REALM_UPLOAD_QUOTA');
}

/** Removes a file of the caller's own. */
export const removeFile = command<{ readonly fileId: FileId }, void>({
  name: 'RemoveFile',
  decide({ files }, { fileId }, { actor }) {
    const file = files.byId.get(fileId);
    requireThat(file !== undefined && file.ownerId === actor, 'Invalid attachment');
    return done(removal(file, 'deleted'));
  },
});

/** Milliseconds after which a file goes that no message shows. */
export const UNUSED_FILE_MS = 28 * 24 * 60 * 60 * 1000;
/** Files that one command removes. */
const FILES_PER_COMMAND = 200;

/** Removes files that no message has shown for weeks. */
export const removeUnusedFiles = command<void, void>({
  name: 'RemoveUnusedFiles',
  decide: (organization, _input, { now }) =>
    done(
      ...filesUnusedSince(organization, now - UNUSED_FILE_MS)
        .slice(0, FILES_PER_COMMAND)
        .map((file) => removal(file, 'unused')),
    ),
});

const removal = ({ fileId, ownerId }: UploadedFile, reason: 'deleted' | 'unused') =>
  newEvent('FileRemoved', { fileId, ownerId, reason });

// Names of uploaded files: what is kept of the one that a sender gives, and how it stands in URLs.

/** Characters of a name. */
const MAX_FILE_NAME_LENGTH = 120;

/** Characters that are removed from names: control characters, marks of writing direction, unpaired surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A file's own name, without folders and without what cannot be seen; `file` where nothing is left. */
export function fileNameOf(given: string): string {
  const own = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
  const seen = own.normalize('NFC').replaceAll(INVISIBLE, '').trim();
  return shortened(/^\.*$/.test(seen) ? 'file' : seen);
}

/** The name as the end of a URL: letters, digits, `.`, `-` and `_`. It never begins with a dot. */
export function urlNameOf(name: string): string {
  const plain = name
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^[.-]+/, '');
  return plain === '' ? 'file' : plain;
}

/** The secret part of a file's URL, 2 + 32 characters: nobody finds a file by trying. */
export const newFileKey = (): string => {
  const [first = 0, ...rest] = randomBytes(25);
  return `${first.toString(16).padStart(2, '0')}/${Buffer.from(rest).toString('base64url')}`;
};

/** Shortens a long name, but keeps its extension. */
function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_FILE_NAME_LENGTH) return name;
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? '';
  return characters.slice(0, MAX_FILE_NAME_LENGTH - ending.length).join('') + ending;
}

// Decisions about data exports.

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
    const requested = { exportId, requestedBy: requireCaller(context), exportType };
    return { events: [newEvent('ExportRequested', requested)], result: { exportId } };
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
    return done(newEvent('ExportFinished', { exportId, key, digest, size }));
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
    return done(newEvent('ExportDeleted', { exportId, digest: present.archive.digest }));
  },
});
