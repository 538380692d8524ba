/** What hangs on a message beside its text: its submessages. */
import type { ERASED } from '../events/define.ts';

/** Characters of the submessages of one message, and the ID of the last one. */
export interface Attached {
  readonly characters: number;
  readonly lastId: number;
}

/** With a further submessage; one that is counted already changes nothing. */
export function attach(present: Attached | undefined, content: string | typeof ERASED, id: number): Attached {
  const { characters, lastId } = present ?? { characters: 0, lastId: 0 };
  if (id <= lastId) return { characters, lastId };
  return { characters: characters + (typeof content === 'string' ? content.length : 0), lastId: id };
}
