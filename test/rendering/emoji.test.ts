import { expect } from 'chai';
import { emojiCodeOf, emojiNamesOf } from '../../src/rendering/emoji.ts';

describe('emoji', () => {
  it('have the codes that clients know', () => {
    const codes = {
      smile: '1f604',
      '+1': '1f44d',
      '-1': '1f44e',
      heart: '2764',
      tada: '1f389',
      octopus: '1f419',
    };
    for (const [name, code] of Object.entries(codes)) expect(emojiCodeOf(name), name).to.equal(code);
  });

  it('are known by the names of several vocabularies', () => {
    expect(emojiCodeOf('thumbs_up')).to.equal('1f44d');
    expect(emojiCodeOf('thumbsup')).to.equal('1f44d');
    expect(emojiCodeOf('party_popper')).to.equal('1f389');
    expect(emojiCodeOf('flag-de')).to.equal('1f1e9-1f1ea');
  });

  it('have codes without variation selectors', () => {
    expect(emojiCodeOf('one')).to.equal('0031-20e3');
    expect(emojiNamesOf('2764-fe0f')).to.deep.equal([]);
  });

  it('list their canonical name first', () => {
    expect(emojiNamesOf('1f44d')[0]).to.equal('+1');
    expect(emojiNamesOf('1f604')[0]).to.equal('smile');
    expect(emojiNamesOf('1f44d')).to.include('thumbs_up');
  });

  it('give every name back to its own code', () => {
    for (const name of ['smile', 'wave', 'eyes', 'heart', 'rocket', 'white_check_mark', '100', 'coffee']) {
      const code = emojiCodeOf(name);
      expect(code, name).to.match(/^[0-9a-f]{4,5}(-[0-9a-f]{4,5})*$/);
      expect(emojiNamesOf(code ?? ''), name).to.include(name);
    }
  });

  it('do not include what nobody defined, nor what objects inherit', () => {
    for (const name of ['nonsense_emoji', 'constructor', '__proto__', '', 'Smile']) {
      expect(emojiCodeOf(name), name).to.equal(undefined);
      expect(emojiNamesOf(name), name).to.deep.equal([]);
    }
  });
});
