import { expect } from 'chai';
import { foldText } from '../../src/search/indexWords.ts';
import { SearchedText } from '../../src/search/searchedText.ts';
import { parseSearchQuery } from '../../src/search/searchQuery.ts';
import { undisturbed } from '../support/undisturbed.ts';
import { addIndexWords } from '../../src/search/indexWords.ts';

/** A sentence in each of some scripts. */
const SAID = {
  Latin: 'Der Straßenbahnhof in Kraków lag näher, als Zoë Ångström dachte.',
  Greek: 'Ο Οδυσσέας επέστρεψε στην Ιθάκη μετά από είκοσι χρόνια.',
  Cyrillic: 'Йогурт и ёлка лежали на столе у окна.',
  Arabic: 'وصلت الرِّسالة إلى المكتب يوم الثلاثاء',
  Hebrew: 'הספרייה נסגרת בשעה שמונה בערב',
  Devanagari: 'हिन्दी में खोज भी काम करनी चाहिए',
  Tamil: 'தமிழில் தேடல் வேலை செய்ய வேண்டும்',
  Thai: 'ห้องประชุมว่างตอนบ่ายสามโมง',
  Han: '我们明天上午在北京大学开会',
  Japanese: '昨日東京都でソフトウェアのテストをしました',
  Korean: '서울에서 내일 회의가 있습니다',
  Georgian: 'ხვალ თბილისში შევხვდებით',
} as const;

const finds = (text: string, operand: string): boolean => {
  const searched = SearchedText.of(text);
  return parseSearchQuery(operand).every((piece) => piece.isIn(searched));
};
/** True if an index is queried for words under which it has the text. */
const leadsTo = (text: string, operand: string): boolean => {
  const words = new Set<string>();
  addIndexWords(foldText(text), words);
  const has = (word: string) =>
    word.endsWith('*') ? [...words].some((each) => each.startsWith(word.slice(0, -1))) : words.has(word);
  return parseSearchQuery(operand).every(({ indexWords }) => indexWords.every((some) => some.some(has)));
};

describe('a star', () => {
  for (const [text, operand, isFound] of [
    ['昨日東京都で', '東*', true],
    ['昨日東京都で', '東京*', true],
    ['昨日東京都で', '西*', false],
    ['rainy days', 'rain*', true],
    ['rainy days', 'rain**', true],
    ['rainy days', '"rainy da"*', true],
    ['rainy days', '"rainy da*"', true],
    ['rainy days', '"rainy dogs"*', false],
    ['rainy days', '"ainy da"*', false],
    ['see notes-2026.txt', 'notes-20*', true],
    ['see notes-2026.txt', 'notes-21*', false],
    ['rainy days', 'rainy *', true],
    ['rainy days', '"*" days', true],
  ] as const)
    it(`of ${operand} ${isFound ? 'finds' : 'does not find'} ${text}`, () => {
      expect(finds(text, operand)).to.equal(isFound);
      if (isFound) expect(leadsTo(text, operand)).to.equal(true);
    });
});

describe('a quote that is not closed', () => {
  it('goes on to the end', () => {
    expect(finds('one two three', '"two three')).to.equal(true);
    expect(finds('three two', '"two three')).to.equal(false);
    expect(finds('one two', 'one "')).to.equal(true);
    expect(finds('one two', 'one "" two')).to.equal(true);
  });
});

describe('an emoji', () => {
  it('is found by its character', () => {
    expect(finds('well done 👍🏽!', '👍🏽')).to.equal(true);
    expect(finds('well done', '👍')).to.equal(false);
  });
});

