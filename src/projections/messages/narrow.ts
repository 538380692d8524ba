/**
 * Narrows: terms with resolved names, the history that they search, and the messages that match.
 * `indexRanges.ts` finds the index ranges of such messages.
 */
import { Refused } from '../../base/errors.ts';
import { nameKey } from '../../base/identity.ts';
import type { ChannelId, MessageId, UserId } from '../../base/ids.ts';
import { conversationKey } from '../../events/messages.ts';
import type { Access } from '../../organization/access/access.ts';
import { type SearchQuery, withoutRepetitions } from '../../search/searchQuery.ts';
import { hasTrait, type StoredMessage, type Trait, type MessagePredicate } from './document.ts';
import { matchesSearch } from './messageWords.ts';
import type { Viewer, ViewerFlags } from './viewerFlags.ts';

/**
 * The condition of one term. Lists of people may or may not contain the viewer; `home` excludes muted
 * conversations, `alerted` are messages with one of the viewer's alert words when they were sent.
 */
type Condition =
  | { readonly kind: 'channel'; readonly channelId: ChannelId }
  | { readonly kind: 'channels'; readonly channelIds: ReadonlySet<ChannelId>; readonly isShared: boolean }
  | { readonly kind: 'topic'; readonly topic: string }
  | { readonly kind: 'direct' }
  | { readonly kind: 'directWith'; readonly userIds: readonly UserId[] }
  | { readonly kind: 'directAmong'; readonly userIds: readonly UserId[] }
  | { readonly kind: 'groupDirectWith'; readonly userId: UserId }
  | { readonly kind: 'sender'; readonly senderId: UserId }
  | { readonly kind: 'mentions'; readonly userId: UserId }
  | { readonly kind: 'id'; readonly messageId: MessageId }
  | { readonly kind: 'trait'; readonly trait: Trait }
  | { readonly kind: 'search'; readonly query: SearchQuery }
  | OperandlessTerm<'home' | 'followed' | 'muted' | 'alerted' | 'unread' | 'starred' | 'mentioned'>;

/** A term without an operand. */
type OperandlessTerm<Kind extends string> = Kind extends string ? { readonly kind: Kind } : never;

/** Replaces terms for conversations by the message's current one (`withConversation`). */
interface WithMessage {
  readonly kind: 'with';
  readonly messageId: MessageId;
}

/** A conversation unknown to the viewer: refused with this reason, unless a `with` term replaces it. */
interface Nowhere {
  readonly kind: 'nowhere';
  readonly desc: string;
}

/** One term as requested. `near` and `in:all` filter nothing and have no term here. */
export type RequestedTerm = (Condition | WithMessage | Nowhere) & { readonly negated?: boolean };

/** One term that a message matches or not. */
export type NarrowTerm = Condition & { readonly negated?: boolean };

type TermOf<Kind extends Condition['kind']> = Extract<Condition, { kind: Kind }>;

/** The last message examined: all terms examine one before the next. */
let lastExamined: { readonly message: StoredMessage; readonly key: string | undefined } | undefined;

function topicKeyOf(message: StoredMessage): string | undefined {
  if (lastExamined?.message !== message) {
    const { topic } = message;
    lastExamined = { message, key: topic === undefined ? undefined : nameKey(topic) };
  }
  return lastExamined.key;
}

const tests: {
  readonly [Kind in Condition['kind']]: (term: TermOf<Kind>, personal: ViewerFlags) => MessagePredicate;
} = {
  channel: (term) => (message) => message.channelId === term.channelId,
  channels: (term) => (message) => message.channelId !== undefined && term.channelIds.has(message.channelId),
  topic(term) {
    const key = nameKey(term.topic);
    return (message) => topicKeyOf(message) === key;
  },
  direct: () => (message) => message.participantIds !== undefined,
  directWith(term, { viewerId }) {
    const key = directKey(term.userIds, viewerId);
    return (message) => message.conversation === key;
  },
  directAmong: (term) => (message) =>
    term.userIds.every((userId) => message.participantIds?.includes(userId)),
  groupDirectWith:
    ({ userId }) =>
    ({ participantIds = [] }) =>
      participantIds.length > 2 && participantIds.includes(userId),
  sender: (term) => (message) => message.senderId === term.senderId,
  mentions: (term) => (message) => message.mentionedUserIds?.includes(term.userId) === true,
  id: (term) => (message) => message.messageId === term.messageId,
  trait: (term) => (message) => hasTrait(message, term.trait),
  search: (term) => (message) => matchesSearch(message, term.query),
  home: (_, personal) => (message) => !personal.isMuted(message),
  followed: (_, personal) => (message) => personal.isFollowed(message),
  muted: (_, personal) => (message) => personal.isMuted(message),
  alerted: (_, personal) => (message) => personal.isAlerted(message),
  unread: (_, personal) => (message) => !personal.isRead(message),
  starred: (_, personal) => (message) => personal.has('starred', message),
  mentioned: (_, personal) => (message) => personal.isMentioned(message),
};

