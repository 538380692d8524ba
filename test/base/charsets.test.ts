import { expect } from 'chai';
import { charsetIn, decodeAs, decodeName, decoderOf } from '../../src/base/charsets.ts';

describe('a character set', () => {
  const names: Readonly<Record<string, readonly string[]>> = {
    'utf-8': ['utf-8', 'UTF8', 'utf_8', 'Utf-8 '],
    'windows-1252': [
      'ISO-8859-1',
      'iso8859_1',
      'ISO_8859_1',
      'latin1',
      'Latin-1',
      'us-ascii',
      'Cp1252',
      'WINDOWS_1252',
    ],
    'iso-8859-15': ['ISO-8859-15', 'ISO8859_15', 'l9'],
    'iso-8859-2': ['iso8859_2', 'latin2'],
    shift_jis: ['Shift_JIS', 'shift-jis', 'SJIS', 'MS_Kanji'],
    'euc-jp': ['EUC-JP', 'EUC_JP', 'eucJP'],
    'koi8-r': ['KOI8-R', 'koi8_r'],
    'utf-16le': ['UTF-16', 'UTF_16LE'],
  };
  for (const [encoding, spellings] of Object.entries(names))
    it(`is ${encoding} by any of its names`, () => {
      for (const name of spellings) expect(decoderOf(name)?.encoding, name).to.equal(encoding);
    });

  it('may be unknown, and bytes may be none of its text', () => {
    for (const name of ['x-unknown', '', 'utf-7', 'constructor'])
      expect(decoderOf(name), name).to.equal(undefined);
    expect(decodeAs('utf-8', Buffer.from([0xe9]))).to.equal(undefined);
    expect(decodeAs('x-unknown', Buffer.from('a'))).to.equal(undefined);
  });

  it('is read in headers', () => {
    for (const header of ['a/b; charset=x-y', 'a/b;CHARSET="x-y"; q=1', 'a/b; q=1; charset = x-y;'])
      expect(charsetIn(header), header).to.equal('x-y');
    for (const header of [undefined, 'a/b', 'a/b; notcharset=1'])
      expect(charsetIn(header)).to.equal(undefined);
  });

  it('of a name is UTF-8, or Latin-1', () => {
    for (const encoding of ['utf8', 'latin1'] as const)
      expect(decodeName(Buffer.from('Müller.txt', encoding))).to.equal('Müller.txt');
  });
});
