/**
 * Floors and subjects measured in turns (A, B, A, B …), so that whatever else the machine does meets both alike; the
 * median of the rounds counts. `BENCH_ROUNDS` and `BENCH_SECONDS` shorten a run that nobody believes.
 */

export const ROUNDS = Number(process.env.BENCH_ROUNDS) || 5;

/** Milliseconds that one load lasts within a round. */
export const ROUND_TIME = (Number(process.env.BENCH_SECONDS) || 2) * 1000;

/** Named figures of one measurement. */
type Figures = Readonly<Record<string, number>>;
type Subjects = Readonly<Record<string, () => Promise<Figures> | Figures>>;
type Medians<All extends Subjects> = { readonly [Name in keyof All]: Awaited<ReturnType<All[Name]>> };

/** The median of every figure of every subject over all rounds. */
export async function interleaved<All extends Subjects>(
  subjects: All,
  rounds = ROUNDS,
): Promise<Medians<All>> {
  const measured = new Map<string, Figures[]>(Object.keys(subjects).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, measure] of Object.entries(subjects)) measured.get(name)?.push(await measure());
  return Object.fromEntries([...measured].map(([name, all]) => [name, medians(all)])) as Medians<All>;
}

function medians(all: readonly Figures[]): Figures {
  const names = Object.keys(all[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, median(all.map((figures) => figures[name] ?? NaN))]));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? NaN;
}

/** Milliseconds that the work takes. */
export async function timed(work: () => Promise<unknown> | unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
