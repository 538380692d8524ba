/**
 * The loggable part of a path that matches no route. Invitation links end in secrets, even if miscopied, so
 * outside of the API only the first segment is logged.
 */
export function loggablePath(url = ''): string {
  const path = url.split('?', 1)[0]?.slice(0, 200) ?? '';
  if (path.startsWith('/api/')) return path;
  const beginning = /^\/[\w.-]{0,20}/.exec(path)?.[0] ?? '';
  return beginning === path ? path : `${beginning}…`;
}
