import { expect } from 'chai';
import type { UserId } from '../../../src/base/ids.ts';
import { Bitset } from '../../../src/organization/containers/bitset.ts';
import { peopleWithSetting } from '../../../src/organization/slices/notifications.ts';
import { usersSlice } from '../../../src/organization/slices/users.ts';
import { example, foldOn, organizationAfter } from '../../support/examples.ts';

const changed = (property: 'enterSends' | 'offlinePushNotifications', oldValue: boolean) =>
  example.defaultSettingChanged({ property, oldValue, newValue: !oldValue });

describe('what new people begin with', () => {
  const state = organizationAfter(
    example.userCreated({ userId: 2 }),
    changed('enterSends', false),
    changed('offlinePushNotifications', true),
    example.userCreated({ userId: 3 }),
    example.userCreated({ userId: 4, bot: { type: 1, ownerId: 3, isSystem: false } }),
  );
  const has = (userId: number) => state.users.byId.get(userId as UserId)?.settings.enterSends;

  it('changes nothing for those who are there, nor for bots', () => {
    expect([2, 3, 4].map(has)).to.deep.equal([false, true, false]);
  });

  it('decides who is pushed to', () => {
    const everybody = Bitset.of([2, 3, 4] as UserId[]);
    expect([...peopleWithSetting(state, everybody, 'offlinePushNotifications')]).to.deep.equal([2, 4]);
    const later = foldOn(
      organizationAfter(
        changed('offlinePushNotifications', true),
        changed('offlinePushNotifications', false),
      ),
      example.userCreated({ userId: 2 }),
    );
    expect([...peopleWithSetting(later, everybody, 'offlinePushNotifications')]).to.deep.equal([2, 3, 4]);
  });

  it('is kept in snapshots, of which people without settings of their own take little', () => {
    const rows = [...state.users.byId.save()];
    const loaded = usersSlice.state();
    for (const row of rows) loaded.byId.load(row);
    expect([...loaded.byId.values()]).to.deep.equal([...state.users.byId.values()]);
    expect(JSON.stringify(rows[0]).length).to.be.below(300);
  });
});
