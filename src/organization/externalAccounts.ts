/** Known sites with user accounts, by subtype. */

export interface ExternalSite {
  /** Name of a profile field for these accounts. */
  readonly name: string;
  /** Name of the site. */
  readonly text: string;
  readonly hint: string;
  /** URL with `%(username)s` in it. */
  readonly urlPattern: string;
}

const PLACES: ReadonlyMap<string, ExternalSite> = new Map(
  Object.entries({
    twitter: place('Twitter', 'https://twitter.com/%(username)s'),
    github: place('GitHub', 'https://github.com/%(username)s'),
    mastodon: place('Mastodon', 'https://mastodon.social/@%(username)s'),
  }),
);

function place(text: string, urlPattern: string): ExternalSite {
  return { name: `${text} username`, text, hint: '', urlPattern };
}

/** Undefined for `custom`, and for unknown sites. */
export const externalSite = (subtype: string): ExternalSite | undefined => PLACES.get(subtype);

/** All of them, by subtype. */
export const externalSites = (): readonly (readonly [string, ExternalSite])[] => [...PLACES];
