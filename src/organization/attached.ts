/** Submessages of a message. */
import type { ERASED } from '../events/define.ts';

/** Number of a message's submessages, their total characters, and the last one's ID. */
export interface SubmessageTotals {
  readonly count: number;
  readonly characters: number;
  readonly lastId: number;
}

/** Adds a submessage; one that was counted already changes nothing. */
export function countSubmessage(
  present: SubmessageTotals | undefined,
  content: string | typeof ERASED,
  id: number,
): SubmessageTotals {
  const { count, characters, lastId } = present ?? { count: 0, characters: 0, lastId: 0 };
  if (id <= lastId) return { count, characters, lastId };
  const added = typeof content === 'string' ? content.length : 0;
  return { count: count + 1, characters: characters + added, lastId: id };
}
