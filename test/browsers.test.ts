import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';

/** Styles that are younger than the browsers of scripts/buildPage.js, as patterns. */
const YOUNG_STYLES = [
  /\blight-dark\(/,
  /@(?:starting-style|scope|property|view-transition|position-try)\b/,
  /\b(?:text-wrap|text-box|field-sizing|interpolate-size|anchor-name|position-anchor|position-area|overlay|zoom)\s*:/,
  /\b(?:text-wrap-style|transition-behavior|animation-timeline|content-visibility)\s*:/,
  /\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)\(from\b/,
  /\b(?:round|mod|rem|sign|abs|anchor|calc-size|sibling-index|random)\(/,
  /:(?:popover-open|open|user-valid|user-invalid|state\(|autofill|has-slotted)/,
  /^\s*&/m,
];

/** What is younger than the page's oldest browsers, in a sheet. */
const youngIn = (sheet: string): readonly string[] => {
  const rules = sheet.replaceAll(/\/\*.*?\*\//gs, '');
  return YOUNG_STYLES.flatMap((pattern) => pattern.exec(rules)?.[0] ?? []);
};

describe('the web page uses what its oldest browsers have', () => {
  for (const name of readdirSync('web/styles'))
    it(`in ${name}`, () => expect(youngIn(readFileSync(`web/styles/${name}`, 'utf8'))).to.deep.equal([]));

  for (const rule of [
    'a { color: light-dark(#000, #fff); }',
    'a { text-wrap: balance; }',
    'a { color: oklch(from red l c h); }',
    '@starting-style { a { opacity: 0; } }',
    '@property --a { inherits: false; }',
    'a {\n  & b { color: red; }\n}',
    'a { width: round(1px, 2px); }',
    'dialog:open { color: red; }',
  ])
    it(`and “${rule}” is found`, () => expect(youngIn(rule)).to.have.length(1));
});
