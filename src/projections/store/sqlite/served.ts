import type { Position, StoredEvent } from '../../../events/log/eventLog.ts';
import { checkBatch } from '../question.ts';
import type { DocumentWrite, AppliedBatch } from '../readModels.ts';
import type { CommitThread, ServedFile } from './commitThread.ts';
import { SqliteGeneration } from './generation.ts';
import type { Database } from '../../../sqlite.ts';

/** A served generation: read here, folded and committed by the thread if there is one. */
export class ServedGeneration extends SqliteGeneration {
  readonly #file: ServedFile;
  readonly #thread: CommitThread;

  constructor(file: ServedFile, database: Database, thread: CommitThread) {
    super(file.name, database, file.collections, 'serving');
    this.#file = file;
    this.#thread = thread;
  }

  applyEvents(events: readonly StoredEvent[], checkpoint: Position): Promise<AppliedBatch | undefined> {
    return this.#thread.applyEvents(this.#file, events, checkpoint);
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
