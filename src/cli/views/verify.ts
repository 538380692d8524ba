import { openReadModels } from '../../app/core/engines.ts';
import { systemClock } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import type { Projection } from '../../projections/running/define.ts';
import { type Verification, verify } from '../../projections/running/verify.ts';
import { logForReading, readModelsForReading } from '../terminal/openStores.ts';
import { type Format, formatCount, pluralize, print } from '../terminal/output.ts';
import { createProgress } from '../terminal/progress.ts';
import { reportFailure } from '../terminal/reportError.ts';
import { type CommandSession, temporaryFolder } from '../terminal/session.ts';
import { progressListener, requireProjections } from './projections.ts';

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

/** `projections verify`: reports differences, and returns 1 unless all served documents match the log. */
export async function verifyProjections(
  session: CommandSession,
  { name, ...format }: Format & { readonly name?: string },
): Promise<number> {
  const outcomes = await compareViews(session, await session.config(), requireProjections(name));
  print(format, outcomes, (all) => all.flatMap(linesOf));
  const others = namesOf(outcomes, ({ status }) => status !== 'same');
  if (others !== '') return reportFailure(`Not as the log has it: ${others}.`);
  const partial = namesOf(outcomes, ({ quarantined }) => quarantined.length > 0);
  return partial === '' ? 0 : reportFailure(`Not compared in all organizations: ${partial}.`);
}

/** Rebuilds projections in a temporary store, and compares them with the served ones. */
export async function compareViews(
  session: CommandSession,
  config: Config,
  projections: readonly Projection[],
): Promise<readonly Verification[]> {
  const log = await logForReading(session, config);
  const readModels = await readModelsForReading(session, config);
  const folder = await temporaryFolder(session, 'hansard-verify-');
  const scratch = await session.keep(openReadModels({ engine: 'sqlite', folder }, { clock: systemClock }));
  const progress = await session.keep(createProgress());
  const stores = { log, readModels, scratch, projections };
  const dependencies = { clock: systemClock, logger: SILENT, onProgress: progressListener(progress) };
  const outcomes: Verification[] = [];
  for await (const outcome of verify({ ...stores, ...dependencies })) outcomes.push(outcome);
  await progress.close();
  return outcomes;
}

const namesOf = (outcomes: readonly Verification[], has: (outcome: Verification) => boolean): string =>
  outcomes
    .filter(has)
    .map(({ projection }) => projection)
    .join(', ');

function linesOf({ projection, status, checkpoint, ...found }: Verification): readonly string[] {
  if (status === 'not served') return [`${projection}: this version has not been built yet.`];
  if (status === 'damaged')
    return [
      `${projection}: ${found.fault ?? ''} The server rebuilds it, or \`hansard projections rebuild\` does.`,
    ];
  const documents = found.collections.reduce((sum, collection) => sum + collection.documents, 0);
  const quarantined = found.quarantined.map(
    (organizationId) => `${projection}: organization ${organizationId} is quarantined and was not compared.`,
  );
  if (status === 'same')
    return [
      `${projection}: ${quarantined.length > 0 ? '' : 'OK, '}${pluralize(documents, 'document')} ` +
        `${documents === 1 ? 'matches' : 'match'} the log at position ${checkpoint ?? 0}.`,
      ...quarantined,
    ];
  const differences = found.differences.map(
    ({ collection, organizationId, id, kind }) =>
      `${projection}: document ${id} of ${collection} in organization ${organizationId} was ${kind}.`,
  );
  const more = found.differenceCount - differences.length;
  return [
    ...differences,
    ...(more > 0 ? [`${projection}: … and ${formatCount(more)} more.`] : []),
    ...quarantined,
  ];
}
