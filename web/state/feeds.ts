/** Lists of messages by what they narrow to, loaded page by page in both directions. */
import type { Params } from '@hansard/client';
import { type Signal, signal } from '@preact/signals';
import { client, reasonOf } from './connection.ts';
import { cacheMessages, cachedMessages } from './messageCache.ts';
import { isMuted, type Message, starred, subscribed } from './data.ts';
import type { Route } from './routes.ts';
import { conversationKey, conversationOf } from './unread.ts';

type Narrow = NonNullable<Params<'GET /messages'>['narrow']>;

/** Every message that was loaded, by ID; each its own signal, so that a change shows in one place alone. */
const messages = new Map<number, Signal<Message>>();

/** The signal of a message that was loaded. */
export const messageSignal = (id: number): Signal<Message> | undefined => messages.get(id);

/** The IDs of all messages that were loaded. */
export const loadedIds = (): Iterable<number> => messages.keys();

/** Keeps a message; what is known of it already is replaced. */
export function putMessage(message: Message): void {
  const known = messages.get(message.id);
  if (known) known.value = message;
  else messages.set(message.id, signal(message));
}

/** Changes a message, if it is loaded. */
export function changeMessage(id: number, change: (message: Message) => Message): void {
  const known = messages.get(id);
  if (known) known.value = change(known.peek());
}

const PAGE = 80;

type PageParams = Omit<Params<'GET /messages'>, 'narrow'>;

