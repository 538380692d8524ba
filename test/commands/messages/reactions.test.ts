import { expect } from 'chai';
import { addReaction } from '../../../src/commands/messages/reactions.ts';
import { example } from '../../support/examples.ts';
import { decide, refusal, sendMessageIn, town } from '../messageFixture.ts';

/** The emoji are on the message already: the table is not consulted. */
const emoji = {} as never;

describe('reactions of one person to one message', () => {
  it('are fifty at most, whatever others have', async () => {
    const world = await town();
    const messageId = await sendMessageIn(world);
    const reactAs = async (userId: number, code: number) => {
      const named = { emojiName: `e${code}`, emojiCode: String(code) };
      await world.happen(
        example.reactionAdded({ messageId, userId, ...named, channelId: 1, topic: 'lunch' }),
      );
    };
    for (let code = 0; code < 51; code += 1) await reactAs(code === 50 ? 2 : 3, code);
    await reactAs(2, 49);
    const react = (actor: number, code: number) => {
      const named = {
        emojiName: `e${code}`,
        emojiCode: String(code),
        reactionType: 'unicode_emoji' as const,
      };
      return refusal(decide(world, addReaction, { messageId, ...named, emoji }, actor));
    };
    expect(await react(3, 50)).to.equal('You have too many reactions on this message.');
    for (let code = 0; code < 47; code += 1) await reactAs(2, code);
    expect(await react(2, 47)).to.equal('accepted');
    expect(await react(2, 48)).to.equal('You have too many reactions on this message.');
  });
});
