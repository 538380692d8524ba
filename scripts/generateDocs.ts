/**
 * Writes the pages that are made from the code, and the samples and digests that new versions of events,
 * views and slices need. `test/docs.test.ts`
 * fails while a page is stale.
 */
import { writeFileSync } from 'node:fs';
import { missingSamples } from './eventSamples.ts';
import { frozenDigests } from './frozenDigests.ts';
import { generatedPages } from './pages.ts';

for (const [path, text] of Object.entries({ ...generatedPages(), ...missingSamples(), ...frozenDigests() }))
  writeFileSync(new URL(`../${path}`, import.meta.url), text);
