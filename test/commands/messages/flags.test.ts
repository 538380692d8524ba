import { expect } from 'chai';
import { BatchFacts } from '../../../src/commands/lane/batchFacts.ts';
import {
  changeFlags,
  checkFlagChange,
  type FlagChange,
  markAllRead,
  markLeftRead,
} from '../../../src/commands/messages/flags.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { ChannelId, MessageId, UserId } from '../../../src/base/ids.ts';
import { factChanges } from '../../../src/organization/slices/messageFacts.ts';
import type { OrganizationState } from '../../../src/organization/state.ts';
import { example, organizationAfter, recorded } from '../../support/examples.ts';

const READER = 2 as UserId;
const CHANNEL = 1 as ChannelId;

/** User 2, who follows channel 1, and the messages sent there; the messages' IDs ascend from `first`. */
function fixture(...sent: readonly DomainEvent[]) {
  const state = organizationAfter(
    ...[1, 2].map((userId) => example.userCreated({ userId })),
    example.channelCreated(),
    example.usersSubscribed({ userIds: [1, 2] }),
  );
  const first = state.revision + 2;
  const facts = new BatchFacts();
  take(state, facts, sent);
  return { state, facts, ids: sent.map((_, index) => (first + index) as MessageId) };
}

function take(state: OrganizationState, facts: BatchFacts, events: readonly DomainEvent[]): void {
  for (const event of recorded(events, { after: state })) {
    state.fold(event);
    for (const { kind, id } of factChanges(event))
      if (!facts.known[kind].has(id)) facts.learn(kind, id, undefined);
    facts.evolve(event);
  }
}

/** The events of a command by user 2. */
function changed({ state, facts }: ReturnType<typeof fixture>, change: FlagChange) {
  const needed = changeFlags.needs!(state, change, READER)!;
  for (const id of needed.flags!) if (!facts.known.flagFacts.has(id)) facts.learn('flagFacts', id, undefined);
  const context = { actor: READER, now: state.time, nextRevision: state.revision + 1, facts };
  const { events, result } = changeFlags.decide(state, change, context);
  take(state, facts, events);
  return { events, result };
}

describe('marking messages unread', () => {
  it('records where each message is, whether it names the user and whether he hears of it', () => {
    const at = fixture(
      example.messageSent({ topic: 'One' }),
      example.messageSent({ topic: 'one', mentionedUserIds: [2] }),
      example.messageSent({ topic: 'loud', wildcards: ['channel'] }),
      example.messageSent({ participantIds: [1, 2] }),
      example.topicPolicySet({ userIds: [2], channelId: 1, topic: 'loud', newPolicy: 'muted' }),
    );
    const messageIds = at.ids.slice(0, 4);
    const [one, two, three, four] = messageIds;
    changed(at, { messageIds, op: 'add', flag: 'read' });
    expect(changed(at, { messageIds, op: 'remove', flag: 'read' }).events).to.deep.equal([
      {
        type: 'MessagesMarkedUnread',
        data: {
          userId: 2,
          conversations: [
            { channelId: 1, messages: [[one, two]], mentioning: [two], unreceived: [], isUnmuted: true },
            { channelId: 1, messages: [three], mentioning: [three], unreceived: [] },
            { participantIds: [1, 2], messages: [four], unreceived: [] },
          ],
          topics: ['One', 'loud', ''],
        },
      },
    ]);
  });

  it('records who is called by a message as it was when it was said or edited', () => {
    const groupId = 10;
    const calling = { mentionedGroupIds: [groupId] };
    const at = fixture(
      example.userGroupCreated({ groupId, memberIds: [2] }),
      example.messageSent(calling),
      example.messageSent({ wildcards: ['topic'], topicParticipantIds: [1, 2] }),
      example.messageSent({ wildcards: ['topic'], topicParticipantIds: [1] }),
      example.messageSent(),
      example.userGroupMembersRemoved({ groupId, userIds: [2] }),
      example.messageSent(calling),
    );
    const [, first, topic, others, edited, , later] = at.ids;
    take(at.state, at.facts, [
      example.messageEdited({ messageId: edited!, ...calling }),
      example.userGroupMembersAdded({ groupId, userIds: [2] }),
      example.messageSent({ senderId: 1 }),
    ]);
    const messageIds = [first, topic, others, edited, later] as MessageId[];
    changed(at, { messageIds, op: 'add', flag: 'read' });
    const [event] = changed(at, { messageIds, op: 'remove', flag: 'read' }).events;
    expect(event?.data)
      .to.have.nested.property('conversations[0].mentioning')
      .that.deep.equals([[first, topic]]);
  });

  it('records of what one never received that it calls nobody', () => {
    const at = fixture(
      example.usersUnsubscribed({ userIds: [2] }),
      example.messageSent({ wildcards: ['channel'] }),
    );
    take(at.state, at.facts, [example.usersSubscribed({ userIds: [2] })]);
    const [event] = changed(at, { messageIds: at.ids.slice(1), op: 'remove', flag: 'read' }).events;
    expect(event?.data).to.have.nested.property('conversations[0]').that.does.not.have.property('mentioning');
  });

  it('is done for what was said before one came, and undone', () => {
    const at = fixture(example.messageSent());
    take(at.state, at.facts, [example.usersUnsubscribed({ userIds: [2] })]);
    take(at.state, at.facts, [example.messageSent(), example.usersSubscribed({ userIds: [2] })]);
    const messageIds = [at.state.revision as MessageId];
    const events = (['remove', 'remove', 'add', 'add'] as const).map(
      (op) => changed(at, { messageIds, op, flag: 'read' }).events,
    );
    expect(events.map(({ length }) => length)).to.deep.equal([1, 0, 1, 0]);
    const [unread] = events[0]!;
    expect(unread?.data).to.have.nested.property('conversations[0].unreceived').that.deep.equals(messageIds);
  });
});