/** Key of the direct conversation between the viewer and the given people. */
export const directKey = (userIds: readonly UserId[], viewerId: UserId): string =>
  conversationKey({
    kind: 'direct',
    participantIds: [...new Set([...userIds, viewerId])].sort((one, other) => one - other),
  });

/** The search clauses of all positive terms for words, each once; empty if there are none. */
export const searchQueryIn = (narrow: readonly RequestedTerm[]): SearchQuery =>
  withoutRepetitions(narrow.flatMap((term) => (term.kind === 'search' && !term.negated ? term.query : [])));

/** Whether a message matches all terms. Words are tested last: that takes the longest. */
export function matchesTerms(narrow: readonly NarrowTerm[], personal: ViewerFlags): MessagePredicate {
  const isLast = ({ kind }: NarrowTerm): number => Number(kind === 'search');
  const sorted = [...narrow].sort((one, other) => isLast(one) - isLast(other));
  const conditions = sorted.map((term): MessagePredicate => {
    const test = (tests[term.kind] as (term: Condition, personal: ViewerFlags) => MessagePredicate)(
      term,
      personal,
    );
    return term.negated ? (message) => !test(message) : test;
  });
  return (message) => conditions.every((condition) => condition(message));
}

/** The first positive term of a kind. */
export const firstPositiveTerm = <Kind extends Condition['kind']>(
  narrow: readonly NarrowTerm[],
  kind: Kind,
): Extract<Condition, { kind: Kind }> | undefined =>
  narrow.find((term) => term.kind === kind && !term.negated) as
    Extract<Condition, { kind: Kind }> | undefined;

/** The channels that match all positive terms for sets of channels; undefined without such a term. */
export function requestedChannels(narrow: readonly NarrowTerm[]): ReadonlySet<ChannelId> | undefined {
  const [first, ...others] = narrow.flatMap((term) =>
    term.kind === 'channels' && !term.negated ? [term.channelIds] : [],
  );
  return first && new Set([...first].filter((channelId) => others.every((each) => each.has(channelId))));
}

/** The refusal of a narrow that is invalid. */
export const badNarrow = (desc: string): Refused =>
  new Refused(`Invalid narrow operator: ${desc}`, 'BAD_NARROW', { desc });

/** Refuses a narrow that requires channel messages and direct messages at once. */
export function checkNarrow(narrow: readonly NarrowTerm[]): void {
  const asksFor = (...kinds: readonly Condition['kind'][]): boolean =>
    narrow.some((term) => !term.negated && kinds.includes(term.kind));
  const channels =
    asksFor('channel', 'channels', 'topic') || narrow.some((term) => term.kind === 'direct' && term.negated);
  if (channels && asksFor('direct', 'directWith', 'directAmong', 'groupDirectWith'))
    throw badNarrow('no message is both in a channel and direct');
}

/**
 * Whether no message can match: two positive terms contradict each other, or the viewer may read nothing
 * there.
 */
export function matchesNothing(narrow: readonly NarrowTerm[], { access, viewerId }: Viewer): boolean {
  const named = new Map<string, string>();
  for (const term of narrow) {
    if (term.negated) continue;
    if (term.kind === 'channel' && !access.readsContent(term.channelId)) return true;
    const operand = onlyOperand(term, viewerId);
    if ((named.get(term.kind) ?? operand) !== operand) return true;
    named.set(term.kind, operand);
  }
  return false;
}

/** The operand of a kind of which a message has exactly one; '' for kinds of which it may have several. */
function onlyOperand(term: Condition, viewerId: UserId): string {
  if (term.kind === 'channel') return String(term.channelId);
  if (term.kind === 'topic') return nameKey(term.topic);
  if (term.kind === 'directWith') return directKey(term.userIds, viewerId);
  if (term.kind === 'sender') return String(term.senderId);
  return term.kind === 'id' ? String(term.messageId) : '';
}

/** Kinds of `is:` terms that depend on the viewer. */
const PERSONAL: ReadonlySet<Condition['kind']> = new Set([
  'direct',
  'unread',
  'starred',
  'mentioned',
  'followed',
  'muted',
  'alerted',
]);

/**
 * Whether the narrow searches all readable messages of its channels, received or not: it has positive terms
 * for a channel open to the viewer, or for all public ones, and no personal term.
 */
export function searchesSharedHistory(narrow: readonly NarrowTerm[], access: Access): boolean {
  if (narrow.some(({ kind }) => PERSONAL.has(kind))) return false;
  if (narrow.some((term) => term.kind === 'channels' && !term.negated && term.isShared)) return true;
  const channel = firstPositiveTerm(narrow, 'channel');
  return channel !== undefined && access.readsContent(channel.channelId);
}
