/** A thread that reads an export: unpacking and parsing it would block the server. It reads one page for each request. */
import { parentPort, workerData } from 'node:worker_threads';
import { Damaged, OperatorError } from '../base/errors.ts';
import { openExport, READERS } from './readers.ts';
import type { ReadingAnswer, ReadingData } from './reading.ts';
import { type ExportRecord, wellFormed, zeroCounts } from './records.ts';
import { archiveOf } from './tar.ts';

/** Records per answer. */
const RECORDS_PER_ANSWER = 500;

const { path, system, folder, unpacked } = workerData as ReadingData;
const postAnswer = (answer: ReadingAnswer): void => parentPort?.postMessage(answer);
const found = zeroCounts();
const records = reading();
parentPort?.on('message', () => void readOn());

async function* reading(): AsyncGenerator<ExportRecord> {
  const archive = unpacked ? archiveOf(unpacked) : await openExport(path, system, folder);
  try {
    yield* READERS[system](archive, found, folder);
  } finally {
    archive.close();
  }
}

async function readOn(): Promise<void> {
  try {
    const page: ExportRecord[] = [];
    while (page.length < RECORDS_PER_ANSWER) {
      const { done, value } = await records.next();
      if (done) return postAnswer({ page, found });
      page.push(wellFormed(value));
    }
    postAnswer({ page });
  } catch (error) {
    postAnswer({ failure: failureOf(error), isMistake: error instanceof OperatorError });
  }
}

const failureOf = (error: unknown): string => {
  if (error instanceof OperatorError || error instanceof Damaged) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};
