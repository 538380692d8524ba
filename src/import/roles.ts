/** Roles of people in other systems: here a guest stays one, and nobody becomes more than a member. */
import { z } from 'zod';
import { type ExportRecord, type FoundCounts, type PersonRecord, skippedRecord } from './records.ts';

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
