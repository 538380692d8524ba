import { expect } from 'chai';
import type { UserId } from '../../src/base/ids.ts';
import { findDrafts } from '../../src/projections/personal.ts';
import { example } from '../support/examples.ts';
import { World } from '../support/memoryViews.ts';

const shownTo = (world: World, userId = 1) => findDrafts(world.views, world.organization, userId as UserId);
const saved = (draftId: number, writtenAt: number, ownerId = 1) =>
  example.draftsSaved({ ownerId, draftIds: [draftId], texts: [{ content: `${draftId}`, writtenAt }] });

describe('the drafts view', () => {
  it('shows everybody their own, in the order in which they were written', async () => {
    const world = await World.after(saved(1, 20), saved(2, 10), saved(3, 5, 2));
    expect(await shownTo(world)).to.deep.equal([
      { draftId: 2, content: '2', writtenAt: 10 },
      { draftId: 1, content: '1', writtenAt: 20 },
    ]);
    expect((await shownTo(world, 2)).map(({ draftId }) => draftId)).to.deep.equal([3]);
  });

  it('shows a draft as it was edited, and none that was deleted', async () => {
    const world = await World.after(example.draftsSaved(), example.draftEdited(), example.draftDeleted());
    expect(await shownTo(world)).to.deep.equal([
      { draftId: 1, recipientIds: [2], content: 'Hello, you', writtenAt: 1_767_225_700 },
    ]);
    await world.happen(example.draftDeleted({ draftId: 1 }), example.draftDeleted({ draftId: 1 }));
    expect(await shownTo(world)).to.deep.equal([]);
  });
});
