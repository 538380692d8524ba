import { resolve } from 'node:path';
import type { ImportReport } from '../../app/imports/importer.ts';
import type { OperationInput } from '../../app/operatorCommands.ts';
import { type Format, formatCount, formatTable, print } from '../terminal/output.ts';
import { createProgress, timedStep } from '../terminal/progress.ts';
import { reportFailure } from '../terminal/reportError.ts';
import { operate } from '../terminal/runOperatorCommand.ts';
import type { CommandSession } from '../terminal/session.ts';

/**
 * `import`: brings another system's export into an organization, in the running server or, if there is none, here. The same
 * command again continues where an interrupted one ended. Exit code 1 if a record is not accounted for, or part of the export
 * cannot be read.
 */
export async function importHistory(
  session: CommandSession,
  { source, from, organization, ...format }: OperationInput<'import'> & Format,
): Promise<number> {
  const progress = await session.keep(createProgress());
  const show = timedStep(progress, 'import');
  session.farewell = () =>
    session.isDoneElsewhere
      ? 'The server continues the import.'
      : 'The same command continues: what has been imported is skipped.';
  const input = { source: resolve(source), from, organization };
  const report = await operate(session, 'import', input, ({ done, total }) => show(done, total));
  await progress.close();
  print(format, report, linesOf);
  if (!report.addsUp) return reportFailure('Some records are not accounted for.');
  return isDamaged(report) ? reportFailure('Part of the export cannot be read.') : 0;
}

/** Whether an entry was left out because its bytes are damaged. */
const isDamaged = ({ outcomes }: ImportReport): boolean =>
  outcomes.some(({ skipped }) => skipped.some(({ reason }) => reason.includes('cannot be read')));

function linesOf({ outcomes, addsUp, seconds }: ImportReport): readonly string[] {
  const rows = outcomes.map(({ kind, found, imported, existing, skipped }) => [
    kind,
    ...[found, imported, existing, skipped.reduce((sum, { count }) => sum + count, 0)].map(formatCount),
  ]);
  const reasons = outcomes.flatMap(({ kind, skipped }) =>
    skipped.map(({ reason, count: number, first }) => {
      const more = number > first.length ? ', …' : '';
      return `${kind} left out, ${reason}: ${formatCount(number)} (${first.join(', ')}${more})`;
    }),
  );
  const sum = addsUp
    ? `Every record is accounted for. It took ${formatCount(Math.ceil(seconds))} s.`
    : 'Some records are not accounted for: please report this.';
  return [...formatTable(['', 'Found', 'Imported', 'There already', 'Left out'], rows), ...reasons, sum];
}
