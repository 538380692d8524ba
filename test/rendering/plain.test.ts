import { expect } from 'chai';
import fc from 'fast-check';
import { EMPTY_DIRECTORY } from '../../src/rendering/rendered.ts';
import { render } from '../../src/rendering/markdown.ts';
import { isPlain, plainHtml } from '../../src/rendering/plain.ts';

/** Pieces of which chat and Markdown are made, so that random texts come near the edges between the two. */
const PIECES = [
  ...'`*_~[]()<>&|@#+-=!:;.,?/\\"\'{}$%^ \t\n\r\u00a0\u2028',
  'a',
  'B',
  'ß',
  'é',
  '漢',
  '🙂',
  '☺',
  '©',
  '\ufe0f',
  '$$',
  '/me ',
  '✔',
  '7',
  '12',
  '1.',
  '2)',
  '0',
  'www',
  'www.',
  'http',
  '://',
  'mailto:',
  '  ',
  '\n\n',
  ' \n',
  'Hello',
  'there',
  'and so on',
  '---',
  '===',
  '...',
  '\u0007',
  '\u200b',
  ':smile:',
  'x@y.z',
];

const pieces = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 })
  .map((some) => some.join(''));
const words = fc.array(
  fc.constantFrom('we', 'met', 'at', 'ten', '10', 'ok?', 'no!', '"so"', 'Ähm', '\n', ' '),
  {
    minLength: 1,
    maxLength: 12,
  },
);
const texts = fc.oneof(
  pieces,
  words.map((some) => some.join(' ')),
  fc.string({ minLength: 1, maxLength: 40 }),
  fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }),
);

describe('a text without markup', () => {
  it('is recognised', () => {
    const plain = ['Hello there', 'See you at 10, then?', '(aside) "quoted"', '42', 'Note: all well'];
    for (const text of plain) expect(isPlain(text), text).to.equal(true);
  });

  it('is never suspected where markup begins', () => {
    const marked = [
      '*a*',
      '# a',
      '- a',
      '+ a',
      '1. a',
      '2) a',
      '> a',
      '    a',
      'a  \nb',
      'a\n===',
      'a\n\nb',
      '\\a',
      '`a`',
    ];
    const linked = [
      'www.a.b',
      'see https://a.b',
      'a@b.c',
      '<b>',
      '&amp;',
      '[a]',
      'a|b\n-|-',
      ':smile:',
      '~~a~~',
      '@**a**',
    ];
    for (const text of [...marked, ...linked, '', ' a', 'a ', 'a\n'])
      expect(isPlain(text), text).to.equal(false);
  });

  it('has the HTML that the renderer would give', () => {
    let plain = 0;
    fc.assert(
      fc.property(texts, (text) => {
        if (!isPlain(text)) return;
        plain += 1;
        expect(render(text, EMPTY_DIRECTORY)).to.deep.equal({
          html: plainHtml(text),
          mentionedUserIds: [],
          mentionedGroupIds: [],
          wildcards: [],
          links: [],
        });
      }),
      { numRuns: 3000 },
    );
    expect(plain).to.be.above(200);
  });
});
