import { expect } from 'chai';
import { projections } from '../../../src/projections/catalog.ts';
import { factChanges, type MessageFact } from '../../../src/organization/slices/messageFacts.ts';
import { documentsOf } from '../../../src/projections/running/views.ts';
import { findFacts } from '../../../src/projections/messages/facts.ts';
import { example } from '../../support/examples.ts';
import { World } from '../../support/memoryViews.ts';

const idempotency = { keyHash: 'key', parametersHash: 'parameters' };

describe('the messageFacts view', () => {
  it('keeps what decisions ask about a message, its conversation and its key', async () => {
    const world = await World.after();
    const messageId = await world.happen(example.messageSent({ senderId: 4, topic: 'Lunch', idempotency }));
    await world.happen(example.reactionAdded({ messageId, userId: 6, topic: 'Lunch' }));
    expect(world.views.document('conversationFacts', 'c:1:lunch')).to.deep.equal({
      topic: 'Lunch',
      firstMessageId: messageId,
      lastMessageId: messageId,
      participants: [4, 6],
    });
    expect(world.views.document('sendKeys', 'key')).to.deep.equal({
      messageId,
      parametersHash: 'parameters',
    });
  });

  it('keeps the answer to a key under which a message was scheduled, also when it is sent or deleted', async () => {
    const world = await World.after();
    await world.happen(
      example.messageScheduled({ scheduledMessageId: 7, idempotency }),
      example.messageScheduled({ scheduledMessageId: 8 }),
      example.scheduledMessageDeleted({ scheduledMessageId: 7 }),
    );
    expect(world.views.document('scheduleKeys', 'key')).to.deep.equal({
      scheduledMessageId: 7,
      parametersHash: 'parameters',
    });
  });

  it('takes from the view of messages what events make of a message for decisions', async () => {
    const world = await World.after();
    const poll = await world.happen(example.messageSent({ senderId: 4, widget: '{}', readBySender: false }));
    const direct = await world.happen(
      example.messageSent({ participantIds: [1, 2], wildcards: ['channel'] }),
    );
    const called = { wildcards: ['topic'], topicParticipantIds: [1, 4] } as const;
    const edited = await world.happen(example.messageSent({ ...called, mentionedUserIds: [1] }));
    const silenced = await world.happen(example.messageSent(called));
    await world.happen(
      example.messageEdited({ messageId: edited, ...called, mentionedGroupIds: [9] }),
      example.messageEdited({ messageId: silenced }),
      example.reactionAdded({ messageId: poll, userId: 6 }),
      example.reactionAdded({ messageId: direct, userId: 6 }),
      example.reactionRemoved({ messageId: direct, userId: 6 }),
      example.submessageAdded({ messageId: direct }),
      example.messagesMoved({ messageId: poll, messageIds: [poll], oldChannelId: 1, newChannelId: 2 }),
    );
    const folded = new Map<number | string, unknown>();
    for (const { kind, id, change } of world.events.flatMap(factChanges))
      if (kind === 'messageFacts') folded.set(id, change(folded.get(id) as MessageFact | undefined));
    const read = await findFacts(documentsOf(world.views, world.organization), 'messageFacts', [
      ...folded.keys(),
    ]);
    expect(read).to.deep.equal([...folded.values()]);
    expect(read).to.have.lengthOf(4);
  });

  it('takes every event twice as once', async () => {
    const world = await World.after();
    const messageId = await world.happen(example.messageSent({ idempotency }), example.messageSent());
    await world.happen(example.reactionAdded({ messageId }), example.messageSent({ participantIds: [1, 2] }));
    const once = world.views.content();
    for (const event of world.events) await world.views.take([event]);
    expect(world.views.content()).to.equal(once);
  });
});

describe('the catalog of projections', () => {
  it('gives every name and every collection to one projection', () => {
    const names = projections.map(({ name }) => name);
    const collections = projections.flatMap((projection) => Object.keys(projection.collections));
    expect(new Set(names).size).to.equal(names.length);
    expect(new Set(collections).size).to.equal(collections.length);
  });
});
