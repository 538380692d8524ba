import { expect } from 'chai';
import { fileNameOf, urlNameOf } from '../../../src/commands/organization/files.ts';

describe('The name of an uploaded file', () => {
  const names: readonly (readonly [given: string, name: string, urlName: string])[] = [
    ['logo.png', 'logo.png', 'logo.png'],
    ['/etc/passwd', 'passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini', 'boot.ini'],
    ['../../../x', 'x', 'x'],
    ['..', 'file', 'file'],
    ['', 'file', 'file'],
    ['.htaccess', '.htaccess', 'htaccess'],
    ['a\r\nSet-Cookie: b=c', 'aSet-Cookie: b=c', 'aSet-Cookie-b-c'],
    ['photo\u202Egnp.exe', 'photognp.exe', 'photognp.exe'],
    ['n\u0000ul.txt', 'nul.txt', 'nul.txt'],
    ['Größe 1"<b>.txt', 'Größe 1"<b>.txt', 'Größe-1-b-.txt'],
    ['привет мир.txt', 'привет мир.txt', 'привет-мир.txt'],
    ['a..b', 'a..b', 'a.b'],
    ['\ud800.txt', '.txt', 'txt'],
  ];
  for (const [given, name, urlName] of names)
    it(`is ${JSON.stringify(name)} for ${JSON.stringify(given)}`, () => {
      expect([fileNameOf(given), urlNameOf(name)]).to.deep.equal([name, urlName]);
    });

  it('has 120 characters at most, and keeps its ending', () => {
    expect(fileNameOf('a'.repeat(120))).to.equal('a'.repeat(120));
    expect(fileNameOf(`${'a'.repeat(120)}.png`)).to.equal(`${'a'.repeat(116)}.png`);
  });
});
