import { expect } from 'chai';
import { highlightHits } from '../../src/search/highlights.ts';
import { htmlToText } from '../../src/search/highlights.ts';
import { parseSearchQuery } from '../../src/search/searchQuery.ts';

/** Hits in square brackets. */
const marks = (html: string, operand: string): string =>
  highlightHits(html, parseSearchQuery(operand))
    .replaceAll('<span class="highlight">', '[')
    .replaceAll('</span>]', ']');
const marked = (html: string, operand: string): string => marks(html, operand).replaceAll('</span>', ']');

describe('highlights', () => {
  for (const [html, operand, expected] of [
    ['<p>We run</p>', 'running', '<p>We [run]</p>'],
    ['<p>r<em>un</em>s far</p>', 'run', '<p>[r]<em>[un]</em>[s] far</p>'],
    ['<p>red   blue</p>', '"red blue"', '<p>[red   blue]</p>'],
    ['<p>R&#x26;D &amp; more</p>', 'r&d', '<p>[R&#x26;D] &amp; more</p>'],
    ['<p>Cafe\u0301s</p>', 'café', '<p>[Cafe\u0301s]</p>'],
    ['<p>Straße</p>', 'STRASSE', '<p>[Straße]</p>'],
    ['<p>東京都</p>', '京都', '<p>東[京都]</p>'],
    ['<p>one</p><p>two</p>', '"one two"', '<p>[one]</p><p>[two]</p>'],
    ['<p>onetwo</p>', 'one', '<p>onetwo</p>'],
    ['<p>one<br>two</p>', 'two', '<p>one<br>[two]</p>'],
    [
      '<a href="https://red.example" title="a>b red">red</a>',
      'red',
      '<a href="https://red.example" title="a>b red">[red]</a>',
    ],
    ['<math><mi>x</mi></math> x', 'x', '<math><mi>x</mi></math> [x]'],
    ['a -&gt; b', '->', 'a [-&gt;] b'],
    ['<p>nothing</p>', 'red', '<p>nothing</p>'],
    ['', 'red', ''],
  ] as const)
    it(`of ${operand} in ${html} are ${expected}`, () => expect(marked(html, operand)).to.equal(expected));

  it('add nothing but spans to the HTML', () => {
    const html = '<p>The <strong>r&#x26;d</strong> team’s <code>a&#x3C;b</code> Café, 東京都</p>';
    for (const operand of ['r&d', 'a<b', 'the team', 'cafe', '東京', 't*', '"team\'s a"']) {
      const without = highlightHits(html, parseSearchQuery(operand))
        .replaceAll('<span class="highlight">', '')
        .replaceAll('</span>', '');
      expect(without, operand).to.equal(html);
    }
  });
});

describe('the text that HTML shows', () => {
  it('has no tags, and separates what tags separate', () => {
    expect(htmlToText('<p>one <b>t</b>wo</p><ul><li>three</li></ul>').trim().split(/\s+/)).to.deep.equal([
      'one',
      'two',
      'three',
    ]);
    expect(htmlToText('&#x3C;b&gt; &amp;&#38;&nbsp;&unknown;&#x110000;')).to.equal('<b> &&   ');
  });
});
