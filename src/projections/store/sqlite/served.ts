import type { Database } from 'better-sqlite3';
import type { Position } from '../../../events/log/eventLog.ts';
import { checkBatch } from '../question.ts';
import type { DocumentWrite } from '../readModels.ts';
import type { CommitThread, ServedFile } from './commitThread.ts';
import { SqliteGeneration } from './generation.ts';

/** A generation that is served: read here, and committed to by the thread where there is one. */
export class ServedGeneration extends SqliteGeneration {
  readonly #file: ServedFile;
  readonly #thread: CommitThread;

  constructor(file: ServedFile, database: Database, thread: CommitThread) {
    super(file.name, database, file.collections, 'serving');
    this.#file = file;
    this.#thread = thread;
  }

  override async commit(writes: readonly DocumentWrite[], checkpoint: Position): Promise<void> {
    await this.#thread.expect(writes.length);
    if (this.#thread.ready && writes.length > 0) {
      checkBatch(writes, checkpoint);
      await this.#thread.commit(this.#file, writes, checkpoint);
      return;
    }
    await super.commit(writes, checkpoint);
  }
}
