/** Log lines about views; docs/operations.md says what an operator should do about each. */
import type { OrganizationId } from '../../base/ids.ts';
import type { Logger } from '../../base/logger.ts';
import {
  type GenerationName,
  generationText,
  type ReadModels,
  type ReadModelsDamaged,
} from '../store/readModels.ts';
import type { Quarantine } from './quarantine.ts';

/** The part of the logger that projections use. */
export type ProjectionLogger = Pick<Logger, 'info' | 'warn' | 'error'>;

export function logQuarantined(logger: ProjectionLogger, name: GenerationName, quarantine: Quarantine): void {
  const { organizationId, position } = quarantine;
  const { projection } = name;
  logger.error(
    { event: 'projection.quarantined', projection, generation: generationText(name), ...quarantine },
    `The view ${projection} of organization ${organizationId} cannot apply the event at position ${position} and ` +
      'is quarantined: see hansard projections retry and skip.',
  );
}

export function logQuarantineLifted(
  logger: ProjectionLogger,
  name: GenerationName,
  organizationId: OrganizationId,
): void {
  logger.info(
    { event: 'projection.quarantine_lifted', organizationId, generation: generationText(name) },
    `Organization ${organizationId} is no longer quarantined in the view ${name.projection}.`,
  );
}

export function logSkipped(
  logger: ProjectionLogger,
  { projection }: GenerationName,
  skipped: Pick<Quarantine, 'organizationId' | 'position' | 'eventId'> & { readonly reason: string },
): void {
  logger.warn(
    { event: 'projection.event_skipped', projection, ...skipped },
    `The view ${projection} skips the event at position ${skipped.position}: an operator decided so.`,
  );
}

export function logPointerReadFailed(logger: ProjectionLogger, projection: string, err: unknown): void {
  logger.warn(
    { event: 'projection.pointer_read_failed', projection, err },
    `Cannot read which generation of the view ${projection} is served; this node keeps serving its own.`,
  );
}

export function logSwitched(logger: ProjectionLogger, name: GenerationName): void {
  const generation = generationText(name);
  logger.info(
    { event: 'projection.switched', generation },
    `Another node has rebuilt the view ${name.projection}; this node serves ${generation} now.`,
  );
}

export function logSetAsideFailed(logger: ProjectionLogger, name: GenerationName, err: unknown): void {
  logger.error(
    { event: 'projection.set_aside_failed', ...name, err },
    `The damaged view ${generationText(name)} cannot be moved out of the way.`,
  );
}

export function logLedgerSetAside(logger: ProjectionLogger, path: string, err: Error): void {
  logger.error(
    { event: 'projection.ledger_set_aside', path, err },
    `The list of views is damaged. It is kept as ${path}, and all views are rebuilt from the log. Check the disk.`,
  );
}

export function logUnknownFiles(logger: ProjectionLogger, names: readonly string[]): void {
  logger.warn(
    { event: 'projection.unknown_files', names },
    'The folder of the views contains files of other programs; they are left alone.',
  );
}

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
