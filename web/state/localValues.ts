/**
 * Small values in the browser's local storage, which may be blocked, full or damaged. The page works without each of them: what
 * cannot be stored is kept as long as the page is open.
 */

const PREFIX = 'hansard ';
/** Values that the browser has not stored. */
const unstored = new Map<string, string>();

/** The text under a name; '' without one. */
export function localText(name: string): string {
  const text = unstored.get(name);
  if (text !== undefined) return text;
  try {
    return localStorage.getItem(PREFIX + name) ?? '';
  } catch {
    return '';
  }
}

/** Stores a text under a name; '' removes it. */
export function setLocalText(name: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, text);
    unstored.delete(name);
  } catch {
    unstored.set(name, text);
  }
}

/** The names that begin with a text. */
export function localNames(start: string): readonly string[] {
  const names = new Set(unstored.keys());
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX)) names.add(key.slice(PREFIX.length));
  } catch {
    // Nothing is stored.
  }
  return [...names].filter((name) => name.startsWith(start) && localText(name) !== '');
}

/** The members of the JSON object under a name; none if it is something else. */
export function localRecord(name: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(localText(name));
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}
