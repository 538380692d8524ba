/** Places where people have accounts that the server knows, by subtype. */

export interface KnownPlace {
  /** Name of a profile field for accounts there. */
  readonly name: string;
  /** What the place is called. */
  readonly text: string;
  readonly hint: string;
  /** URL with `%(username)s` in it. */
  readonly urlPattern: string;
}

const PLACES: ReadonlyMap<string, KnownPlace> = new Map(
  Object.entries({
    twitter: place('Twitter', 'https://twitter.com/%(username)s'),
    github: place('GitHub', 'https://github.com/%(username)s'),
    mastodon: place('Mastodon', 'https://mastodon.social/@%(username)s'),
  }),
);

function place(text: string, urlPattern: string): KnownPlace {
  return { name: `${text} username`, text, hint: '', urlPattern };
}

/** undefined for `custom`, and for what the server does not know. */
export const knownPlace = (subtype: string): KnownPlace | undefined => PLACES.get(subtype);

/** All of them, by subtype. */
export const knownPlaces = (): readonly (readonly [string, KnownPlace])[] => [...PLACES];
