/** `replay`: prints the log, one JSON line per event. One page of events is in memory at a time. */
import { once } from 'node:events';
import { OperatorError } from '../errors.ts';
import { BrokenChain } from '../events/chain.ts';
import type { EventMetadata } from '../events/define.ts';
import type { EventLog, LogFilter, Position, ReadAllOptions, StoredEvent } from '../events/log/eventLog.ts';
import { logForReading } from './engines.ts';
import type { Session } from './session.ts';

/** Events per write; more would cost memory without being faster. */
const WRITTEN = 64;

/** Positions are inclusive. */
interface ReplayOptions {
  readonly stream?: string;
  readonly from?: Position;
  readonly to?: Position;
  readonly type?: string;
}

/** Prints the events that exist when it is called; later ones are left out. */
export async function replay(session: Session, options: ReplayOptions): Promise<void> {
  if ((options.from ?? 0) > (options.to ?? Infinity))
    throw new OperatorError('--from must not be greater than --to.');
  const config = await session.config();
  const log = await logForReading(session, config);
  await refuseUnknown(log, options);
  const { stream, from = 0 } = options;
  const isWanted = (event: StoredEvent): boolean =>
    event.position >= from && (stream === undefined || event.stream === stream);
  // EventStoreDB can only continue after the position of an event, and `from` need not be one.
  const after = config.EVENTSTOREDB_URL ? null : from - 1;
  for await (const page of log.readAll(readingOf(options, after))) {
    const wanted = page.filter(isWanted);
    for (let start = 0; start < wanted.length; start += WRITTEN) {
      const lines = wanted
        .slice(start, start + WRITTEN)
        .map(lineOf)
        .join('');
      if (!process.stdout.write(lines)) await once(process.stdout, 'drain');
    }
  }
}

/** A prefix may match other streams too; the caller compares the whole name. */
function readingOf({ stream, to, type }: ReplayOptions, after: Position | null): ReadAllOptions {
  const filter: LogFilter = {
    ...(stream === undefined ? {} : { streamPrefixes: [stream] }),
    ...(type === undefined ? {} : { types: [type] }),
  };
  return { after, filter, ...(to === undefined ? {} : { upTo: to }) };
}

/** A misspelt name would otherwise look like an empty log. */
async function refuseUnknown(log: EventLog, { stream, type }: ReplayOptions): Promise<void> {
  if (type !== undefined) {
    const { definitionOf } = await import('../events/catalog.ts');
    if (definitionOf(type) === undefined) throw new OperatorError(`There is no event type named '${type}'.`);
  }
  if (stream === undefined) return;
  for await (const page of log.readStream(stream, { limit: 1 })) if (page.length > 0) return;
  throw new OperatorError(`There is no stream named '${stream}'.`);
}

/**
 * Data and metadata are printed exactly as recorded, in their original versions, so that the hash chain can
 * be checked from the output. `time` is in UNIX milliseconds.
 */
function lineOf(event: StoredEvent): string {
  const { position, stream, revision, type, id, data, metadata } = event;
  const { version, time } = metadataOf(event);
  const head = JSON.stringify({ position, stream, revision, type, version, id, time });
  return `${head.slice(0, -1)},"data":${data},"metadata":${metadata}}\n`;
}

function metadataOf(event: StoredEvent): EventMetadata {
  try {
    return JSON.parse(event.metadata) as EventMetadata;
  } catch {
    throw new BrokenChain(event);
  }
}
