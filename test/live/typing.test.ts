import { expect } from 'chai';
import type { DomainEvent } from '../../src/events/define.ts';
import { example } from '../support/examples.ts';
import { typingExamples } from '../support/examples/typing.ts';
import { CHANNELS, clientEvents, PEOPLE, toWhom, town } from './fixture.ts';

const { typingNotified, editTypingNotified } = typingExamples;
const payloadsOf = (event: DomainEvent): unknown[] =>
  clientEvents(town(), event).map((clientEvent) =>
    'payload' in clientEvent ? clientEvent.payload : 'ended',
  );

describe('who is writing', () => {
  it('is told to the people of a direct conversation, the writer’s other clients among them', () => {
    const event = typingNotified({
      senderId: PEOPLE.member,
      participantIds: [PEOPLE.owner, PEOPLE.member, PEOPLE.gone],
    });
    expect(toWhom(town(), event)).to.deep.equal(['typing/start → 1 2']);
    expect(payloadsOf(event)).to.have.nested.property('[0].recipients.length', 3);
  });

  it('is told to the followers of a channel', () => {
    const event = typingNotified({ senderId: PEOPLE.member, op: 'stop', channelId: CHANNELS.public });
    expect(toWhom(town(), event)).to.deep.equal(['typing/stop → 2 4']);
    expect(payloadsOf(event)[0]).to.include({ message_type: 'stream', stream_id: 1, topic: 'lunch' });
  });

  it('is told to nobody where a hundred and one follow the channel, and to a hundred', () => {
    const crowd = (size: number) => {
      const userIds = Array.from({ length: size - 1 }, (_, index) => index + 10);
      return town(
        ...userIds.map((userId) => example.userCreated({ userId })),
        example.usersSubscribed({ channelIds: [CHANNELS.public], userIds }),
      );
    };
    const event = typingNotified({ senderId: PEOPLE.member, channelId: CHANNELS.public });
    expect(clientEvents(crowd(99), event)).to.have.length(1);
    expect(clientEvents(crowd(100), event)).to.have.length(0);
  });

  it('is not told to followers who do not want to be told', () => {
    const state = town(
      example.personalSettingChanged({
        userId: PEOPLE.guest,
        property: 'receivesTypingNotifications',
        oldValue: true,
        newValue: false,
      }),
    );
    const event = typingNotified({ senderId: PEOPLE.member, channelId: CHANNELS.public });
    expect(toWhom(state, event)).to.deep.equal(['typing/start → 2']);
  });

  it('says of an edit which message it is', () => {
    const event = editTypingNotified({ senderId: PEOPLE.member, channelId: CHANNELS.public });
    expect(payloadsOf(event)).to.deep.equal([
      {
        type: 'typing_edit_message',
        op: 'start',
        sender_id: PEOPLE.member,
        message_id: 5,
        recipient: { type: 'channel', channel_id: CHANNELS.public, topic: 'lunch' },
      },
    ]);
  });
});
