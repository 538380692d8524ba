import { expect } from 'chai';
import type { UserId } from '../../src/base/ids.ts';
import { findSavedSnippets } from '../../src/projections/personal.ts';
import { example } from '../support/examples.ts';
import { World } from '../support/memoryViews.ts';

const shownTo = (world: World, userId = 1) =>
  findSavedSnippets(world.views, world.organization, userId as UserId);

describe('the saved snippets view', () => {
  it('shows everybody their own, as they were saved and edited, none that was deleted', async () => {
    const world = await World.after(
      example.snippetSaved(),
      example.snippetSaved({ snippetId: 2 }),
      example.snippetSaved({ snippetId: 3, ownerId: 2 }),
      example.snippetDeleted(),
    );
    const [saved] = await shownTo(world);
    expect(saved).to.deep.include({ snippetId: 1, title: 'Greeting', content: 'Good *morning*' });
    await world.happen(example.snippetEdited(), example.snippetEdited());
    expect(await shownTo(world)).to.deep.equal([{ ...saved, content: 'Good *night*' }]);
    expect((await shownTo(world, 2)).map(({ snippetId }) => snippetId)).to.deep.equal([3]);
  });
});
