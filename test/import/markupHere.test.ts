import { expect } from 'chai';
import fc from 'fast-check';
import { markdownOf as fromMattermost } from '../../src/import/mattermostText.ts';
import { replaceReferences } from '../../src/import/records.ts';
import { markdownOf as fromSlack } from '../../src/import/slackText.ts';
import { markdownOf as fromZulip } from '../../src/import/zulipText.ts';
import { shownText, signs, spaced } from './shownText.ts';

const names = (markdown: string): string =>
  replaceReferences(markdown, (kind, key, label) => (kind === 'e' ? `:${label ?? key}:` : `?${key}`));

const NOBODY = { people: new Map(), channelKey: () => undefined, channelKeyIn: () => undefined };
const NOWHERE = {
  personKey: () => undefined,
  channelKey: () => undefined,
  links: { keyOf: String, channelNames: new Map(), hosts: new Set<string>(), subdomain: '' },
};

/** Every text is one of Slack's that is no markup once its three signs are written as Slack writes them. */
const slackSource = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

interface Source {
  /** What of a text would be markup there: such texts are not tried. */
  readonly markup: RegExp;
  readonly markdownOf: (text: string) => string;
}

const SOURCES: Readonly<Record<string, Source>> = {
  slack: {
    markup: /`|:[\w+'-]+:|^>|(?<![A-Za-z0-9])([*_~])\S([^\n]*\S)?\1(?![A-Za-z0-9])/m,
    markdownOf: (text) => fromSlack(slackSource(text)),
  },
  mattermost: {
    // Mattermost's own Markdown, and what names somebody or something.
    markup:
      /[*`\\]|~~|_|^[ \t]*(?:[-+>|]|#{1,6}[ \t\n]|#{1,6}$|\d+[.)]|={2,})|^(?: {4}|\t)|\|.*\n[ |:-]*-|\]\(|\]:|!?\[[^^]|:[\w+'-]+:|&#?\w+;|<(?!time:)|https?:|www\.|@(?![*_])|~\w|(?<!\$)\$[^$\n]+\$(?!\$)|^\/(?!poll|todo|me)/m,
    markdownOf: (text) => fromMattermost(text, NOBODY),
  },
  zulip: {
    markup:
      /[`]|\*\S[^\n]*\S?\*|~~|\$\$|^[ \t]*(?:[-+*](?=[ \t])|[>|]|#{1,6}(?=\s|$)|\d+\.(?=[ \t]))|^(?: {4}|[ \t]*\t)|\|.*\n[ |:-]*-|\]\(|:[\w+'-]+:|&#?\w+;|<|https?:|www\.|@\w|@_?\*|#\*|^\/(?:poll|todo|me)/m,
    markdownOf: (text) => fromZulip(text, NOWHERE, []).text,
  },
};

describe('a text without markup there', () => {
  for (const [system, { markup, markdownOf }] of Object.entries(SOURCES))
    it(`is shown as it was in ${system}`, () =>
      fc.assert(
        fc.property(signs, (text) => {
          fc.pre(!markup.test(text) && text.trim() !== '');
          const markdown = names(markdownOf(text));
          expect(spaced(shownText(markdown)), JSON.stringify(markdown)).to.equal(spaced(text));
        }),
        { numRuns: 4_000, maxSkipsPerRun: 1_000 },
      ));
});
