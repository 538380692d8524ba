import { expect } from 'chai';
import {
  notifyEditTyping,
  notifyTyping,
  reportMessage,
  typingEdit,
  typingIn,
} from '../../../src/commands/messages/typing.ts';
import { Refused } from '../../../src/base/errors.ts';
import type { MessageId, UserId } from '../../../src/base/ids.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { Conversation } from '../../../src/events/messages.ts';
import type { OrganizationPermission } from '../../../src/events/organizations.ts';
import type { ReportType } from '../../../src/events/reactions.ts';
import type { ConversationFact } from '../../../src/organization/slices/messageFacts.ts';
import { example, EXAMPLE_START } from '../../support/examples.ts';
import { CHANNELS, EVERYONE, NOBODY, outcome, PEOPLE, town } from '../channelFixture.ts';

const id = (who: keyof typeof PEOPLE): UserId => PEOPLE[who] as UserId;
const context = { actor: null, now: 0, nextRevision: 0, facts: undefined as never };
const hides = (property: 'sendPrivateTypingNotifications' | 'sendStreamTypingNotifications') =>
  example.personalSettingChanged({ userId: PEOPLE.member, property, oldValue: true, newValue: false });

const SENT_AT = EXAMPLE_START;
const KNOWN = { topic: 'logo' } as ConversationFact;
/** A permission of the organization is nobody's any more. */
const permissionGiven = (permission: OrganizationPermission) =>
  example.organizationPermissionChanged({ permission, oldValue: EVERYONE, newValue: NOBODY });

describe('a typing notification', () => {
  const inPlace =
    (conversation: object, known?: boolean) =>
    (...before: readonly DomainEvent[]) =>
      typingIn(town(...before), id('member'), conversation as Conversation, known ? KNOWN : undefined);
  const direct = (to: readonly number[], known?: boolean) =>
    inPlace({ kind: 'direct', participantIds: [...to, PEOPLE.member].sort() }, known);
  const inChannel = (channelId: number, topic = 'logo', known?: boolean) =>
    inPlace({ kind: 'channel', channelId, topic }, known);
  const edit = (given: object, editor: keyof typeof PEOPLE = 'member', ...before: readonly DomainEvent[]) =>
    typingEdit(town(...before), { editorId: id(editor), now: SENT_AT + 60_000 }, {
      messageId: 7,
      senderId: PEOPLE.member,
      channelId: CHANNELS.open,
      topic: 'logo',
      sentAt: SENT_AT,
      ...given,
    } as never);

  it('is recorded as it was checked, for a message and for an edit', () => {
    const typing = { senderId: id('member'), op: 'start', ...direct([PEOPLE.owner])() } as const;
    const { events } = notifyTyping.decide(undefined as never, typing, context);
    expect(events).to.deep.equal([{ type: 'TypingNotified', data: typing }]);
    const edited = { ...typing, messageId: 7 as MessageId };
    expect(notifyEditTyping.decide(undefined as never, edited, context).events).to.deep.equal([
      { type: 'EditTypingNotified', data: edited },
    ]);
  });

  it('goes where a message might be sent', () => {
    expect(direct([PEOPLE.owner])()).to.deep.equal({ participantIds: [PEOPLE.owner, PEOPLE.member] });
    expect(inChannel(CHANNELS.open)()).to.deep.equal({ channelId: CHANNELS.open, topic: 'logo' });
    expect(() => direct([900])()).to.throw(Refused);
    for (const channelId of [CHANNELS.shared, CHANNELS.archived, 900])
      expect(() => inChannel(channelId)(), String(channelId)).to.throw(Refused);
  });

  it('asks for the right to begin a conversation where there is none', () => {
    const topics = example.channelPermissionChanged({
      channelId: CHANNELS.open,
      permission: 'canCreateTopic',
      newValue: NOBODY,
    });
    expect(() => inChannel(CHANNELS.open)(topics)).to.throw('create new topics');
    expect(inChannel(CHANNELS.open, 'logo', true)(topics)).to.include({ topic: 'logo' });
    const initiators = permissionGiven('direct_message_initiator_group');
    expect(() => direct([PEOPLE.owner])(initiators)).to.throw('initiate direct message conversations');
    expect(direct([PEOPLE.owner], true)(initiators)).to.have.property('participantIds');
  });

  it('is refused where direct messages are', () => {
    const authorizers = permissionGiven('direct_message_permission_group');
    expect(() => direct([PEOPLE.owner], true)(authorizers)).to.throw('Direct messages are disabled');
  });

  it('is refused in a topic that the channel does not allow', () => {
    const policy = example.organizationSettingChanged({
      property: 'topicsPolicy',
      oldValue: 'allow_empty_topic',
      newValue: 'disable_empty_topic',
    });
    expect(() => inChannel(CHANNELS.open, '')(policy)).to.throw('topic is not allowed in this channel');
  });

  it('of an edit asks for the right to edit', () => {
    expect(edit({})).to.deep.equal({ channelId: CHANNELS.open, topic: 'logo' });
    expect(() => edit({}, 'owner')).to.throw("You don't have permission to edit this message");
    expect(() => edit({ channelId: CHANNELS.archived })).to.throw('Invalid message(s)');
    expect(() => edit({ submessages: [] })).to.throw('Widgets cannot be edited.');
    expect(() => edit({ sentAt: 0 })).to.throw('The time limit for editing this message has passed');
    const setting = { property: 'allowMessageEditing', oldValue: true, newValue: false } as const;
    const off = example.organizationSettingChanged(setting);
    expect(() => edit({}, 'member', off)).to.throw('Your organization has turned off message editing');
  });

  it('is refused for people who hide theirs, each kind by a setting of its own', () => {
    const [privately, publicly] = [
      hides('sendPrivateTypingNotifications'),
      hides('sendStreamTypingNotifications'),
    ];
    expect(() => direct([PEOPLE.owner])(privately)).to.throw(/disabled typing notifications for direct/);
    expect(() => direct([PEOPLE.owner])(publicly)).not.to.throw();
    for (const write of [inChannel(CHANNELS.open), (hidden: DomainEvent) => edit({}, 'member', hidden)]) {
      expect(() => write(publicly)).to.throw(/disabled typing notifications for stream/);
      expect(() => write(privately)).not.to.throw();
    }
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
