/** Drafts: their owners and sizes, without texts. */
import { readErasable } from '../events/define.ts';
import type { DraftId, DraftText } from '../events/drafts.ts';
import type { UserId } from '../ids.ts';
import { cell, map } from './containers.ts';
import { slice } from './define.ts';
import { dropEntry, type Owned, putEntries } from './owned.ts';

export interface Draft extends Owned {
  readonly id: DraftId;
}

/** The size of a draft in characters. */
export const sizeOfDraft = ({ content, topic = '', recipientIds = [] }: DraftText): number =>
  content.length + topic.length + 8 * recipientIds.length;

export const draftsSlice = slice({
  version: 1,
  state: () => ({
    byOwner: map<UserId, readonly Draft[]>(),
    nextId: cell(1 as DraftId),
  }),
  evolve: {
    DraftsSaved({ byOwner, nextId }, { ownerId, draftIds, texts }) {
      const sizes = readErasable(texts, []).map(sizeOfDraft);
      putEntries(
        byOwner,
        ownerId,
        draftIds.map((id, index) => ({ id, size: sizes[index] ?? 0 })),
      );
      nextId.set((Math.max(...draftIds) + 1) as DraftId);
    },
    DraftEdited({ byOwner }, { ownerId, draftId, text }) {
      const said = readErasable(text, undefined);
      putEntries(byOwner, ownerId, [{ id: draftId, size: said ? sizeOfDraft(said) : 0 }]);
    },
    DraftDeleted: ({ byOwner }, { ownerId, draftId }) => dropEntry(byOwner, ownerId, draftId),
  },
});
