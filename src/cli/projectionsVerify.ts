import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../clock.ts';
import { openReadModels } from '../app/engines.ts';
import { OperatorError } from '../errors.ts';
import { type Verification, verify } from '../projections/running/verify.ts';
import { logForReading, readModelsForReading } from './engines.ts';
import { count, type Format, print } from './output.ts';
import { createProgress } from './progress.ts';
import { listenerOf } from './projections.ts';
import { projectionsNamed } from './projectionsNamed.ts';
import type { Session } from './session.ts';

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

/** `projections verify`: reports differences, and returns 1 unless all served documents match the log. */
export async function verifyProjections(
  session: Session,
  { name, ...format }: Format & { readonly name?: string },
): Promise<number> {
  const projections = projectionsNamed(name);
  const config = await session.config();
  const log = await logForReading(session, config);
  const readModels = await readModelsForReading(session, config);
  const scratch = await openScratch(session);
  const progress = await session.keep(createProgress());
  const stores = { log, readModels, scratch, projections };
  const surroundings = { clock: systemClock, logger: SILENT, onProgress: listenerOf(progress) };
  const outcomes = await verify({ ...stores, ...surroundings });
  await progress.close();
  print(format, outcomes, (all) => all.flatMap(linesOf));
  return outcomes.every(({ status }) => status === 'same') ? 0 : 1;
}

/** An embedded store in the folder for temporary files (TMPDIR), removed when the command ends. */
async function openScratch(session: Session) {
  const folder = await mkdtemp(join(tmpdir(), 'hansard-verify-')).catch((cause: unknown) => {
    throw new OperatorError(`Cannot create a folder in ${tmpdir()}; set TMPDIR to a writable folder.`, {
      cause,
    });
  });
  session.onEnd(() => rm(folder, { recursive: true, force: true }));
  return session.keep(openReadModels({ engine: 'sqlite', folder }, { clock: systemClock }));
}

function linesOf({ projection, status, checkpoint, ...found }: Verification): readonly string[] {
  if (status === 'not served') return [`${projection}: this version has not been built yet.`];
  const documents = found.collections.reduce((sum, collection) => sum + collection.documents, 0);
  const quarantined = found.quarantined.map(
    (organizationId) => `${projection}: organization ${organizationId} is quarantined and was not compared.`,
  );
  if (status === 'same')
    return [
      `${projection}: OK, ${count(documents)} documents match the log at position ${checkpoint ?? 0}.`,
      ...quarantined,
    ];
  const differences = found.differences.map(
    ({ collection, organizationId, id, kind }) =>
      `${projection}: document ${id} of ${collection} in organization ${organizationId} was ${kind}.`,
  );
  const more = found.differenceCount - differences.length;
  return [...differences, ...(more > 0 ? [`${projection}: … and ${count(more)} more.`] : []), ...quarantined];
}
