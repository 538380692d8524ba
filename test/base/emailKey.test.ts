import { expect } from 'chai';
import { emailKey, withAsciiDomain } from '../../src/base/identity.ts';
import { isEmail, mayBeEmail } from '../../src/commands/people/accounts.ts';

describe('the identity of addresses', () => {
  for (const [one, other] of [
    ['x@münchen.de', 'X@XN--MNCHEN-3YA.DE'],
    ['x@mu\u0308nchen.de', 'x@MÜNCHEN.de'],
    ['Jane@Example.com', 'jane@example.COM'],
    ['jané@example.com', 'JANÉ@example.com'],
    ['ａx@example.com', 'ax@example.com'],
    ['ＡＸ＋１@example.com', 'ax+1@example.com'],
    ['ｊané@example.com', 'jane\u0301@EXAMPLE.com'],
    ['ﬁne@example.com', 'FINE@example.com'],
  ] as const)
    it(`is one for ${one} and ${other}`, () => expect(emailKey(one)).to.equal(emailKey(other)));

  for (const [one, other] of [
    ['x@munchen.de', 'x@münchen.de'],
    ['ä@example.com', 'a@example.com'],
    ['a.b@example.com', 'ab@example.com'],
  ] as const)
    it(`is not one for ${one} and ${other}`, () => expect(emailKey(one)).not.to.equal(emailKey(other)));

  it('leaves the part before the sign, and a domain in ASCII, as they are written', () => {
    expect(withAsciiDomain('Jané@münchen.de')).to.equal('Jané@xn--mnchen-3ya.de');
    expect(withAsciiDomain('Jané@Example.com')).to.equal('Jané@Example.com');
  });

  it('leaves alone what is no domain, or too long for one', () => {
    for (const address of ['no address', 'x@', 'x@ü ü', 'x@ü%41.de', `x@${'ü'.repeat(254)}`, '@'])
      expect(withAsciiDomain(address)).to.equal(address);
  });

  it('is nobody’s to choose with characters that cannot be seen, but of those who have it already', () => {
    for (const invisible of ['\u200b', '\u00ad', '\u202e', '\u2060', '\u3164', '\ufe0f', '\u2800']) {
      expect(isEmail(`x${invisible}@example.com`), invisible).to.equal(false);
      expect(isEmail(`x@exam${invisible}ple.com`), invisible).to.equal(false);
      expect(mayBeEmail(`x${invisible}@example.com`), invisible).to.equal(true);
    }
    expect(isEmail('x@münchen.de')).to.equal(true);
    expect(isEmail('x@mün chen.de')).to.equal(false);
  });
});
