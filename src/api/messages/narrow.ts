/** Narrows on the wire: operators and their aliases, with operands of every kind. */
import { z } from 'zod';
import type { ChannelId, MessageId, UserId } from '../../base/ids.ts';
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../events/messages.ts';
import type { Access } from '../../organization/access/access.ts';
import { type Channel, resolveChannel } from '../../organization/slices/channels.ts';
import { badNarrow, type RequestedTerm } from '../../projections/messages/narrow.ts';
import { parseSearchQuery, type SearchClause, withoutRepetitions } from '../../search/searchQuery.ts';
import { named } from '../../wire/define.ts';
import { json } from '../http/parameters.ts';
import type { ServedOrganization } from '../http/servedOrganization.ts';
import { resolveExistingUser } from '../people/userReference.ts';

/** People in one term. */
const MAX_PEOPLE_PER_TERM = 1_000;

const Operand = z.union([z.string(), z.int(), z.array(z.union([z.string(), z.int()]))]);
type Operand = z.infer<typeof Operand>;

/** Terms of one narrow: each message is checked against all of them. */
const MAX_TERMS = 50;

/** An object, or the list of its operator and operand. */
const Term = named(
  'NarrowTerm',
  'A term of a narrow: an object, or in short the list of its operator and operand.',
  z.union([
    z.strictObject({
      operator: z.string().describe('The operator, such as `channel` or `is`.'),
      operand: Operand.describe('What it compares with; its type depends on the operator.'),
      negated: z.boolean().optional().describe('Whether messages match that do not match the term.'),
    }),
    z.tuple([z.string(), Operand]),
  ]),
);
const Narrow = z.array(Term);

/** The parameter `narrow`, as `narrowTerms` understands it. */
export const narrowParam = json(Narrow, MAX_TERMS)
  .describe('Terms, all of which must match: [["channel", "design"], ["topic", "logo"]].')
  .default([]);

/** The organization and the person for whom names are looked up. */
interface NarrowContext {
  readonly organization: ServedOrganization;
  readonly access: Access;
}

type TermParser = (context: NarrowContext, operand: Operand) => RequestedTerm | undefined;

const channels: TermParser = (context, operand) => channelsOf(context, operand);
const topic: TermParser = (_, operand) => ({
  kind: 'topic',
  topic: parseTopicName(String(onlyOne(operand))),
});
const directAmong: TermParser = (context, operand) => ({
  kind: 'directAmong',
  userIds: usersOf(context, operand),
});
const groupDirectWith: TermParser = (context, operand) => ({
  kind: 'groupDirectWith',
  userId: userOf(context, onlyOne(operand)),
});
const sender: TermParser = (context, operand) => ({
  kind: 'sender',
  senderId: userOf(context, onlyOne(operand)),
});

const IS: Readonly<Record<string, RequestedTerm>> = {
  dm: { kind: 'direct' },
  private: { kind: 'direct' },
  unread: { kind: 'unread' },
  starred: { kind: 'starred' },
  mentioned: { kind: 'mentioned' },
  alerted: { kind: 'alerted' },
  followed: { kind: 'followed' },
  muted: { kind: 'muted' },
  resolved: { kind: 'trait', trait: 'resolved' },
};
const HAS: Readonly<Record<string, RequestedTerm>> = {
  link: { kind: 'trait', trait: 'link' },
  image: { kind: 'trait', trait: 'image' },
  attachment: { kind: 'trait', trait: 'attachment' },
  reaction: { kind: 'trait', trait: 'reaction' },
};
const IN: Readonly<Record<string, RequestedTerm | undefined>> = { home: { kind: 'home' }, all: undefined };

/** A term whose operand is one of a few words. */
const word =
  (operator: string, words: Readonly<Record<string, RequestedTerm | undefined>>): TermParser =>
  (_, operand) => {
    const named = String(onlyOne(operand));
    if (!Object.hasOwn(words, named)) throw badNarrow(`unknown '${operator}' operand ${named}`);
    return words[named];
  };

