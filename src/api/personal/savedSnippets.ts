/** Saved snippets. */
import { z } from 'zod';
import { deleteSnippet, editSnippet, saveSnippet } from '../../commands/personal/savedSnippets.ts';
import { SavedSnippetId } from '../../events/personal.ts';
import { findSavedSnippets, savedSnippets } from '../../projections/personal.ts';
import { Markdown, SavedSnippet, SavedSnippets, wireSnippet } from '../../wire/personal.ts';
import { path, text } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';

export const savedSnippetRoutes = routes({
  'GET /saved_snippets': read({
    who: 'user',
    summary: 'List your saved snippets',
    params: {},
    response: z.strictObject({ saved_snippets: SavedSnippets }),
    async handle({ actor, organization: { state }, level }) {
      const views = await level(savedSnippets);
      const all = await findSavedSnippets(views, state, actor.userId);
      return { saved_snippets: all.map(wireSnippet) };
    },
  }),

  'POST /saved_snippets': write({
    who: 'user',
    summary: 'Create a saved snippet',
    params: {
      title: text().describe(SavedSnippet.shape.title),
      content: text().describe('The text in Markdown.'),
    },
    response: z.strictObject({ saved_snippet_id: SavedSnippetId }),
    async handle({ params, submit }) {
      const { snippetId } = await submit(saveSnippet, params);
      return { saved_snippet_id: snippetId };
    },
  }),

  'PATCH /saved_snippets/:saved_snippet_id': write({
    who: 'user',
    summary: 'Change a saved snippet',
    params: {
      saved_snippet_id: path(SavedSnippetId),
      title: text().optional().describe(SavedSnippet.shape.title),
      content: text().optional().describe(Markdown),
    },
    async handle({ params: { saved_snippet_id: snippetId, title, content }, submit }) {
      await submit(editSnippet, { snippetId, title, content });
    },
  }),

  'DELETE /saved_snippets/:saved_snippet_id': write({
    who: 'user',
    summary: 'Delete a saved snippet',
    params: { saved_snippet_id: path(SavedSnippetId) },
    async handle({ params, submit }) {
      await submit(deleteSnippet, { snippetId: params.saved_snippet_id });
    },
  }),
});
