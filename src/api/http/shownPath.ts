/**
 * What the log may tell of a path that is no route: links of invitations end in secrets, also where they were copied
 * wrongly, so that outside of the API only the beginning is told.
 */
export function shownPath(url = ''): string {
  const path = url.split('?', 1)[0]?.slice(0, 200) ?? '';
  if (path.startsWith('/api/')) return path;
  const beginning = /^\/[\w.-]{0,20}/.exec(path)?.[0] ?? '';
  return beginning === path ? path : `${beginning}…`;
}
