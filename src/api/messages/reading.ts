/** Reading messages: a range, a list of IDs, or a single one. */
import { z } from 'zod';
import { Refused, requireThat } from '../../base/errors.ts';
import { MessageId } from '../../base/ids.ts';
import { type Access, accessOf } from '../../organization/access/access.ts';
import type { MessageAnchor } from '../../projections/messages/anchoring.ts';
import { messageFacts } from '../../projections/messages/facts.ts';
import { type RequestedTerm, searchQueryIn } from '../../projections/messages/narrow.ts';
import {
  findMessage,
  findMessagesAround,
  findMessagesById,
  type MessagePage,
  type PageReader,
} from '../../projections/messages/page.ts';
import { messages } from '../../projections/messages/projection.ts';
import { charactersOf, type ShownMessage } from '../../projections/messages/showMessages.ts';
import type { SearchQuery } from '../../search/searchQuery.ts';
import { matchFields, wireMatch } from '../../wire/matches.ts';
import { FoundMessage, Message, wireMessage } from '../../wire/messages.ts';
import { admitSpectator, notLoggedIn } from '../http/authentication.ts';
import { json, missingParameter, path, text, type ValuesOf } from '../http/parameters.ts';
import { read, routes } from '../http/route.ts';
import type { ServedOrganization } from '../http/servedOrganization.ts';
import { dictionaryResponse, listResponse } from '../listings/listResponse.ts';
import { isWithinWebPublic, narrowParam, parseNarrow } from './narrow.ts';

// Which range of messages is read, relative to an anchor.

const WORDS: Readonly<Record<string, MessageAnchor>> = {
  newest: 'newest',
  oldest: 'oldest',
  first_unread: 'firstUnread',
};

/** Messages that one call may read or change, not counting the anchor. */
export const MAX_MESSAGES = 5000;

/** The parameter `anchor`, as `anchorOf` understands it. */
export const anchorParam = text().describe('A message ID, newest, oldest or first_unread.');

export function anchorOf(anchor: string): MessageAnchor {
  const word = Object.hasOwn(WORDS, anchor) ? WORDS[anchor] : undefined;
  if (word !== undefined) return word;
  requireThat(/^-?\d+$/.test(anchor), 'Invalid anchor');
  return Number(anchor);
}

