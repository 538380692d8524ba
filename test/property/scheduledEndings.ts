/** The events of scheduled messages in a log: for each a possible sequence with one ending. */
import { expect } from 'chai';
import type { AnyEvent } from '../../src/events/catalog.ts';

/** The fate of a message, by the log alone. */
export interface Ending {
  status: 'pending' | 'started' | 'failed' | 'deleted' | 'sent';
  content: unknown;
}

/** Fails unless the log has for each message a possible sequence of events with one ending. */
export function expectOneEnding(events: readonly AnyEvent[]): ReadonlyMap<number, Ending> {
  const endings = new Map<number, Ending>();
  const sent: number[] = [];
  for (const event of events) {
    if (event.type === 'MessageSent') sent.push(event.revision + 1);
    if (!('scheduledMessageId' in event.data)) continue;
    const { scheduledMessageId: id } = event.data;
    const known = endings.get(id);
    expectFollows(event, known);
    endings.set(id, { status: STATUS[event.type]!, content: contentIn(event) ?? known?.content });
    if (event.type !== 'ScheduledMessageSent') continue;
    const { messageId } = event.data;
    const message = events[messageId - 1];
    expect(message).to.have.nested.property('data.content', known?.content);
    expect(sent.splice(sent.indexOf(messageId), 1), 'the message of one send').to.deep.equal([messageId]);
  }
  expect(sent, 'messages that nobody has scheduled').to.deep.equal([]);
  return endings;
}

const contentIn = ({ data }: AnyEvent): unknown => ('content' in data ? data.content : undefined);

const STATUS: Readonly<Record<string, Ending['status']>> = {
  MessageScheduled: 'pending',
  ScheduledMessageEdited: 'pending',
  ScheduledSendStarted: 'started',
  ScheduledSendFailed: 'failed',
  ScheduledMessageDeleted: 'deleted',
  ScheduledMessageSent: 'sent',
};

/** Event → what a message may have been before it. */
const BEFORE: Readonly<Record<string, readonly (Ending['status'] | undefined)[]>> = {
  MessageScheduled: [undefined],
  ScheduledMessageEdited: ['pending', 'failed'],
  ScheduledSendStarted: ['pending'],
  ScheduledSendFailed: ['pending', 'started'],
  ScheduledMessageDeleted: ['pending', 'failed'],
  ScheduledMessageSent: ['started'],
};

function expectFollows({ type, revision }: AnyEvent, known: Ending | undefined): void {
  expect(BEFORE[type], `${type} at ${revision}`).to.include(known?.status);
}
