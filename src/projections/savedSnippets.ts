/** Saved snippets as their owners see them. */
import type { EventTypes } from '../events/catalog.ts';
import { ERASED } from '../events/define.ts';
import type { SavedSnippetId } from '../events/savedSnippets.ts';
import type { UserId } from '../ids.ts';
import type { OrganizationState } from '../organization/state.ts';
import { collection, defineProjection, type ViewWriter } from './define.ts';
import { documentsOf } from './documents.ts';
import type { Views } from './views.ts';

/** A document of the collection `savedSnippets`. */
interface SnippetDocument {
  readonly ownerId: UserId;
  readonly title: string;
  readonly content: string;
  /** UNIX milliseconds. */
  readonly createdAt: number;
}

/** A snippet as shown. */
export interface ShownSnippet extends Omit<SnippetDocument, 'ownerId'> {
  readonly snippetId: SavedSnippetId;
}

const snippetDocuments = collection<SnippetDocument, SavedSnippetId>('savedSnippets', {
  id: 'number',
  fields: { ownerId: 'number' },
  indexes: [['ownerId', 'id']],
});

function put(views: ViewWriter, said: EventTypes['SnippetSaved'], time: number): void {
  const { ownerId, snippetId, title, content } = said;
  views.upsert(snippetDocuments, snippetId, (present) =>
    title === ERASED || content === ERASED
      ? undefined
      : { ownerId, title, content, createdAt: present?.createdAt ?? time },
  );
}

/** Saved snippets by ID, except erased ones. */
export const savedSnippets = defineProjection({
  name: 'savedSnippets',
  version: 1,
  collections: [snippetDocuments],
  on: {
    SnippetSaved: ({ data, metadata }, views) => put(views, data, metadata.time),
    SnippetEdited: ({ data, metadata }, views) => put(views, data, metadata.time),
    SnippetDeleted: ({ data }, views) => views.remove(snippetDocuments, data.snippetId),
  },
});

/** A person's snippets, oldest first. */
export async function findSavedSnippets(
  views: Views,
  organization: OrganizationState,
  ownerId: UserId,
): Promise<readonly ShownSnippet[]> {
  const found = await documentsOf(views, organization).find(snippetDocuments, {
    where: { ownerId },
    order: { field: 'id', direction: 'ascending' },
  });
  return found.map(({ id, document: { ownerId: _, ...text } }) => ({ snippetId: id, ...text }));
}
