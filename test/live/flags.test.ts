import { expect } from 'chai';
import type { DomainEvent } from '../../src/events/define.ts';
import { example } from '../support/examples.ts';
import { PEOPLE, theOne, town } from './fixture.ts';

const { member } = PEOPLE;

describe('a flag', () => {
  it('is told to whose it is alone, with the messages that have it, or not any more', () => {
    const flagged = (event: DomainEvent) => {
      const { to, payload } = theOne(town(), event, 'update_message_flags');
      expect([...to]).to.deep.equal([member]);
      return payload;
    };
    const common = { type: 'update_message_flags', flag: 'collapsed', messages: [5, 7, 8, 9], all: false };
    const changed = { userId: member, messages: [5, [7, 9] as [number, number]] };
    expect(flagged(example.messagesCollapsed(changed))).to.deep.include({ ...common, op: 'add' });
    expect(flagged(example.messagesUncollapsed(changed))).to.deep.include({ ...common, op: 'remove' });
  });
});

describe('a reaction', () => {
  it('that is taken back is told to those who follow the channel', () => {
    const removed = example.reactionRemoved({ userId: member });
    const { to, payload } = theOne(town(), removed, 'reaction');
    expect([...to]).to.deep.equal([member, PEOPLE.guest]);
    expect(payload).to.deep.include({
      op: 'remove',
      message_id: 5,
      user_id: member,
      emoji_name: 'tada',
      emoji_code: '1f389',
      reaction_type: 'unicode_emoji',
    });
  });
});
