import { expect } from 'chai';
import fc from 'fast-check';
import { literal } from '../../src/import/texts.ts';
import { shownText, signs, spaced } from './shownText.ts';

describe('a text that is no markup', () => {
  it('is shown as it is', () =>
    fc.assert(
      fc.property(signs, (text) => {
        fc.pre(!/:[\w+-]+:/.test(text));
        expect(spaced(shownText(literal(text))), JSON.stringify(literal(text))).to.equal(spaced(text));
      }),
      { numRuns: 3_000 },
    ));
});
