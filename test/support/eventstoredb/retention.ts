/** What a stream's metadata hides of it: at once from readers of the stream, from `$all` only by a scavenge. */
import type { Recorded } from './store.ts';

interface Limits {
  readonly $tb?: number;
  readonly $maxCount?: number;
  /** Seconds. */
  readonly $maxAge?: number;
}

/** The first revision that is not hidden; beyond the last one where all are. Of metadata only the last counts. */
export function firstShown(
  stream: string,
  records: readonly Recorded[],
  metadata: Recorded | undefined,
): number {
  const end = (records.at(-1)?.revision ?? -1) + 1;
  const limits = stream.startsWith('$$') ? { $maxCount: 1 } : limitsIn(metadata);
  const young = limits.$maxAge === undefined ? undefined : Date.now() - limits.$maxAge * 1000;
  const firstYoung =
    young === undefined ? 0 : (records.find(({ createdAt }) => createdAt >= young)?.revision ?? end);
  return Math.max(limits.$tb ?? 0, end - (limits.$maxCount ?? end), firstYoung);
}

/** Of an event that says nothing readable nothing is limited. */
function limitsIn(metadata: Recorded | undefined): Limits {
  return metadata ? (JSON.parse(Buffer.from(metadata.data).toString()) as Limits) : {};
}
