import { apiExamples } from './apiExamples.ts';
import exampleAnswers from '../src/api/docs/examples.json' with { type: 'json' };
import { apiRoutes } from '../src/api/table.ts';
import { eventAreas } from '../src/events/catalog.ts';
import { readSourceTree } from '../test/architecture/sourceTree.ts';
import { chapters } from '../test/spec/chapters.ts';
import { clientTypes } from './clientTypes.ts';
import { renderApiMarkdown } from './apiMarkdown.ts';
import { renderContractMarkdown } from './contractMarkdown.ts';
import { readEventComments } from './eventComments.ts';
import { renderEventsMarkdown } from './eventsMarkdown.ts';
import { renderImportsMarkdown } from './importsMarkdown.ts';

/** The generated pages of `docs/generated/`, and the types of the client: path in the repository → text. */
export const generatedPages = (): Readonly<Record<string, string>> => ({
  'docs/generated/api.md': renderApiMarkdown(apiRoutes, apiExamples, exampleAnswers),
  'packages/client/src/routes.ts': clientTypes(apiRoutes),
  'docs/generated/events.md': renderEventsMarkdown(eventAreas, readEventComments()),
  'docs/generated/imports.md': renderImportsMarkdown(readSourceTree()),
});

/** Printed for readers of this checkout and not committed: the contract, which is committed as the rows of `test/spec/`. */
export const contractPage = (): Readonly<Record<string, string>> => ({
  'docs/generated/contract.md': renderContractMarkdown(chapters),
});
