import { expect } from 'chai';
import { requireStrongPassword } from '../../src/commands/credentials.ts';

describe('a new password', () => {
  it('is weak when it is short, common or one key held down', () => {
    for (const weak of [
      '',
      'short1!',
      'Password',
      'QWERTY123',
      'aaaaaaaaaaaa',
      '\u{1F600}\u{1F601}\u{1F602}\u{1F603}',
    ]) {
      expect(() => requireStrongPassword(weak), weak).to.throw('New password is too weak!');
    }
  });

  it('is refused beyond a thousand characters', () => {
    expect(() => requireStrongPassword(`${'abc'.repeat(333)}d`)).not.to.throw();
    expect(() => requireStrongPassword(`${'abc'.repeat(333)}de`)).to.throw(/too long/);
    expect(() => requireStrongPassword('\u{1F600}ab'.repeat(333))).not.to.throw();
  });

  it('is taken when it is long enough and not on the list', () => {
    expect(() => requireStrongPassword('kiwi-lamp-42')).not.to.throw();
  });
});
