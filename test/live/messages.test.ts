import { expect } from 'chai';
import type { DomainEvent } from '../../src/events/define.ts';
import { PEOPLE, theOne, town, toWhom, CHANNELS } from './fixture.ts';
import { example, foldOn } from '../support/examples.ts';

const { owner, member, outsider, guest } = PEOPLE;

/** A town where the member has sent a message in a channel, which has an ID. */
const spoken = (channelId: number, ...more: readonly DomainEvent[]) => {
  const state = foldOn(town(), example.messageSent({ senderId: member, channelId }));
  const messageId = state.revision + 1;
  return { state: foldOn(state, ...more), messageId };
};

describe('a message', () => {
  it('is told to the active followers of its channel, and offered to members where it is public', () => {
    const clientEvent = theOne(town(), example.messageSent({ senderId: member }), 'message');
    expect([...clientEvent.to]).to.deep.equal([member, guest]);
    expect([...clientEvent.offeredTo!]).to.deep.equal([owner, member, outsider]);
  });

  it('of a private channel is offered to nobody', () => {
    const clientEvent = theOne(
      town(),
      example.messageSent({ senderId: member, channelId: CHANNELS.shared }),
      'message',
    );
    expect([...clientEvent.to]).to.deep.equal([member, guest]);
    expect(clientEvent.offeredTo?.size).to.equal(0);
  });

  it('is told to whom it names where they may read it', () => {
    const naming = { senderId: member, mentionedUserIds: [outsider] as never };
    expect([...theOne(town(), example.messageSent(naming), 'message').to]).to.include(outsider);
    const hidden = example.messageSent({ ...naming, channelId: CHANNELS.protected });
    expect([...theOne(town(), hidden, 'message').to]).to.deep.equal([member, guest]);
  });

  it('between people is told to those who take part', () => {
    const direct = example.messageSent({ senderId: member, participantIds: [member, outsider] });
    const { to, payload, deferred } = theOne(town(), direct, 'message');
    expect([...to]).to.deep.equal([member, outsider]);
    expect(deferred).to.equal('recipient_id');
    expect(payload).to.have.nested.property('message.type', 'private');
  });

  it('has its source and its HTML, and the local ID for one queue', () => {
    const sent = example.messageSent({
      senderId: member,
      content: '/me *waves*',
      html: '<p>/me <em>waves</em></p>',
      localId: '7',
      queueId: 'q',
    });
    const { payload, queueId } = theOne(town(), sent, 'message');
    expect(queueId).to.equal('q');
    expect(payload).to.deep.include({ flags: [], local_message_id: '7' });
    expect(payload).to.have.property('message').that.includes({
      content: '/me *waves*',
      rendered_content: '<p>/me <em>waves</em></p>',
      is_me_message: true,
      subject: 'greetings',
      display_recipient: 'public',
      recipient_id: 2,
      sender_email: 'user2@example.com',
    });
  });

  it('is flagged for its sender and for whom it calls', () => {
    const calling = example.messageSent({
      senderId: member,
      mentionedUserIds: [guest, outsider] as never,
      wildcards: ['topic'],
      topicParticipantIds: [member] as never,
    });
    const { flagged } = theOne(town(), calling, 'message');
    const flags = Object.entries(flagged!).map(([flag, audience]) => [flag, [...audience]]);
    expect(Object.fromEntries(flags)).to.deep.equal({
      read: [member],
      mentioned: [outsider, guest],
      topic_wildcard_mentioned: [member],
      wildcard_mentioned: [member],
    });
  });
});