/** The message of an ID that the viewer may read. */
export async function requireMessage(...query: Parameters<typeof findMessage>): Promise<ShownMessage> {
  const message = await findMessage(...query);
  if (message === undefined) throw new Refused('Invalid message(s)');
  return message;
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** The anchor `date`: the start of a day in UTC, or a point in time, in UTC unless it says otherwise. */
function dateAnchor(text: string | undefined): MessageAnchor {
  if (text === undefined) throw new Refused("Missing 'anchor_date' argument.");
  const [, day = '', time = '00:00', zone = 'Z'] = MOMENT.exec(text) ?? [];
  const since = Date.parse(`${day}T${time}${zone.toUpperCase()}`);
  const isDate = z.iso.date().safeParse(day).success && !Number.isNaN(since);
  requireThat(isDate, 'anchor_date is not a date');
  return { since };
}

/** Refuses to exclude an anchor that a range is centred on. */
export function checkAnchorExcluded(includeAnchor: boolean, before: number, after: number): void {
  if (includeAnchor || before === 0 || after === 0) return;
  throw new Refused('The anchor can only be excluded at an end of the range');
}

const Count = z.int().nonnegative();

/** The range of messages; cannot be combined with `message_ids`. */
export const rangeParams = {
  anchor: text().describe('A message ID, newest, oldest, first_unread, or date.').optional(),
  anchor_date: text().describe('For the anchor `date`: ISO 8601, in UTC unless it has an offset.').optional(),
  use_first_unread_anchor: json(z.boolean()).deprecate().optional().describe('Means `anchor=first_unread`.'),
  include_anchor: json(z.boolean())
    .optional()
    .describe('Whether the message at the anchor is among them; true by default.'),
  num_before: json(Count).optional().describe('Messages before the anchor; with `num_after` at most 5,000.'),
  num_after: json(Count).optional().describe('Messages after the anchor.'),
} as const;
type RangeValues = ValuesOf<typeof rangeParams>;

/** How messages are rendered. */
export const showingParams = {
  client_gravatar: json(z.boolean()).default(true).describe('Omits avatar URLs that clients can compute.'),
  apply_markdown: json(z.boolean())
    .default(true)
    .describe('Whether `content` is HTML; otherwise it is Markdown.'),
  allow_empty_topic_name: json(z.boolean())
    .default(false)
    .describe('Whether the empty topic is told as such; otherwise by its display name.'),
} as const;

export const messageReadingRoutes = routes({
  'GET /messages': read({
    who: 'visitor',
    summary: 'Read messages around an anchor, within a narrow, or those with the given IDs',
    params: {
      ...rangeParams,
      message_ids: json(z.array(MessageId), 2 * MAX_MESSAGES)
        .optional()
        .describe('These messages alone, in place of an anchor and numbers.'),
      narrow: narrowParam,
      ...showingParams,
    },
    response: z.strictObject({
      messages: z.array(FoundMessage).describe('The messages, oldest first.'),
      anchor: z
        .number()
        .nullable()
        .describe('ID of the message at the anchor, or the number that was sent; null if there is none.'),
      found_anchor: z.boolean().describe('Whether the message at the anchor is among the answered ones.'),
      found_oldest: z.boolean().describe('Whether no older message matches.'),
      found_newest: z.boolean().describe('Whether no newer message matches.'),
      history_limited: z.boolean().describe('Always false: no plan hides older messages.'),
      oldest_examined: z
        .int()
        .optional()
        .describe(
          'Where reading ended before it had found enough: an anchor from which to go on to older messages.',
        ),
      newest_examined: z.int().optional().describe('The same for newer messages.'),
    }),
    errors: ['REQUEST_VARIABLE_MISSING', 'BAD_NARROW', 'UNAUTHENTICATED_USER'],
    async handle({ params, actor, organization, services, level, gone }) {
      admitSpectator(organization, actor);
      if (actor === null && !isWithinWebPublic(params.narrow)) throw notLoggedIn();
      const { message_ids: ids } = params;
      if (ids !== undefined) refuseRange(params, ids.length);
      const range = ids === undefined ? rangeOf(params) : undefined;
      const { state } = organization;
      const access = accessOf(state, actor?.userId ?? null);
      const narrow = parseNarrow(organization, access, params.narrow);
      const views = await level(messages, messageFacts);
      const matches = new SearchMatches(access, narrow, params.allow_empty_topic_name);
      const reader = matches.readerUntil(gone);
      const page = range
        ? await findMessagesAround(views, access, state, { ...range, narrow, reader })
        : { ...NAMED, messages: await findMessagesById(views, access, state, ids ?? [], narrow, reader) };
      const viewerId = actor?.userId ?? null;
      const named = (fields: JsonFields): JsonFields =>
        services.compatibility?.shown(fields, organization, viewerId) ?? fields;
      return wirePage(organization, access, page, params, matches, named);
    },
  }),

  'GET /messages/matches_narrow': read({
    who: 'user',
    summary: 'Which of the given messages a narrow finds, with what it searches for marked',
    params: {
      msg_ids: json(z.array(MessageId), MAX_MESSAGES).describe(
        'IDs of the messages that are compared with the narrow.',
      ),
      narrow: narrowParam,
      allow_empty_topic_name: showingParams.allow_empty_topic_name,
    },
    response: z.strictObject({
      messages: z.record(z.string(), z.strictObject(matchFields)).describe('By the ID of the message.'),
    }),
    errors: ['BAD_NARROW'],
    async handle({ params, actor, organization, level, gone }) {
      const { state } = organization;
      const access = accessOf(state, actor.userId);
      const narrow = parseNarrow(organization, access, params.narrow);
      const views = await level(messages, messageFacts);
      const matches = new SearchMatches(access, narrow, params.allow_empty_topic_name, true);
      const reader = matches.readerUntil(gone);
      const found = await findMessagesById(views, access, state, params.msg_ids, narrow, reader);
      return dictionaryResponse('messages', found, ({ messageId }) => [messageId, matches.of(messageId)]);
    },
  }),

  'GET /messages/:message_id': read({
    who: 'visitor',
    summary: 'Read one message',
    params: { message_id: path(MessageId), ...showingParams },
    response: z.strictObject({
      message: Message.describe('The message, as the caller sees it.'),
      raw_content: z.string().describe('The text in Markdown.'),
    }),
    errors: ['UNAUTHENTICATED_USER'],
    async handle({ params, actor, organization, level }) {
      admitSpectator(organization, actor);
      const views = await level(messages, messageFacts);
      const access = accessOf(organization.state, actor?.userId ?? null);
      const message = await requireMessage(views, access, organization.state, params.message_id);
      return {
        message: wireMessage(organization, access, message, params),
        raw_content: message.content,
      };
    },
  }),
});

/** A list of IDs is no range, so nothing is said about its ends. */
const NAMED = { anchor: null, foundAnchor: false, foundOldest: false, foundNewest: false } as const;

type AnchoredPage = Omit<MessagePage, 'anchor'> & { readonly anchor: number | null };

/** The messages of a page with what is searched for marked, computed while the page is read: they count for its size. */
class SearchMatches {
  readonly #access: Access;
  readonly #query: SearchQuery;
  readonly #allowsEmptyTopic: boolean;
  readonly #isSearch: boolean;
  readonly #matches = new Map<MessageId, ReturnType<typeof wireMatch>>();

  /** Only where the narrow searches, unless told otherwise. */
  constructor(
    access: Access,
    narrow: readonly RequestedTerm[],
    allowsEmptyTopic: boolean,
    isSearch = narrow.some(({ kind }) => kind === 'search'),
  ) {
    this.#access = access;
    this.#query = searchQueryIn(narrow);
    this.#allowsEmptyTopic = allowsEmptyTopic;
    this.#isSearch = isSearch;
  }

  /** Reads a page for a client until that has gone, and marks each of its messages. */
  readerUntil(gone: AbortSignal): PageReader {
    return { gone, attachedTo: (message) => this.#mark(message) };
  }

  /** Marks a message; returns how many characters are sent for that. */
  #mark(message: ShownMessage): number {
    if (!this.#isSearch) return 0;
    const match = wireMatch(this.#access, message, this.#query, this.#allowsEmptyTopic);
    this.#matches.set(message.messageId, match);
    return match.match_content.length + match.match_subject.length;
  }

  of(messageId: MessageId): ReturnType<typeof wireMatch> | undefined {
    return this.#matches.get(messageId);
  }
}

type JsonFields = Readonly<Record<string, unknown>>;

/** Messages and characters that are serialized at once. */
const SMALL = { messages: 100, characters: 200_000 } as const;

const isSmall = (messages: readonly ShownMessage[]): boolean =>
  messages.length <= SMALL.messages &&
  messages.reduce((sum, message) => sum + charactersOf(message), 0) <= SMALL.characters;

/** The page as it is sent; a large one is serialized in pieces, so that others get a turn. */
async function wirePage(
  organization: ServedOrganization,
  access: Access,
  page: AnchoredPage,
  options: ValuesOf<typeof showingParams>,
  matches: SearchMatches,
  named: (fields: JsonFields) => JsonFields,
) {
  const wire = (message: ShownMessage) => ({
    ...wireMessage(organization, access, message, options),
    ...matches.of(message.messageId),
  });
  const ends = {
    anchor: page.anchor,
    found_anchor: page.foundAnchor,
    found_oldest: page.foundOldest,
    found_newest: page.foundNewest,
    history_limited: false,
    ...(page.oldestExamined !== undefined && { oldest_examined: page.oldestExamined }),
    ...(page.newestExamined !== undefined && { newest_examined: page.newestExamined }),
  };
  if (isSmall(page.messages)) return { messages: page.messages.map(wire), ...ends };
  return listResponse('messages', page.messages, (message) => named(wire(message)), ends);
}

const tooMany = `Too many messages requested (maximum ${MAX_MESSAGES}).`;

function refuseRange(params: RangeValues, count: number): void {
  const names = Object.keys(rangeParams) as (keyof RangeValues)[];
  const sent = names.filter((name) => params[name] !== undefined);
  const parameters = [...sent, 'message_ids'].join(', ');
  const unsupported = `Unsupported parameter combination: ${parameters}`;
  requireThat(sent.length === 0, unsupported, 'BAD_REQUEST', { parameters });
  requireThat(count <= MAX_MESSAGES, tooMany);
}

function rangeOf(params: RangeValues) {
  const { include_anchor: includeAnchor = true, num_before: before, num_after: after } = params;
  const anchor = parseAnchor(params);
  if (before === undefined) throw missingParameter('num_before');
  if (after === undefined) throw missingParameter('num_after');
  requireThat(before + after <= MAX_MESSAGES, tooMany);
  checkAnchorExcluded(includeAnchor, before, after);
  return { anchor, includeAnchor, before, after };
}

/** The deprecated parameter for the first unread message wins, because clients send both. */
function parseAnchor({
  anchor,
  anchor_date: date,
  use_first_unread_anchor: firstUnread,
}: RangeValues): MessageAnchor {
  if (firstUnread === true) return 'firstUnread';
  if (anchor === undefined) throw new Refused("Missing 'anchor' argument.");
  return anchor === 'date' ? dateAnchor(date) : anchorOf(anchor);
}
