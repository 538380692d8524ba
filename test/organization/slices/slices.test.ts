import { expect } from 'chai';
import type { ChannelId, CredentialId, UserId } from '../../../src/base/ids.ts';
import { channelByName } from '../../../src/organization/slices/channels.ts';
import { credentialsOf, isCurrent } from '../../../src/organization/slices/credentials.ts';
import { userByEmail } from '../../../src/organization/slices/users.ts';
import { example, EXAMPLE_START, organizationAfter } from '../../support/examples.ts';

const ada = 1 as UserId;
const credential = (name: string): CredentialId => name as CredentialId;

describe('the organization', () => {
  it('knows its name, its subdomain and when it was founded', () => {
    expect(organizationAfter().organization.profile.get()).to.deep.equal({
      organizationId: 1,
      subdomain: '',
      name: 'Hansard',
      description: '',
      renderedDescription: '',
      foundedAt: EXAMPLE_START,
      active: true,
    });
  });
});

describe('users', () => {
  it('are known by ID with what rules need of them', () => {
    const state = organizationAfter(example.userCreated({ userId: 1, role: 100 }));
    const { settings, ...user } = state.users.byId.get(ada)!;
    expect(user).to.deep.equal({
      userId: 1,
      email: 'user1@example.com',
      fullName: 'User 1',
      role: 100,
      active: true,
      createdAt: EXAMPLE_START + 2000,
      bot: null,
    });
    expect(settings).to.deep.include({
      emailAddressVisibility: 1,
      automaticallyFollowTopics: 3,
      automaticallyUnmuteTopics: 2,
      automaticallyFollowWhereMentioned: true,
      presenceEnabled: true,
      translateEmoticons: false,
      sendReadReceipts: true,
      sendPrivateTypingNotifications: true,
      sendStreamTypingNotifications: true,
      timezone: '',
      offlinePushNotifications: true,
      onlinePushNotifications: true,
      channelPushNotifications: false,
      followedTopicPushNotifications: true,
      wildcardMentionsNotify: true,
      followedTopicWildcardMentionsNotify: true,
    });
  });

  it('are found by address in any case, also when they are inactive', () => {
    const state = organizationAfter(
      example.userCreated({ email: 'Ada@Example.com' }),
      example.userDeactivated(),
    );
    expect(userByEmail(state, 'aDA@example.COM')).to.include({
      userId: 1,
      email: 'Ada@Example.com',
      active: false,
    });
    expect(userByEmail(state, 'grace@example.com')).to.equal(undefined);
  });

  it('change name, role and activity', () => {
    const state = organizationAfter(
      example.userCreated(),
      example.userRenamed({ newFullName: 'Ada King' }),
      example.userRoleChanged({ newRole: 600 }),
      example.userDeactivated(),
      example.userReactivated(),
    );
    expect(state.users.byId.get(ada)).to.include({ fullName: 'Ada King', role: 600, active: true });
  });

  it('count on from the highest ID', () => {
    const state = organizationAfter(example.userCreated({ userId: 7 }), example.userCreated({ userId: 3 }));
    expect(state.users.nextUserId.get()).to.equal(8);
  });
});

describe('credentials', () => {
  it('are current until another one takes their place', () => {
    const state = organizationAfter(example.userCreated(), example.passwordChanged());
    expect(isCurrent(state, ada, credential('password-1'))).to.equal(false);
    expect(isCurrent(state, ada, credential('password-1-new'))).to.equal(true);
    expect(isCurrent(state, ada, credential('key-1'))).to.equal(true);
    expect([credentialsOf(state, ada).password, credentialsOf(state, ada).apiKey]).to.deep.equal([
      'password-1-new',
      'key-1',
    ]);
  });

  it('authenticate nobody but their owner', () => {
    const state = organizationAfter(example.userCreated({ userId: 1 }), example.userCreated({ userId: 2 }));
    expect(isCurrent(state, 2 as UserId, credential('key-1'))).to.equal(false);
    expect(isCurrent(state, 3 as UserId, credential('key-1'))).to.equal(false);
  });
});

describe('channels', () => {
  it('are found by name in any case, outer blanks left out', () => {
    const state = organizationAfter(example.channelCreated({ channelId: 4, name: 'Design' }));
    expect(channelByName(state, ' dESIGN ')).to.include({ channelId: 4, name: 'Design', archived: false });
    expect(channelByName(state, 'brand')).to.equal(undefined);
    expect(state.channels.nextChannelId.get()).to.equal(5);
    expect(state.channels.byId.get(4 as ChannelId)?.createdAt).to.equal(EXAMPLE_START + 2000);
  });
});
