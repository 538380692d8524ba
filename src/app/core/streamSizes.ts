/** Sizes of the streams of the log, counted while it is read; each count continues from the end of the last one. */
import type { Amount } from '../../api/http/vitals.ts';
import { organizationOfEphemeralStream, organizationOfStream, SERVER_STREAM } from '../../base/ids.ts';
import type { EventLog, Position } from '../../events/log/eventLog.ts';

/** Everything up to a position. Reactors of one organization are one stream, `reactors-1`. */
export interface StreamSizes {
  readonly position: Position | null;
  readonly streams: Readonly<Record<string, Amount>>;
  /** The MessageSent events among them. */
  readonly messages: Amount;
}

const NOTHING: Amount = { events: 0, bytes: 0 };
export const NOTHING_COUNTED: StreamSizes = { position: null, streams: {}, messages: NOTHING };

/** Continues a count up to the end of the log. Ephemeral streams count what was appended, removed events too. */
export async function continueCount(
  counted: StreamSizes,
  readAll: EventLog['readAll'],
): Promise<StreamSizes> {
  const streams = new Map(Object.entries(counted.streams));
  let { position, messages } = counted;
  for await (const page of readAll({ after: position })) {
    for (const { stream, type, data, metadata } of page) {
      const bytes = Buffer.byteLength(data) + Buffer.byteLength(metadata);
      const name = nameOf(stream);
      streams.set(name, plus(streams.get(name), bytes));
      if (type === 'MessageSent') messages = plus(messages, bytes);
    }
    position = page.at(-1)?.position ?? position;
  }
  return { position, streams: Object.fromEntries(streams), messages };
}

/** Events and bytes of all streams. */
export const totalAmount = ({ streams }: StreamSizes): Amount =>
  Object.values(streams).reduce((sum, each) => plus(sum, each.bytes, each.events), NOTHING);

const plus = (amount: Amount = NOTHING, bytes: number, events = 1): Amount => ({
  events: amount.events + events,
  bytes: amount.bytes + bytes,
});

function nameOf(stream: string): string {
  if (stream === SERVER_STREAM || organizationOfStream(stream) || organizationOfEphemeralStream(stream))
    return stream;
  return `reactors-${stream.slice(stream.lastIndexOf('-') + 1)}`;
}
