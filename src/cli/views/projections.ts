/** `projections list | rebuild | cancel | retry | skip`. */
import type { BuildListener } from '../../app/core/core.ts';
import { suggestion } from '../../app/core/requireOrganization.ts';
import type { OperationResult } from '../../app/operatorCommands.ts';
import { OperatorError } from '../../base/errors.ts';
import type { EventLog, Position } from '../../events/log/eventLog.ts';
import { projections } from '../../projections/catalog.ts';
import type { Projection } from '../../projections/running/define.ts';
import { eventsAfter, MOST_COUNTED, type ProjectionHealth } from '../../projections/running/health.ts';
import { quarantineRecords } from '../../projections/running/quarantine.ts';
import type { ReadModels } from '../../projections/store/readModels.ts';
import { logForReading, readModelsForReading } from '../terminal/openStores.ts';
import { type Format, formatTable, print } from '../terminal/output.ts';
import { createProgress, type ProgressDisplay } from '../terminal/progress.ts';
import { reportFailure } from '../terminal/reportError.ts';
import { askServer, operate } from '../terminal/runOperatorCommand.ts';
import type { CommandSession } from '../terminal/session.ts';

/** The projection of that name, or all of them; OperatorError if there is none. */
export function requireProjections(name?: string): readonly Projection[] {
  const named = projections.filter((each) => name === undefined || each.name === name);
  if (name === undefined || named.length > 0) return named;
  const names = projections.map((each) => each.name);
  throw new OperatorError(`There is no projection named ${name}.${suggestion(name, names)}`);
}

/** A projection as the stores show it while no server runs: without its lag in milliseconds. */
export type Listed = Omit<ProjectionHealth, 'state' | 'lag'> & {
  readonly state: ProjectionHealth['state'] | 'stopped' | 'not served';
  readonly lag: { readonly events: number; readonly milliseconds: number | null };
};

export async function listProjections(session: CommandSession, format: Format): Promise<void> {
  print(format, await readProjections(session), (all) => [
    ...formatTable(['Projection', 'Served', 'State', 'Position', 'Lag', 'Quarantined'], all.map(rowOf)),
    ...all.flatMap(quarantineLines),
  ]);
}

/** All projections as the running server reports them, or as the stores show them if none runs on this machine. */
export async function readProjections(session: CommandSession): Promise<readonly Listed[]> {
  const config = await session.config();
  const live = await askServer(config, { operation: 'projections list', input: {} });
  if (live) return live.result as readonly Listed[];
  const log = await logForReading(session, config);
  return readStoredProjections(log, await readModelsForReading(session, config));
}

async function readStoredProjections(log: EventLog, readModels: ReadModels): Promise<readonly Listed[]> {
  const head = (await log.head()) ?? -1;
  const counted = new Map<Position | null, number>();
  const lagAt = async (position: Position | null): Promise<number> => {
    const events = counted.get(position) ?? (await eventsAfter(log, position, head));
    counted.set(position, events);
    return events;
  };
  const listed: Listed[] = [];
  for (const projection of projections) listed.push(await stored(readModels, projection, lagAt));
  return listed;
}

async function stored(
  readModels: ReadModels,
  projection: Projection,
  lagAt: (position: Position | null) => Promise<number>,
): Promise<Listed> {
  const { name, version, collections } = projection;
  const served = (await readModels.served())[name];
  const common = { projection: name, version, rebuilding: false };
  if (served?.version !== version) {
    const lag = { events: await lagAt(null), milliseconds: null };
    return { ...common, state: 'not served', position: null, lag, quarantined: [] };
  }
  const position = await (await readModels.open(served, collections)).checkpoint();
  return {
    ...common,
    generation: served.generation,
    state: 'stopped',
    position,
    lag: { events: await lagAt(position), milliseconds: null },
    quarantined: await quarantineRecords(readModels.notes, served).list(),
  };
}

