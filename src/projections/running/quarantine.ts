/**
 * Events that a projection could not apply. A quarantine stops one organization of one generation from the
 * bad event on; a skip is the operator's recorded decision to continue without the event.
 */
import type { Clock } from '../../base/clock.ts';
import { OperatorError } from '../../base/errors.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Position } from '../../events/log/eventLog.ts';
import {
  type Document,
  type GenerationName,
  generationText,
  type KeyValueStore,
} from '../store/readModels.ts';
import type { BatchEvent, EventNotApplied } from './batch.ts';
import type { Projection } from './define.ts';

/** A quarantined organization of one projection. `at` is UNIX milliseconds. */
export interface Quarantine {
  readonly organizationId: OrganizationId;
  readonly stream: string;
  /** The first event that has not been applied: its position in the log and its revision. */
  readonly position: Position;
  readonly revision: number;
  readonly eventId: string;
  readonly type: string;
  readonly error: string;
  readonly at: number;
  /** A replay has written documents up to here, or has tried to; absent before the first. */
  readonly replayedTo?: Position;
}

/** An event that the operator skipped for a projection version. `at` is UNIX milliseconds. */
interface Skip {
  readonly position: Position;
  readonly eventId: string;
  readonly type: string;
  readonly reason: string;
  readonly at: number;
}

/** The quarantine for a bad event. */
export const createQuarantine = ({ event, message }: EventNotApplied, clock: Clock): Quarantine => ({
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

/** The stored quarantines of one generation. */
export const quarantineRecords = (notes: KeyValueStore, name: GenerationName) => ({
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

/** The stored skips of one projection version: they hold for all its generations. */
export const skipRecords = (notes: KeyValueStore, projection: Projection) => ({
  async list(): Promise<readonly Skip[]> {
    return (await notes.list(skipPrefix(projection))).map(([, note]) => note as unknown as Skip);
  },
  put: (skip: Skip): Promise<void> =>
    notes.put(`${skipPrefix(projection)}${skip.position}`, skip as unknown as Document),
});

/** The quarantines of one generation, as stored. */
export class QuarantineStore {
  readonly quarantines = new Map<OrganizationId, Quarantine>();
  readonly #projection: Projection;
  readonly #skipped = new Set<Position>();
  readonly #quarantineNotes;
  readonly #skipNotes;

  constructor(projection: Projection, name: GenerationName, notes: KeyValueStore) {
    this.#projection = projection;
    this.#quarantineNotes = quarantineRecords(notes, name);
    this.#skipNotes = skipRecords(notes, projection);
  }

  /** Reads the stored ones: another node may have added or lifted some. */
  async learn(): Promise<void> {
    const [quarantines, skips] = [await this.#quarantineNotes.list(), await this.#skipNotes.list()];
    this.quarantines.clear();
    for (const quarantine of quarantines) this.quarantines.set(quarantine.organizationId, quarantine);
    for (const { position } of skips) this.#skipped.add(position);
  }

  /** Whether all events are applied. */
  get isEmpty(): boolean {
    return this.quarantines.size === 0 && this.#skipped.size === 0;
  }

  /** Whether an event is applied: it is not skipped, and its organization was not quarantined before it. */
  admits({ organizationId, stored }: BatchEvent): boolean {
    const quarantine = this.quarantines.get(organizationId);
    return (quarantine === undefined || stored.position < quarantine.position) && !this.isSkipped(stored);
  }

  isSkipped({ position }: { readonly position: Position }): boolean {
    return this.#skipped.has(position);
  }

  /** The quarantine of an organization. OperatorError if there is none, or no longer. */
  async of(organizationId: OrganizationId): Promise<Quarantine> {
    await this.learn();
    const quarantine = this.quarantines.get(organizationId);
    if (quarantine) return quarantine;
    throw new OperatorError(`Organization ${organizationId} is not quarantined in ${this.#projection.name}.`);
  }

  async put(quarantine: Quarantine): Promise<void> {
    await this.#quarantineNotes.put(quarantine);
    this.quarantines.set(quarantine.organizationId, quarantine);
  }

  async lift(organizationId: OrganizationId): Promise<void> {
    await this.#quarantineNotes.lift(organizationId);
    this.quarantines.delete(organizationId);
  }

  async skip(skip: Skip): Promise<void> {
    await this.#skipNotes.put(skip);
    this.#skipped.add(skip.position);
  }
}
