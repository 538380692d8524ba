/** Narrows of the most expensive searches that GET /messages allows. */

type Terms = readonly (readonly [operator: string, operand: string])[];

const words = (count: number, wordOf: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => wordOf(index)).join(' ');

/** By what makes them expensive. */
export const COSTLY_SEARCHES: Readonly<Record<string, Terms>> = {
  '49 times the same': Array.from({ length: 49 }, () => ['search', 'anyb* 0*'] as const),
  '10 beginnings': [
    ['search', words(10, (index) => `${'meeting'.slice(0, 3 + (index % 5))}${index > 4 ? 's' : ''}*`)],
  ],
  'a beginning of all messages, with a picture': [
    ['search', 'minu*'],
    ['has', 'image'],
  ],
  'a letter that no message begins with': [['search', 'z*']],
  '50 phrases': [['search', words(50, (index) => `last-${index}`)]],
  '200 words': [['search', words(200, (index) => `word${index}`)]],
  'as many characters as may be': [['search', 'x'.repeat(10_000)]],
};

/** The parameters of a request for as many messages as may be. */
export const searchBody = (terms: Terms): string =>
  new URLSearchParams({
    anchor: 'newest',
    num_before: '5000',
    num_after: '0',
    narrow: JSON.stringify([['channel', 'square'], ...terms]),
  }).toString();
