/** Saved snippets: whose each is, and not what it says. */
import { readErasable } from '../events/define.ts';
import type { EventTypes } from '../events/catalog.ts';
import type { SavedSnippetId } from '../events/savedSnippets.ts';
import type { UserId } from '../ids.ts';
import { cell, map } from './containers.ts';
import { slice } from './define.ts';
import { dropEntry, type Owned, ownEntry, putEntries } from './owned.ts';

export interface SavedSnippet extends Owned {
  readonly id: SavedSnippetId;
  /** UNIX milliseconds. */
  readonly createdAt: number;
  /** Revision of the event that says all of it. */
  readonly saidAt: number;
}

type SnippetText = Pick<EventTypes['SnippetSaved'], 'title' | 'content'>;

/** Characters that a snippet counts for. */
export const sizeOfSnippet = ({ title, content }: SnippetText): number =>
  readErasable(title, '').length + readErasable(content, '').length;

export const savedSnippetsSlice = slice({
  version: 1,
  state: () => ({
    byOwner: map<UserId, readonly SavedSnippet[]>(),
    nextId: cell(1 as SavedSnippetId),
  }),
  evolve: {
    SnippetSaved({ byOwner, nextId }, data, { revision, metadata }) {
      const { ownerId, snippetId: id } = data;
      const snippet = { id, size: sizeOfSnippet(data), createdAt: metadata.time, saidAt: revision };
      putEntries(byOwner, ownerId, [snippet]);
      nextId.set((id + 1) as SavedSnippetId);
    },
    SnippetEdited({ byOwner }, data, { revision }) {
      const { ownerId, snippetId } = data;
      const present = ownEntry(byOwner, ownerId, snippetId);
      if (present)
        putEntries(byOwner, ownerId, [{ ...present, size: sizeOfSnippet(data), saidAt: revision }]);
    },
    SnippetDeleted: ({ byOwner }, { ownerId, snippetId }) => dropEntry(byOwner, ownerId, snippetId),
  },
});
