import { expect } from 'chai';
import { suggestion } from '../../src/app/core/requireOrganization.ts';

describe('a suggestion', () => {
  const names = ['MessageSent', 'MessageEdited', 'users'];
  const cases: readonly (readonly [typed: string, suggested: string])[] = [
    ['MessageSend', " Did you mean 'MessageSent'?"],
    ['messagesent', " Did you mean 'MessageSent'?"],
    ['usres', " Did you mean 'users'?"],
    ['MessagexxxSent', " Did you mean 'MessageSent'?"],
    ['MessagexxxxSent', ''],
    ['nothing', ''],
    ['', ''],
  ];
  for (const [typed, suggested] of cases)
    it(`for '${typed}' is ${suggested === '' ? 'none' : suggested.trim()}`, () =>
      expect(suggestion(typed, names)).to.equal(suggested));
});
