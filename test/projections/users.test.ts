import { expect } from 'chai';
import { users, findUsers } from '../../src/projections/users.ts';
import type { UserId } from '../../src/base/ids.ts';
import { EXAMPLE_START, example } from '../support/examples.ts';
import { World } from '../support/memoryViews.ts';

const shown = (world: World, viewer: number, ...userIds: readonly number[]) =>
  findUsers(
    world.views,
    world.accessOf(viewer),
    world.organization,
    userIds.length > 0 ? (userIds as unknown as readonly UserId[]) : undefined,
  );

describe('the users view', () => {
  it('shows a person as created', async () => {
    const world = await World.after(example.userCreated({ userId: 1, role: 100 }));
    expect(await shown(world, 1)).to.deep.equal([
      {
        userId: 1,
        email: 'user1@example.com',
        fullName: 'User 1',
        role: 100,
        isActive: true,
        joinedAt: EXAMPLE_START + 2000,
        bot: null,
        timezone: '',
        settings: world.organization.users.byId.get(1 as UserId)?.settings,
        isHidden: false,
        seesEmail: true,
        profile: {},
      },
    ]);
  });

  it('follows name, role and activity', async () => {
    const world = await World.after(example.userCreated());
    await world.happen(
      example.userRenamed({ newFullName: 'Ada' }),
      example.userRoleChanged({ newRole: 200 }),
    );
    await world.happen(example.userDeactivated());
    const [ada] = await shown(world, 1);
    expect(ada).to.include({ fullName: 'Ada', role: 200, isActive: false });
    await world.happen(example.userReactivated());
    expect((await shown(world, 1))[0]).to.include({ isActive: true });
  });

  it('follows address and time zone, and no other setting', async () => {
    const world = await World.after(example.userCreated());
    const before = world.views.content();
    await world.happen(example.personalSettingChanged({ property: 'presenceEnabled', newValue: false }));
    expect(world.views.content()).to.equal(before);
    await world.happen(example.personalSettingChanged(), example.userEmailChanged({ newEmail: 'ada@b.c' }));
    expect((await shown(world, 1))[0]).to.include({ timezone: 'Europe/Vienna', email: 'ada@b.c' });
  });

  it('knows whose a bot is', async () => {
    const bot = { type: 1 as const, ownerId: 1 as UserId, isSystem: false };
    const world = await World.after(example.userCreated(), example.userCreated({ userId: 2, bot }));
    expect((await shown(world, 1, 2))[0]).to.deep.include({ bot });
  });

  it('follows whose a bot is, and the pictures of people', async () => {
    const bot = { type: 1 as const, ownerId: 1 as UserId, isSystem: false };
    const world = await World.after(example.userCreated(), example.userCreated({ userId: 2, bot }));
    await world.happen(example.botOwnerChanged({ botId: 2, oldOwnerId: 1, newOwnerId: 3 }));
    expect((await shown(world, 1, 2))[0]).to.have.nested.property('bot.ownerId', 3);
    await world.happen(example.avatarChanged());
    const [ada] = await shown(world, 1, 1);
    expect(ada).to.have.nested.property('avatar.path', `1/${'1'.padStart(40, '0')}`);
    expect(ada).to.have.nested.property('avatar.version', 2);
  });

  it('lists everybody in ascending order, however many there are', async () => {
    const people = Array.from({ length: 1100 }, (_, index) => example.userCreated({ userId: 1100 - index }));
    const listed = await shown(await World.after(...people), 1);
    expect(listed.map(({ userId }) => userId)).to.deep.equal(people.map((_, index) => index + 1));
  });

  it('lists only those asked for, each once, and drops unknown IDs', async () => {
    const world = await World.after(example.userCreated(), example.userCreated({ userId: 2 }));
    expect((await shown(world, 1, 9, 2, 2)).map(({ userId }) => userId)).to.deep.equal([2]);
  });

  it('takes every event twice as once', async () => {
    const world = await World.after(example.userCreated(), example.userRenamed(), example.userDeactivated());
    const once = world.views.content();
    await world.views.take(world.events);
    expect(world.views.content()).to.equal(once);
    expect(Object.keys(users.on)).to.have.length(9);
  });

  it('shows empty texts where name and address have been erased', async () => {
    const world = await World.erasedAfter(example.userCreated(), example.userRenamed());
    expect((await shown(world, 1))[0]).to.include({ email: '', fullName: '' });
  });
});
