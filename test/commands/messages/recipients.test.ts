import { expect } from 'chai';
import { changeMessage } from '../../../src/commands/messages/change.ts';
import { deleteMessage } from '../../../src/commands/messages/change.ts';
import { sendMessage } from '../../../src/commands/messages/send.ts';
import { addReaction, removeReaction } from '../../../src/commands/messages/reactions.ts';
import { addSubmessage } from '../../../src/commands/messages/reactions.ts';
import { deleteTopicMessages } from '../../../src/commands/messages/change.ts';
import { checkedTopic } from '../../../src/commands/text.ts';
import type { MessageId } from '../../../src/base/ids.ts';
import { emojiTable } from '../../../src/rendering/emoji.ts';
import { example } from '../../support/examples.ts';
import type { World } from '../../support/memoryViews.ts';
import { change, channel, decide, text, town } from '../messageFixture.ts';

const [OWNER, WRITER, NAMED, GUEST] = [1, 2, 3, 4];

type Sent = Parameters<typeof example.messageSent>[0];
type Decided = ReturnType<typeof decide>;

/** The writer's message to the topic "lunch" of channel 1. */
const sendMessageIn = (world: World, more: Sent = {}): Promise<MessageId> =>
  world.happen(example.messageSent({ topic: 'lunch', senderId: WRITER, ...more }));

/** The fields of the first event with some of these names; absent ones are left out. */
async function firstEventFields(decided: Decided, ...names: readonly string[]): Promise<object> {
  const { events } = await decided;
  const data = Object.entries(events[0]?.data ?? {});
  return Object.fromEntries(data.filter(([name]) => names.includes(name)));
}

/** A text that calls people, of the writer or of somebody else. */
const calling = (mentions: object) => ({ ...text('Soup!').text.rendered, ...mentions });

describe('what events say of who else has received a message', () => {
  const emoji = { emoji: emojiTable };
  const reaction = { emojiName: 'tada', emojiCode: undefined, reactionType: undefined, ...emoji };
  const others = (decided: Decided) =>
    firstEventFields(decided, 'mentionedUserIds', 'sentToChannelIds', 'arrivalRevision');

  /** From channel 1 to the other one, back, and there again; the answer is the revision of the last move. */
  const movedAbout = async (world: World, id: MessageId): Promise<number> => {
    for (const to of [2, 1, 2]) await decide(world, changeMessage, change(id, channel(to)), OWNER);
    return world.events.findLast(({ type }) => type === 'MessagesMoved')!.revision;
  };

  const follows = {
    'a reaction': (world: World, messageId: MessageId) =>
      decide(world, addReaction, { messageId, ...reaction }, GUEST),
    'a reaction that is taken away': async (world: World, messageId: MessageId) => {
      await decide(world, addReaction, { messageId, ...reaction }, GUEST);
      return decide(world, removeReaction, { messageId, ...reaction }, GUEST);
    },
    'a submessage': (world: World, messageId: MessageId) =>
      decide(world, addSubmessage, { messageId, content: '{}' }, WRITER),
  };

  for (const [what, decided] of Object.entries(follows)) {
    it(`${what}: nobody, of a plain message`, async () => {
      const world = await town();
      expect(await others(decided(world, await sendMessageIn(world)))).to.deep.equal({});
    });

    it(`${what}: those whom the message names, the channel it was sent to, and how it came to this one`, async () => {
      const world = await town();
      const id = await sendMessageIn(world, { mentionedUserIds: [NAMED] });
      const arrivalRevision = await movedAbout(world, id);
      expect(await others(decided(world, id))).to.deep.equal({
        mentionedUserIds: [NAMED],
        sentToChannelIds: [1],
        arrivalRevision,
      });
    });
  }

  it('a new text: those whom the old one named, beside those whom it names itself', async () => {
    const world = await town();
    const id = await sendMessageIn(world, { mentionedUserIds: [NAMED] });
    const rendered = calling({ mentionedUserIds: [GUEST] });
    const edit = change(id, { text: { ...text('Soup!').text, rendered } });
    const names = ['oldMentionedUserIds', 'mentionedUserIds'];
    expect(await firstEventFields(decide(world, changeMessage, edit, WRITER), ...names)).to.deep.equal({
      oldMentionedUserIds: [NAMED],
      mentionedUserIds: [GUEST],
    });
    expect(
      await firstEventFields(decide(world, changeMessage, change(id, text('x')), WRITER), ...names),
    ).to.deep.equal({
      oldMentionedUserIds: [GUEST],
    });
  });

  it('a move, or a deletion: those whom any of its messages names, each once', async () => {
    const together = {
      'a move': (world: World, id: MessageId) =>
        decide(world, changeMessage, change(id, { topic: 'dinner', reach: 'all' }), OWNER),
      'a deletion': (world: World) =>
        decide(world, deleteTopicMessages, { ...channel(1), topic: checkedTopic('lunch') }, OWNER),
    };
    for (const [what, decided] of Object.entries(together)) {
      const world = await town();
      for (const mentionedUserIds of [[NAMED], [GUEST, NAMED], []])
        await sendMessageIn(world, { mentionedUserIds });
      await sendMessageIn(world, { topic: 'elsewhere', mentionedUserIds: [OWNER] });
      const id = await sendMessageIn(world);
      expect(await others(decided(world, id)), what).to.deep.equal({ mentionedUserIds: [NAMED, GUEST] });
    }
  });

  it('a new text, a move or a deletion: how messages came that were sent to another channel', async () => {
    const world = await town();
    const id = await sendMessageIn(world);
    const arrivalRevision = await movedAbout(world, id);
    await sendMessageIn(world, { channelId: 2 });
    const arrival = { sentToChannelIds: [1], arrivalRevision };
    const arrivals = [{ messageIds: [id], ...arrival }];
    const edit = decide(world, changeMessage, change(id, text('Stew!')), WRITER);
    expect(await firstEventFields(edit, 'sentToChannelIds', 'arrivalRevision')).to.deep.equal(arrival);
    const rename = change(id, { topic: 'dinner', reach: 'all' });
    const move = decide(world, changeMessage, rename, OWNER);
    expect(await firstEventFields(move, 'arrivals')).to.deep.equal({ arrivals });
    const gone = decide(world, deleteTopicMessages, { ...channel(2), topic: checkedTopic('dinner') }, OWNER);
    expect(await firstEventFields(gone, 'arrivals')).to.deep.equal({ arrivals });
  });

  it('the deletion of one message: those whom that one names', async () => {
    const world = await town();
    await sendMessageIn(world, { mentionedUserIds: [NAMED] });
    const [named, plain] = [
      await sendMessageIn(world, { mentionedUserIds: [GUEST] }),
      await sendMessageIn(world),
    ];
    const deleted = (messageId: MessageId) => others(decide(world, deleteMessage, { messageId }, OWNER));
    expect(await deleted(named)).to.deep.equal({ mentionedUserIds: [GUEST] });
    expect(await deleted(plain)).to.deep.equal({});
  });
});