describe('what becomes of a message', () => {
  it('is told to who follows a channel of shared history today, and to who received it and may read it', () => {
    const { state, messageId } = spoken(
      CHANNELS.public,
      example.usersUnsubscribed({ channelIds: [1], userIds: [member, guest] }),
      example.usersSubscribed({ channelIds: [1], userIds: [outsider] }),
    );
    const [reaction] = toWhom(state, example.reactionAdded({ messageId, userId: member }));
    expect(reaction).to.equal(`reaction/add → ${member} ${outsider}`);
  });

  it('is told of a protected history to those alone who were there', () => {
    const { state, messageId } = spoken(
      CHANNELS.protected,
      example.usersSubscribed({ channelIds: [CHANNELS.protected], userIds: [outsider] }),
    );
    const at = { messageId, channelId: CHANNELS.protected };
    expect(toWhom(state, example.submessageAdded(at))).to.deep.equal([`submessage → ${member} ${guest}`]);
    const gone = example.messagesDeleted({ messageIds: [messageId], channelId: CHANNELS.protected });
    expect(toWhom(state, gone)).to.deep.equal([`delete_message → ${member} ${guest}`]);
  });

  it('tells of an edit both texts', () => {
    const { state, messageId } = spoken(CHANNELS.public);
    const { payload, deferred } = theOne(state, example.messageEdited({ messageId }), 'update_message');
    expect(deferred).to.equal('personal flags');
    expect(payload).to.include({
      orig_content: 'Hello, everybody',
      orig_rendered_content: '<p>Hello, everybody</p>',
      content: 'Hello, all of you',
      stream_id: 1,
    });
  });

  it('tells of a move those who keep a message, and tells who loses it that it is gone', () => {
    const { state, messageId } = spoken(
      CHANNELS.public,
      example.usersUnsubscribed({ channelIds: [CHANNELS.shared], userIds: [guest] }),
    );
    const moved = example.messagesMoved({
      messageId,
      messageIds: [messageId],
      newChannelId: CHANNELS.shared,
      channelBeginnings: [{ channelId: 1, oldMessageId: messageId, newMessageId: null }],
    });
    expect(toWhom(state, moved)).to.deep.equal([
      `update_message → ${member}`,
      `delete_message → ${guest}`,
      `stream/update/first_message_id → ${owner} ${member} ${outsider} ${guest}`,
    ]);
  });

  it('tells guests to whom a moved message is new nothing', () => {
    const { state, messageId } = spoken(
      CHANNELS.public,
      example.usersUnsubscribed({ channelIds: [CHANNELS.public], userIds: [guest] }),
    );
    const moved = example.messagesMoved({ messageId, messageIds: [messageId], newChannelId: CHANNELS.web });
    expect(toWhom(state, moved)).to.deep.equal([`update_message → ${member}`]);
  });
});

