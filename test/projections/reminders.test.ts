import { expect } from 'chai';
import type { UserId } from '../../src/base/ids.ts';
import { findReminders } from '../../src/projections/personal.ts';
import { example } from '../support/examples.ts';
import { World } from '../support/memoryViews.ts';

const idsOf = async (world: World, userId = 1) =>
  (await findReminders(world.views, world.organization, userId as UserId)).map(
    ({ reminderId }) => reminderId,
  );

describe('the reminders view', () => {
  it('shows everybody their own in the order of their times, until they are deleted or due', async () => {
    const set = (reminderId: number, remindAt: number, ownerId = 1) =>
      example.reminderSet({ reminderId, remindAt, ownerId });
    const world = await World.after(set(1, 30_000), set(2, 20_000), set(3, 10_000), set(4, 5_000, 2));
    expect(await idsOf(world)).to.deep.equal([3, 2, 1]);
    expect(await idsOf(world, 2)).to.deep.equal([4]);
    await world.happen(example.reminderDeleted(), example.reminderDue(), example.reminderDue());
    expect(await idsOf(world)).to.deep.equal([1]);
  });
});