/** One list of messages, oldest first. */
export class Feed {
  readonly key: string;
  readonly narrow: Narrow;
  readonly ids = signal<readonly number[]>([]);
  readonly hasOldest = signal(false);
  readonly hasNewest = signal(false);
  readonly isLoading = signal(false);
  readonly fault = signal('');
  /** Counts the jumps to the newest messages; the list goes to its end with each. */
  readonly jumps = signal(0);
  /** The message where reading begins: the first unread one at the time of opening, or the requested one. */
  readonly anchor = signal<number | undefined>(undefined);
  /** Whether the anchor is where unread messages begin. */
  firstUnread = false;
  /** Resolves when the last request has been answered. */
  #loading = Promise.resolve();
  #afterLoading: (() => void)[] = [];
  /** Where a search ended before it had found enough: it goes on from there. */
  readonly #examined: { oldest: number | undefined; newest: number | undefined } = {
    oldest: undefined,
    newest: undefined,
  };
  readonly #matches: ((message: Message) => boolean) | undefined;

  constructor(key: string, narrow: Narrow, matches?: (message: Message) => boolean) {
    this.key = key;
    this.narrow = narrow;
    this.#matches = matches;
  }

  /** Begins to read: at a message, or at the first that is unread. Messages that are loaded up to the present are not requested again. */
  begin(near?: number): void {
    if (near !== undefined || !this.hasNewest.peek() || this.ids.peek().length === 0) void this.open(near);
    else {
      this.firstUnread = true;
      this.anchor.value = firstUnread(this.ids.peek().flatMap((id) => messages.get(id)?.peek() ?? []));
    }
  }

  /** Loads around a message, or around the first that is unread. */
  async open(near?: number): Promise<void> {
    while (this.isLoading.peek()) await this.#loading;
    await this.#load(
      { anchor: String(near ?? 'first_unread'), num_before: PAGE, num_after: PAGE },
      true,
      near,
    );
  }

  /** Loads older messages; without any from which to go on, resolves once what is loading has come. */
  older(): Promise<void> {
    const first = this.#examined.oldest ?? this.ids.peek()[0];
    if (this.hasOldest.peek()) return Promise.resolve();
    if (first === undefined) return this.#loading;
    return this.#load({ anchor: String(first), num_before: PAGE, num_after: 0, include_anchor: false });
  }

  /** Loads newer messages, like `older`. */
  newer(): Promise<void> {
    const last = this.#examined.newest ?? this.ids.peek().at(-1);
    if (this.hasNewest.peek()) return Promise.resolve();
    if (last === undefined) return this.#loading;
    return this.#load({ anchor: String(last), num_before: 0, num_after: PAGE, include_anchor: false });
  }

  /** Goes to the newest messages. */
  async latest(): Promise<void> {
    while (this.isLoading.peek()) await this.#loading;
    this.jumps.value += 1;
    if (!this.hasNewest.peek()) await this.#load({ anchor: 'newest', num_before: PAGE, num_after: 0 }, true);
  }

  /** Does something again once what is loading has come. */
  repeatAfterLoading(work: () => void): void {
    if (this.isLoading.peek()) this.#afterLoading.push(work);
  }

  /** Takes a new message, where this list reaches up to now. */
  take(message: Message): void {
    if (!this.hasNewest.peek() || !this.#matches?.(message) || this.ids.peek().includes(message.id)) return;
    this.ids.value = [...this.ids.peek(), message.id];
  }

  /** Leaves out what was deleted or does not belong here any more. */
  drop(gone: ReadonlySet<number>): void {
    if (this.ids.peek().some((id) => gone.has(id)))
      this.ids.value = this.ids.peek().filter((id) => !gone.has(id));
  }

  /** Checks again whether messages that have changed belong here. */
  review(ids: readonly number[]): void {
    const matches = this.#matches;
    if (matches === undefined) return;
    const changed = ids.flatMap((id) => messages.get(id)?.peek() ?? []);
    this.drop(new Set(changed.filter((message) => !matches(message)).map(({ id }) => id)));
    const [first, last] = [this.ids.peek()[0], this.ids.peek().at(-1)];
    const isWithin = (id: number): boolean =>
      (this.hasOldest.peek() || id >= (first ?? Infinity)) && (this.hasNewest.peek() || id <= (last ?? -1));
    const come = changed.filter((message) => matches(message) && isWithin(message.id)).map(({ id }) => id);
    if (come.length > 0) this.#add(come);
  }

  #load(params: PageParams, isNew = false, near?: number): Promise<void> {
    if (!this.isLoading.peek()) this.#loading = this.#ask(params, isNew, near);
    return this.#loading;
  }

  async #ask(params: PageParams, isNew: boolean, near: number | undefined): Promise<void> {
    this.isLoading.value = true;
    this.fault.value = '';
    try {
      if (isNew && near === undefined) await this.#showKept();
      const query = { ...params, narrow: this.narrow, allow_empty_topic_name: true, client_gravatar: true };
      const page = await client.call('GET /messages', query);
      page.messages.forEach(putMessage);
      const ids = page.messages.map(({ id }) => id);
      if (isNew) {
        this.firstUnread = near === undefined;
        this.anchor.value = near ?? firstUnread(page.messages);
        this.ids.value = ids;
      } else this.#add(ids);
      const asksBefore = (params.num_before ?? 0) > 0;
      const asksAfter = (params.num_after ?? 0) > 0 || params.anchor === 'newest';
      if (asksBefore || isNew) {
        this.hasOldest.value = page.found_oldest;
        this.#examined.oldest = page.oldest_examined;
      }
      if (asksAfter || isNew) {
        this.hasNewest.value = page.found_newest;
        this.#examined.newest = page.newest_examined;
      }
      if (isNew) cacheMessages(this.key, page.messages);
    } catch (error) {
      this.fault.value = reasonOf(error);
    } finally {
      this.isLoading.value = false;
      for (const work of this.#afterLoading.splice(0)) work();
    }
  }

  #add(ids: readonly number[]): void {
    this.ids.value = [...new Set([...this.ids.peek(), ...ids])].sort((one, other) => one - other);
  }

  /** Shows cached messages at once, also without a connection. */
  async #showKept(): Promise<void> {
    const kept = await cachedMessages(this.key);
    if (kept.length === 0 || this.ids.peek().length > 0) return;
    for (const message of kept) if (!messages.has(message.id)) putMessage(message);
    this.ids.value = kept.map(({ id }) => id);
  }
}

const firstUnread = (page: readonly Message[]): number | undefined =>
  page.find(({ flags }) => !flags.includes('read'))?.id;

const feeds = new Map<string, Feed>();
const MAX_FEEDS = 30;

/** Every list that is kept. */
export const allFeeds = (): Iterable<Feed> => feeds.values();

