/** Accounts for every record of an export: imported, there already, or left out and why. */
import { Damaged, Refused } from '../base/errors.ts';
import { type FoundCounts, RECORD_KINDS, type RecordKind, zeroCounts } from './records.ts';

/** Records that were left out for one reason. */
interface Reason {
  readonly reason: string;
  readonly count: number;
  /** Keys of the first of them. */
  readonly first: readonly string[];
}

/** Counts of the records of one kind, by what became of them. */
export interface KindReport {
  readonly kind: RecordKind;
  readonly found: number;
  readonly imported: number;
  /** Imported by an earlier run, or accounts and channels that existed. */
  readonly existing: number;
  readonly skipped: readonly Reason[];
}

/** Keys that are named per reason. */
const NAMED = 5;
/** Reasons per kind: some contain words of the export. */
const MAX_REASONS = 2_000;

/** Counts what becomes of records. */
export class Reconciliation {
  readonly #imported = zeroCounts();
  readonly #existing = zeroCounts();
  readonly #skipped = new Map<RecordKind, Map<string, { count: number; readonly first: string[] }>>();

  imported(kind: RecordKind, count = 1): void {
    this.#imported[kind] += count;
  }

  existing(kind: RecordKind, count = 1): void {
    this.#existing[kind] += count;
  }

  skipped(kind: RecordKind, key: string, given: string, count = 1): void {
    const reasons = this.#skipped.get(kind) ?? new Map<string, { count: number; readonly first: string[] }>();
    this.#skipped.set(kind, reasons);
    const reason = reasons.has(given) || reasons.size < MAX_REASONS ? given : 'for other reasons';
    const known = reasons.get(reason) ?? { count: 0, first: [] };
    reasons.set(reason, known);
    known.count += count;
    if (known.first.length < NAMED) known.first.push(key);
  }

  /** Does what imports a record, which is left out where that is refused or its bytes are damaged. */
  async catchRefusal(kind: RecordKind, key: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Damaged)) throw error;
      this.skipped(kind, key, error.message);
    }
  }

  /** Messages of which something became until now. */
  get messages(): number {
    return this.#imported.messages + this.#existing.messages;
  }

  outcomes(found: FoundCounts): readonly KindReport[] {
    return RECORD_KINDS.map((kind) => ({
      kind,
      found: found[kind],
      imported: this.#imported[kind],
      existing: this.#existing[kind],
      skipped: Array.from(this.#skipped.get(kind) ?? [], ([reason, known]) => ({ reason, ...known })),
    }));
  }
}

/** True if every record is accounted for. */
export const addsUp = (outcomes: readonly KindReport[]): boolean =>
  outcomes.every(
    ({ found, imported, existing, skipped }) =>
      found === imported + existing + skipped.reduce((sum, { count }) => sum + count, 0),
  );
