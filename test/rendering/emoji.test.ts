import { createRequire } from 'node:module';
import { expect } from 'chai';
import { emojiCodeOf, emojiNamesOf } from '../../src/rendering/emoji.ts';

const require = createRequire(import.meta.url);
const read = (file: string) => require(`emojibase-data/en/${file}.json`) as unknown;

function allNames(): Set<string> {
  const sets = ['iamcal', 'github', 'emojibase', 'joypixels', 'cldr'].map(
    (set) => read(`shortcodes/${set}`) as Record<string, string | string[]>,
  );
  return new Set(sets.flatMap((set) => Object.values(set).flat()));
}

const TONE =
  /[_-]tone[1-5](?:[-_](?:tone)?[1-5])?|(?:_(?:light|medium_light|medium|medium_dark|dark)_skin_tone){1,2}/;

/** A tone that stands alone. */
const MODIFIER = /^1f3f[b-f]$/;

interface Described {
  readonly hexcode: string;
  readonly skins?: readonly Described[];
}

const spelled = ({ hexcode }: Described): string => hexcode.toLowerCase().replaceAll('-fe0f', '');
const plainByToned = new Map(
  (read('compact') as readonly Described[]).flatMap((emoji) =>
    (emoji.skins ?? []).map((toned) => [spelled(toned), spelled(emoji)] as const),
  ),
);
/** As in Unicode's own list: two people of two tones are written otherwise than without. */
const withoutTones = (code: string): string => plainByToned.get(code) ?? code;

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

  it('with a skin tone are those of the name without, with that tone', () => {
    expect(emojiCodeOf('point_up_tone4')).to.equal('261d-1f3fe');
    expect(emojiCodeOf('point_up_2_tone4')).to.equal('1f446-1f3fe');
    expect(emojiCodeOf('kiss_tone1')).to.equal(emojiCodeOf('kiss'));
    let toned = 0;
    for (const name of allNames()) {
      const tone = TONE.exec(name);
      const code = emojiCodeOf(name);
      if (!tone || code === undefined || MODIFIER.test(code)) continue;
      toned += 1;
      const plain = emojiCodeOf(name.replace(tone[0], ''));
      expect(withoutTones(code), name).to.equal(plain);
    }
    expect(toned).to.be.above(4000);
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