const rowOf = ({
  projection,
  version,
  generation,
  state,
  rebuilding,
  position,
  lag,
  quarantined,
}: Listed) => [
  projection,
  generation === undefined ? undefined : `${version}.${generation}`,
  rebuilding ? `${state}, rebuilding` : state,
  position,
  lag.events >= MOST_COUNTED ? `over ${MOST_COUNTED}` : lag.events,
  quarantined.length,
];

const quarantineLines = ({ projection, quarantined }: Listed): readonly string[] =>
  quarantined.map(
    ({ organizationId, type, position, error }) =>
      `${projection}, organization ${organizationId}: ${type} at position ${position}: ${error}`,
  );

interface Rebuild extends Format {
  readonly name?: string;
}

const goesOn = (name = ''): string =>
  `The server continues the rebuild. To stop it: ${['hansard projections cancel', name].join(' ').trim()}`;

const DROPPED =
  'Unfinished rebuilds were dropped and the old views are kept; nothing continues in the background.';

/** A running server continues the rebuild when this command is interrupted. */
export async function rebuildProjections(
  session: CommandSession,
  { name, ...format }: Rebuild,
): Promise<void> {
  requireProjections(name);
  const progress = await session.keep(createProgress());
  session.farewell = () => (session.isDoneElsewhere ? goesOn(name) : DROPPED);
  const input = name === undefined ? {} : { projection: name };
  const rebuilt = await operate(session, 'projections rebuild', input, progressListener(progress));
  await progress.close();
  print(format, rebuilt, (all) => all.flatMap((each) => [servesLine(each), ...quarantineLines(each)]));
}

/** Exit code 1 if no rebuild is running, which includes a machine without a server. */
export async function cancelRebuild(session: CommandSession, { name, ...format }: Rebuild): Promise<number> {
  requireProjections(name);
  const input = name === undefined ? {} : { projection: name };
  const live = await askServer(await session.config(), { operation: 'projections cancel', input });
  const { cancelled } = (live?.result ?? { cancelled: [] }) as OperationResult<'projections cancel'>;
  const problem = live ? 'No rebuild is running.' : 'No server is running here, so no rebuild is.';
  print(format, { cancelled }, () =>
    cancelled.length > 0
      ? cancelled.map((each) => `The rebuild of ${each} is cancelled; the old view is still served.`)
      : [problem],
  );
  if (cancelled.length > 0) return 0;
  return reportFailure(format.json ? `Nothing was cancelled. ${problem}` : 'Nothing was cancelled.');
}

const servesLine = ({ projection, version, generation, position }: ProjectionHealth): string =>
  `${projection}@${version}.${generation ?? 0} is served, up to position ${position ?? 0}.`;

/** Shows the progress of a fill as a step. */
export const progressListener =
  (progress: ProgressDisplay): BuildListener =>
  ({ projection: label, done, total, eta }) =>
    progress.show({ label, done, total, eta });

interface Repair extends Format {
  readonly name: string;
  readonly organization: string;
}

type Repaired = Awaited<ReturnType<typeof operate<'projections retry'>>>;

/** Exit code 1 if the event still cannot be applied. */
export async function retryProjection(
  session: CommandSession,
  { name, organization, ...format }: Repair,
): Promise<number> {
  requireProjections(name);
  const repaired = await operate(session, 'projections retry', { projection: name, organization });
  return reported(format, repaired);
}

/** Exit code 1 if another event cannot be applied. */
export async function skipEvent(
  session: CommandSession,
  { name, organization, reason, ...format }: Repair & { readonly reason: string },
): Promise<number> {
  requireProjections(name);
  const repaired = await operate(session, 'projections skip', { projection: name, organization, reason });
  return reported(format, repaired);
}

function reported(format: Format, repaired: Repaired): number {
  print(format, repaired, ({ projection, organizationId, quarantine }) =>
    quarantine
      ? [
          `${projection} still cannot apply ${quarantine.type} at position ${quarantine.position} ` +
            `of organization ${organizationId}: ${quarantine.error}`,
        ]
      : [`${projection} is served to organization ${organizationId} again.`],
  );
  return repaired.recovered ? 0 : reportFailure(`${repaired.projection} is still quarantined.`);
}
