import { expect } from 'chai';
import { render } from '../../src/rendering/markdown.ts';
import { EMPTY_DIRECTORY } from '../../src/rendering/rendered.ts';

const DIRECTORY = { ...EMPTY_DIRECTORY, users: [{ id: 5, name: 'Ann Lee', active: true }] };
const rendered = (...lines: readonly string[]) => render(lines.join('\n'), DIRECTORY);

/** Its elements as words: `q` a quote, `s` a spoiler, `c` code, `p` a paragraph, each with what is in it. */
const outline = (...lines: readonly string[]): string =>
  rendered(...lines)
    .html.replaceAll(/<div class="codehilite"[^>]*><pre><code>(.*?)\n?<\/code><\/pre><\/div>/gs, 'c($1)')
    .replaceAll(/<div class="spoiler-block"><div class="spoiler-header">(.*?)<\/div>/gs, 's($1')
    .replaceAll('<div class="spoiler-content" aria-hidden="true">', '')
    .replaceAll('<blockquote>', 'q(')
    .replaceAll('<p>', 'p(')
    .replaceAll(/<\/(?:p|div|blockquote)>/g, ')')
    .replaceAll(/<[^>]*>|\n/g, '');

describe('fences in quotes and spoilers', () => {
  it('with a language open a block of their own, and what follows is read', () => {
    const { html, mentionedUserIds } = rendered('```quote', '```js', '1', '```', '```', 'and @**Ann Lee**');
    expect(html)
      .to.contain('<blockquote>\n<div class="codehilite"')
      .and.contain('</blockquote>\n<p>and <span');
    expect(mentionedUserIds).to.deep.equal([5]);
  });

  const cases: readonly (readonly [name: string, lines: readonly string[], expected: string])[] = [
    ['a quote', ['```quote', 'a', '```py', 'b', '```', 'c', '```', 'd'], 'q(p(a)c(b)p(c))p(d)'],
    ['tildes', ['~~~quote', '~~~ js', 'b', '~~~', 'c', '~~~', 'd'], 'q(c(b)p(c))p(d)'],
    ['other signs', ['~~~quote', '```js', '~~~', '```', '~~~', 'd'], 'q(c(~~~))p(d)'],
    ['longer ones', ['```quote', '`````js', '```', '`````', '```', 'd'], 'q(c(```))p(d)'],
    ['shorter ones', ['`````quote', '```', 'b', '```', '`````', 'd'], 'q(c(b))p(d)'],
    ['a bare fence of another length', ['```quote', '````', 'b', '````', '```', 'd'], 'q(c(b))p(d)'],
    ['a quote in a quote', ['```quote', '```quote', 'a', '```', 'b', '```', 'd'], 'q(q(p(a))p(b))p(d)'],
    [
      'code in a quote in a quote',
      ['```quote', '```quote', '```c', 'a', '```', '```', '```', 'd'],
      'q(q(c(a)))p(d)',
    ],
    ['two blocks', ['```quote', '```c', 'a', '```', '```c', 'b', '```', '```', 'd'], 'q(c(a)c(b))p(d)'],
    ['what is left open', ['```quote', '```js', 'a', 'b'], 'q(c(ab))'],
    ['a longer quote whose code is left open', ['````quote', '```js', 'a', '````', 'd'], 'q(c(a))p(d)'],
    [
      'a quote with code in a list',
      ['```quote', '- a', '  ```js', '  b', '  ```', '```', 'd'],
      'q(ac(b))p(d)',
    ],
    ['code, in which nothing opens', ['```md', '```quote', 'a', '```', 'd'], 'c(```quotea)p(d)'],
    ['signs in a line', ['```quote', '```js `x`', '```', 'd'], 'q(p(```js x))p(d)'],
  ];
  for (const [name, lines, expected] of cases)
    it(`nest: ${name}`, () => {
      expect(outline(...lines)).to.equal(expected);
      const listed = [`- ${lines[0] ?? ''}`, ...lines.slice(1).map((line) => `  ${line}`)];
      const quoted = lines.map((line) => `> ${line}`);
      expect(outline(...quoted)).to.equal(`q(${expected})`);
      expect(outline(...listed)).to.equal(expected.replace(/p\(d\)$/, 'd'));
    });

  it('nest in spoilers, in which mentions notify, unlike in quotes', () => {
    const { html, mentionedUserIds } = rendered(
      '```spoiler The *end*',
      '```quote',
      '@**Ann Lee**',
      '```',
      '```js',
      '1',
      '```',
      '@**Ann Lee**',
      '```',
      'after',
    );
    expect(
      html.match(/<blockquote>.*user-mention silent.*<\/blockquote>.*codehilite.*"user-mention"/s),
    ).to.be.an('array');
    expect(html.endsWith('</div></div>\n<p>after</p>')).to.equal(true);
    expect(mentionedUserIds).to.deep.equal([5]);
  });

  it('end where the container around them ends', () => {
    expect(outline('> ```quote', '> ```js', '> a', 'd')).to.equal('q(q(c(a)))p(d)');
  });
});
