/**
 * What a narrow means (spec/beyond.md 3.2): terms with their names resolved, whose history they look through, and
 * which messages they let pass. `stretches.ts` says where such messages are found.
 */
import { Refused } from '../../errors.ts';
import { conversationKey } from '../../events/messages.ts';
import type { ChannelId, MessageId, UserId } from '../../ids.ts';
import type { Access } from '../../organization/access.ts';
import type { Personal } from './personal.ts';
import type { StoredMessage } from './document.ts';
import type { Viewer } from './viewer.ts';

/** What one term asks of a message. `directWith` may name the viewer or leave him out. */
type Condition =
  | { readonly kind: 'channel'; readonly channelId: ChannelId }
  | { readonly kind: 'topic'; readonly topic: string }
  | { readonly kind: 'direct' }
  | { readonly kind: 'directWith'; readonly userIds: readonly UserId[] }
  | { readonly kind: 'sender'; readonly senderId: UserId }
  | { readonly kind: 'id'; readonly messageId: MessageId }
  | { readonly kind: 'unread' }
  | { readonly kind: 'starred' }
  | { readonly kind: 'mentioned' };

/** One term of a narrow. `near` filters nothing and has no term here. */
export type NarrowTerm = Condition & { readonly negated?: boolean };

type Test = (message: StoredMessage) => boolean;

type TermOf<Kind extends Condition['kind']> = Extract<Condition, { kind: Kind }>;

const tests: {
  readonly [Kind in Condition['kind']]: (term: TermOf<Kind>, personal: Personal) => Test;
} = {
  channel: (term) => (message) => message.channelId === term.channelId,
  topic: (term) => (message) => message.topic?.toLowerCase() === term.topic.toLowerCase(),
  direct: () => (message) => message.participantIds !== undefined,
  directWith(term, { viewerId }) {
    const key = directKey(term.userIds, viewerId);
    return (message) => message.conversation === key;
  },
  sender: (term) => (message) => message.senderId === term.senderId,
  id: (term) => (message) => message.messageId === term.messageId,
  unread: (_, personal) => (message) => !personal.isRead(message),
  starred: (_, personal) => (message) => personal.has('starred', message),
  mentioned: (_, personal) => (message) => personal.isMentioned(message),
};

/** Key of the direct conversation of the viewer and the given people. */
export const directKey = (userIds: readonly UserId[], viewerId: UserId): string =>
  conversationKey({
    kind: 'direct',
    participantIds: [...new Set([...userIds, viewerId])].sort((one, other) => one - other),
  });

/** Whether a message meets all terms. */
export function passes(narrow: readonly NarrowTerm[], personal: Personal): Test {
  const conditions = narrow.map((term): Test => {
    const test = (tests[term.kind] as (term: Condition, personal: Personal) => Test)(term, personal);
    return term.negated ? (message) => !test(message) : test;
  });
  return (message) => conditions.every((condition) => condition(message));
}

/** The first positive term of a kind. */
export const positive = <Kind extends Condition['kind']>(
  narrow: readonly NarrowTerm[],
  kind: Kind,
): Extract<Condition, { kind: Kind }> | undefined =>
  narrow.find((term) => term.kind === kind && !term.negated) as
    Extract<Condition, { kind: Kind }> | undefined;

/** Refuses a narrow that asks for channel messages and direct messages at once. */
export function checkNarrow(narrow: readonly NarrowTerm[]): void {
  const asksFor = (...kinds: readonly Condition['kind'][]): boolean =>
    narrow.some((term) => !term.negated && kinds.includes(term.kind));
  const channels =
    asksFor('channel', 'topic') || narrow.some((term) => term.kind === 'direct' && term.negated);
  if (!channels || !asksFor('direct', 'directWith')) return;
  const desc = 'no message is both in a channel and direct';
  throw new Refused('BAD_NARROW', `Invalid narrow operator: ${desc}`, { desc });
}

/** Whether no message can meet all terms: two positive ones differ, or the channel may not be read. */
export function isHopeless(narrow: readonly NarrowTerm[], { access, viewerId }: Viewer): boolean {
  const named = new Map<string, string>();
  for (const term of narrow) {
    if (term.negated) continue;
    if (term.kind === 'channel' && !access.readsContent(term.channelId)) return true;
    const operand = operandOf(term, viewerId);
    if ((named.get(term.kind) ?? operand) !== operand) return true;
    named.set(term.kind, operand);
  }
  return false;
}

function operandOf(term: Condition, viewerId: UserId): string {
  if (term.kind === 'channel') return String(term.channelId);
  if (term.kind === 'topic') return term.topic.toLowerCase();
  if (term.kind === 'directWith') return directKey(term.userIds, viewerId);
  if (term.kind === 'sender') return String(term.senderId);
  return term.kind === 'id' ? String(term.messageId) : '';
}

/** Kinds of `is:` terms: what they ask for is personal. */
const PERSONAL: ReadonlySet<Condition['kind']> = new Set(['direct', 'unread', 'starred', 'mentioned']);

/**
 * Whether the narrow looks through all that may be read of its channel, received or not: a positive channel term
 * whose history is open to the viewer, and no `is:` term.
 */
export function looksThroughSharedHistory(narrow: readonly NarrowTerm[], access: Access): boolean {
  const channel = positive(narrow, 'channel');
  if (channel === undefined || narrow.some(({ kind }) => PERSONAL.has(kind))) return false;
  return access.readableIntervals(channel.channelId) === 'all';
}
