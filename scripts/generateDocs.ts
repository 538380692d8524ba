/** Writes the pages that are made from the code. `test/docs.test.ts` fails while one is stale. */
import { writeFileSync } from 'node:fs';
import { generatedPages } from './pages.ts';

for (const [path, text] of Object.entries(generatedPages()))
  writeFileSync(new URL(`../${path}`, import.meta.url), text);
