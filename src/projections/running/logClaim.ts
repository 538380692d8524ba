/** A store belongs to one log: read models of another log, or of a later state of this one, are refused. */
import { OperatorError } from '../../base/errors.ts';
import { SERVER_STREAM } from '../../base/ids.ts';
import { decode } from '../../events/catalog.ts';
import type { EventLog } from '../../events/log/eventLog.ts';
import { type Generation, generationText, type KeyValueStore } from '../store/readModels.ts';

/** The log ID from the first event of the server's stream; undefined while the log is empty. */
async function logIdOf(log: EventLog): Promise<string | undefined> {
  for await (const page of log.readStream(SERVER_STREAM, { limit: 1 })) {
    const first = page[0] && decode(page[0]);
    if (first?.type === 'LogCreated') return first.data.logId;
  }
  return undefined;
}

/** Refuses a store of another log; a new store becomes this log's. */
export async function claimForLog(notes: KeyValueStore, log: EventLog): Promise<void> {
  const logId = await logIdOf(log);
  const owner = (await notes.get('log'))?.['logId'];
  if (owner === undefined && logId !== undefined) await notes.put('log', { logId });
  else if (owner !== logId) {
    throw new OperatorError(
      `The read models belong to the event log ${String(owner)}, and this is ${logId ?? 'an empty one'}: ` +
        `give Hansard the ones of this log, or delete them and it rebuilds them.`,
    );
  }
}

/**
 * Refuses a generation that is beyond the end of the log: the log was restored from a backup, or is another
 * one.
 */
export async function refuseBeyondHead(generation: Generation, log: EventLog): Promise<void> {
  const checkpoint = await generation.checkpoint();
  const head = await log.head();
  if (checkpoint === null || (head !== null && checkpoint <= head)) return;
  throw new OperatorError(
    `The read model ${generationText(generation.name)} has seen the log up to position ${checkpoint}, but the log ends ` +
      `at ${head ?? 'its beginning'}: delete the read models and Hansard rebuilds them.`,
  );
}
