import { expect } from 'chai';
import {
  createUser,
  deactivateOneself,
  deactivateUser,
  reactivateUser,
  updateUser,
} from '../../../src/commands/people/users.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { CredentialId, UserId } from '../../../src/base/ids.ts';
import { example, foldOn, organizationAfter } from '../../support/examples.ts';
import { eventsOrRefusal, refused } from '../eventsOrRefusal.ts';

const HOST = 'chat.example.com';
const id = (userId: number): UserId => userId as UserId;
const administratorsOnly = refused('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL');
const ownersOnly = refused('Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL');

const bot = (userId: number, ownerId: number | null) =>
  example.userCreated({
    userId,
    fullName: `Bot ${userId}`,
    bot: { type: 1, ownerId, isSystem: ownerId === null },
  });

/** 1 owner, 2 administrator, 3 and 4 members; 5 and 6 are bots of 3, 7 is the organization's own. */
const cast = (...more: readonly DomainEvent[]) =>
  organizationAfter(
    example.userCreated({ userId: 1, role: 100 }),
    example.userCreated({ userId: 2, role: 200 }),
    example.userCreated({ userId: 3 }),
    example.userCreated({ userId: 4 }),
    bot(5, 3),
    bot(6, 3),
    bot(7, null),
    ...more,
  );

const setting = (property: 'requireUniqueNames' | 'emailsRestrictedToDomains') =>
  example.organizationSettingChanged({ property, oldValue: false, newValue: true });

const RESERVED = 'Reserved for system bots.';

describe('creating an account', () => {
  const account = {
    email: 'new@example.com',
    fullName: 'New Comer',
    passwordCredentialId: 'password-8' as CredentialId,
    apiKeyCredentialId: 'key-8' as CredentialId,
  };
  const input = { ...account, host: HOST };

  it('subscribes it to the default channels', () => {
    const state = cast(
      example.channelCreated({ channelId: 1 }),
      example.defaultChannelAdded({ channelId: 1, defaultChannelIds: [1] }),
    );
    expect(eventsOrRefusal(state, createUser, input, 2)).to.deep.equal([
      example.userCreated({ ...account, userId: 8, role: 400 }),
      example.usersSubscribed({ channelIds: [1], userIds: [8] }),
    ]);
    expect(eventsOrRefusal(cast(), createUser, input, null)).to.have.length(1);
  });

  const refuses = (what: string, expected: string, email: string, ...facts: readonly DomainEvent[]) =>
    it(`refuses ${what}`, () =>
      expect(eventsOrRefusal(cast(...facts), createUser, { ...input, email }, 1)).to.deep.equal(
        refused(expected),
      ));
  refuses(
    'an address for ten minutes',
    'Disposable email addresses are not allowed in this organization',
    'x@Mailinator.com',
  );
  refuses(
    'every address where domains are restricted and none is named',
    "Email 'x@example.com' not allowed in this organization",
    'x@example.com',
    setting('emailsRestrictedToDomains'),
  );
  refuses(
    'an address with + where domains are restricted',
    'Email addresses containing + are not allowed.',
    'x+y@example.com',
    setting('emailsRestrictedToDomains'),
  );

  for (const name of ['user2', 'USER00', 'helper-bot', 'Helper-Bot'])
    refuses(`${name}@ the own host, which stands for somebody`, RESERVED, `${name}@Chat.Example.com`);

  for (const email of [
    'a@\u017fharklasers.com',
    'bot@han\u017fard.invalid',
    'a@\u212aiwi.org',
    '\u212aim@x.org',
  ])
    refuses(`${email}, a letter of which looks like another without case`, 'Invalid email address.', email);

  it('takes letters of every script before the @', () => {
    for (const email of ['žofie@example.com', '鈴木@Example.COM'])
      expect(eventsOrRefusal(cast(), createUser, { ...input, email }, 1), email).to.have.length(1);
  });

  it('takes other addresses at the own host, and such names elsewhere', () => {
    for (const email of [
      'owner@chat.example.com',
      'user22@example.com',
      'user2b@chat.example.com',
      'a-bot@x.org',
    ])
      expect(eventsOrRefusal(cast(), createUser, { ...input, email }, 1), email).to.have.length(1);
  });

  it('takes addresses for ten minutes where the organization does not mind', () => {
    const state = cast(
      example.organizationSettingChanged({
        property: 'disallowDisposableEmailAddresses',
        oldValue: true,
        newValue: false,
      }),
    );
    expect(eventsOrRefusal(state, createUser, { ...input, email: 'x@mailinator.com' }, 1)).to.have.length(1);
  });

  it('refuses a name that readers take for another, where names are to be unique', () => {
    const unique = cast(
      setting('requireUniqueNames'),
      example.userRenamed({ userId: 3, newFullName: 'Ｉda\u2060 Ｒoß' }),
    );
    const created = (fullName: string, state = unique) =>
      eventsOrRefusal(state, createUser, { ...input, fullName }, 1);
    for (const fullName of [
      'Ida Roß',
      'ida ROSS',
      'I\u200bda Roß',
      'Ida\u00ad Roß',
      'Ida\u3000 Roß',
      'Ｉｄａ Roß',
      '𝐈𝐝𝐚 Roß',
      'Ida\u034f Roß',
      'Ida Ro\ufe0fß',
    ]) {
      expect(created(fullName), JSON.stringify(fullName)).to.deep.equal(
        refused('Unique names required in this organization.'),
      );
    }
    const others = ['Ida-Roß', 'Ida Rose', 'IdaRoß'].map((fullName, at) =>
      eventsOrRefusal(unique, createUser, { ...input, fullName, email: `ida${at}@example.com` }, 1),
    );
    for (const outcome of others) expect(outcome).to.have.length(1);
  });

  it('refuses a name that somebody has, in whatever case, where names are to be unique', () => {
    const again = { ...input, fullName: 'USER 3' };
    expect(eventsOrRefusal(cast(), createUser, again, 1)).to.have.length(1);
    expect(eventsOrRefusal(cast(setting('requireUniqueNames')), createUser, again, 1)).to.deep.equal(
      refused('Unique names required in this organization.'),
    );
  });
});

