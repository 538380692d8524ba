/** What the wire shows of a saved snippet. */
import { z } from 'zod';
import type { ShownSnippet } from '../projections/savedSnippets.ts';
import { eventShape } from './row.ts';
import { named } from './named.ts';

export const SavedSnippet = named(
  'SavedSnippet',
  z.strictObject({
    id: z.int(),
    title: z.string(),
    content: z.string(),
    date_created: z.int(),
  }),
);

export const wireSnippet = (snippet: ShownSnippet): z.infer<typeof SavedSnippet> => ({
  id: snippet.snippetId,
  title: snippet.title,
  content: snippet.content,
  date_created: Math.floor(snippet.createdAt / 1000),
});

/** What clients are told of them. */
export const savedSnippetPayloads = {
  'saved_snippets/add': eventShape('saved_snippets', 'add', { saved_snippet: SavedSnippet }),
  'saved_snippets/update': eventShape('saved_snippets', 'update', { saved_snippet: SavedSnippet }),
  'saved_snippets/remove': eventShape('saved_snippets', 'remove', { saved_snippet_id: z.int() }),
} as const;
