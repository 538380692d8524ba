/** First segments of the paths of routes. */
export const PLAIN_ROUTES = [
  'inbox',
  'recent',
  'all',
  'mentions',
  'starred',
  'channels',
  'people',
  'drafts',
] as const;

const NAMES: ReadonlySet<string> = new Set([
  ...PLAIN_ROUTES,
  '',
  'channel',
  'direct',
  'search',
  'settings',
  'record',
]);

/** Whether a path is that of a route of the page. */
export const isRoutePath = (pathname: string): boolean => NAMES.has(pathname.split('/', 2)[1] ?? '');
