import { expect } from 'chai';
import { EMPTY_DIRECTORY } from '../../src/rendering/rendered.ts';
import { render } from '../../src/rendering/markdown.ts';

const shown = (source: string): string => render(source, EMPTY_DIRECTORY).html;
const isShownAs = (source: string, html: string): void => void expect(shown(source), source).to.equal(html);
const link = (address: string, text = address): string => `<a href="${address}">${text}</a>`;

describe('the Markdown of a chat', () => {
  it('strikes out between two tildes, not between single ones', () => {
    isShownAs('open 10~20 and 30~40', '<p>open 10~20 and 30~40</p>');
    isShownAs('~a~', '<p>~a~</p>');
    isShownAs('~~a~~', '<p><del>a</del></p>');
    isShownAs('b ~~~a~~~', '<p>b ~~~a~~~</p>');
  });

  it('emphasises between single underscores; where there are more of them they are written', () => {
    isShownAs('__init__ and a__b__c', '<p>__init__ and a__b__c</p>');
    isShownAs('def __init__(self): ___', '<p>def __init__(self): ___</p>');
    isShownAs('_a_ snake_case_name', '<p><em>a</em> snake_case_name</p>');
    isShownAs('*__init__* **__a__**', '<p><em>__init__</em> <strong>__a__</strong></p>');
  });

  it('has headings behind number signs only: a line below a text is a line', () => {
    isShownAs('# a', '<h1>a</h1>');
    isShownAs('a\n---\nb', '<p>a</p>\n<hr>\n<p>b</p>');
    isShownAs('a\n===', '<p>a<br>\n===</p>');
    isShownAs('a\n-', '<p>a<br>\n-</p>');
  });

  it('shows footnotes without IDs, which two messages of one page would share', () => {
    isShownAs(
      'a[^1] b[^1]\n\n[^1]: note',
      '<p>a<sup>1</sup> b<sup>1</sup></p>\n<section data-footnotes class="footnotes"><h2 class="sr-only">Footnotes</h2>\n' +
        '<ol>\n<li>\n<p>note</p>\n</li>\n</ol>\n</section>',
    );
    for (const note of ['- list', '> quote', '```js\nx\n```', '[^b] and more', '[x](#y)'])
      expect(shown(`a[^1] [^b]\n\n[^1]: ${note}\n\n[^b]: b`)).not.to.match(/\bid=|#user-content|aria-|↩/);
  });

  it('has emphasis in scripts without spaces, next to their punctuation', () => {
    isShownAs('これは**「重要」**です', '<p>これは<strong>「重要」</strong>です</p>');
    isShownAs('*「x」*で', '<p><em>「x」</em>で</p>');
    isShownAs('**「a」**と~~「b」~~は', '<p><strong>「a」</strong>と<del>「b」</del>は</p>');
    isShownAs('请看**“重点”**的', '<p>请看<strong>“重点”</strong>的</p>');
    isShownAs('이것은 **"강조"**입니다', '<p>이것은 <strong>"강조"</strong>입니다</p>');
  });

  it('keeps emphasis where there are spaces', () => {
    isShownAs('2 * 3 * 4 ** 5', '<p>2 * 3 * 4 ** 5</p>');
    isShownAs('a*"b"*c', '<p>a*"b"*c</p>');
  });

  it('ends a bare link before punctuation that is not of ASCII', () => {
    const x = link('https://x.example/');
    isShownAs('「https://x.example/」', `<p>「${x}」</p>`);
    isShownAs('https://x.example/a，b', `<p>${link('https://x.example/a')}，b</p>`);
    isShownAs('https://x.example/。', `<p>${x}。</p>`);
    isShownAs('“https://x.example/” …', `<p>“${x}” …</p>`);
    isShownAs('（www.x.example/a）', `<p>（${link('http://www.x.example/a', 'www.x.example/a')}）</p>`);
    isShownAs('https://x.example、*b*', `<p>${link('https://x.example')}、<em>b</em></p>`);
    isShownAs('https://x.example/，https://x.example/。', `<p>${x}，${x}。</p>`);
    isShownAs('https://x.example/a.，', `<p>${link('https://x.example/a')}.，</p>`);
  });

  it('ends one there that stands behind such punctuation, or behind an escape', () => {
    const x = link('http://www.x.example/a', 'www.x.example/a');
    isShownAs('（www.x.example/a），（www.x.example/a）。', `<p>（${x}），（${x}）。</p>`);
    isShownAs('a&#46;www.x.example/a！', `<p>a.${x}！</p>`);
    isShownAs('（a@x.example）。', `<p>（${link('mailto:a@x.example', 'a@x.example')}）。</p>`);
  });

  it('keeps letters of every script in a bare link', () => {
    isShownAs(
      'https://x.example/ä/é',
      `<p><a href="https://x.example/%C3%A4/%C3%A9">https://x.example/ä/é</a></p>`,
    );
    isShownAs(
      'https://x.example/路',
      `<p><a href="https://x.example/%E8%B7%AF">https://x.example/路</a></p>`,
    );
    isShownAs(
      'see https://x.example/a_b(c)?d=e&f, g',
      `<p>see <a href="https://x.example/a_b(c)?d=e&#x26;f">https://x.example/a_b(c)?d=e&amp;f</a>, g</p>`,
    );
  });

  it('nests a list that is indented by two in an ordered one', () => {
    isShownAs(
      '8. eight\n9. nine\n  - sub item\n10. ten',
      '<ol start="8">\n<li>eight</li>\n<li>nine\n<ul>\n<li>sub item</li>\n</ul>\n</li>\n<li>ten</li>\n</ol>',
    );
    const nested =
      '<ol>\n<li>a\n<ul>\n<li>b\n<ul>\n<li>c</li>\n</ul>\n</li>\n<li>d</li>\n</ul>\n</li>\n<li>e</li>\n</ol>';
    for (const deep of ['1. a\n  - b\n    - c\n  - d\n2. e', '1. a\n   - b\n     - c\n   - d\n2. e'])
      isShownAs(deep, nested);
    isShownAs(
      '1. a\n  1. b\n  2. c\n2. d',
      '<ol>\n<li>a\n<ol>\n<li>b</li>\n<li>c</li>\n</ol>\n</li>\n<li>d</li>\n</ol>',
    );
    isShownAs(
      '> 10. a\n>   * b',
      '<blockquote>\n<ol start="10">\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ol>\n</blockquote>',
    );
  });

  it('keeps lists whose numbers are aligned, and those with bullets', () => {
    const three = '<li>a</li>\n<li>b</li>\n<li>c</li>\n';
    isShownAs(' 9. a\n10. b\n 11. c', `<ol start="9">\n${three}</ol>`);
    isShownAs('  1. a\n  2. b\n  1. c', `<ol>\n${three}</ol>`);
    isShownAs('1. a\n  2. b\n  3. c', `<ol>\n${three}</ol>`);
    isShownAs('1. a\n 1. b\n 1. c', `<ol>\n${three}</ol>`);
    isShownAs('- a\n - b\n- c', `<ul>\n${three}</ul>`);
    isShownAs('- a\n  - b', '<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>');
    isShownAs('1. a\n- b', '<ol>\n<li>a</li>\n</ol>\n<ul>\n<li>b</li>\n</ul>');
    isShownAs('1. a\n  b', '<ol>\n<li>a<br>\nb</li>\n</ol>');
  });

  it('shows an emoji in its coloured form with a skin tone as the one with that tone', () => {
    for (const source of ['☝️🏻', '☝🏻', ':point_up_tone1:']) {
      expect(shown(source), source).to.match(
        /^<p><span [^>]*class="emoji emoji-261d-1f3fb"[^>]*>[^<]*<\/span><\/p>$/,
      );
    }
    expect(shown('❤️')).to.equal(shown(':heart:'));
  });
});
