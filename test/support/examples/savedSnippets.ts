/** Samples of events about saved snippets. */
import { savedSnippetEvents } from '../../../src/events/personal.ts';
import { sample } from './sample.ts';

const snippet = { ownerId: 1, snippetId: 1, title: 'Greeting', content: 'Good *morning*' };

export const savedSnippetExamples = {
  snippetSaved: sample(savedSnippetEvents, 'SnippetSaved', () => snippet),
  snippetEdited: sample(savedSnippetEvents, 'SnippetEdited', () => ({ ...snippet, content: 'Good *night*' })),
  snippetDeleted: sample(savedSnippetEvents, 'SnippetDeleted', () => ({ ownerId: 1, snippetId: 2 })),
};
