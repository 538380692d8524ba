import { expect } from 'chai';
import { emoji, findCustomEmoji, findEmojiPicture } from '../../src/projections/emoji.ts';
import type { EmojiId } from '../../src/events/emoji.ts';
import { example } from '../support/examples.ts';
import { World } from '../support/memoryViews.ts';

const first = 1 as EmojiId;
const pictureIn = ({ views, organization }: World) => findEmojiPicture(views, organization, first);

describe('the emoji view', () => {
  it('keeps all custom emoji, the deactivated among them', async () => {
    const world = await World.after(
      example.customEmojiAdded(),
      example.customEmojiAdded({ emojiId: 2, name: 'cat' }),
      example.customEmojiDeactivated(),
    );
    const found = await findCustomEmoji(world.views, world.organization);
    expect(found.map(({ emojiId, name, deactivated }) => [emojiId, name, deactivated])).to.deep.equal([
      [1, 'emoji-1', true],
      [2, 'cat', false],
    ]);
  });

  it('keeps their pictures by the hash of their bytes, until they are erased', async () => {
    const world = await World.after(example.customEmojiAdded());
    expect(await pictureIn(world)).to.deep.equal({
      imageType: 'png',
      image: 'iVBORw0KGgo=',
      digest: 'TEtqO-ExSrhhOL70MU3eAi5gCWDYaJosj4YxgC0g2rY',
    });
    const erased = await World.erasedAfter(example.customEmojiAdded());
    expect(await pictureIn(erased)).to.equal(undefined);
    expect(await findCustomEmoji(erased.views, erased.organization)).to.have.length(1);
  });

  it('takes every event twice as once', async () => {
    const world = await World.after(example.customEmojiAdded(), example.customEmojiDeactivated());
    const once = world.views.content();
    await world.views.take(world.events);
    expect(world.views.content()).to.equal(once);
    expect(Object.keys(emoji.on)).to.have.length(2);
  });
});
