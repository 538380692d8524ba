import { expect } from 'chai';
import { findChannelFolders } from '../../src/projections/channels.ts';
import { EXAMPLE_START, example } from '../support/examples.ts';
import { World } from '../support/memoryViews.ts';

const shown = (world: World, includeArchived = false) =>
  findChannelFolders(world.views, world.organization, { includeArchived });

const two = () =>
  World.after(example.channelFolderCreated({ folderId: 1 }), example.channelFolderCreated({ folderId: 2 }));

describe('the channel folders view', () => {
  it('shows every field of a folder', async () => {
    const world = await World.after(example.channelFolderCreated());
    expect(await shown(world)).to.deep.equal([
      {
        folderId: 1,
        name: 'folder 1',
        description: 'What is in it',
        renderedDescription: '<p>What is in it</p>',
        creatorId: 1,
        createdAt: EXAMPLE_START + 2000,
        isArchived: false,
        order: 0,
      },
    ]);
  });

  it('follows names, descriptions and the order', async () => {
    const world = await two();
    await world.happen(
      example.channelFolderRenamed(),
      example.channelFolderDescribed(),
      example.channelFoldersReordered({ folderIds: [2, 1] }),
    );
    const [second, first] = await shown(world);
    expect(second).to.include({ folderId: 2, order: 0 });
    expect(first).to.include({ name: 'Projects', description: 'What we work on', order: 1 });
  });

  it('shows archived folders only where they are asked for', async () => {
    const world = await two();
    await world.happen(example.channelFolderArchived());
    expect((await shown(world)).map(({ folderId }) => folderId)).to.deep.equal([2]);
    expect((await shown(world, true))[0]).to.include({ folderId: 1, isArchived: true });
    await world.happen(example.channelFolderUnarchived());
    expect(await shown(world)).to.have.lengthOf(2);
  });

  it('shows empty descriptions where they have been erased', async () => {
    const world = await World.erasedAfter(example.channelFolderCreated(), example.channelFolderDescribed());
    expect((await shown(world))[0]).to.include({ description: '', renderedDescription: '' });
  });

  it('takes every event twice as once', async () => {
    const world = await two();
    await world.happen(
      example.channelFoldersReordered({ folderIds: [2, 1] }),
      example.channelFolderArchived(),
    );
    const once = world.views.content();
    await world.views.take(world.events);
    expect(world.views.content()).to.equal(once);
  });
});
