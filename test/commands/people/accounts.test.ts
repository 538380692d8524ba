import { expect } from 'chai';
import { ensureNotificationBot } from '../../../src/commands/people/accounts.ts';
import { confirmEmail } from '../../../src/commands/people/settings.ts';
import type { CredentialId, UserId } from '../../../src/base/ids.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import { PEOPLE, town } from '../../live/fixture.ts';
import { decided } from '../../support/decide.ts';
import { example } from '../../support/examples.ts';
import { eventsOrRefusal } from '../eventsOrRefusal.ts';

const { member } = PEOPLE;

describe('the notification bot', () => {
  it('is created once, without an owner or a key', () => {
    const state = town();
    const first = decided(state, ensureNotificationBot, undefined, { actor: null });
    expect(first.events).to.have.length(1);
    expect(first.events[0]?.data).to.deep.include({
      userId: first.result.userId,
      bot: { type: 1, ownerId: null, isSystem: true },
    });
    expect(first.events[0]?.data).not.to.have.property('apiKeyCredentialId');
    const again = decided(state, ensureNotificationBot, undefined, { actor: null });
    expect(again).to.deep.equal({ events: [], result: first.result });
  });
});

describe('a proven address', () => {
  const proven = {
    userId: member as UserId,
    oldEmail: `user${member}@example.com`,
    email: `somebody${member}@example.com`,
    host: 'chat.example.com',
  };
  const confirm = (fields: object = {}, ...before: readonly DomainEvent[]) =>
    eventsOrRefusal(town(...before), confirmEmail, { ...proven, ...fields }, null);
  const changed = example.userEmailChanged({ userId: member });
  const isVoid = { refused: 'BAD_REQUEST', message: 'This link is not valid any more' };

  it('takes the place of the one at the time of the request', () => {
    expect(confirm()).to.deep.equal([changed]);
    expect(confirm({}, changed)).to.deep.equal(isVoid);
  });

  it('is void once the password has changed, or the account has ended', () => {
    const passwordCredentialId = 'old' as CredentialId;
    expect(confirm({ passwordCredentialId })).to.deep.equal(isVoid);
    const chosen = example.passwordChanged({ userId: member, credentialId: 'old' });
    expect(confirm({ passwordCredentialId }, chosen)).to.deep.equal([changed]);
    expect(confirm({}, example.userDeactivated({ userId: member }))).to.deep.equal(isVoid);
  });

  it('is still refused where somebody else has it meanwhile', () => {
    const taken = example.userCreated({ userId: 9, email: proven.email });
    expect(confirm({}, taken)).to.have.property('message', `Email '${proven.email}' already in use`);
  });
});
