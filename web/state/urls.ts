/** URLs that may be none: `URL.parse` and `URL.canParse` are younger than the browsers that the page supports. */

/** The URL of a text, which may be relative to another; undefined if it is none. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
