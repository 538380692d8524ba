/** What exists beside what is tested: the one comparison of all tiers. */

/** Something that a tier tests. */
export interface Part {
  readonly name: string;
  /** Where its test is, or would be. */
  readonly file: string;
}

export interface Tier {
  /** What each part needs: `table of who may`. */
  readonly proof: string;
  readonly parts: readonly Part[];
  readonly isTested: (part: Part) => boolean;
}

/** Part → why it needs no test. */
export type Exemptions = Readonly<Record<string, string>>;

/** A sentence for each part without a test, and for each exemption that nothing needs. */
export function gapsIn({ proof, parts, isTested }: Tier, exemptions: Exemptions): readonly string[] {
  const untested = parts.filter((part) => !isTested(part));
  const excess = Object.keys(exemptions).filter((name) => untested.every((part) => part.name !== name));
  return [
    ...untested
      .filter(({ name }) => !Object.hasOwn(exemptions, name))
      .map(({ name, file }) => `${name} has no ${proof}: write it in ${file}`),
    ...excess.map((name) => `${name} needs no exemption: remove it from test/completeness/exempt.ts`),
  ];
}
