import { apiExamples } from './apiExamples.ts';
import exampleAnswers from '../src/api/docs/examples.json' with { type: 'json' };
import { apiRoutes } from '../src/api/table.ts';
import { eventAreas } from '../src/events/catalog.ts';
import { chapters } from '../test/spec/chapters.ts';
import { clientTypes } from './clientTypes.ts';
import { renderApiMarkdown } from './apiMarkdown.ts';
import { renderContractMarkdown } from './contractMarkdown.ts';
import { readEventComments } from './eventComments.ts';
import { renderEventsMarkdown } from './eventsMarkdown.ts';

/** The generated pages of `docs/`, and the types of the client: path in the repository → text. */
export const generatedPages = (): Readonly<Record<string, string>> => ({
  'docs/api.md': renderApiMarkdown(apiRoutes, apiExamples, exampleAnswers),
  'docs/contract.md': renderContractMarkdown(chapters),
  'packages/client/src/routes.ts': clientTypes(apiRoutes),
  'docs/events.md': renderEventsMarkdown(eventAreas, readEventComments()),
});
