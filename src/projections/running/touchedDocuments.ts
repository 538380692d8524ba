/**
 * Which documents have been touched lately: anybody who keeps something made of them learns what to make again, without
 * asking for all of them. Nothing is noted of a collection before somebody has asked.
 */
import type { OrganizationId } from '../../ids.ts';
import type { DocumentGroup, DocumentId, DocumentKey } from '../store/readModels.ts';

/** A moment in a record, up to which its reader knows what was touched. */
export interface Mark {
  readonly source: TouchedDocuments;
  readonly touches: number;
}

/** What has been touched since a mark, and the mark to ask with next time. */
export interface Touched {
  readonly mark: Mark;
  /** 'all' for who asks first, after a rebuild, and where too much has happened. */
  readonly ids: 'all' | ReadonlySet<DocumentId>;
}

/** Documents of one collection and organization that are remembered; anybody who is further behind starts anew. */
const REMEMBERED = 1_000;

export class TouchedDocuments {
  readonly #pages = new Map<string, Page>();

  /** What has been touched since the mark. Begins to take notes when it is asked for the first time. */
  since(collection: string, organizationId: OrganizationId, mark?: Mark): Touched {
    const key = pageKey(collection, organizationId);
    const page = this.#pages.get(key) ?? new Page();
    this.#pages.set(key, page);
    const ids = mark?.source === this ? page.since(mark.touches) : 'all';
    return { mark: { source: this, touches: page.touches }, ids };
  }

  /** Documents have been written; what they are now can be read. */
  note(keys: readonly DocumentKey[]): void {
    if (this.#pages.size === 0) return;
    this.noteGroups(
      keys.map(({ collection, organizationId, id }) => ({ collection, organizationId, ids: [id] })),
    );
  }

  /** Documents have been written, nobody knows which. */
  forget(): void {
    for (const page of this.#pages.values()) page.forget();
  }

  /** The same of many documents at once. */
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

/** Each document once, in the order in which they were touched last. */
class Page {
  touches = 0;
  readonly #latest = new Map<DocumentId, number>();
  /** The newest touch that is not remembered. */
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

  /** Whatever is known from before is behind. */
  forget(): void {
    this.#forgotten = this.touches += 1;
    this.#latest.clear();
  }

  since(touches: number): Touched['ids'] {
    if (touches === this.touches) return NONE;
    if (touches < this.#forgotten) return 'all';
    return new Set([...this.#latest].filter(([, touch]) => touch > touches).map(([id]) => id));
  }
}
