/** Decisions about saved snippets. */
import { NotFound } from '../../base/errors.ts';
import type { UserId } from '../../base/ids.ts';
import { type EventTypes, newEvent } from '../../events/catalog.ts';
import { readErasable } from '../../events/define.ts';
import type { SavedSnippetId } from '../../events/personal.ts';
import { ownEntry, type SavedSnippet, sizeOfSnippet } from '../../organization/slices/personal.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { done, command, nothingToDo, requireCaller } from '../define.ts';
import { checkedName, untruncatedContent } from '../text.ts';
import { refuseTooManyEntries } from './owned.ts';

/** Snippets of one person. */
const BOUND = { most: 1_000, what: 'saved snippets' };

interface SnippetText {
  readonly title: string;
  readonly content: string;
}

/** Keeps a text to be used again. */
export const saveSnippet = command<SnippetText, { readonly snippetId: SavedSnippetId }>({
  name: 'SaveSnippet',
  decide(organization, input, context) {
    const ownerId = requireCaller(context);
    const text = { title: checkedTitle(input.title), content: untruncatedContent(input.content) };
    const { byOwner, nextId } = organization.savedSnippets;
    const snippetId = nextId.get();
    refuseTooManyEntries(byOwner, ownerId, [{ id: snippetId, size: sizeOfSnippet(text) }], BOUND);
    return { events: [newEvent('SnippetSaved', { ownerId, snippetId, ...text })], result: { snippetId } };
  },
});

interface EditSnippetInput {
  readonly snippetId: SavedSnippetId;
  /** undefined stays as it is. */
  readonly title: string | undefined;
  readonly content: string | undefined;
}

/** Gives a snippet another title or text. */
export const editSnippet = command<EditSnippetInput, void>({
  name: 'EditSnippet',
  needs(organization, { snippetId }, actor) {
    const snippet = ownEntry(organization.savedSnippets.byOwner, actor, snippetId);
    return snippet && { events: [snippet.textRevision] };
  },
  decide(organization, { snippetId, title, content }, context) {
    const ownerId = requireCaller(context);
    const snippet = ownSnippet(organization, ownerId, snippetId);
    const before = context.facts.event(snippet.textRevision).data as EventTypes['SnippetSaved'];
    const text = {
      title: title === undefined ? readErasable(before.title, '') : checkedTitle(title),
      content: content === undefined ? readErasable(before.content, '') : untruncatedContent(content),
    };
    if (text.title === before.title && text.content === before.content) return nothingToDo(undefined);
    const changed = { id: snippetId, size: sizeOfSnippet(text) };
    refuseTooManyEntries(organization.savedSnippets.byOwner, ownerId, [changed], BOUND);
    return done(newEvent('SnippetEdited', { ownerId, snippetId, ...text }));
  },
});

export const deleteSnippet = command<{ readonly snippetId: SavedSnippetId }, void>({
  name: 'DeleteSnippet',
  decide(organization, { snippetId }, context) {
    const ownerId = requireCaller(context);
    ownSnippet(organization, ownerId, snippetId);
    return done(newEvent('SnippetDeleted', { ownerId, snippetId }));
  },
});

function ownSnippet(
  { savedSnippets }: OrganizationState,
  ownerId: UserId,
  snippetId: SavedSnippetId,
): SavedSnippet {
  const snippet = ownEntry(savedSnippets.byOwner, ownerId, snippetId);
  if (snippet === undefined) throw new NotFound('Saved snippet does not exist.');
  return snippet;
}

const checkedTitle = (title: string): string =>
  checkedName(title, { limit: 60, empty: "Title can't be empty.", measured: 'title', what: 'title' });
