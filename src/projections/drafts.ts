/** Drafts as their owners see them. */
import { readErasable } from '../events/define.ts';
import type { DraftId, DraftText } from '../events/drafts.ts';
import type { UserId } from '../ids.ts';
import type { OrganizationState } from '../organization/state.ts';
import { collection, defineProjection } from './define.ts';
import { documentsOf } from './documents.ts';
import type { Views } from './views.ts';

/** A document of the collection `drafts`. */
interface DraftDocument extends DraftText {
  readonly ownerId: UserId;
}

/** A draft as shown. */
export interface ShownDraft extends DraftText {
  readonly draftId: DraftId;
}

const draftDocuments = collection<DraftDocument, DraftId>('drafts', {
  id: 'number',
  fields: { ownerId: 'number', writtenAt: 'number' },
  indexes: [['ownerId', 'writtenAt']],
});

/** Drafts by ID, except erased ones. */
export const drafts = defineProjection({
  name: 'drafts',
  version: 1,
  collections: [draftDocuments],
  on: {
    DraftsSaved({ data: { ownerId, draftIds, texts } }, views) {
      readErasable(texts, []).forEach((text, index) => {
        const draftId = draftIds[index];
        if (draftId !== undefined) views.put(draftDocuments, draftId, { ownerId, ...text });
      });
    },
    DraftEdited({ data: { ownerId, draftId, text } }, views) {
      const said = readErasable(text, undefined);
      if (said) views.put(draftDocuments, draftId, { ownerId, ...said });
      else views.remove(draftDocuments, draftId);
    },
    DraftDeleted: ({ data }, views) => views.remove(draftDocuments, data.draftId),
  },
});

/** A person's drafts, in order of writing. */
export async function findDrafts(
  views: Views,
  organization: OrganizationState,
  ownerId: UserId,
): Promise<readonly ShownDraft[]> {
  const found = await documentsOf(views, organization).find(draftDocuments, {
    where: { ownerId },
    order: { field: 'writtenAt', direction: 'ascending' },
  });
  return found.map(({ id, document: { ownerId: _, ...text } }) => ({ draftId: id, ...text }));
}
