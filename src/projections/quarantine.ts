/**
 * Events that a projection could not take in. A quarantine sets one organization of one generation aside from the
 * bad event on; a skip is the operator's decision, on record, to go on without the event.
 */
import type { Clock } from '../clock.ts';
import type { Position } from '../events/log/eventLog.ts';
import type { OrganizationId } from '../ids.ts';
import type { BadEvent } from './batch.ts';
import type { Projection } from './define.ts';
import { type Document, type GenerationName, generationText, type Notes } from './store/readModels.ts';

/** One organization of one projection, set aside. `at` is UNIX milliseconds. */
export interface Quarantine {
  readonly organizationId: OrganizationId;
  readonly stream: string;
  /** The first event that has not been taken in: its place in the log and in its stream. */
  readonly position: Position;
  readonly revision: number;
  readonly eventId: string;
  readonly type: string;
  readonly error: string;
  readonly at: number;
}

/** An event that the operator let a projection version go on without. `at` is UNIX milliseconds. */
interface Skip {
  readonly position: Position;
  readonly eventId: string;
  readonly type: string;
  readonly reason: string;
  readonly at: number;
}

/** What is known of a bad event, as a quarantine. */
export const quarantineOf = ({ event, message }: BadEvent, clock: Clock): Quarantine => ({
  organizationId: event.organizationId,
  stream: event.stored.stream,
  position: event.stored.position,
  revision: event.stored.revision,
  eventId: event.stored.id,
  type: event.stored.type,
  error: message,
  at: clock.now(),
});

const quarantinePrefix = (name: GenerationName): string => `quarantine/${generationText(name)}/`;
const skipPrefix = ({ name, version }: Projection): string => `skip/${name}@${version}/`;

/** The durable quarantines of one generation. */
export const quarantineNotes = (notes: Notes, name: GenerationName) => ({
  async list(): Promise<readonly Quarantine[]> {
    return (await notes.list(quarantinePrefix(name))).map(([, note]) => note as unknown as Quarantine);
  },
  put: (quarantine: Quarantine): Promise<void> =>
    notes.put(`${quarantinePrefix(name)}${quarantine.organizationId}`, quarantine as unknown as Document),
  lift: (organizationId: OrganizationId): Promise<void> =>
    notes.remove(`${quarantinePrefix(name)}${organizationId}`),
  async liftAll(): Promise<void> {
    await notes.removeAll((await notes.list(quarantinePrefix(name))).map(([key]) => key));
  },
});

/** The durable skips of one version of a projection: they hold for every generation of it. */
export const skipNotes = (notes: Notes, projection: Projection) => ({
  async list(): Promise<readonly Skip[]> {
    return (await notes.list(skipPrefix(projection))).map(([, note]) => note as unknown as Skip);
  },
  put: (skip: Skip): Promise<void> =>
    notes.put(`${skipPrefix(projection)}${skip.position}`, skip as unknown as Document),
});
