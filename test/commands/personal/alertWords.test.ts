import { expect } from 'chai';
import { addAlertWords, removeAlertWords } from '../../../src/commands/personal/alertWords.ts';
import { alertedBy } from '../../../src/commands/messages/rendering.ts';
import type { Conversation } from '../../../src/events/messages.ts';
import { CHANNELS, PEOPLE, town } from '../../live/fixture.ts';
import { example } from '../../support/examples.ts';
import { eventsOrRefusal, refused } from '../eventsOrRefusal.ts';

const { owner, member, outsider, guest } = PEOPLE;
const having = (words: readonly string[], userId: number = member) =>
  example.alertWordsAdded({ userId, words });
const added = (words: readonly string[]) => [{ type: 'AlertWordsAdded', data: { userId: member, words } }];

describe('alert words', () => {
  it('are added trimmed, once in whatever spelling, and not at all where they are blank', () => {
    const words = [' Lunch ', 'lunch', '', '  ', 'tea  time'];
    expect(eventsOrRefusal(town(), addAlertWords, { words }, member)).to.deep.equal(
      added(['Lunch', 'tea  time']),
    );
    const present = town(having(['LUNCH', 'Tea Time']));
    expect(eventsOrRefusal(present, addAlertWords, { words }, member)).to.deep.equal([]);
  });

  it('are removed in whatever spelling', () => {
    const present = town(having(['LUNCH', 'Tea Time']), having(['lunch'], guest));
    expect(eventsOrRefusal(present, removeAlertWords, { words: ['lunch ', 'dinner'] }, member)).to.deep.equal(
      [{ type: 'AlertWordsRemoved', data: { userId: member, words: ['LUNCH'] } }],
    );
    expect(eventsOrRefusal(present, removeAlertWords, { words: ['lunch'] }, member)).to.deep.equal([]);
  });

  it('are 500 of one person', () => {
    const words = Array.from({ length: 499 }, (_, index) => `word ${index}`);
    const one = eventsOrRefusal(town(having(words)), addAlertWords, { words: ['one more'] }, member);
    expect(one).to.deep.equal(added(['one more']));
    const two = eventsOrRefusal(
      town(having(words)),
      addAlertWords,
      { words: ['one more', 'two more'] },
      member,
    );
    expect(two).to.deep.equal(refused('Too many alert words (maximum 500).'));
  });

  it('have 20 words and signs', () => {
    const dots = (count: number) => ({ words: ['.'.repeat(count)] });
    expect(eventsOrRefusal(town(), addAlertWords, dots(20), member)).to.deep.equal(added(dots(20).words));
    expect(eventsOrRefusal(town(), addAlertWords, dots(21), member)).to.deep.equal(
      refused('An alert word has at most 20 words and signs.'),
    );
  });

  it('alert those who receive what has them', () => {
    const state = town(...[owner, member, outsider, guest].map((userId) => having(['lunch'], userId)));
    const alerted = (conversation: object, mentioned: readonly number[] = []) =>
      alertedBy(state, 'Lunch?', conversation as Conversation, mentioned as never);
    const channel = { kind: 'channel', channelId: CHANNELS.public, topic: 't' };
    expect(alerted(channel)).to.deep.equal({ alertedUserIds: [member, guest] });
    expect(alerted(channel, [outsider])).to.deep.equal({ alertedUserIds: [member, outsider, guest] });
    const direct = { kind: 'direct', participantIds: [owner, member, PEOPLE.stranger] };
    expect(alerted(direct)).to.deep.equal({ alertedUserIds: [owner, member] });
    expect(alertedBy(town(), 'Lunch?', channel as Conversation, [])).to.deep.equal({});
  });
});
