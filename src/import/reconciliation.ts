/** Accounts for every record of an export: imported, there already, or left out and why. */
import { Damaged, Refused } from '../errors.ts';
import { type Found, type Kind, KINDS, nothingFound } from './records.ts';

/** Records that were left out for one reason. */
interface Reason {
  readonly reason: string;
  readonly count: number;
  /** Keys of the first of them. */
  readonly first: readonly string[];
}

/** What became of the records of one kind. */
export interface Outcome {
  readonly kind: Kind;
  readonly found: number;
  readonly imported: number;
  /** Imported by an earlier run, or accounts and channels that existed. */
  readonly present: number;
  readonly leftOut: readonly Reason[];
}

/** Keys that are named per reason. */
const NAMED = 5;

/** Counts what becomes of records. */
export class Reconciliation {
  readonly #imported = nothingFound();
  readonly #present = nothingFound();
  readonly #leftOut = new Map<Kind, Map<string, { count: number; readonly first: string[] }>>();

  imported(kind: Kind, count = 1): void {
    this.#imported[kind] += count;
  }

  present(kind: Kind, count = 1): void {
    this.#present[kind] += count;
  }

  leftOut(kind: Kind, key: string, reason: string, count = 1): void {
    const reasons = this.#leftOut.get(kind) ?? new Map<string, { count: number; readonly first: string[] }>();
    this.#leftOut.set(kind, reasons);
    const known = reasons.get(reason) ?? { count: 0, first: [] };
    reasons.set(reason, known);
    known.count += count;
    if (known.first.length < NAMED) known.first.push(key);
  }

  /** Does what imports a record, which is left out where that is refused or its bytes are damaged. */
  async unlessRefused(kind: Kind, key: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Damaged)) throw error;
      this.leftOut(kind, key, error.message);
    }
  }

  /** Messages of which something became until now. */
  get messages(): number {
    return this.#imported.messages + this.#present.messages;
  }

  outcomes(found: Found): readonly Outcome[] {
    return KINDS.map((kind) => ({
      kind,
      found: found[kind],
      imported: this.#imported[kind],
      present: this.#present[kind],
      leftOut: Array.from(this.#leftOut.get(kind) ?? [], ([reason, known]) => ({ reason, ...known })),
    }));
  }
}

/** Whether every record is accounted for. */
export const addsUp = (outcomes: readonly Outcome[]): boolean =>
  outcomes.every(
    ({ found, imported, present, leftOut }) =>
      found === imported + present + leftOut.reduce((sum, { count }) => sum + count, 0),
  );
