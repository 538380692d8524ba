import { expect } from 'chai';
import { escapeHtml } from '../../src/base/html.ts';
import { matchesSearch, messageWording } from '../../src/projections/messages/messageWords.ts';
import { render } from '../../src/rendering/markdown.ts';
import { EMPTY_DIRECTORY } from '../../src/rendering/rendered.ts';
import { highlightHits, htmlToText } from '../../src/search/highlights.ts';
import { foldText } from '../../src/search/indexWords.ts';
import { parseSearchQuery } from '../../src/search/searchQuery.ts';
import { repetitions } from '../support/repetitions.ts';

/** What is folded, joined, split or left out where texts are compared. */
const ALPHABET = [
  'a Z é ß ẞ ﬁ ı İ Ł œ ½ Ⅷ ㎏ Σ ς σ Ё й e\u0301',
  'か\u3099 は\u309a ﾊﾟ ｸﾞ ﾃｨ ー ﾞ 東 京 ㍿ 𠮷 한 ㄱㅏㄱ 각 ﾡￂ',
  'क्षि கொ ோ กำ كِتَـاب שָׁל 𑄮',
  "' ’ - – … . & < > _ + # \u00ad \u200d \u2060 \ufe0f 👍🏽 ❤️ 😄",
]
  .flatMap((some) => some.split(' '))
  .concat(' ', ' ', ' ', '\u3000', '\n');

/** Numbers below one, the same for the same seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Marks around emoji, so that they stay when emoji replace their names. */
const MARKED_EMOJI = /(<span [^>]*class="emoji emoji-[^>]*>)\ue000([^\ue001]*)\ue001<\/span>/g;

/** What is marked, folded, each run of it up to where no mark is. */
function runsIn(marked: string, emojiAs: 'names' | 'characters'): readonly string[] {
  const html = marked
    .replaceAll(/<span class="highlight">(.*?)<\/span>/gs, '\ue000$1\ue001')
    .replaceAll(MARKED_EMOJI, '\ue000$1$2</span>\ue001');
  const shown = htmlToText(html, emojiAs).replaceAll('\ue001\ue000', '');
  return Array.from(shown.matchAll(/\ue000([^\ue001]*)\ue001/g), ([, run = '']) => foldText(run));
}

/** Whether a piece of what HTML shows is marked throughout, wherever it is marked, but signs around it. */
function isMarked(marked: string, piece: string): boolean {
  const runs = (['names', 'characters'] as const).flatMap((emojiAs) => runsIn(marked, emojiAs));
  const asked = foldText(piece).replaceAll(/^[\s.,;:!?()[\]{}<>«»'…]+|[\s.,;:!?()[\]{}<>«»'…]+$/g, '');
  return runs.some((run) => run.replaceAll(/\s+/g, ' ').includes(asked));
}

/** Whether an index has a message under the words of a query. */
function isIndexed(message: { readonly content: string; readonly html?: string }, operand: string): boolean {
  const words = new Set(messageWording.wordsOf(message).split(' '));
  return parseSearchQuery(operand).every(({ indexWords }) =>
    indexWords.every((some) => some.some((word) => words.has(word))),
  );
}

function expectFoundAndMarked(content: string, html: string, piece: string): void {
  const story = JSON.stringify({ content, piece });
  for (const operand of piece.includes('\n') ? [`"${piece}"`] : [`"${piece}"`, piece]) {
    const query = parseSearchQuery(operand);
    expect(matchesSearch({ content, html }, query), `${story} finds`).to.equal(true);
    expect(isIndexed({ content, html }, operand), `${story} is indexed`).to.equal(true);
  }
  expect(isMarked(highlightHits(html, parseSearchQuery(`"${piece}"`)), piece), `${story} is marked`).to.equal(
    true,
  );
}

/** The words of a text that can be searched, as they stand, and runs of them. */
function piecesOf(text: string): readonly string[] {
  const words = text.split(/(?<=\s)(?=\S)/).map((word) => word.trimEnd());
  const runs = [...words, ...words.slice(1).map((word, index) => `${words[index]} ${word}`)];
  return runs.filter((run) => !/["*]/.test(foldText(run)) && /[^\s.,;:!?()[\]{}<>«»'…]/.test(foldText(run)));
}

describe('any visible piece of a message', () => {
  const count = repetitions(50_000, 2_000);

  it('finds it and is marked, whatever its characters', () => {
    const roll = dice(7);
    for (let round = 0; round < count; round += 1) {
      const letters = Array.from({ length: 1 + roll(12) }, () => ALPHABET[roll(ALPHABET.length)]);
      const content = letters.join('').trim();
      for (const piece of piecesOf(content))
        expectFoundAndMarked(content, `<p>${escapeHtml(content)}</p>`, piece);
    }
  });

  it('finds it and is marked where it is a part of a text without spaces', () => {
    for (const [content, piece] of [
      ['明日のﾐｰﾃｨﾝｸﾞです', 'ミーティング'],
      ['明日のミーティングです', 'ﾐｰﾃｨﾝｸﾞ'],
      ['ﾊﾟｿｺﾝ教室', 'パソコン'],
      ['プログラム', 'プログ'],
      ['が\u200dき', 'がき'],
      ['각하', '각하'],
    ] as const)
      expectFoundAndMarked(content, `<p>${content}</p>`, piece);
  });

  for (const [source, pieces] of [
    ['well 👍🏽 **do**ne :tada: again', ['well 👍🏽 done', '👍', '🎉', 'done 🎉', ':tada:', 'tada', 'again']],
    ['a *ｸﾞ*ﾗﾌ & <b>', ['グラフ', 'ｸﾞﾗﾌ', 'グラフ & <b>']],
    ['`src/ﬁle.ts` and [the link](https://x.example)', ['file.ts', 'the link', 'file.ts and the']],
    ['so $$x^2 + y$$ it is', ['it is']],
    ['I ❤️ it', ['❤', 'I ❤️ it']],
  ] as const)
    it(`finds it and is marked in the HTML of ${source}`, () => {
      const { html = '' } = render(source, EMPTY_DIRECTORY);
      for (const piece of pieces) expectFoundAndMarked(source, html, piece);
    });
});
