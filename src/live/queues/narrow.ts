/** The narrow of a queue: which messages it receives, determined from the message event alone. */
import { z } from 'zod';
import { Refused } from '../../errors.ts';
import { RESOLVED_PREFIX } from '../../events/messages.ts';
import { nameKey } from '../../names.ts';
import type { Flag } from '../shapes.ts';
import type { EventMessage } from '../../wire/messageFields.ts';

const OPERATORS = ['channel', 'topic', 'sender', 'is'] as const;
const ALIASES: Readonly<Record<string, (typeof OPERATORS)[number]>> = { stream: 'channel' };

/** Operator and operand. */
export const QueueNarrowTerm = z.tuple([z.enum(OPERATORS), z.string()]);
export type QueueNarrowTerm = z.infer<typeof QueueNarrowTerm>;

/** Refuses operators that cannot be evaluated on an event. */
export const parseQueueNarrow = (pairs: readonly (readonly [string, string])[]): readonly QueueNarrowTerm[] =>
  pairs.map(([operator, operand]) => {
    const known = ALIASES[operator] ?? OPERATORS.find((name) => name === operator);
    if (known === undefined) throw new Refused(`Operator ${operator} not supported.`);
    return [known, operand];
  });

/** A message and the receiver's flags. */
export interface FlaggedMessage {
  readonly message: Pick<
    z.infer<typeof EventMessage>,
    'type' | 'display_recipient' | 'subject' | 'sender_email'
  >;
  readonly flags: readonly Flag[];
}

/** Whether a message matches all terms. */
export const matchesQueueNarrow = (narrow: readonly QueueNarrowTerm[], narrowed: FlaggedMessage): boolean =>
  narrow.every(([operator, operand]) => MEETS[operator](narrowed, operand));

type Judge = (narrowed: FlaggedMessage, operand: string) => boolean;

const isSame = (one: string, other: string): boolean => nameKey(one) === nameKey(other);

const MEETS: Readonly<Record<(typeof OPERATORS)[number], Judge>> = {
  channel: ({ message }, name) =>
    typeof message.display_recipient === 'string' && isSame(message.display_recipient, name),
  topic: ({ message }, topic) => message.type === 'stream' && isSame(message.subject, topic),
  sender: ({ message }, email) => message.sender_email.toLowerCase() === email.toLowerCase(),
  is: (narrowed, operand) => (Object.hasOwn(IS, operand) ? (IS[operand]?.(narrowed) ?? true) : true),
};

const isDirect = ({ message }: FlaggedMessage): boolean => message.type === 'private';
const isMentioned = ({ flags }: FlaggedMessage): boolean =>
  flags.includes('mentioned') || flags.includes('wildcard_mentioned');

/** Messages match any other operand. */
const IS: Readonly<Record<string, (narrowed: FlaggedMessage) => boolean>> = {
  dm: isDirect,
  private: isDirect,
  starred: ({ flags }) => flags.includes('starred'),
  unread: ({ flags }) => !flags.includes('read'),
  mentioned: isMentioned,
  alerted: isMentioned,
  resolved: ({ message }) => message.type === 'stream' && message.subject.startsWith(RESOLVED_PREFIX),
};
