import { existsSync } from 'node:fs';
import { example, stored } from '../test/support/examples.ts';

const FOLDER = 'test/events/samples';

/**
 * Path from the root → the sample of an event as it is written today, for every version that has none yet. Once there, a
 * sample is never written anew: it stands for what logs hold.
 */
export function missingSamples(): Readonly<Record<string, string>> {
  const events = Object.values(example).flatMap((make) => stored([make()]));
  const samples = events.map(({ type, data, metadata }) => {
    const sample = { type, data: JSON.parse(data) as unknown, metadata: JSON.parse(metadata) as Metadata };
    const path = `${FOLDER}/${type}.v${sample.metadata.version}.json`;
    return [path, `${JSON.stringify(sample, null, 2)}\n`] as const;
  });
  return Object.fromEntries(samples.filter(([path]) => !existsSync(new URL(`../${path}`, import.meta.url))));
}

interface Metadata {
  readonly version: number;
}
