/** Files that are missing or damaged, as commands name them. */
import { type FileFinding, uploadedName } from '../../app/core/fileChecks.ts';
import { fileName } from '../../backup/fileCopies.ts';
import type { Lanes } from '../../commands/lane/lanes.ts';
import { formatCount } from '../terminal/output.ts';

/** A missing or damaged file in `--json`: its path below the data folder, and its name for people if it was uploaded. */
export interface NamedFault {
  readonly file: string;
  readonly name: string | null;
  readonly fault: FileFinding['fault'];
}

export const nameFaults = (faults: readonly FileFinding[], lanes?: Lanes): readonly NamedFault[] =>
  faults.map((finding) => ({
    file: fileName(finding),
    name: (lanes && uploadedName(lanes, finding)) ?? null,
    fault: finding.fault,
  }));

/** Files that are named on the terminal; `--json` has all. */
const MAX_NAMED = 20;

/** One line for each of the first faults. */
export function faultLines(faults: readonly NamedFault[]): readonly string[] {
  const lines = faults
    .slice(0, MAX_NAMED)
    .map(({ file, name, fault }) => `${fault}: ${file}${name === null ? '' : ` (${name})`}`);
  const more = faults.length - lines.length;
  return more > 0 ? [...lines, `… and ${formatCount(more)} more.`] : lines;
}
