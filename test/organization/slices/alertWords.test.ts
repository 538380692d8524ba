import { expect } from 'chai';
import { peopleAlertedBy } from '../../../src/organization/slices/alertWords.ts';
import { undisturbed } from '../../support/undisturbed.ts';
import { example, organizationAfter } from '../../support/examples.ts';

const withWords = (...words: readonly string[]) =>
  organizationAfter(
    ...words.map((word, index) => example.alertWordsAdded({ userId: index + 1, words: [word] })),
  );
const alerts = (word: string, text: string): boolean => peopleAlertedBy(withWords(word), text).has(1);

describe('an alert word', () => {
  for (const [word, text] of [
    ['lunch', 'Lunch is ready'],
    ['lunch', 'LUNCH, anybody?'],
    ['lunch', '(lunch)'],
    ['code review', 'A code  review is due'],
    ['code review', 'code\nreview'],
    ['C++', 'We write C++.'],
    ['#42', 'See #42'],
    ['.net', 'the .NET runtime'],
    ['café', 'Cafe\u0301 at noon'],
    ['STRASSE', 'die Straße'],
    ['🎉', 'Done 🎉🎉'],
    ['世界', '你好世界再见'],
    ['ラーメン', '昼はラーメンです'],
    ['don\u2019t', 'I don\u2019t know'],
    ['lunch', '**lunch**'],
  ] as const)
    it(`${JSON.stringify(word)} is in ${JSON.stringify(text)}`, () => {
      expect(alerts(word, text)).to.equal(true);
    });

  for (const [word, text] of [
    ['lunch', 'lunchtime'],
    ['lunch', 'brunch, re-launch'],
    ['code review', 'code a review'],
    ['C++', 'We write C.'],
    ['42', 'version 421'],
    ['世界', '世 界'],
  ] as const)
    it(`${JSON.stringify(word)} is not in ${JSON.stringify(text)}`, () => {
      expect(alerts(word, text)).to.equal(false);
    });

  it('alerts everybody who has it in any spelling, until they remove it', () => {
    const words = withWords('Lunch', 'lunch', 'lunch break', 'dinner');
    expect([...peopleAlertedBy(words, 'lunch break')]).to.deep.equal([1, 2, 3]);
    const left = organizationAfter(
      example.alertWordsAdded({ userId: 1, words: ['Lunch'] }),
      example.alertWordsAdded({ userId: 2, words: ['lunch', 'lunch break'] }),
      example.alertWordsRemoved({ userId: 1, words: ['Lunch'] }),
      example.alertWordsRemoved({ userId: 2, words: ['lunch'] }),
    );
    expect([...peopleAlertedBy(left, 'lunch')]).to.deep.equal([]);
    expect([...peopleAlertedBy(left, 'lunch break')]).to.deep.equal([2]);
  });

  it('takes little time, whatever the words and the text', () => {
    const signs = Array.from({ length: 20 }, (_, index) => '!'.repeat(index + 1));
    const state = withWords(...signs, ...Array.from({ length: 5_000 }, (_, index) => `! ${index}`));
    const text = '!'.repeat(10_000);
    let best = Infinity;
    for (let round = 0; best >= 50 && round < 20; round += 1) {
      const start = undisturbed();
      expect(peopleAlertedBy(state, text).size).to.equal(20);
      best = Math.min(best, undisturbed() - start);
    }
    expect(best).to.be.below(50);
  });
});
