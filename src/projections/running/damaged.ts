import type { ProjectionLogger } from './logLines.ts';
import {
  type GenerationName,
  generationText,
  type ReadModels,
  type ReadModelsDamaged,
} from '../store/readModels.ts';

interface SetAsideDependencies {
  readonly readModels: ReadModels;
  readonly logger: ProjectionLogger;
}

/** Moves an unreadable generation aside for the next one. Fails if the store does not support that. */
export async function setAsideGeneration(
  { readModels, logger }: SetAsideDependencies,
  name: GenerationName,
  error: ReadModelsDamaged,
) {
  if (!readModels.setAside) throw error;
  const path = await readModels.setAside(name);
  logger.error(
    { event: 'projection.set_aside', projection: name.projection, path, err: error },
    `The view ${generationText(name)} is damaged. It is kept as ${path} and rebuilt: check the disk, and delete that ` +
      'file when nobody needs it.',
  );
}
