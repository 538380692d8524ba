/** Stores the files of an export's messages. */
import type { Submission } from '../commands/define.ts';
import { fileNameOf, newFileKey, urlNameOf } from '../commands/fileNames.ts';
import { uploadFile } from '../commands/files.ts';
import type { OrganizationLane } from '../commands/lane/lanes.ts';
import { Damaged, Refused } from '../errors.ts';
import type { Files } from '../files/files.ts';
import type { StoredPictures } from '../files/storedPictures.ts';
import type { UserId } from '../ids.ts';
import type { UploadedFile } from '../organization/files.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { Archive } from '../import/archive.ts';
import type { Reconciliation } from '../import/reconciliation.ts';
import type { FileRecord } from '../import/records.ts';
import { pathIdOf } from '../wire/files.ts';

/** What an import of files works with. */
export interface FileScene {
  readonly archive: Archive;
  readonly files: Files;
  readonly pictures: Pick<StoredPictures, 'measure'>;
  readonly lane: OrganizationLane;
  readonly reconciliation: Reconciliation;
  readonly submission: (actor: UserId | null) => Submission;
  readonly patiently: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

export class FileImport {
  readonly #scene: FileScene;
  /** URL paths of uploaded files, by file and owner. */
  readonly #uploaded = new Map<string, string>();

  constructor(scene: FileScene) {
    this.#scene = scene;
  }

  /** Markdown that shows a file; a link to the other system if the export lacks its bytes. */
  async linkTo(file: FileRecord, ownerId: UserId): Promise<string> {
    const { reconciliation } = this.#scene;
    const label = file.name.replaceAll(/[[\]\n\\]/g, ' ');
    try {
      const path = await this.#uploadedPath(file, ownerId);
      if (path !== undefined) {
        reconciliation.imported('files');
        return `[${label}](/user_uploads/${path})`;
      }
      reconciliation.leftOut('files', file.key, 'the export has no bytes of it');
    } catch (error) {
      if (!(error instanceof Damaged || error instanceof Refused)) throw error;
      reconciliation.leftOut('files', file.key, error.message);
    }
    return file.page === undefined ? `*${label}*` : `[${label}](${encodeURI(decoded(file.page))})`;
  }

  async #uploadedPath(
    { key, name: given, contentType, entry }: FileRecord,
    ownerId: UserId,
  ): Promise<string | undefined> {
    const { archive, files, lane, patiently, pictures, submission } = this.#scene;
    const known = this.#uploaded.get(`${key}/${ownerId}`);
    if (known !== undefined || entry === undefined || !archive.has(entry)) return known;
    const { organizationId } = lane.state;
    const stored = await files.store(organizationId, archive.open(entry));
    const name = fileNameOf(given);
    const left = unusedFile(lane.state, { ownerId, name, digest: stored.digest });
    if (left !== undefined) return pathIdOf(organizationId, left);
    const picture = await pictures.measure({ organizationId, ownerId }, stored);
    const file = { key: newFileKey(), name, urlName: urlNameOf(name), contentType, ...stored };
    const input = { file, picture, quotas: { organization: null, person: null } };
    const { result } = await patiently(() => lane.submit(uploadFile, input, submission(ownerId)));
    const path = pathIdOf(organizationId, result);
    this.#uploaded.set(`${key}/${ownerId}`, path);
    return path;
  }
}

/** A file that an import has uploaded which ended before it imported the file's message. */
function unusedFile(
  { files }: OrganizationState,
  sought: Pick<UploadedFile, 'ownerId' | 'name' | 'digest'>,
): UploadedFile | undefined {
  for (const fileId of files.unusedSince.keys()) {
    const file = files.byId.get(fileId);
    const { ownerId, name, digest } = file ?? {};
    if (ownerId === sought.ownerId && name === sought.name && digest === sought.digest) return file;
  }
  return undefined;
}

const decoded = (url: string): string => {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
};