describe('words', () => {
  for (const [script, text] of Object.entries(SAID)) {
    it(`are found one by one in ${script}`, () => {
      const segments = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)];
      const words = segments.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
      expect(words.length).to.be.greaterThan(2);
      for (const word of words) {
        expect(finds(text, word), word).to.equal(true);
        expect(finds(text, word.toUpperCase()), word).to.equal(true);
        expect(finds(text, `"${word}"`), `"${word}"`).to.equal(true);
      }
    });

    it(`of ${script} lead to a text that has them, and to no other`, () => {
      for (const [other, phrase] of Object.entries(SAID))
        for (const word of phrase.split(' ')) {
          expect(leadsTo(phrase, word), word).to.equal(true);
          if (other !== script) expect(finds(text, word), word).to.equal(false);
        }
    });
  }

  for (const [text, operand] of [
    ['Café', 'cafe'],
    ['cafe', 'CAFÉ'],
    ['Cafe\u0301', 'Café'],
    ['STRASSE', 'straße'],
    ['ΟΔΟΣ', 'οδός'],
    ['İstanbul', 'istanbul'],
    ['Łódź', 'lodz'],
    ['ﬁle', 'file'],
    ['Ｆｕｌｌ', 'full'],
    ['ﾊﾟｿｺﾝ', 'パソコン'],
    ['don’t', "don't"],
    ['kitaplar\u00adlik', 'kitaplarlik'],
    ['كِتَاب', 'كتاب'],
    ['running', 'runs'],
    ['deployments', 'deploy'],
    ['東京都', '東京'],
    ['東京都', '京都'],
    ['東京都', '京'],
    ['𠮷野家', '𠮷野'],
    ['Report-2024_final.pdf', 'final'],
    ['Report-2024_final.pdf', 'report-2024_FINAL.pdf'],
    ['https://example.com/a/b?x=1#y', 'example.com/a'],
    ['https://example.com/a/b?x=1#y', 'https://example.com/a/b?x=1#y'],
    ['use C++ now', 'c++'],
    ['see src/search/words.ts', 'search/words'],
    ['red   blue', '"red blue"'],
    ['red, blue', 'blue red'],
    ['a red one', '(red)'],
    ['rainbow', 'rain*'],
    ['rainbow', 'ra*'],
    ['Łódź', 'łód*'],
    ['say "red blue"', 'red blue"'],
    ['a -> b', '->'],
    ['anything', ''],
    ['anything', '"" " "'],
  ] as const)
    it(`find ${JSON.stringify(operand)} in ${JSON.stringify(text)}`, () => {
      expect(finds(text, operand)).to.equal(true);
      expect(leadsTo(text, operand)).to.equal(true);
    });

  for (const [text, operand] of [
    ['rainbow', 'rain'],
    ['東京都', '京東'],
    ['東京、京都', '東京都'],
    ['red and blue', '"red blue"'],
    ['final-Report', 'report-final'],
    ['use C now', 'c++'],
    ['rain', 'rainbow*'],
    ['infrared', 'red*'],
    ['a > b', '->'],
    ['हिन्दी', 'हिन्दु'],
  ] as const)
    it(`do not find ${JSON.stringify(operand)} in ${JSON.stringify(text)}`, () =>
      expect(finds(text, operand)).to.equal(false));

  it('have no spaces or signs of an index in them, whatever the text', () => {
    const words = new Set<string>();
    for (let code = 1; code < 0x30000; code++)
      if (code < 0xd800 || code > 0xdfff) addIndexWords(foldText(`a${String.fromCodePoint(code)}b`), words);
    expect([...words].filter((word) => /[\s\0-\x1f"*#%]|(?!^)~/.test(word))).to.deep.equal([]);
  });

  it('of 64 characters and more are told apart by the first 64', () => {
    const word = 'x'.repeat(64);
    expect(finds(`${word}y`, `${word}z`)).to.equal(true);
    expect(finds(`${word.slice(1)}y`, `${word.slice(1)}z`)).to.equal(false);
  });

  it('are found within milliseconds in the longest and strangest texts', () => {
    const texts = [
      'a'.repeat(10_000),
      'é'.repeat(10_000),
      'a\u0301'.repeat(5_000),
      '東'.repeat(10_000),
      '" '.repeat(5_000),
    ];
    for (const text of texts)
      for (const operand of [text, `"${text}"`, `${text}*`, ...texts.map((other) => other.slice(0, 100))]) {
        const start = undisturbed();
        finds(text, operand);
        expect(undisturbed() - start, `${text.slice(0, 3)} ${operand.slice(0, 3)}`).to.be.lessThan(250);
      }
  });
});