describe('marking messages read', () => {
  it('records only those that were not', () => {
    const at = fixture(
      example.messageSent(),
      example.messageSent({ senderId: 2, readBySender: true }),
      example.messageSent({ senderId: 2, readBySender: false }),
    );
    const [one, , three] = at.ids;
    const { events, result } = changed(at, { messageIds: at.ids.toReversed(), op: 'add', flag: 'read' });
    expect(result).to.deep.equal({ changed: [one, three], ignoredChannelIds: [] });
    expect(events).to.deep.equal([
      { type: 'MessagesMarkedRead', data: { userId: 2, messages: [one, three] } },
    ]);
  });

  it('passes over what has gone where it was told to', () => {
    const at = fixture(example.messageSent());
    const gone = 9_999 as MessageId;
    at.facts.learn('messageFacts', gone, undefined);
    const change = { messageIds: [...at.ids, gone], op: 'add', flag: 'read' } as const;
    expect(() => changed(at, change)).to.throw('Invalid message(s)');
    expect(changed(at, { ...change, ifReadable: true }).result.changed).to.deep.equal(at.ids);
  });

  it('reaches all there is at that moment with one range', () => {
    const { state, facts } = fixture(example.messageSent());
    const context = { actor: READER, now: state.time, nextRevision: state.revision + 1, facts };
    const { events } = markAllRead.decide(state, undefined, context);
    const everything = [[1, state.revision + 1]];
    expect(events).to.deep.equal([
      { type: 'MessagesMarkedRead', data: { userId: 2, messages: everything, all: true } },
    ]);
  });

  it('leaves messages read in channels that one has left', () => {
    const at = fixture(example.messageSent());
    changed(at, { messageIds: at.ids, op: 'add', flag: 'read' });
    take(at.state, at.facts, [example.usersUnsubscribed({ userIds: [2] })]);
    const { events, result } = changed(at, { messageIds: at.ids, op: 'remove', flag: 'read' });
    expect(events).to.deep.equal([]);
    expect(result).to.deep.equal({ changed: [], ignoredChannelIds: [CHANNEL] });
  });
});

describe('checking a change in parts', () => {
  it('refuses what the change would refuse, and records nothing', () => {
    const at = fixture(example.messageSent());
    const gone = 9_999 as MessageId;
    at.facts.learn('messageFacts', gone, undefined);
    const context = { actor: READER, now: at.state.time, nextRevision: 0, facts: at.facts };
    const check = (...messageIds: MessageId[]) =>
      checkFlagChange.decide(at.state, { messageIds }, context).events;
    expect(check(...at.ids)).to.deep.equal([]);
    expect(() => check(...at.ids, gone)).to.throw('Invalid message(s)');
  });
});

describe('what somebody left unread in a channel', () => {
  it('is marked read once they have left it, if it still exists', () => {
    const at = fixture(example.messageSent(), example.messageSent());
    take(at.state, at.facts, [example.usersUnsubscribed({ userIds: [READER] })]);
    const gone = 9_999 as MessageId;
    at.facts.learn('messageFacts', gone, undefined);
    const input = { userId: READER, messageIds: [...at.ids, gone] };
    for (const id of markLeftRead.needs!(at.state, input, null)!.flags!)
      if (!at.facts.known.flagFacts.has(id)) at.facts.learn('flagFacts', id, undefined);
    const mark = () => {
      const context = { actor: null, now: at.state.time, nextRevision: 0, facts: at.facts };
      const { events } = markLeftRead.decide(at.state, input, context);
      take(at.state, at.facts, events);
      return events;
    };
    const data = { userId: READER, messages: [[at.ids[0], at.ids[1]]] };
    expect(mark()).to.deep.equal([{ type: 'MessagesMarkedRead', data }]);
    expect(mark()).to.deep.equal([]);
  });
});