describe('what becomes of a message that was moved', () => {
  /** The member has sent a message in one channel, and it was moved to another one while the outsider was away. */
  const moved = (from: number, to: number, ...meanwhile: readonly DomainEvent[]) => {
    const before = town(example.usersSubscribed({ channelIds: [to], userIds: [outsider] }), ...meanwhile);
    const sent = foldOn(before, example.messageSent({ senderId: member, channelId: from }));
    const messageId = sent.revision + 1;
    const away = foldOn(sent, example.usersUnsubscribed({ channelIds: [to], userIds: [outsider] }));
    const move = { messageId, messageIds: [messageId], oldChannelId: from, newChannelId: to };
    const state = foldOn(away, example.messagesMoved(move));
    const arrival = { sentToChannelIds: [from], arrivalRevision: state.revision };
    const at = { messageId, channelId: to, ...arrival };
    const arrivals = [{ messageIds: [messageId], ...arrival }];
    const rearranged = { messageIds: [messageId], arrivals };
    const movedOn = { ...rearranged, messageId, oldChannelId: to };
    return {
      state,
      events: [
        example.messageEdited(at),
        example.reactionAdded(at),
        example.submessageAdded(at),
        example.messagesMoved({ ...movedOn, newChannelId: to }),
        example.messagesDeleted({ ...rearranged, channelId: to }),
      ],
      onward: (newChannelId: number) => example.messagesMoved({ ...movedOn, newChannelId }),
    };
  };
  const notified = (to: string) =>
    ['update_message', 'reaction/add', 'submessage', 'update_message', 'delete_message'].map(
      (what) => `${what} → ${to}`,
    );

  it('is told to nobody who was away when it came into a protected history', () => {
    const { state, events } = moved(CHANNELS.shared, CHANNELS.protected);
    const back = example.usersSubscribed({ channelIds: [CHANNELS.protected], userIds: [outsider] });
    const since = foldOn(state, back);
    expect(events.flatMap((event) => toWhom(since, event))).to.deep.equal(notified(`${member} ${guest}`));
  });

  it('is told to whoever received it where it was sent, and may read it where it is', () => {
    const follows = example.usersSubscribed({ channelIds: [CHANNELS.public], userIds: [outsider] });
    const { state, events } = moved(CHANNELS.public, CHANNELS.web, follows);
    expect(events.flatMap((event) => toWhom(state, event))).to.deep.equal(
      notified(`${member} ${outsider} ${guest}`),
    );
  });

  it('is told to who was in a protected history when it was sent and when it came, though not in between', () => {
    const there = { channelIds: [CHANNELS.protected], userIds: [outsider] };
    const before = town(example.usersSubscribed(there));
    const sent = foldOn(before, example.messageSent({ senderId: member, channelId: CHANNELS.public }));
    const messageId = sent.revision + 1;
    const state = foldOn(sent, example.usersUnsubscribed(there), example.usersSubscribed(there));
    const move = { messageId, messageIds: [messageId], newChannelId: CHANNELS.protected };
    const after = foldOn(state, example.messagesMoved({ ...move, oldChannelId: CHANNELS.public }));
    const arrival = { sentToChannelIds: [CHANNELS.public], arrivalRevision: after.revision };
    const edited = example.messageEdited({ messageId, channelId: CHANNELS.protected, ...arrival });
    expect(toWhom(after, edited)).to.deep.equal([`update_message → ${member} ${outsider} ${guest}`]);
  });

  it('calls those who received it, and nobody else who is told that it was edited', () => {
    const { state } = moved(CHANNELS.public, CHANNELS.web);
    const back = foldOn(state, example.usersSubscribed({ channelIds: [CHANNELS.web], userIds: [outsider] }));
    const at = { messageId: back.revision - 2, channelId: CHANNELS.web, sentToChannelIds: [CHANNELS.public] };
    const edited = example.messageEdited({
      ...at,
      arrivalRevision: back.revision - 1,
      wildcards: ['channel'],
    });
    const { to, flagged } = theOne(back, edited, 'update_message');
    expect([...to]).to.deep.equal([member, outsider, guest]);
    expect([...(flagged?.stream_wildcard_mentioned ?? [])]).to.deep.equal([member, guest]);
  });

  it('is told after a second move by the channel where it was sent', () => {
    const follows = example.usersSubscribed({ channelIds: [CHANNELS.public], userIds: [outsider] });
    const { state, onward } = moved(CHANNELS.public, CHANNELS.web, follows);
    const rejoined = foldOn(
      state,
      example.usersSubscribed({ channelIds: [CHANNELS.protected], userIds: [outsider] }),
    );
    expect(toWhom(rejoined, onward(CHANNELS.protected))).to.deep.equal([
      `update_message → ${member} ${outsider} ${guest}`,
    ]);
  });
});

describe('flags', () => {
  it('are told to whoever set them, each message by itself', () => {
    const starred = theOne(town(), example.messagesStarred({ userId: member }), 'update_message_flags');
    expect([...starred.to]).to.deep.equal([member]);
    expect(starred.payload).to.deep.include({
      op: 'add',
      flag: 'starred',
      messages: [5, 7, 8, 9],
      all: false,
    });
  });

  it('of everything read at once name no message', () => {
    const all = example.messagesMarkedRead({ userId: member, messages: [[1, 9]], all: true });
    const { payload } = theOne(town(), all, 'update_message_flags');
    expect(payload).to.deep.include({ messages: [], all: true });
  });

  it('of what is unread again say where each message is', () => {
    const { payload } = theOne(
      town(),
      example.messagesMarkedUnread({ userId: member }),
      'update_message_flags',
    );
    expect(payload)
      .to.have.property('message_details')
      .that.deep.includes({
        7: { type: 'stream', stream_id: 1, topic: 'greetings', mentioned: true, unmuted_stream_msg: true },
      });
  });
});
