import { expect } from 'chai';
import {
  deleteReminder,
  reminderText,
  sendDueReminders,
  setReminder,
} from '../../../src/commands/personal/reminders.ts';
import type { ReminderId } from '../../../src/events/personal.ts';
import type { MessageId } from '../../../src/base/ids.ts';
import { nextReminderAt, dueReminders } from '../../../src/organization/slices/personal.ts';
import { PEOPLE, town } from '../../live/fixture.ts';
import { example, foldOn, recorded } from '../../support/examples.ts';
import { eventsOrRefusal } from '../eventsOrRefusal.ts';

const { owner, member } = PEOPLE;
const at = 1_800_000_000_000;
const text = { content: 'Remember', rendered: { html: undefined, rendererVersion: 0 } } as never;
const set = (remindAt: number, state = town(), actor: number = member) =>
  eventsOrRefusal(state, setReminder, { messageId: 7 as MessageId, text, remindAt, at }, actor);
const those = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    example.reminderSet({ ownerId: member, reminderId: index + 1 }),
  );

describe('a reminder', () => {
  it('is set for later', () => {
    const data = { ownerId: member, reminderId: 1, messageId: 7, content: 'Remember', remindAt: at + 1 };
    expect(set(at + 1)).to.deep.equal([{ type: 'ReminderSet', data }]);
    const message = 'Scheduled delivery time must be in the future.';
    expect(set(at)).to.deep.equal({ refused: 'BAD_REQUEST', message });
  });

  it('is one of 500', () => {
    expect(set(at + 1, town(...those(499)))).to.have.length(1);
    const message = 'Too many reminders (maximum 500).';
    expect(set(at + 1, town(...those(500)))).to.deep.equal({ refused: 'BAD_REQUEST', message });
    expect(set(at + 1, town(...those(500)), owner)).to.have.length(1);
  });

  it('is refused where all of one person are too long altogether, with their HTML', () => {
    const before = (length: number) =>
      town(
        example.reminderSet({
          ownerId: member,
          reminderId: 1,
          content: 'x'.repeat(1_000),
          html: 'x'.repeat(length),
        }),
      );
    const [most, size] = [1_000_000, 'Remember'.length];
    expect(set(at + 1, before(most - 1_000 - size))).to.have.length(1);
    const message = 'Your reminders are too long altogether.';
    const refused = { refused: 'BAD_REQUEST', message };
    expect(set(at + 1, before(most - 1_000 - size + 1))).to.deep.equal(refused);
  });

  it('is deleted by its owner alone', () => {
    const state = town(...those(1));
    const one = { reminderId: 1 as ReminderId };
    const absent = { refused: 'BAD_REQUEST', message: 'Reminder does not exist' };
    expect(eventsOrRefusal(state, deleteReminder, one, owner)).to.deep.equal(absent);
    expect(eventsOrRefusal(state, deleteReminder, one, member)).to.have.length(1);
    expect(eventsOrRefusal(state, deleteReminder, one, member)).to.deep.equal(absent);
  });

  it('is due at its time, and some of very many at once', () => {
    const set = (reminderId: number, remindAt: number) => example.reminderSet({ reminderId, remindAt });
    const state = town(set(1, 20), set(2, 10), set(3, 30));
    const due = (now: number, most = 9) => dueReminders(state, now, most).map(({ id }) => id);
    expect([due(9), due(10), due(30), due(30, 2)]).to.deep.equal([[], [2], [1, 2, 3], [1, 2]]);
  });

  it('is known by its time when it comes next, whatever happens to the others', () => {
    const set = (reminderId: number, remindAt: number) => example.reminderSet({ reminderId, remindAt });
    const state = town(set(1, 20), set(2, 10));
    expect([nextReminderAt(town()), nextReminderAt(state)]).to.deep.equal([Infinity, 10]);
    foldOn(state, example.reminderDeleted({ reminderId: 2 }));
    expect(nextReminderAt(state)).to.equal(20);
    foldOn(state, set(3, 5));
    expect(nextReminderAt(state)).to.equal(5);
  });

  it('links to the message, with the note', () => {
    expect(reminderText(7 as MessageId, ' Call\nher ')).to.equal(
      'You asked to be reminded of [a message](/#narrow/near/7).\n\n> Call\n> her',
    );
    expect(reminderText(7 as MessageId, ' ')).to.equal(reminderText(7 as MessageId));
  });
});

describe('a reminder that is due', () => {
  const remindAt = Date.UTC(2026, 0, 2);
  const those2 = [
    example.reminderSet({ ownerId: member, reminderId: 1, remindAt }),
    example.reminderSet({ ownerId: member, reminderId: 2, remindAt: remindAt + 1 }),
  ];

  /** The texts of what is due, where its message says this. */
  const due = (now: number, message?: object) => {
    const state = town(...those2);
    const events = recorded(those2, { after: town() });
    const needed = sendDueReminders.needs!(state, { at: now }, null)!;
    const facts = {
      event: (revision: number) => events.find((event) => event.revision === revision),
      excerpt: () => message && { named: message },
    };
    const context = { actor: null, now, nextRevision: 0, facts: facts as never };
    const decision = sendDueReminders.decide(state, { at: now }, context);
    expect(needed.events).to.have.length(decision.events.length);
    return decision.events.map(({ data }) => data);
  };

  it('quotes the message as it is then', () => {
    const message = { senderId: owner, channelId: 1, content: 'Soup at noon', messageId: 5 };
    expect(due(remindAt - 1, message)).to.deep.equal([]);
    const [first, ...others] = due(remindAt, message);
    expect(first).to.include({ ownerId: member, reminderId: 1 });
    expect(first)
      .to.have.property('content')
      .that.includes('You asked to be reminded.')
      .and.includes('Soup at noon');
    expect(others).to.deep.equal([]);
    expect(due(remindAt + 1, message)).to.have.length(2);
  });

  it('says so where the message cannot be read any more', () => {
    expect(due(remindAt)[0]).to.have.property('content').that.includes('You can no longer read the message.');
  });
});