const search: TermParser = (_, operand) => ({
  kind: 'search',
  query: parseSearchQuery(String(onlyOne(operand))),
});

// What all search terms of a narrow may ask for together: each message is compared with all of it.

const MAX_WORDS = 200;
/** Words with a star: for each of them the index goes through all that begins so. */
const MAX_BEGINNINGS = 10;
/** What is looked for as it stands, in each text. */
const MAX_PHRASES = 50;
const MAX_SEARCH_CHARACTERS = 10_000;

function refuseLongSearch(wire: readonly { readonly operator: string; readonly operand: Operand }[]): void {
  const operands = wire.filter(({ operator }) => operator === 'search').map(({ operand }) => String(operand));
  const characters = operands.reduce((sum, { length }) => sum + length, 0);
  if (characters > MAX_SEARCH_CHARACTERS)
    throw badNarrow(`searches for more than ${MAX_SEARCH_CHARACTERS} characters`);
}

function refuseCostlySearch(narrow: readonly RequestedTerm[]): void {
  const clauses = withoutRepetitions(narrow.flatMap((term) => (term.kind === 'search' ? term.query : [])));
  const count = (meant: SearchClause['kind']): number => clauses.filter(({ kind }) => kind === meant).length;
  const words = clauses.reduce((sum, { indexWords }) => sum + Math.max(1, indexWords.length), 0);
  if (words > MAX_WORDS) throw badNarrow(`more than ${MAX_WORDS} words`);
  if (count('beginning') > MAX_BEGINNINGS) throw badNarrow(`more than ${MAX_BEGINNINGS} words with a star`);
  if (count('phrase') > MAX_PHRASES) throw badNarrow(`more than ${MAX_PHRASES} phrases`);
}

/** Operator → its meaning; `near` filters nothing. */
const readers: Readonly<Record<string, TermParser>> = {
  channel,
  stream: channel,
  channels,
  streams: channels,
  topic,
  subject: topic,
  dm: directWith,
  'pm-with': directWith,
  pm_with: directWith,
  'dm-including': directAmong,
  dm_including: directAmong,
  'group-pm-with': groupDirectWith,
  group_pm_with: groupDirectWith,
  sender,
  from: sender,
  mentions: (context, operand) => ({ kind: 'mentions', userId: userOf(context, onlyOne(operand)) }),
  is: word('is', IS),
  has: word('has', HAS),
  in: word('in', IN),
  search,
  id: (_, operand) => ({ kind: 'id', messageId: messageIdOf(operand) }),
  with: (_, operand) => ({ kind: 'with', messageId: messageIdOf(operand) }),
  near: (_, operand) => {
    messageIdOf(operand);
    return undefined;
  },
};

type WireTerm = z.infer<typeof Narrow>[number];

const partsOf = (wire: WireTerm) =>
  Array.isArray(wire) ? { operator: wire[0], operand: wire[1], negated: false } : { negated: false, ...wire };

/**
 * The terms of a narrow for a viewer; BAD_NARROW for anything that is not understood, or hidden from the
 * viewer. `withConversation` handles conversations.
 */
export function parseNarrow(
  organization: ServedOrganization,
  access: Access,
  narrow: readonly WireTerm[],
): readonly RequestedTerm[] {
  const parts = narrow.map(partsOf);
  refuseLongSearch(parts);
  const terms = parts.flatMap(({ operator, operand, negated = false }) => {
    const reader = Object.hasOwn(readers, operator) ? readers[operator] : undefined;
    if (reader === undefined) throw badNarrow(`unknown operator ${operator}`);
    const term = reader({ organization, access }, operand);
    return term ? [{ ...term, negated }] : [];
  });
  refuseCostlySearch(terms);
  return terms;
}

const SPECTATOR_OPERATORS: ReadonlySet<string> = new Set([
  'channel',
  'stream',
  'channels',
  'streams',
  'topic',
  'subject',
  'sender',
  'from',
  'has',
  'near',
  'id',
  'with',
  'search',
]);

