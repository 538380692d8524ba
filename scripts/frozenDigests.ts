import { readFileSync } from 'node:fs';
import { versions } from '../test/projections/frozen.ts';

const PATH = 'test/projections/frozen.json';

/** `channels@` of `channels@2`. */
const stem = (name: string): string => name.replace(/\d+$/, '');

/** `frozen.json` with the digests of new versions replacing those of older ones; those of known versions stay as they are. */
export function frozenDigests(): Readonly<Record<string, string>> {
  const text = readFileSync(new URL(`../${PATH}`, import.meta.url), 'utf8');
  const present = JSON.parse(text) as Readonly<Record<string, string>>;
  const byStem = new Map(versions.map((version) => [stem(version.name), version]));
  const stems = new Set([...Object.keys(present).map(stem), ...byStem.keys()]);
  const lines = [...stems].flatMap((each) => {
    const version = byStem.get(each);
    return version === undefined ? [] : [[version.name, present[version.name] ?? version.digest()]];
  });
  return { [PATH]: `${JSON.stringify(Object.fromEntries(lines), null, 2)}\n` };
}
