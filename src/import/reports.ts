/** What a reader reports beside records: rights that are narrowed, and what records say and nobody reads. */
import { z } from 'zod';
import { type ExportRecord, type FoundCounts, type PersonRecord, skippedRecord } from './records.ts';

// Roles: here a guest stays one, and nobody becomes more than a member.

/** A role elsewhere, by what becomes of it. */
export type RoleElsewhere = 'guest' | 'limited guest' | 'member' | 'administrator';

/** Counts a role that is not a member's; yields the record of one that is narrowed. */
export function* reportRole(key: string, role: RoleElsewhere, found: FoundCounts): Iterable<ExportRecord> {
  if (role === 'member') return;
  found.access += 1;
  if (role === 'administrator')
    yield skippedRecord(
      'access',
      key,
      'administrators and moderators are members here until an owner changes that',
    );
}

/** The role that a person gets here. */
export const roleHere = (role: RoleElsewhere): PersonRecord['role'] =>
  role === 'guest' || role === 'limited guest' ? role : undefined;

/** Counts something that is narrower here than it was, and yields its record. */
export function* reportNarrowed(key: string, reason: string, found: FoundCounts): Iterable<ExportRecord> {
  found.access += 1;
  yield skippedRecord('access', key, reason);
}

// Flags that decide who sees what: a damaged one means the narrower of both.

/** False if it is missing, true if it is damaged. */
export const narrowing = z.boolean().nullish().transform(Boolean).catch(true);
/** The same for the time of a deletion, which is 0 where there was none. */
export const deletion = z
  .unknown()
  .optional()
  .transform((time) => time !== undefined && time !== null && time !== 0);
/** As it says if it is missing, false if it is damaged. */
export const widening = (byDefault: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((value) => value ?? byDefault)
    .catch(false);

// Fields that say something and are not read: nothing of an export is dropped without a trace.

/** Names of fields: those that are read, and those that say nothing of their own. */
export type KnownFields = ReadonlySet<string>;

/** The fields of a schema, and others that say nothing (in one string, by blanks). */
export const knownFields = (schema: { readonly shape: object }, silent = ''): KnownFields =>
  new Set([...Object.keys(schema.shape), ...silent.split(/\s+/)]);

/** Longer names are no names. */
const MAX_NAME_LENGTH = 60;
/** Names that are told apart; a damaged export may have any number. */
const MAX_NAMES = 1_000;

/** Collects what records say and nobody reads: how often each field does, and where first. */
export class UnreadFields {
  readonly #found: FoundCounts;
  readonly #counts = new Map<string, { readonly key: string; count: number }>();

  constructor(found: FoundCounts) {
    this.#found = found;
  }

  /** Counts the fields of a record that say something and are not known; `what` names the kind of record. */
  walk(record: unknown, what: string, key: string, known: KnownFields): void {
    if (typeof record !== 'object' || record === null) return;
    for (const [field, value] of Object.entries(record))
      if (!known.has(field) && !isEmpty(value))
        this.count(`${what}: ${field.slice(0, MAX_NAME_LENGTH)}`, key);
  }

  /** Counts something that a record says. */
  count(name: string, key: string, count = 1): void {
    if (count === 0) return;
    const isNamed = this.#counts.has(name) || this.#counts.size < MAX_NAMES;
    const entry = this.#counts.get(isNamed ? name : 'of other names') ?? { key, count: 0 };
    entry.count += count;
    this.#counts.set(isNamed ? name : 'of other names', entry);
    this.#found.fields += count;
  }

  *records(): Iterable<ExportRecord> {
    for (const [name, { key, count }] of this.#counts) yield skippedRecord('fields', key, name, count);
    this.#counts.clear();
  }
}

/** Whether a value says nothing: a flag that is not set, a number that is zero, a text, list or object without content. */
const isEmpty = (value: unknown): boolean =>
  !value || value === '0' || (typeof value === 'object' && Object.values(value).every(isEmpty));

/** Code points of a channel's description. */
const MAX_DESCRIPTION_LENGTH = 1024;

/** What a channel is for, from several texts of which each may be missing. */
export function describe(
  texts: readonly (string | undefined)[],
  { key, unread }: { readonly key: string; readonly unread: UnreadFields },
): string {
  const whole = [...[...new Set(texts.flatMap((text) => text?.trim() || []))].join(' – ')];
  if (whole.length <= MAX_DESCRIPTION_LENGTH) return whole.join('');
  unread.count(`channel: the rest of a description of more than ${MAX_DESCRIPTION_LENGTH} characters`, key);
  return `${whole.slice(0, MAX_DESCRIPTION_LENGTH - 1).join('')}…`;
}
