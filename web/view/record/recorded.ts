/** An event of the record, as the server answers it. */
import type { Answer } from '@hansard/client';
import { strings } from '../../strings.ts';

export type Recorded = Answer<'POST /record/events'>['events'][number];

/** `MessageSent` → `Message sent`. */
export function nameOfType(type: string): string {
  const text = type.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Who acted. */
export const actorOf = ({ actor, actor_name: name }: Recorded): string =>
  actor === null ? strings.record.server : (name ?? String(actor));

/** Milliseconds to the second, as in the reader's language. */
export const timeOf = ({ time }: Recorded): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }).format(time);

/** An event and what it has caused, by the IDs of causes. */
export interface Cause {
  readonly event: Recorded;
  readonly effects: readonly Cause[];
}

/** What caused what among some events: those whose cause is not among them come first. */
export function causesAmong(events: readonly Recorded[]): readonly Cause[] {
  const ids = new Set(events.map(({ id }) => id));
  const caused = (by: string): readonly Cause[] =>
    events.filter(({ causation, id }) => causation === by && id !== by).map(withEffects);
  const withEffects = (event: Recorded): Cause => ({ event, effects: caused(event.id) });
  return events.filter(({ causation, id }) => !ids.has(causation) || causation === id).map(withEffects);
}
