/**
 * Takes a snapshot: parts from views first, then all parts from the state at one revision, where the queue
 * begins.
 */
import { NotReady, Quarantined } from '../base/errors.ts';
import type { NamedProjection } from '../projections/running/define.ts';
import { NO_DOCUMENTS, type Views } from '../projections/running/views.ts';
import { snapshotParts } from './catalog.ts';
import type { FetchType, LongList, SnapshotSource, ViewPart } from './translation/snapshot.ts';

/** Resolves with views that contain everything up to a revision. */
type Level = (projections: readonly NamedProjection[], revision: number) => Promise<Views>;

export interface Snapshot {
  /** Fields of the answer by name; long lists are serialized later. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Revision of all parts from the state. */
  readonly start: number;
  /** Type of event, or `type/op` → the revision of the views for it, if that is earlier. */
  readonly startOf: Readonly<Record<string, number>>;
  /** Fetch types whose views are quarantined: their fields are as if those had no documents. */
  readonly unreadable: readonly FetchType[];
}

/** How often views are read again if their content keeps changing. */
const MAX_ROUNDS = 8;

type AnyView = ViewPart<unknown, object>;
type AnyPart = AnyView | ((source: SnapshotSource) => object);

/** What was read from a view, and when. */
interface ViewRead {
  readonly part: AnyView;
  readonly read: unknown;
  readonly revision: number;
  readonly version: unknown;
}

/**
 * The fields of the requested fetch types; null means all. Fails with `NotReady` if a view cannot be read in
 * time.
 */
export async function takeSnapshot(
  source: SnapshotSource,
  fetchTypes: ReadonlySet<string> | null,
  level: Level,
): Promise<Snapshot> {
  const requested = requestedParts(fetchTypes);
  const parts = requested.map(([, part]) => part);
  const unreadable = new Set<AnyPart>();
  const readings = await readViews(
    parts.filter((part) => typeof part !== 'function'),
    source,
    readerOf(source, level, unreadable),
  );
  const start = source.state.revision;
  const fields = parts.map((part) =>
    typeof part === 'function' ? part(source) : part.fields(source, readings.get(part)?.read),
  );
  const earlier = [...readings.values()]
    .filter(({ revision }) => revision < start)
    .flatMap(({ part: { events = [] }, revision }) => events.map((type) => [type, revision] as const));
  return {
    fields: Object.assign({}, ...fields) as Snapshot['fields'],
    start,
    startOf: earliest(earlier),
    unreadable: requested.flatMap(([type, part]) => (unreadable.has(part) ? [type] : [])),
  };
}

/** Reads a part, from views without documents if one of its own is quarantined: the others are not affected. */
const readerOf =
  (source: SnapshotSource, level: Level, unreadable: Set<AnyPart>) =>
  async (part: AnyView, revision: number): Promise<unknown> => {
    try {
      const read = await part.read(await level(part.projections, revision), source, revision);
      unreadable.delete(part);
      return read;
    } catch (error) {
      if (!(error instanceof Quarantined)) throw error;
      unreadable.add(part);
      return part.read(NO_DOCUMENTS, source, revision);
    }
  };

function requestedParts(fetchTypes: ReadonlySet<string> | null): readonly (readonly [FetchType, AnyPart])[] {
  const isRequested = (type: string): boolean => fetchTypes === null || fetchTypes.has(type);
  return (Object.entries(snapshotParts) as [FetchType, AnyPart][]).filter(([type]) => {
    if (type === 'unread_msgs') return isRequested('message') && isRequested('update_message_flags');
    return isRequested(type) && !(type === 'muted_topics' && fetchTypes?.has('user_topic'));
  });
}

/** Reads until the parts that must match the revision of the state have not changed meanwhile. */
async function readViews(
  parts: readonly AnyView[],
  source: SnapshotSource,
  readPart: (part: AnyView, revision: number) => Promise<unknown>,
): Promise<ReadonlyMap<AnyView, ViewRead>> {
  const readings = new Map<AnyView, ViewRead>();
  const isDue = (part: AnyView): boolean => {
    const reading = readings.get(part);
    return reading === undefined || reading.version !== part.version?.(source);
  };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const due = parts.filter(isDue);
    if (due.length === 0) return readings;
    const { revision } = source.state;
    const versions = due.map((part) => part.version?.(source));
    const read = await Promise.all(due.map((part) => readPart(part, revision)));
    due.forEach((part, index) =>
      readings.set(part, { part, read: read[index], revision, version: versions[index] }),
    );
  }
  if (parts.some(isDue)) throw new NotReady('What you register for is changing too fast.');
  return readings;
}

function earliest(all: readonly (readonly [string, number])[]): Record<string, number> {
  const starts: Record<string, number> = {};
  for (const [type, revision] of all) starts[type] = Math.min(starts[type] ?? Infinity, revision);
  return starts;
}

/** Whether a field is serialized later. */
export const isLong = (field: unknown): field is LongList =>
  typeof field === 'object' && field !== null && 'texts' in field;
