import { apiRoutes } from '../src/api/table.ts';
import { eventAreas } from '../src/events/catalog.ts';
import { renderApiMarkdown } from './apiMarkdown.ts';
import { readEventComments } from './eventComments.ts';
import { renderEventsMarkdown } from './eventsMarkdown.ts';

/** The generated pages of `docs/`: path in the repository → text. */
export const generatedPages = (): Readonly<Record<string, string>> => ({
  'docs/api.md': renderApiMarkdown(apiRoutes),
  'docs/events.md': renderEventsMarkdown(eventAreas, readEventComments()),
});
