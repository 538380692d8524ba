import { expect } from 'chai';
import type { UserId } from '../../src/base/ids.ts';
import { findBotStorage } from '../../src/projections/personal.ts';
import { example } from '../support/examples.ts';
import { World } from '../support/memoryViews.ts';

describe('the view of what bots store', () => {
  it('shows each bot its own, as it was written last', async () => {
    const world = await World.after(
      example.botStorageWritten(),
      example.botStorageWritten(),
      example.botStorageWritten({ botId: 3, entries: [['color', 'red']] }),
    );
    const stored = async (botId: number) =>
      Object.fromEntries(await findBotStorage(world.views, world.organization, botId as UserId));
    expect(await stored(2)).to.deep.equal({ 7: 'seven', color: 'blue' });
    await world.happen(example.botStorageCleared(), example.botStorageCleared());
    expect(await stored(2)).to.deep.equal({ 7: 'seven' });
    expect(await stored(3)).to.deep.equal({ color: 'red' });
  });
});
