/** Stores the files of an export's messages. */
import { Semaphore } from '../../base/concurrency.ts';
import { Damaged, Refused } from '../../base/errors.ts';
import type { UserId } from '../../base/ids.ts';
import type { CommandMetadata } from '../../commands/define.ts';
import type { OrganizationLane } from '../../commands/lane/lanes.ts';
import { fileNameOf, newFileKey, uploadFile, urlNameOf } from '../../commands/organization/files.ts';
import type { Files } from '../../files/files.ts';
import type { StoredPictures } from '../../files/storedPictures.ts';
import type { Archive } from '../../import/archive.ts';
import type { Reconciliation } from '../../import/reconciliation.ts';
import type { FileRecord } from '../../import/records.ts';
import type { UploadedFile } from '../../organization/slices/files.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { pathIdOf } from '../../wire/files.ts';

/** The context of an import of files. */
export interface FileImportContext {
  readonly archive: Archive;
  readonly files: Files;
  readonly pictures: Pick<StoredPictures, 'measure'>;
  readonly lane: OrganizationLane;
  readonly reconciliation: Reconciliation;
  readonly submission: (actor: UserId | null) => CommandMetadata;
  readonly withRetries: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** A file and whose it becomes. */
interface OwnedFile {
  readonly file: FileRecord;
  readonly ownerId: UserId;
}

/** Files that are stored at the same time. */
const STORED_AT_ONCE = 64;

export class FileImport {
  readonly #context: FileImportContext;
  /** URL paths of uploaded files, by file and owner; why others are not. */
  readonly #uploaded = new Map<string, string | Damaged | Refused>();

  constructor(context: FileImportContext) {
    this.#context = context;
  }

  /** Uploads files so that `linkTo` knows them. All of them are recorded together. */
  async upload(files: readonly OwnedFile[]): Promise<void> {
    const unknown = new Map<string, OwnedFile>();
    for (const each of files)
      if (!this.#uploaded.has(keyOf(each)) && this.#hasBytes(each.file)) unknown.set(keyOf(each), each);
    const gate = new Semaphore(STORED_AT_ONCE);
    const stored = await Promise.all(
      Array.from(unknown.values(), (each) =>
        gate.run(() => this.#unlessRefused(each, () => this.#stored(each))),
      ),
    );
    await Promise.all(stored.map((record) => record?.()));
  }

  /** Markdown that shows a file; a link to the other system if the export lacks its bytes. */
  linkTo({ file, ownerId }: OwnedFile): string {
    const { reconciliation } = this.#context;
    const label = file.name.replaceAll(/[[\]\n\\]/g, ' ');
    const path = this.#uploaded.get(keyOf({ file, ownerId }));
    if (typeof path === 'string') {
      reconciliation.imported('files');
      return `[${label}](/user_uploads/${path})`;
    }
    reconciliation.skipped('files', file.key, path?.message ?? 'the export has no bytes of it');
    return file.page === undefined ? `*${label}*` : `[${label}](${file.page})`;
  }

  #hasBytes({ entry }: FileRecord): boolean {
    return entry !== undefined && this.#context.archive.has(entry);
  }

  /** Stores the bytes; answers how to record the file, if that is still to be done. */
  async #stored(owned: OwnedFile): Promise<(() => Promise<void>) | undefined> {
    const { archive, files, lane, withRetries, pictures, submission } = this.#context;
    const { file: record, ownerId } = owned;
    const { organizationId } = lane.state;
    const stored = await files.store(organizationId, archive.open(record.entry ?? ''));
    const name = fileNameOf(record.name);
    const left = unusedFile(lane.state, { ownerId, name, digest: stored.digest });
    if (left !== undefined) {
      this.#uploaded.set(keyOf(owned), pathIdOf(organizationId, left));
      return undefined;
    }
    const picture = await pictures.measure({ organizationId, ownerId }, stored);
    const file = {
      key: newFileKey(),
      name,
      urlName: urlNameOf(name),
      contentType: record.contentType,
      ...stored,
    };
    const input = { file, picture, quotas: { organization: null, person: null } };
    return async () => {
      await this.#unlessRefused(owned, async () => {
        const { result } = await withRetries(() => lane.submit(uploadFile, input, submission(ownerId)));
        this.#uploaded.set(keyOf(owned), pathIdOf(organizationId, result));
      });
    };
  }

  async #unlessRefused<Result>(owned: OwnedFile, work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Damaged || error instanceof Refused)) throw error;
      this.#uploaded.set(keyOf(owned), error);
      return undefined;
    }
  }
}

const keyOf = ({ file: { key }, ownerId }: OwnedFile): string => `${key}/${ownerId}`;

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
