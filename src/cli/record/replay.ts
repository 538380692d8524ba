/** `replay`: prints the log, one line per event. One page of events is in memory at a time. */
import { once } from 'node:events';
import { suggestion } from '../../app/core/requireOrganization.ts';
import { cloudEvent, eventText } from '../../audit/eventText.ts';
import { jsonLine, metadataOf, type NameOf, namesOf, referencedNames } from '../../audit/referencedNames.ts';
import type { EventData } from '../../audit/references.ts';
import { isSelected, logFilterOf, type Selection } from '../../audit/selection.ts';
import { OperatorError } from '../../base/errors.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Lanes } from '../../commands/lane/lanes.ts';
import {
  type EventLog,
  ForeignEvents,
  type LogFilter,
  type Position,
  type ReadAllOptions,
  type StoredEvent,
} from '../../events/log/eventLog.ts';
import { logForReading } from '../terminal/openStores.ts';
import { foreignLines } from '../terminal/output.ts';
import { openReadOnlyLanes } from '../terminal/readOnlyLanes.ts';
import { type CommandSession, lazy } from '../terminal/session.ts';
import { parseSelection, type TypedConditions } from './selection.ts';
import { printNote, printOut } from '../../base/printable.ts';

// Names of all organizations, loaded when one of their events comes.

const nameless: NameOf = () => undefined;

class RecordNames {
  readonly #lanes: Lanes;
  readonly #byOrganization = new Map<number, NameOf>();

  constructor(lanes: Lanes) {
    this.#lanes = lanes;
  }

  /** The names in an event's organization; none in the server's own stream. */
  async of(event: StoredEvent): Promise<NameOf> {
    const id = metadataOf(event).organization;
    const known = this.#byOrganization.get(id);
    if (known) return known;
    const isKnown = this.#lanes.server.state.organizations.has(id as OrganizationId);
    const names = isKnown ? namesOf((await this.#lanes.organization(id as OrganizationId)).state) : nameless;
    this.#byOrganization.set(id, names);
    return names;
  }
}

/** Events per write; more would cost memory without being faster. */
const EVENTS_PER_WRITE = 64;

/** Positions are inclusive. */
interface ReplayOptions extends TypedConditions {
  readonly format: 'json' | 'cloudevents' | 'text';
  readonly withNames?: boolean;
  readonly stream?: string;
  readonly from?: Position;
  readonly to?: Position;
  readonly type?: string;
}

/** Prints the events that exist when it is called; later ones are left out. */
export async function replay(session: CommandSession, options: ReplayOptions): Promise<void> {
  if ((options.from ?? 0) > (options.to ?? Infinity))
    throw new OperatorError('--from must not be greater than --to.');
  const config = await session.config();
  const log = await logForReading(session, config);
  await refuseUnknown(log, options);
  const lanes = lazy(() => openReadOnlyLanes(session));
  const selection = await parseSelection(lanes, options);
  const line = await lineWriter(options, lanes);
  const { stream, from = 0 } = options;
  const isIncluded = (event: StoredEvent): boolean =>
    event.position >= from &&
    (stream === undefined || event.stream === stream) &&
    (isUnconditional(selection) || isSelected(event, selection));
  // EventStoreDB can only continue after the position of an event, and `from` need not be one.
  const after = config.EVENTSTOREDB_URL ? null : from - 1;
  const foreign = new ForeignEvents();
  for await (const page of log.readAll({ ...readingOf(options, selection, after), foreign })) {
    const included = page.filter(isIncluded);
    for (let start = 0; start < included.length; start += EVENTS_PER_WRITE) {
      const lines = await Promise.all(included.slice(start, start + EVENTS_PER_WRITE).map(line));
      if (!printOut(`${lines.join('\n')}\n`)) await once(process.stdout, 'drain');
    }
  }
  for (const passedOver of foreignLines(foreign.count)) printNote(`${passedOver}\n`);
}

/** A prefix may match other streams too; the caller compares the whole name. */
function readingOf(
  { stream, to, type }: ReplayOptions,
  selection: Selection,
  after: Position | null,
): ReadAllOptions {
  const filter: LogFilter = {
    ...(stream === undefined ? logFilterOf(selection) : { streamPrefixes: [stream] }),
    ...(type === undefined ? {} : { types: [type] }),
  };
  return { after, filter, ...(to === undefined ? {} : { upTo: to }) };
}

const isUnconditional = (selection: Selection): boolean =>
  Object.values(selection).every((condition) => condition === undefined);

/** A misspelt name would otherwise look like an empty log. */
async function refuseUnknown(log: EventLog, { stream, type }: ReplayOptions): Promise<void> {
  if (type !== undefined) {
    const { eventAreas, eventDefinition } = await import('../../events/catalog.ts');
    const types = Object.values(eventAreas).flatMap(({ definitions }) => Object.keys(definitions));
    if (eventDefinition(type) === undefined)
      throw new OperatorError(`There is no event type named '${type}'.${suggestion(type, types)}`);
  }
  if (stream === undefined) return;
  for await (const page of log.readStream(stream, { limit: 1 })) if (page.length > 0) return;
  throw new OperatorError(`There is no stream named '${stream}'.`);
}

/** Returns a function that formats an event as requested, without the end of the line. */
async function lineWriter(
  { format, withNames }: ReplayOptions,
  lanes: () => Promise<Lanes>,
): Promise<(event: StoredEvent) => string | Promise<string>> {
  if (format === 'json' && !withNames) return (event) => jsonLine(event);
  const { logId = '' } = (await lanes()).server.state;
  const book = new RecordNames(await lanes());
  return async (event) => {
    const nameOf = await book.of(event);
    if (format === 'text') return eventText(event, nameOf);
    const names = referencedNames(JSON.parse(event.data) as EventData, metadataOf(event).actor, nameOf);
    return format === 'json' ? jsonLine(event, names) : cloudEvent(event, names, logId);
  };
}