describe('what events say of who takes part in a topic', () => {
  const participants = (decided: Decided) => firstEventFields(decided, 'topicParticipantIds');

  const send = (world: World, wildcards: readonly string[], to: object, topic = 'Lunch') => {
    const input = { to, topic, content: 'Soup!', rendered: calling({ wildcards }), readBySender: true };
    const unkeyed = { queueId: undefined, localId: undefined, idempotency: undefined };
    return decide(world, sendMessage, { ...input, ...unkeyed } as never, WRITER);
  };
  const edit = (world: World, messageId: MessageId, wildcards: readonly string[]) => {
    const rendered = calling({ wildcards });
    const requested = change(messageId, { text: { ...text('Soup!').text, rendered } });
    return decide(world, changeMessage, requested, WRITER);
  };
  const toChannel = { kind: 'channel', channel: { id: 1 } };

  it('all who wrote or reacted there, and the writer, where a text calls the topic', async () => {
    const world = await town();
    const id = await sendMessageIn(world, { senderId: OWNER });
    await sendMessageIn(world, { senderId: NAMED, topic: 'elsewhere' });
    await world.happen(example.reactionAdded({ messageId: id, userId: GUEST, topic: 'lunch' }));
    const all = { topicParticipantIds: [OWNER, GUEST, WRITER] };
    expect(await participants(send(world, ['topic'], toChannel))).to.deep.equal(all);
    const plain = await sendMessageIn(world);
    expect(await participants(edit(world, plain, ['topic']))).to.deep.equal(all);
  });

  it('the writer alone, where nobody was there before', async () => {
    const world = await town();
    const alone = { topicParticipantIds: [WRITER] };
    expect(await participants(send(world, ['topic'], toChannel))).to.deep.equal(alone);
  });

  it('nobody, where a text calls the channel, or a direct conversation', async () => {
    const world = await town();
    await sendMessageIn(world, { senderId: OWNER });
    const toOwner = { kind: 'direct', recipientIds: [OWNER] };
    expect(await participants(send(world, ['channel'], toChannel))).to.deep.equal({});
    expect(await participants(send(world, ['topic'], toOwner, ''))).to.deep.equal({});
    expect(await participants(edit(world, await sendMessageIn(world), ['channel']))).to.deep.equal({});
  });
});
