/** Entries as they are passed between threads: each set of people is passed once, as text. */
import type { UserId } from '../../base/ids.ts';
import { Bitset, NOBODY } from '../../organization/containers/bitset.ts';
import type { AddressedPayload, Audience } from '../translation/define.ts';
import type { BufferedEvent } from './bufferedEvent.ts';

/** Index of a set of people in `audiences`. */
type AudienceIndex = number;

type PackedPayload = Omit<AddressedPayload, 'to' | 'offeredTo' | 'flagged'> & {
  readonly offeredTo?: AudienceIndex;
  readonly flagged?: Readonly<Record<string, AudienceIndex>>;
};

interface PackedEntry {
  readonly id: number;
  readonly firstId: number;
  readonly revision: number;
  readonly time: number;
  readonly bytes: number;
  readonly to: AudienceIndex;
  /** Absent if queues end. */
  readonly addressed?: PackedPayload;
  readonly unknownTo?: readonly (readonly [UserId, AudienceIndex])[];
}

export interface PackedEntries {
  readonly entries: readonly PackedEntry[];
  readonly audiences: readonly string[];
}

/** Recent sets of people that a new one is compared with: most entries repeat one of them. */
const COMPARED_AUDIENCES = 8;

/** Packs consecutive entries, one at a time. */
export class EntryPacker {
  readonly #entries: PackedEntry[] = [];
  readonly #audiences: Audience[] = [];

  get packed(): PackedEntries {
    return { entries: this.#entries, audiences: this.#audiences.map((audience) => audience.save()) };
  }

  add({ event, unknownTo, ...entry }: BufferedEvent): void {
    const unknown =
      unknownTo && [...unknownTo].map(([userId, audience]) => [userId, this.#indexOf(audience)] as const);
    const shared = { ...entry, to: this.#indexOf(event.to), ...(unknown && { unknownTo: unknown }) };
    this.#entries.push('payload' in event ? { ...shared, addressed: this.#addressed(event) } : shared);
  }

  #addressed({ to: _to, offeredTo, flagged, ...rest }: AddressedPayload): PackedPayload {
    return {
      ...rest,
      ...(offeredTo && { offeredTo: this.#indexOf(offeredTo) }),
      ...(flagged && { flagged: mapped(flagged, (audience) => this.#indexOf(audience)) }),
    };
  }

  #indexOf(audience: Audience): AudienceIndex {
    const oldest = Math.max(0, this.#audiences.length - COMPARED_AUDIENCES);
    for (let index = this.#audiences.length - 1; index >= oldest; index -= 1)
      if (this.#audiences[index]?.equals(audience)) return index;
    return this.#audiences.push(audience) - 1;
  }
}

/** The entries again; equal sets of people are one object. */
export function unpackEntries({ entries, audiences: saved }: PackedEntries): readonly BufferedEvent[] {
  const audiences = saved.map((text) => Bitset.load<UserId>(text));
  const at = (index: AudienceIndex): Audience => audiences[index] ?? NOBODY;
  return entries.map(({ to: index, addressed: packed, unknownTo, ...entry }) => {
    const to = at(index);
    const unknown = unknownTo?.map(([userId, strangers]) => [userId, at(strangers)] as const);
    const shared = { ...entry, ...(unknown && { unknownTo: new Map(unknown) }) };
    if (packed === undefined) return { ...shared, event: { to, endsQueues: true } };
    const { offeredTo, flagged, ...plain } = packed;
    return {
      ...shared,
      event: {
        ...plain,
        to,
        ...(offeredTo !== undefined && { offeredTo: at(offeredTo) }),
        ...(flagged && { flagged: mapped(flagged, at) }),
      },
    };
  });
}

const mapped = <From, To>(record: Readonly<Record<string, From>>, to: (value: From) => To) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));
