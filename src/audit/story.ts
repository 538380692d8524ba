/** Everything that the record says about one message, person or channel. */
import { eventAreas } from '../events/catalog.ts';
import type { EventLog, StoredEvent } from '../events/log/eventLog.ts';
import type { OrganizationId } from '../ids.ts';
import { metadataOf } from './jsonLine.ts';
import { type EventData, type EntityKind, refersTo } from './references.ts';
import { logFilterOf } from './selection.ts';

/** What a story can be about. */
export type Subject = Exclude<EntityKind, 'group'>;

/** How often something happened; times in UNIX milliseconds. */
export interface Occurrence {
  readonly type: string;
  count: number;
  readonly first: number;
  last: number;
}

export interface Story {
  /** What happened to the subject, oldest first. */
  readonly events: readonly StoredEvent[];
  /** Everyday conversation, and what a person did to others: only counted. */
  readonly counted: readonly Occurrence[];
}

/** Events of these areas are counted in stories of people and channels, which would have no end otherwise. */
const CONVERSATION: ReadonlySet<string> = new Set(
  (
    [
      ...([
        'messages',
        'reactions',
        'submessages',
        'flags',
        'typing',
        'presence',
        'topics',
        'drafts',
      ] as const),
      ...(['scheduledMessages', 'reminders', 'savedSnippets', 'reactors', 'pushes', 'webhooks'] as const),
    ] as const
  ).flatMap((area) => Object.keys(eventAreas[area].definitions)),
);

/** Reads the organization's part of the log once. */
export async function readStory(
  log: EventLog,
  organizationId: OrganizationId,
  subject: Subject,
  id: number,
): Promise<Story> {
  const events: StoredEvent[] = [];
  const counted = new Map<string, Occurrence>();
  for await (const page of log.readAll({ filter: logFilterOf({ organizationId }) })) {
    for (const event of page) {
      const { organization, actor, time } = metadataOf(event);
      if (organization !== organizationId) continue;
      const isAbout = refersTo(event, JSON.parse(event.data) as EventData, subject, id);
      const isTold = isAbout && (subject === 'message' || !CONVERSATION.has(event.type));
      if (isTold) events.push(event);
      else if (isAbout || (subject === 'person' && actor === id)) count(counted, event.type, time);
    }
  }
  return { events, counted: [...counted.values()] };
}

function count(counted: Map<string, Occurrence>, type: string, time: number): void {
  const known = counted.get(type);
  if (known === undefined) counted.set(type, { type, count: 1, first: time, last: time });
  else Object.assign(known, { count: known.count + 1, last: time });
}