describe('changing somebody', () => {
  it('lets an owner change the address', () => {
    const changed = (email: string, actor = 1) =>
      eventsOrRefusal(cast(), updateUser, { userId: id(3), email: { email, host: HOST } }, actor);
    expect(changed(' Three@Example.com ')).to.deep.equal([
      example.userEmailChanged({ userId: 3, oldEmail: 'user3@example.com', newEmail: 'Three@Example.com' }),
    ]);
    expect(changed(' Three@Example.com ', 2)).to.deep.equal(ownersOnly);
    expect(changed('user3@example.com')).to.deep.equal([]);
    expect(changed('USER4@example.com')).to.deep.equal(refused("Email 'USER4@example.com' already in use"));
    expect(changed('x')).to.deep.equal(refused('Invalid email address.'));
    expect(changed('user2@chat.example.com')).to.deep.equal(refused(RESERVED));
  });

  it('finds people by their new address alone', () => {
    const state = cast(example.userEmailChanged({ userId: 3, newEmail: 'three@example.com' }));
    const [old, now] = ['user3@example.com', 'THREE@example.com'];
    expect([old, now].map((email) => state.users.idByEmail.get(email.toLowerCase()))).to.deep.equal([
      undefined,
      3,
    ]);
  });

  it('gives bots another role, but leaves the organization’s own alone', () => {
    expect(eventsOrRefusal(cast(), updateUser, { userId: id(5), role: 300 }, 2)).to.deep.equal([
      example.userRoleChanged({ userId: 5, oldRole: 400, newRole: 300 }),
    ]);
    expect(eventsOrRefusal(cast(), updateUser, { userId: id(7), role: 300 }, 1)).to.deep.equal(
      refused('No such user'),
    );
  });

  it('lets somebody keep a name that is unique', () => {
    const state = cast(setting('requireUniqueNames'));
    expect(eventsOrRefusal(state, updateUser, { userId: id(3), fullName: 'user 3' }, 2)).to.have.length(1);
    expect(eventsOrRefusal(state, updateUser, { userId: id(3), fullName: 'User 4' }, 2)).to.deep.equal(
      refused('Unique names required in this organization.'),
    );
  });
});

describe('renaming a bot as an account', () => {
  const renamed = (fullName: string) => eventsOrRefusal(cast(), updateUser, { userId: id(5), fullName }, 2);

  it('gives it no name that another account in use has', () => {
    expect(renamed('User 4')).to.deep.equal(refused('Name is already in use!'));
    expect(renamed('Ｕser\u3000４')).to.deep.equal(refused('Name is already in use!'));
    expect(renamed('Fifth')).to.have.length(1);
  });
});