/**
 * Applies an event to messages and lists of them; again after each answer that is on its way, which may be older than the event. So
 * it has to be something that may be done twice.
 */
export function applyToFeeds(work: () => void): void {
  work();
  for (const feed of feeds.values()) feed.repeatAfterLoading(work);
}

/** The list of a route; undefined for routes without messages. */
export function feedOf(route: Route): Feed | undefined {
  const made = newFeed(route);
  if (made === undefined) return undefined;
  const known = feeds.get(made.key);
  const feed = known ?? made;
  feeds.delete(feed.key);
  feeds.set(feed.key, feed);
  const [oldest] = feeds.keys();
  if (feeds.size > MAX_FEEDS && oldest !== undefined) feeds.delete(oldest);
  return feed;
}

/** Forgets what was loaded: events were missed. */
export function forgetFeeds(): void {
  feeds.clear();
  messages.clear();
}

function newFeed(route: Route): Feed | undefined {
  switch (route.kind) {
    case 'topic':
    case 'direct': {
      const key = conversationKey(route.kind === 'topic' ? route : { userIds: route.userIds });
      return new Feed(key, narrowOf(route), (message) => conversationKey(conversationOf(message)) === key);
    }
    case 'channel':
      return new Feed(
        `channel ${route.channelId}`,
        narrowOf(route),
        ({ stream_id: id }) => id === route.channelId,
      );
    case 'all':
      return new Feed('all', narrowOf(route), isAtHome);
    case 'mentions':
      return new Feed('mentions', narrowOf(route), ({ flags }) =>
        flags.some((flag) => flag.includes('mentioned')),
      );
    case 'starred':
      return new Feed('starred', narrowOf(route), ({ id }) => starred.peek().has(id));
    case 'search':
      return new Feed(`search ${route.text}`, narrowOf(route));
    default:
      return undefined;
  }
}

const isAtHome = (message: Message): boolean =>
  message.type === 'private' ||
  (subscribed.peek().some(({ stream_id: id }) => id === message.stream_id) &&
    !isMuted(message.stream_id ?? -1, message.subject));

function narrowOf(route: Route): Narrow {
  switch (route.kind) {
    case 'topic':
      return [
        { operator: 'channel', operand: route.channelId },
        { operator: 'topic', operand: route.topic },
      ];
    case 'channel':
      return [{ operator: 'channel', operand: route.channelId }];
    case 'direct':
      return [{ operator: 'dm', operand: [...route.userIds] }];
    case 'mentions':
      return [{ operator: 'is', operand: 'mentioned' }];
    case 'starred':
      return [{ operator: 'is', operand: 'starred' }];
    case 'search':
      return searchTerms(route.text);
    default:
      return [{ operator: 'in', operand: 'home' }];
  }
}

const OPERATORS = /^(-?)(channels?|topic|dm-including|dm|sender|mentions|is|has|in|id|near):(.+)$/;

/** `channel:design is:starred -has:link blue "a phrase"` → terms; words without an operator are searched for. */
export function searchTerms(text: string): Narrow {
  const words: string[] = [];
  const terms: { operator: string; operand: string | number | readonly number[]; negated?: boolean }[] = [];
  for (const [part] of text.matchAll(/-?[\w-]+:"[^"]*"|-?[\w-]+:\S+|"[^"]*"|\S+/g)) {
    const match = OPERATORS.exec(part);
    if (!match) {
      words.push(part);
      continue;
    }
    const [, sign = '', operator = '', quoted = ''] = match;
    const operand = quoted.replace(/^"(.*)"$/, '$1');
    terms.push({ operator, operand: operandOf(operator, operand), ...(sign === '-' && { negated: true }) });
  }
  if (words.length > 0) terms.push({ operator: 'search', operand: words.join(' ') });
  return terms;
}

/** People and messages by ID are numbers; several people are a list. */
function operandOf(operator: string, text: string): string | number | readonly number[] {
  if (/^dm/.test(operator) && /^[\d,]+$/.test(text)) return text.split(',').filter(Boolean).map(Number);
  return /^(id|near|sender|mentions)$/.test(operator) && /^\d+$/.test(text) ? Number(text) : text;
}
