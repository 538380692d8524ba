/** The report of a benchmark, printed line by line: figures, and ratios against their goals. */

/** A benchmark measures and writes to the report. */
export type Benchmark = (report: Report) => Promise<void>;

export type Goal = { readonly atLeast: number } | { readonly atMost: number };

const NAME_WIDTH = 66;

export class Report {
  /** Goals that were not reached, in words. */
  readonly missed: string[] = [];
  #benchmark = '';
  #goals = 0;

  begin(benchmark: string): void {
    this.#benchmark = benchmark;
    console.log(`\n${benchmark}`);
  }

  /** A measured figure without a goal of its own: a floor, or what a ratio is made of. */
  figure(name: string, value: number, unit: string): void {
    this.#line(name, `${shown(value)} ${unit}`);
  }

  /** A figure that has to reach its goal. */
  goal(name: string, value: number, goal: Goal, unit = '×'): void {
    this.#goals += 1;
    const reached = 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
    const target = 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
    this.#line(name, `${shown(value)} ${unit}   goal ${target}${reached ? '' : '   MISSED'}`);
    if (!reached) this.missed.push(`${this.#benchmark}: ${name} is ${shown(value)} ${unit}, goal ${target}`);
  }

  /** Something that could not be measured here, with the reason. */
  skipped(name: string, reason: string): void {
    this.#line(name, `not measured: ${reason}`);
  }

  end(): void {
    console.log(`\n${this.#goals - this.missed.length} of ${this.#goals} goals reached`);
    for (const sentence of this.missed) console.log(`  missed: ${sentence}`);
  }

  #line(name: string, text: string): void {
    console.log(`  ${name.padEnd(NAME_WIDTH)} ${text}`);
  }
}

/** Three significant digits, thousands apart. */
function shown(value: number): string {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return value.toLocaleString('en', { maximumFractionDigits: Math.min(digits, 4) });
}
