/** The routes of the page, and their paths. */
import { signal } from '@preact/signals';
import { PLAIN_ROUTES } from './routeNames.ts';
import { decoded } from './urls.ts';

export type Route =
  | { readonly kind: 'inbox' | 'recent' | 'all' | 'mentions' | 'starred' | 'channels' | 'people' | 'drafts' }
  | { readonly kind: 'channel'; readonly channelId: number; readonly near?: number }
  | { readonly kind: 'topic'; readonly channelId: number; readonly topic: string; readonly near?: number }
  | { readonly kind: 'direct'; readonly userIds: readonly number[]; readonly near?: number }
  | { readonly kind: 'search'; readonly text: string }
  | { readonly kind: 'settings' | 'record'; readonly page: string };

/** The path of a route. */
export function routePath(route: Route): string {
  const near = 'near' in route && route.near !== undefined ? `near=${route.near}` : '';
  switch (route.kind) {
    case 'inbox':
      return '/';
    case 'channel':
      return pathWith(`/channel/${route.channelId}`, near);
    case 'topic':
      return pathWith(...endingIn(`/channel/${route.channelId}/topic/`, route.topic), near);
    case 'direct':
      return pathWith(`/direct/${route.userIds.join(',')}`, near);
    case 'search':
      return pathWith(...endingIn('/search/', route.text));
    case 'settings':
    case 'record':
      return `/${route.kind}/${route.page}`;
    default:
      return `/${route.kind}`;
  }
}

const pathWith = (path: string, ...query: readonly string[]): string =>
  [path, query.filter(Boolean).join('&')].filter(Boolean).join('?');

/** A path that ends in a text. Browsers take `.` and `..` there, however they are written, for steps, so these are in the query. */
const endingIn = (path: string, text: string): readonly [path: string, query: string] =>
  text === '.' || text === '..' ? [path, `text=${text}`] : [path + encodeURIComponent(text), ''];

/** The route of a path; the inbox for an unknown path. */
export function parseRoute(pathname: string, search = ''): Route {
  const query = new URLSearchParams(search);
  const dots = query.get('text');
  const [first = '', second = '', , last] = pathname.slice(1).split('/').map(decoded);
  const topic = last === '' ? (dots ?? '') : last;
  const simple = PLAIN_ROUTES.find((kind) => kind === first);
  if (simple) return { kind: simple };
  const near = Number(query.get('near')) || undefined;
  const at = near === undefined ? {} : { near };
  if (first === 'channel' && /^\d+/.test(second)) {
    const channelId = Number.parseInt(second, 10);
    return topic === undefined
      ? { kind: 'channel', channelId, ...at }
      : { kind: 'topic', channelId, topic, ...at };
  }
  if (first === 'direct') return { kind: 'direct', userIds: idsIn(second), ...at };
  if (first === 'search') return { kind: 'search', text: second === '' ? (dots ?? '') : second };
  if (first === 'settings' || first === 'record') return { kind: first, page: second };
  return { kind: 'inbox' };
}

const idsIn = (text: string): readonly number[] =>
  [...new Set(text.split(',').map(Number))].filter(Number.isSafeInteger).sort((one, other) => one - other);

/** `#narrow/channel/7-design/topic/logo/near/42` and its kin, as links in messages are written. */
export function routeOfNarrow(hash: string): Route | undefined {
  const parts = hash.replace(/^#narrow\//, '').split('/');
  const operand = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2)
    operand.set(parts[at] ?? '', dotDecoded(parts[at + 1] ?? ''));
  const channel = Number.parseInt(operand.get('channel') ?? operand.get('stream') ?? '', 10);
  const topic = operand.get('topic') ?? operand.get('subject');
  const near = Number(operand.get('near') ?? operand.get('with')) || undefined;
  const at = near === undefined ? {} : { near };
  if (channel)
    return topic === undefined
      ? { kind: 'channel', channelId: channel, ...at }
      : { kind: 'topic', channelId: channel, topic, ...at };
  const dm = operand.get('dm') ?? operand.get('pm-with');
  return dm === undefined ? undefined : { kind: 'direct', userIds: idsIn(dm.replace(/-.*$/, '')), ...at };
}

/** Percent signs are written as dots in such links. */
const dotDecoded = (text: string): string => decoded(text.replaceAll('.', '%'));

/** The route that is open. */
export const currentRoute = signal<Route>(parseRoute(location.pathname, location.search));

type MessageAt = (() => number | undefined) | undefined;
let readingAt: MessageAt;

/** Sets how the message that is being read is found; undefined while it is the newest. Returns a function that unsets it. */
export function trackReading(next: MessageAt): () => void {
  readingAt = next;
  return () => {
    if (readingAt === next) readingAt = undefined;
  };
}

/** Goes to a route; `replace` adds no step to the history. Going back later restores what was being read. */
export function navigate(to: Route, { replace = false } = {}): void {
  const path = routePath(to);
  const from = currentRoute.peek();
  if (!replace && readingAt && (from.kind === 'channel' || from.kind === 'topic' || from.kind === 'direct')) {
    const { near: _before, ...conversation } = from;
    const near = readingAt();
    history.replaceState(null, '', routePath(near === undefined ? conversation : { ...conversation, near }));
  }
  if (path !== location.pathname + location.search)
    history[replace ? 'replaceState' : 'pushState'](null, '', path);
  currentRoute.value = to;
}

addEventListener('popstate', () => {
  currentRoute.value = parseRoute(location.pathname, location.search);
});
