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

/** What became of a file; of several the first of these is reported. */
const OUTCOMES = ['imported', 'existing', 'skipped'] as const;
interface FileOutcome {
  readonly outcome: (typeof OUTCOMES)[number];
  readonly reason: string;
}

/** Files that are stored at the same time. */
const STORED_AT_ONCE = 64;

export class FileImport {
  readonly #context: FileImportContext;
  /** Uploaded files by their keys in the export; why others are not. */
  readonly #uploaded = new Map<string, UploadedFile | Damaged | Refused>();
  readonly #outcomes = new Map<string, FileOutcome>();
  /** Files of people by name and bytes. */
  readonly #present = new Map<UserId, Map<string, UploadedFile>>();

  constructor(context: FileImportContext) {
    this.#context = context;
  }

  /** Uploads files so that `linkTo` knows them. All of them are recorded together. */
  async upload(files: readonly OwnedFile[]): Promise<void> {
    const unknown = new Map<string, OwnedFile>();
    for (const each of files)
      if (!this.#uploaded.has(each.file.key) && this.#hasBytes(each.file) && !unknown.has(each.file.key))
        unknown.set(each.file.key, each);
    const gate = new Semaphore(STORED_AT_ONCE);
    const stored = await Promise.all(
      Array.from(unknown.values(), (each) =>
        gate.run(() => this.#unlessRefused(each, () => this.#stored(each))),
      ),
    );
    await Promise.all(stored.map((record) => record?.()));
  }

  /** The file that a record became, if it did; counts what became of it. */
  uploadedAs({ key }: FileRecord): UploadedFile | undefined {
    const file = this.#uploaded.get(key);
    const isUploaded = file !== undefined && !(file instanceof Error);
    const reason = file instanceof Error ? file.message : 'the export has no bytes of it';
    this.count(key, isUploaded ? 'imported' : 'skipped', reason);
    return isUploaded ? file : undefined;
  }

  /** Counts what became of a file of one message, which others may have, too. */
  count(key: string, outcome: FileOutcome['outcome'], reason = ''): void {
    const known = this.#outcomes.get(key)?.outcome ?? 'skipped';
    if (this.#outcomes.has(key) && OUTCOMES.indexOf(known) <= OUTCOMES.indexOf(outcome)) return;
    this.#outcomes.set(key, { outcome, reason });
  }

  /** Reports each file once. */
  report(): void {
    const { reconciliation } = this.#context;
    for (const [key, { outcome, reason }] of this.#outcomes)
      if (outcome === 'skipped') reconciliation.skipped('files', key, reason);
      else reconciliation[outcome]('files');
    this.#outcomes.clear();
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
    const present = this.#filesOf(ownerId).get(nameAndBytes({ name, digest: stored.digest }));
    if (present !== undefined) {
      this.#uploaded.set(record.key, present);
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
        this.#uploaded.set(record.key, result);
      });
    };
  }

  async #unlessRefused<Result>(owned: OwnedFile, work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Damaged || error instanceof Refused)) throw error;
      this.#uploaded.set(owned.file.key, error);
      return undefined;
    }
  }

  /** A person's files: those of an earlier import, too, which need not have come to their messages. */
  #filesOf(ownerId: UserId): ReadonlyMap<string, UploadedFile> {
    const known = this.#present.get(ownerId);
    if (known) return known;
    const { files } = this.#context.lane.state;
    const present = new Map<string, UploadedFile>();
    for (const fileId of files.idsByOwner.get(ownerId) ?? []) {
      const file = files.byId.get(fileId);
      if (file) present.set(nameAndBytes(file), file);
    }
    this.#present.set(ownerId, present);
    return present;
  }
}

const nameAndBytes = ({ name, digest }: Pick<UploadedFile, 'name' | 'digest'>): string => `${digest} ${name}`;
