/** Made-up texts whose words are as frequent as words of a language: the second occurs half as often as the first, and so on. */

const WORDS = 20_000;
const WORDS_PER_TEXT = 24;
const SYLLABLES = [...'bdfgklmnprstvz'].flatMap((first) => [...'aeiou'].map((second) => first + second));

/** The word of this rank by frequency, from 1 on: two syllables or more. */
export function wordOfRank(rank: number): string {
  let word = '';
  for (let left = rank + SYLLABLES.length; left > 0; left = Math.floor(left / SYLLABLES.length))
    word += SYLLABLES[left % SYLLABLES.length];
  return word;
}

/** The text of a message; the same for the same index. */
export function messageText(index: number): string {
  let state = index + 1;
  const words = Array.from({ length: WORDS_PER_TEXT }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return wordOfRank(Math.ceil(WORDS ** (state / 2 ** 32)));
  });
  return words.join(' ');
}
