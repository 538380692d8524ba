import { z } from 'zod';
import { numericId, UserId } from '../ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';

/** ID of a text that somebody keeps to be used again. */
export const SavedSnippetId = numericId<'SavedSnippetId'>();
export type SavedSnippetId = z.infer<typeof SavedSnippetId>;

/** All of a snippet, so that clients can be told of a change without a look-up. */
const wholeSnippet = {
  ownerId: UserId,
  snippetId: SavedSnippetId,
  title: erasable('person:ownerId', z.string()),
  content: erasable('person:ownerId', z.string()),
};

/** Events of saved snippets, which only their owners see. */
export const savedSnippetEvents = defineEvents('organization', {
  SnippetSaved: eventType(1, wholeSnippet),
  SnippetEdited: eventType(1, wholeSnippet),
  SnippetDeleted: eventType(1, { ownerId: UserId, snippetId: SavedSnippetId }),
});
export const { SnippetSaved, SnippetEdited, SnippetDeleted } = savedSnippetEvents.make;
