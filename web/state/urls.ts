/** URLs and their parts, which may be malformed: `URL.parse` and `URL.canParse` are younger than the browsers that the page supports. */

/** The URL of a text, which may be relative to another; undefined if it is none. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** A part of a URL without its percent-encoding; as it is if that is malformed. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
