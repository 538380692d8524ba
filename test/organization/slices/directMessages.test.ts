import { expect } from 'chai';
import type { UserId } from '../../../src/base/ids.ts';
import { accessOf } from '../../../src/organization/access/access.ts';
import { haveTalked } from '../../../src/organization/slices/directMessages.ts';
import { systemGroupId } from '../../../src/organization/slices/userGroups.ts';
import { example, foldOn, organizationAfter } from '../../support/examples.ts';

const id = (userId: number): UserId => userId as UserId;

describe('direct conversations', () => {
  it('make everybody in them known to each other, once and for all', () => {
    const state = organizationAfter(
      example.messageSent({ participantIds: [1, 2, 3] }),
      example.messageSent({ senderId: 4, participantIds: [4] }),
      example.messageSent({ senderId: 5 }),
    );
    const talked = (one: number) => [1, 2, 3, 4, 5].filter((other) => haveTalked(state, id(one), id(other)));
    expect([1, 3, 4, 5].map(talked)).to.deep.equal([[1, 2, 3], [1, 2, 3], [4], []]);
  });
});

describe('a guest from whom the organization keeps its people', () => {
  const state = organizationAfter(
    example.userCreated({ userId: 1, role: 600 }),
    ...[2, 3, 4, 5].map((userId) => example.userCreated({ userId })),
    example.userCreated({ userId: 6, bot: { type: 1, ownerId: 2, isSystem: false } }),
    example.channelCreated({ channelId: 1 }),
    example.usersSubscribed({ channelIds: [1], userIds: [1, 2, 5] }),
    example.usersUnsubscribed({ channelIds: [1], userIds: [5] }),
    example.messageSent({ senderId: 3, participantIds: [1, 3] }),
  );
  const seenBy = (viewer: number | null) =>
    [1, 2, 3, 4, 5, 6].filter((userId) => accessOf(state, viewer as UserId | null).seesUser(id(userId)));

  it('sees everybody before it does', () => expect(seenBy(1)).to.deep.equal([1, 2, 3, 4, 5, 6]));

  it('knows himself, bots, whom he follows a channel with and whom he has talked to', () => {
    foldOn(
      state,
      example.organizationPermissionChanged({
        permission: 'can_access_all_users_group',
        oldValue: systemGroupId('role:everyone'),
        newValue: systemGroupId('role:members'),
      }),
    );
    expect(seenBy(1)).to.deep.equal([1, 2, 3, 6]);
    const addresses = [1, 2, 4].map((userId) =>
      accessOf(state, id(1)).seesEmailOf({ userId: id(userId), settings: { emailAddressVisibility: 1 } }),
    );
    expect(addresses).to.deep.equal([true, true, false]);
  });

  it('is the only one who is kept from anybody', () => {
    for (const viewer of [2, 6, null]) expect(seenBy(viewer)).to.deep.equal([1, 2, 3, 4, 5, 6]);
  });
});
