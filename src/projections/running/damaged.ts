import type { ProjectionLogger } from './logLines.ts';
import {
  type GenerationName,
  generationText,
  type ReadModels,
  type ReadModelsDamaged,
} from '../store/readModels.ts';

interface Surroundings {
  readonly readModels: ReadModels;
  readonly logger: ProjectionLogger;
}

/** Takes a generation that cannot be read out of the way of the next one. Fails where the store cannot do that. */
export async function setAside(
  { readModels, logger }: Surroundings,
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
