import { expect } from 'chai';
import { nameKey } from '../../src/base/identity.ts';

const codePoints = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

/** Characters that case mapping changes, be they mapped or mapped to. */
const cased = [
  ...new Set(
    codePoints.flatMap((c) => [c.toLowerCase(), c.toUpperCase()].flatMap((d) => (c === d ? [] : [c, ...d]))),
  ),
];

describe('the identity of names', () => {
  it('keeps apart what simple case folding keeps apart, unless it is canonically the same', () => {
    const first = new Map<string, string>();
    const wrong = cased.filter((c) => {
      const key = nameKey(`a${c}`);
      const known = first.get(key) ?? c;
      first.set(key, known);
      return !isSimplyEqual(c.normalize('NFC'), known.normalize('NFC'));
    });
    expect(wrong).to.deep.equal([]);
  });

  it('takes all for one that simple case folding does', () => {
    const all = cased.join('');
    const wrong = cased.flatMap((c) =>
      (all.match(new RegExp(escaped(c), 'giu')) ?? []).filter((d) => nameKey(`a${d}`) !== nameKey(`a${c}`)),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('is the same for every canonical form, and its own identity', () => {
    const wrong = codePoints.filter((c) => {
      const key = nameKey(`a${c}a`);
      return nameKey(`a${c}a`.normalize('NFD')) !== key || nameKey(key) !== key;
    });
    expect(wrong).to.deep.equal([]);
  });

  for (const [one, other] of [
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['ΣΑΣ', 'σας'],
    ['σας', 'σασ'],
    ['ΣΑΣ x', 'σας X'],
    ['caf\u00e9', 'CAFE\u0301'],
    ['ﬃ', 'FFI'],
    ['ﬆ', 'ﬅ'],
    ['ŉ', 'ʼN'],
    ['ǰ', 'J\u030c'],
    ['և', 'ԵՒ'],
    ['ᾳ', 'ΑΙ'],
    ['\u0130', 'i\u0307'],
    ['\u212a', 'k'],
    ['ꭰ', 'Ꭰ'],
  ] as const)
    it(`is one for ${one} and ${other}`, () => expect(nameKey(one)).to.equal(nameKey(other)));

  for (const [one, other] of [
    ['ı', 'i'],
    ['I', 'ı'],
    ['\u0130', 'I'],
    ['é', 'e'],
    ['ｅ', 'e'],
    ['²', '2'],
    ['ä', 'ae'],
  ] as const)
    it(`is not one for ${one} and ${other}`, () => expect(nameKey(one)).not.to.equal(nameKey(other)));
});

const escaped = (text: string): string =>
  Array.from(text, (c) => `\\u{${c.codePointAt(0)!.toString(16)}}`).join('');
const isSimplyEqual = (one: string, other: string): boolean =>
  new RegExp(`^${escaped(one)}$`, 'iu').test(other);
