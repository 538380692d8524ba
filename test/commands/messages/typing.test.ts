import { expect } from 'chai';
import {
  channelTyping,
  directTyping,
  notifyEditTyping,
  notifyTyping,
  reportMessage,
} from '../../../src/commands/messages/typing.ts';
import { Refused } from '../../../src/base/errors.ts';
import type { ChannelId, MessageId, UserId } from '../../../src/base/ids.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { ReportType } from '../../../src/events/reactions.ts';
import { example } from '../../support/examples.ts';
import { CHANNELS, outcome, PEOPLE, town } from '../channelFixture.ts';

const id = (who: keyof typeof PEOPLE): UserId => PEOPLE[who] as UserId;
const context = { actor: null, now: 0, nextRevision: 0, facts: undefined as never };
const hides = (property: 'sendPrivateTypingNotifications' | 'sendStreamTypingNotifications') =>
  example.personalSettingChanged({ userId: PEOPLE.member, property, oldValue: true, newValue: false });

describe('a typing notification', () => {
  const direct = (to: readonly UserId[], ...before: readonly DomainEvent[]) =>
    directTyping(town(...before), id('member'), to);
  const inChannel = (channelId: number, ...before: readonly DomainEvent[]) =>
    channelTyping(town(...before), id('member'), channelId as ChannelId, 'logo');

  it('is recorded as it was checked, for a message and for an edit', () => {
    const typing = { senderId: id('member'), op: 'start', ...direct([id('owner')]) } as const;
    const { events } = notifyTyping.decide(undefined as never, typing, context);
    expect(events).to.deep.equal([{ type: 'TypingNotified', data: typing }]);
    const edit = { ...typing, messageId: 7 as MessageId };
    expect(notifyEditTyping.decide(undefined as never, edit, context).events).to.deep.equal([
      { type: 'EditTypingNotified', data: edit },
    ]);
  });

  it('goes where a message might be sent', () => {
    expect(direct([id('owner')])).to.deep.equal({ participantIds: [PEOPLE.owner, PEOPLE.member] });
    expect(inChannel(CHANNELS.open)).to.deep.equal({ channelId: CHANNELS.open, topic: 'logo' });
    expect(() => direct([])).to.throw("Empty 'to' list");
    expect(() => direct([900 as UserId])).to.throw(Refused);
    for (const channelId of [CHANNELS.shared, CHANNELS.archived, 900])
      expect(() => inChannel(channelId), String(channelId)).to.throw(Refused);
  });

  it('is refused for people who hide theirs, each kind by a setting of its own', () => {
    const [privately, publicly] = [
      hides('sendPrivateTypingNotifications'),
      hides('sendStreamTypingNotifications'),
    ];
    expect(() => direct([id('owner')], privately)).to.throw(/disabled typing notifications for direct/);
    expect(() => direct([id('owner')], publicly)).not.to.throw();
    expect(() => inChannel(CHANNELS.open, publicly)).to.throw(/disabled typing notifications for stream/);
    expect(() => inChannel(CHANNELS.open, privately)).not.to.throw();
  });
});

describe('the report of a message', () => {
  const moderated = example.organizationSettingChanged({
    property: 'moderationRequestChannelId',
    oldValue: null,
    newValue: CHANNELS.shared,
  });
  const report = (reportType: ReportType, description: string, ...before: readonly DomainEvent[]) => {
    const message = { messageId: 7 as MessageId, senderId: id('owner'), content: 'Buy this' };
    const input = { ...message, reportType, description };
    const made = outcome(town(...before), reportMessage, input, 'member');
    return made instanceof Refused ? made.message : made.events;
  };

  it('is recorded for the channel of the moderators, with the text as it was read', () => {
    expect(report('spam', ' Again! ', moderated)).to.deep.equal([
      example.messageReported({
        messageId: 7,
        senderId: PEOPLE.owner,
        reporterId: PEOPLE.member,
        channelId: CHANNELS.shared,
      }),
    ]);
  });

  it('needs such a channel, and a reason of its own where it is none of those that are listed', () => {
    expect(report('spam', '')).to.match(/^Moderation request channel must be specified/);
    expect(report('other', ' ', moderated)).to.equal('An explanation is required.');
    expect(report('other', 'It is odd.', moderated)).to.have.length(1);
    expect(report('spam', 'x'.repeat(1_001), moderated)).to.match(/too long/);
  });
});
