import { expect } from 'chai';
import {
  replaceApiKey,
  requirePasswordReset,
  requireStrongPassword,
  setPassword,
} from '../../../src/commands/credentials/credentials.ts';
import { mustResetPassword } from '../../../src/organization/slices/credentials.ts';
import type { CredentialId, UserId } from '../../../src/base/ids.ts';
import { example, foldOn, organizationAfter } from '../../support/examples.ts';
import { eventsOrRefusal } from '../eventsOrRefusal.ts';

const ADDRESS = 'x@münchen.de';

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
      expect(() => requireStrongPassword(weak, ADDRESS), weak).to.throw('New password is too weak!');
    }
  });

  it('is weak when it is the address, in whatever form', () => {
    for (const weak of [ADDRESS, ' X@XN--MNCHEN-3YA.de'])
      expect(() => requireStrongPassword(weak, ADDRESS), weak).to.throw('New password is too weak!');
    expect(() => requireStrongPassword(`${ADDRESS}!`, ADDRESS)).not.to.throw();
  });

  it('is refused beyond a hundred characters', () => {
    expect(() => requireStrongPassword(`${'abc'.repeat(33)}d`, ADDRESS)).not.to.throw();
    expect(() => requireStrongPassword(`${'abc'.repeat(33)}de`, ADDRESS)).to.throw(/too long/);
    expect(() => requireStrongPassword('\u{1F600}ab'.repeat(33), ADDRESS)).not.to.throw();
  });

  it('is taken when it is long enough and not on the list', () => {
    expect(() => requireStrongPassword('kiwi-lamp-42', ADDRESS)).not.to.throw();
  });
});

describe('the password of somebody else', () => {
  const [owner, ann, absent] = [1, 2, 99] as UserId[] as [UserId, UserId, UserId];
  const operator = null;
  const credentialId = 'new' as CredentialId;
  const cast = () =>
    organizationAfter(
      example.userCreated({ userId: owner, role: 100 }),
      example.userCreated({ userId: ann, role: 200 }),
      example.userCreated({
        userId: 3,
        bot: { type: 1, ownerId: 2, isSystem: false },
        passwordCredentialId: undefined,
      }),
    );

  it('is changed by the operator', () => {
    expect(eventsOrRefusal(cast(), setPassword, { userId: ann, credentialId }, operator)).to.deep.equal([
      example.passwordChanged({ userId: ann, credentialId: 'new' }),
    ]);
  });

  it('must be reset once the operator says so, until there is another', () => {
    const required = example.passwordResetRequired({ userId: ann });
    const state = cast();
    expect(eventsOrRefusal(state, requirePasswordReset, { userId: ann }, operator)).to.deep.equal([required]);
    foldOn(state, required);
    expect([mustResetPassword(state, ann), mustResetPassword(state, owner)]).to.deep.equal([true, false]);
    expect(eventsOrRefusal(state, requirePasswordReset, { userId: ann }, operator)).to.deep.equal([]);
    foldOn(state, example.passwordChanged({ userId: ann }));
    expect(mustResetPassword(state, ann)).to.equal(false);
  });

  it('comes with an API key that the operator may replace, as that of a bot', () => {
    for (const userId of [ann, 3 as UserId])
      expect(eventsOrRefusal(cast(), replaceApiKey, { userId, credentialId }, operator)).to.deep.equal([
        example.apiKeyRegenerated({ userId, credentialId: 'new' }),
      ]);
    const noKey = { refused: 'BAD_REQUEST', message: 'This account has no API key' };
    expect(eventsOrRefusal(cast(), replaceApiKey, { userId: absent, credentialId }, operator)).to.deep.equal(
      noKey,
    );
    const forOwners = { refused: 'UNAUTHORIZED_PRINCIPAL', message: 'Must be an organization owner' };
    expect(eventsOrRefusal(cast(), replaceApiKey, { userId: owner, credentialId }, ann)).to.deep.equal(
      forOwners,
    );
  });

  it('is nothing for who does not own the organization, nor where there is none', () => {
    const noPassword = { refused: 'BAD_REQUEST', message: 'This account has no password' };
    for (const userId of [3 as UserId, absent]) {
      expect(eventsOrRefusal(cast(), requirePasswordReset, { userId }, operator)).to.deep.equal(noPassword);
      expect(eventsOrRefusal(cast(), setPassword, { userId, credentialId }, operator)).to.deep.equal(
        noPassword,
      );
    }
    const forOwners = { refused: 'UNAUTHORIZED_PRINCIPAL', message: 'Must be an organization owner' };
    expect(eventsOrRefusal(cast(), requirePasswordReset, { userId: owner }, ann)).to.deep.equal(forOwners);
    expect(eventsOrRefusal(cast(), setPassword, { userId: owner, credentialId }, ann)).to.deep.equal(
      forOwners,
    );
  });
});