/** Whether somebody who is not logged in may use it: only within web-public channels. */
export function isWithinWebPublic(narrow: readonly WireTerm[]): boolean {
  const terms = narrow.map(partsOf);
  const namesWebPublic = terms.some(
    ({ operator, operand, negated }) =>
      ['channels', 'streams'].includes(operator) && operand === 'web-public' && negated !== true,
  );
  return (
    namesWebPublic &&
    terms.every(
      ({ operator, operand }) =>
        SPECTATOR_OPERATORS.has(operator) || (operator === 'is' && operand === 'resolved'),
    )
  );
}

/** Absent and hidden channels get the same answer (docs/decisions/0012). */
function channel({ organization: { state }, access }: NarrowContext, operand: Operand): RequestedTerm {
  const named = onlyOne(operand);
  const found = resolveChannel(
    state,
    typeof named === 'number' ? { id: named as ChannelId } : { name: named },
  );
  return found && access.seesChannel(found.channelId)
    ? { kind: 'channel', channelId: found.channelId }
    : { kind: 'nowhere', desc: `unknown channel ${named}` };
}

const KINDS: Readonly<Record<string, (channel: Channel) => boolean>> = {
  public: ({ privacy }) => privacy !== 'private',
  'web-public': ({ privacy }) => privacy === 'web-public',
  archived: ({ archived }) => archived,
};

function channelsOf({ organization: { state } }: NarrowContext, operand: Operand): RequestedTerm {
  const kind = String(onlyOne(operand));
  const isMeant = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (isMeant === undefined) throw badNarrow(`unknown 'channels' operand ${kind}`);
  const meant = [...state.channels.byId.values()].filter(isMeant);
  const channelIds = new Set(meant.map(({ channelId }) => channelId));
  return { kind: 'channels', channelIds, isShared: kind !== 'archived' };
}

function directWith(context: NarrowContext, operand: Operand): RequestedTerm {
  const people = listOf(operand);
  const userIds = people.flatMap((person) => userNamed(context, person) ?? []);
  const stranger = people.find((person) => userNamed(context, person) === undefined);
  return stranger === undefined
    ? { kind: 'directWith', userIds }
    : { kind: 'nowhere', desc: unknownUser(stranger) };
}

const userNamed = ({ organization, access }: NarrowContext, person: string | number): UserId | undefined =>
  resolveExistingUser(organization, access, String(person));

const unknownUser = (person: string | number): string => `unknown user ${person}`;

function userOf(context: NarrowContext, person: string | number): UserId {
  const userId = userNamed(context, person);
  if (userId === undefined) throw badNarrow(unknownUser(person));
  return userId;
}

const usersOf = (context: NarrowContext, operand: Operand): readonly UserId[] =>
  listOf(operand).map((person) => userOf(context, person));

/** The topic that a client means by a name. */
export const parseTopicName = (name: string): string => (name === EMPTY_TOPIC_DISPLAY_NAME ? '' : name);

function messageIdOf(operand: Operand): MessageId {
  const text = String(onlyOne(operand));
  if (!/^\d{1,15}$/.test(text)) throw badNarrow('Invalid message ID');
  return Number(text) as MessageId;
}

/** IDs or addresses: a list, a single one, or separated by commas. */
const listOf = (operand: Operand): readonly (string | number)[] => {
  if (typeof operand === 'number') return [operand];
  const people = Array.isArray(operand) ? operand : operand.split(',', MAX_PEOPLE_PER_TERM + 1);
  if (people.length > MAX_PEOPLE_PER_TERM) throw badNarrow(`more than ${MAX_PEOPLE_PER_TERM} people`);
  return people.filter(
    (person) => typeof person === 'number' || Array.isArray(operand) || person.trim() !== '',
  );
};

function onlyOne(operand: Operand): string | number {
  if (!Array.isArray(operand)) return operand;
  throw badNarrow('one operand expected');
}
