import { expect } from 'chai';
import { example } from '../support/examples.ts';
import { CHANNELS, PEOPLE, theOne, town, toWhom } from './fixture.ts';

const { member, outsider, gone } = PEOPLE;
const by = { authorId: member, channelId: CHANNELS.public, topic: 'greetings' };
const scheduled = example.messageScheduled(by);

describe('a scheduled message', () => {
  for (const [event, operation] of [
    [scheduled, 'add'],
    [example.scheduledMessageEdited(by), 'update'],
    [example.scheduledSendFailed(by), 'update'],
    [example.scheduledMessageSent({ authorId: member }), 'remove'],
    [example.scheduledMessageDeleted({ authorId: member }), 'remove'],
  ] as const)
    it(`is told to its author alone: ${event.type}`, () => {
      expect(toWhom(town(scheduled), event)).to.deep.equal([`scheduled_messages/${operation} → ${member}`]);
    });

  it('that is about to be sent is told to nobody yet', () => {
    expect(toWhom(town(scheduled), example.scheduledSendStarted({ authorId: member }))).to.deep.equal([]);
  });

  it('of somebody who has left is told to nobody', () => {
    const event = example.scheduledSendFailed({ ...by, authorId: gone });
    expect(toWhom(town(example.messageScheduled({ ...by, authorId: gone })), event)).to.deep.equal([]);
  });

  it('for a channel is told with all that it says', () => {
    expect(theOne(town(), scheduled, 'scheduled_messages').payload).to.deep.equal({
      type: 'scheduled_messages',
      op: 'add',
      scheduled_messages: [
        {
          scheduled_message_id: 1,
          type: 'stream',
          to: CHANNELS.public,
          topic: 'greetings',
          content: 'Good morning',
          rendered_content: '<p>Good morning</p>',
          scheduled_delivery_timestamp: Date.UTC(2026, 0, 2) / 1000,
          failed: false,
        },
      ],
    });
  });

  it('that failed is told with all that it says', () => {
    const event = example.scheduledSendFailed({ authorId: member, participantIds: [member, outsider] });
    expect(theOne(town(scheduled), event, 'scheduled_messages').payload).to.deep.equal({
      type: 'scheduled_messages',
      op: 'update',
      scheduled_message: {
        scheduled_message_id: 1,
        type: 'private',
        to: [outsider],
        content: 'Good morning',
        rendered_content: '<p>Good morning</p>',
        scheduled_delivery_timestamp: Date.UTC(2026, 0, 2) / 1000,
        failed: true,
      },
    });
  });

  it('to oneself names oneself', () => {
    const note = example.messageScheduled({ authorId: member, participantIds: [member] });
    const { payload } = theOne(town(), note, 'scheduled_messages');
    expect(payload).to.have.deep.nested.property('scheduled_messages[0].to', [member]);
  });

  it('that is gone is told by its ID', () => {
    const event = example.scheduledMessageSent({ scheduledMessageId: 1, authorId: member });
    expect(theOne(town(scheduled), event, 'scheduled_messages').payload).to.deep.equal({
      type: 'scheduled_messages',
      op: 'remove',
      scheduled_message_id: 1,
    });
  });
});
