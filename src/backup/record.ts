/** What copying reads in events; their meaning does not matter to it. */
import { OperatorError } from '../errors.ts';
import type { EventLog, StoredEvent } from '../events/log/eventLog.ts';
import { organizationOfEphemeralStream, SERVER_STREAM } from '../ids.ts';

/** Whether an event is copied: all are but presence, which expires and may begin anywhere. */
export const isBackedUp = ({ stream }: Pick<StoredEvent, 'stream'>): boolean =>
  organizationOfEphemeralStream(stream) === undefined;

/** Fields with SHA-256 digests of stored files. */
const DIGEST_FIELD = /"\w*[dD]igest":"([0-9a-f]{64})"/g;

/** Digests of the files that an event names. */
export const fileDigests = ({ data }: Pick<StoredEvent, 'data'>): readonly string[] =>
  Array.from(data.matchAll(DIGEST_FIELD), ([, digest = '']) => digest);

/** The ID of a log; OperatorError if the log is empty. */
export async function readLogId(log: EventLog): Promise<string> {
  for await (const [first] of log.readStream(SERVER_STREAM, { limit: 1 }))
    if (first?.type === 'LogCreated') return (JSON.parse(first.data) as { logId: string }).logId;
  throw new OperatorError('The event log is empty: there is nothing to copy.');
}