describe('deactivating somebody', () => {
  it('takes the bots along, and says what the person is to be told', () => {
    const state = cast(example.userDeactivated({ userId: 6 }));
    expect(eventsOrRefusal(state, deactivateUser, { userId: id(3), comment: 'Bye' }, 2)).to.deep.equal([
      example.userDeactivated({ userId: 3, comment: 'Bye' }),
      example.userDeactivated({ userId: 5 }),
    ]);
  });

  it('is not for bots, nor for those who have been deactivated', () => {
    expect(eventsOrRefusal(cast(), deactivateUser, { userId: id(5) }, 1)).to.deep.equal(
      refused('No such user'),
    );
    const state = cast(example.userDeactivated({ userId: 3 }));
    expect(eventsOrRefusal(state, deactivateUser, { userId: id(3) }, 1)).to.deep.equal(
      refused('User is deactivated'),
    );
  });

  it('is refused to who may not do it, alike for those who have been deactivated', () => {
    for (const state of [cast(), cast(example.userDeactivated({ userId: 3 }))])
      expect(eventsOrRefusal(state, deactivateUser, { userId: id(3) }, 4)).to.deep.equal(
        refused('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'),
      );
  });

  it('counts no bot as an owner who is left', () => {
    const state = cast(example.userRoleChanged({ userId: 5, newRole: 100 }));
    expect(eventsOrRefusal(state, deactivateUser, { userId: id(1) }, 1)).to.deep.equal(
      refused('Cannot deactivate the only organization owner'),
    );
  });
});

describe('deactivating oneself', () => {
  const lastOne = (entity: string) =>
    refused(`Cannot deactivate the only ${entity}.`, 'CANNOT_DEACTIVATE_LAST_USER');

  it('takes one’s bots along', () => {
    expect(eventsOrRefusal(cast(), deactivateOneself, undefined, 3)).to.deep.equal(
      [3, 5, 6].map((userId) => example.userDeactivated({ userId })),
    );
    expect(eventsOrRefusal(cast(), deactivateOneself, undefined, 5)).to.have.length(1);
  });

  it('is not for the only owner, nor for the only person', () => {
    expect(eventsOrRefusal(cast(), deactivateOneself, undefined, 1)).to.deep.equal(
      lastOne('organization owner'),
    );
    const alone = foldOn(cast(), ...[2, 3, 4].map((userId) => example.userDeactivated({ userId })));
    expect(eventsOrRefusal(alone, deactivateOneself, undefined, 1)).to.deep.equal(lastOne('user'));
  });
});

describe('reactivating', () => {
  const gone = (...more: readonly DomainEvent[]) =>
    cast(...[4, 5].map((userId) => example.userDeactivated({ userId })), ...more);

  it('lets people and bots in again', () => {
    for (const userId of [4, 5])
      expect(eventsOrRefusal(gone(), reactivateUser, { userId: id(userId) }, 2)).to.deep.equal([
        example.userReactivated({ userId }),
      ]);
    expect(eventsOrRefusal(gone(), reactivateUser, { userId: id(3) }, 2)).to.deep.equal([]);
  });

  it('of a bot is for its owner too', () => {
    expect(eventsOrRefusal(gone(), reactivateUser, { userId: id(5) }, 3)).to.have.length(1);
    expect(eventsOrRefusal(gone(), reactivateUser, { userId: id(4) }, 3)).to.deep.equal(administratorsOnly);
    const ownerIsGone = gone(example.userDeactivated({ userId: 3 }));
    expect(eventsOrRefusal(ownerIsGone, reactivateUser, { userId: id(5) }, 3)).to.deep.equal(
      administratorsOnly,
    );
  });

  it('refuses a bot whose name somebody else uses by now', () => {
    const state = gone(example.userRenamed({ userId: 3, newFullName: 'bot 5' }));
    expect(eventsOrRefusal(state, reactivateUser, { userId: id(5) }, 2)).to.deep.equal(
      refused('Name is already in use!'),
    );
  });

  it('refuses a person whose name somebody else has, where names are to be unique', () => {
    const renamed = example.userRenamed({ userId: 3, newFullName: 'User 4' });
    expect(eventsOrRefusal(gone(renamed), reactivateUser, { userId: id(4) }, 2)).to.have.length(1);
    expect(
      eventsOrRefusal(gone(renamed, setting('requireUniqueNames')), reactivateUser, { userId: id(4) }, 2),
    ).to.deep.equal(refused('Unique names required in this organization.'));
  });
});
