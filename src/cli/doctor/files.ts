/** The check of the uploaded files. */
import { checkFiles } from '../../app/core/fileChecks.ts';
import { faultLines, nameFaults } from '../backup/fileFaults.ts';
import { formatCount, pluralize } from '../terminal/output.ts';
import { type Check, fault, ok } from './check.ts';

/** Bytes that are read; `log verify --files` reads all. */
const MOST_BYTES = 256 * 1_048_576;
const NAMED = 3;

const files: Check = {
  name: 'files',
  advice:
    'Run `hansard log verify --files`; copy the files that it names from a back-up, from its files/ into that of DATA_DIR.',
  async examine(installation) {
    const lanes = await installation.lanes();
    const found = await checkFiles(await installation.files(), lanes, MOST_BYTES);
    const { faults } = found;
    if (faults.length === 0)
      return ok(
        `${pluralize(found.files, 'file')} exist, and the ${formatCount(found.read)} that were read are whole.`,
      );
    const named = faultLines(nameFaults(faults.slice(0, NAMED), lanes)).join(', ');
    const more = faults.length > NAMED ? ', …' : '';
    return fault(
      `Of ${pluralize(found.files, 'file')}, ${formatCount(faults.length)} are missing or damaged: ${named}${more}.`,
    );
  },
};

export const fileChecks: readonly Check[] = [files];
