import { expect } from 'chai';
import { isShort } from '../../src/rendering/bounds.ts';

describe('a short text', () => {
  it('has five hundred characters at most', () => {
    expect(isShort('*'.repeat(500))).to.equal(true);
    expect(isShort('*'.repeat(501))).to.equal(false);
  });

  it('may speak of mathematics, and of prices', () => {
    for (const source of ['the *math* of $5', '`code`', '```\ncode\n```', '~~~\ncode\n~~~', '```'])
      expect(isShort(source), source).to.equal(true);
  });

  it('may quote', () => {
    for (const source of ['```quote\n*said*\n```', '~~~ quote\nsaid\n~~~', '```quote'])
      expect(isShort(source), source).to.equal(true);
  });

  it('holds no formula', () => {
    for (const source of ['$$x$$', 'a $$x', '```math\nx\n```', '> ~~~~ math\n> x', '```quote\n$$x$$\n```'])
      expect(isShort(source), source).to.equal(false);
  });

  it('holds no code in a language', () => {
    const nested = '````quote\n```js\n1\n```\n````';
    for (const source of ['```js\n1\n```', '- ~~~\tc\n  1', '```&#106;s\n1', '```quotes\n1', nested])
      expect(isShort(source), source).to.equal(false);
  });

  it('has no spoiler, whose header may hold a formula in other words', () => {
    expect(isShort('```spoiler &#36;&#36;x&#36;&#36;\na\n```')).to.equal(false);
  });
});
