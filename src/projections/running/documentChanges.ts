/**
 * Recently changed documents, for caches of things made from them. Changes of a collection are recorded
 * from the first request for them.
 */
import type { OrganizationId } from '../../base/ids.ts';
import type { DocumentGroup, DocumentId, DocumentKey } from '../store/readModels.ts';

/** A point in the record up to which its reader knows the changes. */
export interface ChangeCursor {
  readonly source: DocumentChanges;
  readonly touches: number;
}

/** Changes since a mark, and the mark for the next call. */
export interface ChangedSince {
  readonly mark: ChangeCursor;
  /** 'all' on the first call, after a rebuild, and if too much has changed. */
  readonly ids: 'all' | ReadonlySet<DocumentId>;
}

/** Documents remembered per collection and organization; readers further behind start over. */
const REMEMBERED = 1_000;

export class DocumentChanges {
  readonly #pages = new Map<string, ChangeLog>();

  /** Changes since the mark. The first call starts the record. */
  since(collection: string, organizationId: OrganizationId, mark?: ChangeCursor): ChangedSince {
    const key = pageKey(collection, organizationId);
    const page = this.#pages.get(key) ?? new ChangeLog();
    this.#pages.set(key, page);
    const ids = mark?.source === this ? page.since(mark.touches) : 'all';
    return { mark: { source: this, touches: page.touches }, ids };
  }

  /** Documents have been written and can be read. */
  note(keys: readonly DocumentKey[]): void {
    if (this.#pages.size === 0) return;
    this.noteGroups(
      keys.map(({ collection, organizationId, id }) => ({ collection, organizationId, ids: [id] })),
    );
  }

  /** Unknown documents have been written. */
  forget(): void {
    for (const page of this.#pages.values()) page.forget();
  }

  /** The same for many documents at once. */
  noteGroups(groups: readonly DocumentGroup[]): void {
    for (const { collection, organizationId, ids } of groups) {
      const page = this.#pages.get(pageKey(collection, organizationId));
      if (page) for (const id of ids) page.note(id);
    }
  }
}

const pageKey = (collection: string, organizationId: OrganizationId): string =>
  `${collection}/${organizationId}`;

const NONE: ReadonlySet<DocumentId> = new Set();

/** Each document once, in the order of its last change. */
class ChangeLog {
  touches = 0;
  readonly #latest = new Map<DocumentId, number>();
  /** The newest change that is not remembered. */
  #forgotten = 0;

  note(id: DocumentId): void {
    this.#latest.delete(id);
    this.#latest.set(id, (this.touches += 1));
    if (this.#latest.size <= REMEMBERED) return;
    for (const [oldest, touch] of this.#latest) {
      this.#latest.delete(oldest);
      this.#forgotten = touch;
      return;
    }
  }

  /** All earlier marks are outdated. */
  forget(): void {
    this.#forgotten = this.touches += 1;
    this.#latest.clear();
  }

  since(touches: number): ChangedSince['ids'] {
    if (touches === this.touches) return NONE;
    if (touches < this.#forgotten) return 'all';
    return new Set([...this.#latest].filter(([, touch]) => touch > touches).map(([id]) => id));
  }
}
