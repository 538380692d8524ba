/** Client events of saved snippets, for their owner. */
import type { EventTypes } from '../events/catalog.ts';
import { readErasable } from '../events/define.ts';
import { ownEntry } from '../organization/owned.ts';
import { savedSnippets, findSavedSnippets } from '../projections/savedSnippets.ts';
import { wireSnippet } from '../wire/savedSnippets.ts';
import { activeAmong } from './audiences.ts';
import { type AddressedPayload, type LiveTransition, payloadTo, translate } from './define.ts';
import { fromViews, snapshot } from './snapshot/define.ts';

export const savedSnippetsLive = translate({
  SnippetSaved: ({ data }, moment) => said('add', data, moment),
  SnippetEdited: ({ data }, moment) => said('update', data, moment),
  SnippetDeleted: ({ data }, { after }) =>
    payloadTo(activeAmong(after, [data.ownerId]), {
      type: 'saved_snippets',
      op: 'remove',
      saved_snippet_id: data.snippetId,
    }),
});

function said(
  op: 'add' | 'update',
  { ownerId, snippetId, ...text }: EventTypes['SnippetSaved'],
  { after }: LiveTransition,
): readonly AddressedPayload[] {
  const createdAt = ownEntry(after.savedSnippets.byOwner, ownerId, snippetId)?.createdAt ?? 0;
  const [title, content] = [readErasable(text.title, ''), readErasable(text.content, '')];
  const snippet = wireSnippet({ snippetId, title, content, createdAt });
  return payloadTo(activeAmong(after, [ownerId]), { type: 'saved_snippets', op, saved_snippet: snippet });
}

export const savedSnippetsSnapshot = snapshot({
  saved_snippets: fromViews({
    projections: [savedSnippets],
    version: ({ state, viewerId }) => viewerId && state.savedSnippets.byOwner.get(viewerId),
    read: async (views, { state, viewerId }) =>
      viewerId === null ? [] : findSavedSnippets(views, state, viewerId),
    fields: (_source, found) => ({ saved_snippets: found.map(wireSnippet) }),
  }),
});
