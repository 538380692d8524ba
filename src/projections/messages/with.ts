/** Narrows with a `with` term: the current conversation of the named message. */
import type { MessageId } from '../../ids.ts';
import { type RequestedTerm, badNarrow, type NarrowTerm } from './narrow.ts';
import type { StoredMessage } from './document.ts';
import { loadMessage } from './reading.ts';
import type { Viewer } from './viewer.ts';

/** Terms that name a conversation or kind of conversation. */
const PLACES = new Set<RequestedTerm['kind']>(['channel', 'topic', 'direct', 'directWith', 'nowhere']);

/**
 * The narrow with the conversation of its `with` message in place of the terms that name one, whether or not
 * such a place exists. If the viewer may not read that message, the other terms count.
 */
export async function withConversation(
  viewer: Viewer,
  asked: readonly RequestedTerm[],
): Promise<readonly NarrowTerm[]> {
  const others = asked.filter((term) => term.kind !== 'with');
  if (others.length === asked.length) return others.map(somewhere);
  const message = await readableMessage(viewer, messageNamed(asked));
  if (message) return [...others.filter(({ kind }) => !PLACES.has(kind)).map(somewhere), ...placeOf(message)];
  if (others.length === 0) throw badNarrow("Invalid 'with' operator");
  return others.map(somewhere);
}

function somewhere(term: Exclude<RequestedTerm, { kind: 'with' }>): NarrowTerm {
  if (term.kind === 'nowhere') throw badNarrow(term.desc);
  return term;
}

function messageNamed(asked: readonly RequestedTerm[]): MessageId {
  const [named, second] = asked.filter((term) => term.kind === 'with');
  if (second !== undefined) throw badNarrow("Duplicate 'with' operators.");
  if (named === undefined || named.negated) throw badNarrow("Invalid 'with' operator");
  return named.messageId;
}

async function readableMessage(
  { documents, access }: Viewer,
  messageId: MessageId,
): Promise<StoredMessage | undefined> {
  const message = await loadMessage(documents, messageId);
  return message && access.mayReadMessage(message) ? message : undefined;
}

const placeOf = ({ channelId, topic = '', participantIds = [] }: StoredMessage): readonly NarrowTerm[] =>
  channelId === undefined
    ? [{ kind: 'directWith', userIds: participantIds }]
    : [
        { kind: 'channel', channelId },
        { kind: 'topic', topic },
      ];
