/** What the wire shows of a saved snippet. */
import { z } from 'zod';
import type { ShownSnippet } from '../projections/savedSnippets.ts';
import { row } from './row.ts';
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
  'saved_snippets/add': row('saved_snippets', 'add', { saved_snippet: SavedSnippet }),
  'saved_snippets/update': row('saved_snippets', 'update', { saved_snippet: SavedSnippet }),
  'saved_snippets/remove': row('saved_snippets', 'remove', { saved_snippet_id: z.int() }),
} as const;
