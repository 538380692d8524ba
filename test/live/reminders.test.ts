import { expect } from 'chai';
import { example } from '../support/examples.ts';
import { PEOPLE, theOne, town, toWhom } from './fixture.ts';

const by = { ownerId: PEOPLE.member };
const set = example.reminderSet(by);

describe('a reminder', () => {
  for (const [event, operation] of [
    [set, 'add'],
    [example.reminderDeleted(by), 'remove'],
    [example.reminderDue(by), 'remove'],
  ] as const)
    it(`is told to its owner alone: ${event.type}`, () => {
      expect(toWhom(town(set), event)).to.deep.equal([`reminders/${operation} → ${PEOPLE.member}`]);
    });

  it('is told with all that it says', () => {
    expect(theOne(town(), set, 'reminders').payload).to.deep.equal({
      type: 'reminders',
      op: 'add',
      reminders: [
        {
          reminder_id: 1,
          type: 'private',
          to: [PEOPLE.member],
          failed: false,
          content: 'You asked to be reminded.',
          rendered_content: '<p>You asked to be reminded.</p>',
          scheduled_delivery_timestamp: Date.UTC(2026, 0, 2) / 1000,
          reminder_target_message_id: 5,
        },
      ],
    });
    expect(theOne(town(set), example.reminderDue(by), 'reminders').payload).to.deep.equal({
      type: 'reminders',
      op: 'remove',
      reminder_id: 3,
    });
  });
});
