import { expect } from 'chai';
import fc from 'fast-check';
import type { DomainEvent } from '../../src/events/define.ts';
import type { ChannelFolderId } from '../../src/events/channelFolders.ts';
import { example } from '../support/examples.ts';
import { World } from '../support/memoryViews.ts';

/** Whatever can happen, about the n-th thing that is there. */
const kinds = [
  'create',
  'rename',
  'describe',
  'archive',
  'unarchive',
  'reorder',
  'add',
  'deactivate',
] as const;
const happening = fc.record({
  does: fc.constantFrom(...kinds),
  place: fc.nat(20),
  text: fc.string({ minLength: 1, maxLength: 8 }),
});
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

/** What happens next, if it can. */
function eventOf({ organization }: World, { does, place, text }: Happening): DomainEvent | undefined {
  const { channelFolders, emoji } = organization;
  if (does === 'create') {
    const [folderId, order] = [channelFolders.nextFolderId.get(), channelFolders.order.get().length];
    return example.channelFolderCreated({ folderId, order, name: `${text}${folderId}`, description: text });
  }
  if (does === 'add')
    return example.customEmojiAdded({
      emojiId: emoji.nextEmojiId.get(),
      name: `e${emoji.nextEmojiId.get()}`,
    });
  if (does === 'deactivate') {
    const used = [...emoji.byId.values()].filter(({ deactivated }) => !deactivated);
    const one = used[place % used.length];
    return one && example.customEmojiDeactivated({ emojiId: one.emojiId, name: one.name });
  }
  const folderIds = channelFolders.order.get();
  const folder = channelFolders.byId.get(folderIds[place % folderIds.length] as ChannelFolderId);
  if (folder === undefined) return undefined;
  const { folderId, name: oldName } = folder;
  if (does === 'rename')
    return example.channelFolderRenamed({ folderId, oldName, newName: `${text}${folderId}` });
  if (does === 'describe') return example.channelFolderDescribed({ folderId, description: text });
  if (does === 'archive') return example.channelFolderArchived({ folderId });
  if (does === 'unarchive') return example.channelFolderUnarchived({ folderId });
  return example.channelFoldersReordered({ folderIds: [...folderIds.slice(1), ...folderIds.slice(0, 1)] });
}

function expectSame({ organization, views }: World): void {
  const { channelFolders, emoji } = organization;
  for (const [folderId, { name, description, archived }] of channelFolders.byId.entries()) {
    const order = channelFolders.order.get().indexOf(folderId);
    const said = { name, description, isArchived: archived, order };
    expect(views.document('channelFolders', folderId)).to.deep.include(said);
  }
  for (const [emojiId, { emojiId: _, ...said }] of emoji.byId.entries())
    expect(views.document('emoji', emojiId)).to.deep.equal(said);
}

describe('the documents of folders and custom emoji', () => {
  it('say what the state says, after any history', () =>
    fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 40 }), async (history) => {
        const world = await World.after(example.userCreated({ userId: 1, role: 100 }));
        for (const one of history) {
          const event = eventOf(world, one);
          if (event) await world.happen(event);
        }
        expectSame(world);
      }),
      { numRuns: 200 },
    ));
});
