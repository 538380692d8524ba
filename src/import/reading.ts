/** Reads an export in a thread of its own, page by page as they are taken. */
import { Damaged, OperatorError } from '../base/errors.ts';
import { answersOf, programUrl, startWorker } from '../base/workerThread.ts';
import type { ExportRecord, FoundCounts, System } from './records.ts';
import type { Unpacked } from './tar.ts';

/** Start-up data of the thread. */
export interface ReadingData {
  readonly path: string;
  readonly system: System;
  /** Has room for spools. */
  readonly folder: string;
  /** The archive's content, where this thread has unpacked it. */
  readonly unpacked: Unpacked | undefined;
}

/** An answer of the thread; `found` comes with the last page. */
export type ReadingAnswer =
  | { readonly page: readonly ExportRecord[]; readonly found?: FoundCounts }
  | { readonly failure: string; readonly isMistake: boolean };

/** Mebibytes of a day's messages, or of a list of people. */
const MEMORY = 4_096;

/** The records of an export in pages, then what was found. OperatorError for what is no export, Damaged for a damaged one. */
export async function* readPages(
  workerData: ReadingData,
): AsyncGenerator<readonly ExportRecord[], FoundCounts> {
  const worker = startWorker(programUrl('import/readingWorker'), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  });
  const answers = answersOf<ReadingAnswer>(worker, 'reads the export');
  // The next page is read while this one is taken.
  const ask = (): Promise<ReadingAnswer> => {
    worker.postMessage('next');
    const answered = answers.next();
    answered.catch(() => {}); // the loop fails with it, if it comes that far
    return answered;
  };
  try {
    for (let pendingAnswer = ask(); ;) {
      const answer = await pendingAnswer;
      if ('failure' in answer)
        throw answer.isMistake ? new OperatorError(answer.failure) : new Damaged(answer.failure);
      if (!answer.found) pendingAnswer = ask();
      yield answer.page;
      if (answer.found) return answer.found;
    }
  } finally {
    await answers.end();
  }
}
