/** What hangs on a message beside its text: its submessages. */
import type { ERASED } from '../events/define.ts';

/** How many submessages one message has, their characters, and the ID of the last one. */
export interface Attached {
  readonly count: number;
  readonly characters: number;
  readonly lastId: number;
}

/** With a further submessage; one that is counted already changes nothing. */
export function attach(present: Attached | undefined, content: string | typeof ERASED, id: number): Attached {
  const { count, characters, lastId } = present ?? { count: 0, characters: 0, lastId: 0 };
  if (id <= lastId) return { count, characters, lastId };
  const added = typeof content === 'string' ? content.length : 0;
  return { count: count + 1, characters: characters + added, lastId: id };
}
