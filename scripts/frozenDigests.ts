import { readFileSync } from 'node:fs';
import { versions } from '../test/projections/frozen.ts';

const PATH = 'test/projections/frozen.json';

/** `frozen.json` with the digests of new versions of views and slices; those that are there stay as they are. */
export function frozenDigests(): Readonly<Record<string, string>> {
  const present = JSON.parse(readFileSync(new URL(`../${PATH}`, import.meta.url), 'utf8')) as object;
  const added = versions.filter(({ name }) => !(name in present)).map(({ name, digest }) => [name, digest()]);
  return { [PATH]: `${JSON.stringify({ ...present, ...Object.fromEntries(added) }, null, 2)}\n` };
}
