/** Samples of events about accounts. */
import { userEvents } from '../../../src/events/users.ts';
import { sample } from './sample.ts';

export const userExamples = {
  userCreated: sample(userEvents, 'UserCreated', ({ userId = 1 }) => ({
    userId,
    email: `user${userId}@example.com`,
    fullName: `User ${userId}`,
    role: 400 as const,
    passwordCredentialId: `password-${userId}`,
    apiKeyCredentialId: `key-${userId}`,
    bot: null,
  })),
  userRenamed: sample(userEvents, 'UserRenamed', ({ userId = 1 }) => ({
    userId,
    oldFullName: `User ${userId}`,
    newFullName: `Somebody ${userId}`,
  })),
  userRoleChanged: sample(userEvents, 'UserRoleChanged', () => ({
    userId: 1,
    oldRole: 400 as const,
    newRole: 200 as const,
  })),
  userDeactivated: sample(userEvents, 'UserDeactivated', () => ({ userId: 1 })),
  userReactivated: sample(userEvents, 'UserReactivated', () => ({ userId: 1 })),
  emailChangeRequested: sample(userEvents, 'EmailChangeRequested', ({ userId = 1 }) => ({
    userId,
    newEmail: `somebody${userId}@example.com`,
  })),
  userEmailChanged: sample(userEvents, 'UserEmailChanged', ({ userId = 1 }) => ({
    userId,
    oldEmail: `user${userId}@example.com`,
    newEmail: `somebody${userId}@example.com`,
  })),
  avatarChanged: sample(userEvents, 'AvatarChanged', ({ userId = 1 }) => ({
    userId,
    avatar: {
      path: `1/${String(userId).padStart(40, '0')}`,
      digest: 'a'.repeat(64),
      mediumDigest: 'b'.repeat(64),
    },
    version: 2,
  })),
  defaultSettingChanged: sample(userEvents, 'DefaultSettingChanged', () => ({
    property: 'enterSends' as const,
    oldValue: false,
    newValue: true,
  })),
  personalSettingChanged: sample(userEvents, 'PersonalSettingChanged', () => ({
    userId: 1,
    property: 'timezone' as const,
    oldValue: '',
    newValue: 'Europe/Vienna',
  })),
};
