/** Sample events and small readers for tests of the log. */
import { randomUUID } from 'node:crypto';
import type {
  EventLog,
  EventToAppend,
  ReadAllOptions,
  ReadStreamOptions,
  StoredEvent,
} from '../../src/events/log/eventLog.ts';

/** An event with a fresh ID; the parts given replace the sample's. */
export const sampleEvent = (parts: Partial<EventToAppend> = {}): EventToAppend => ({
  id: randomUUID(),
  type: 'ThingSaid',
  data: '{"text":"hello"}',
  metadata: '{"actor":1}',
  ...parts,
});

/** Events with fresh IDs whose data counts them. */
export const sampleEvents = (count: number, parts: Partial<EventToAppend> = {}): EventToAppend[] =>
  Array.from({ length: count }, (_, index) => sampleEvent({ data: `{"index":${index}}`, ...parts }));

/** All events of an asynchronous sequence of pages. */
const gathered = async (pages: AsyncIterable<readonly StoredEvent[]>): Promise<StoredEvent[]> => {
  const events: StoredEvent[] = [];
  for await (const page of pages) events.push(...page);
  return events;
};

/** One stream's events, in one array. */
export const streamOf = (
  log: EventLog,
  stream: string,
  options?: ReadStreamOptions,
): Promise<StoredEvent[]> => gathered(log.readStream(stream, options));

/** The log's events, in one array. */
export const everythingOf = (log: EventLog, options?: ReadAllOptions): Promise<StoredEvent[]> =>
  gathered(log.readAll(options));

export const idsOf = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);

/** The error that the promise ends with; fails when it succeeds. */
export const failureOf = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('expected a failure');
};
