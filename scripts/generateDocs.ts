/**
 * Writes what is made from the code: the pages of `docs/generated/`, the client's routes, and the samples and digests
 * that new versions of events, views and slices need. `test/docs.test.ts` fails while a committed page is stale.
 */
import { writeFileSync } from 'node:fs';
import { missingSamples } from './eventSamples.ts';
import { frozenDigests } from './frozenDigests.ts';
import { contractPage, generatedPages } from './pages.ts';

const written = { ...generatedPages(), ...contractPage(), ...missingSamples(), ...frozenDigests() };
for (const [path, text] of Object.entries(written))
  writeFileSync(new URL(`../${path}`, import.meta.url), text);
