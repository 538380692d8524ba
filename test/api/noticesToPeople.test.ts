import { expect } from 'chai';
import { noticesOf } from '../../src/reactors/notices/notices.ts';
import type { Person } from '../support/hansard.ts';
import { makeBot } from './bots.ts';
import { NoticeFixture, ok } from './noticeFixture.ts';

describe('the notification bot to people', () => {
  let fixture: NoticeFixture;

  before(async () => {
    fixture = await NoticeFixture.start();
  });
  after(() => fixture.hansard.stop());
  beforeEach(() => fixture.begin());

  const membersOf = (name: string) => ({ name, description: '', members: [fixture.owner.userId] });

  it('tells who was subscribed by somebody else, to channels that were there', async () => {
    const [one, other] = [await fixture.oldChannel(), await fixture.oldChannel()];
    const subscriptions = [one, other].map(({ name }) => ({ name }));
    const principals = [fixture.owner.userId, fixture.mia.userId];
    await ok(
      fixture.owner.post('/users/me/subscriptions', { subscriptions: subscriptions.slice(0, 1), principals }),
    );
    await ok(
      fixture.owner.post('/users/me/subscriptions', { subscriptions, principals: [fixture.zoe.userId] }),
    );
    expect(await fixture.texts(fixture.mia)).to.deep.equal([
      `${fixture.ownerText} subscribed you to the channel #**${one.name}**.`,
    ]);
    expect(await fixture.texts(fixture.zoe)).to.deep.equal([
      `${fixture.ownerText} subscribed you to these channels:\n\n* #**${one.name}**\n* #**${other.name}**`,
    ]);
    expect(await fixture.notices()).to.deep.equal([]);
  });

  it('tells nobody who was subscribed quietly', async () => {
    const { name } = await fixture.oldChannel();
    const quietly = { principals: [fixture.mia.userId], send_new_subscription_messages: false };
    await ok(fixture.owner.post('/users/me/subscriptions', { subscriptions: [{ name }], ...quietly }));
    expect(await fixture.notices(fixture.mia)).to.deep.equal([]);
  });

  it('tells who was put into a group by somebody else, and who was taken out', async () => {
    const { group_id: id } = await ok(fixture.owner.post('/user_groups/create', membersOf('builders')));
    await ok(fixture.owner.post(`/user_groups/${String(id)}/members`, { add: [fixture.mia.userId] }));
    await ok(
      fixture.owner.post(`/user_groups/${String(id)}/members`, {
        delete: [fixture.mia.userId, fixture.owner.userId],
      }),
    );
    expect(await fixture.texts(fixture.mia)).to.deep.equal([
      `${fixture.ownerText} added you to the group @_*builders*.`,
      `${fixture.ownerText} removed you from the group @_*builders*.`,
    ]);
    expect(await fixture.notices()).to.deep.equal([]);
  });

  it('tells everybody who joins, where there is a place for that', async () => {
    const { id } = await fixture.oldChannel();
    await ok(fixture.owner.patch('/realm', { signup_announcements_stream_id: id }));
    const newcomer = await fixture.hansard.account('Nova');
    expect(await fixture.topics()).to.deep.equal([[id, 'signups']]);
    expect(await fixture.texts()).to.deep.equal([`@_**Nova|${newcomer.userId}** joined this organization.`]);
    await ok(fixture.owner.patch('/realm', { signup_announcements_stream_id: -1 }));
  });

  it('tells who scheduled a message that it was not sent', async () => {
    const { id } = await fixture.oldChannel();
    const inAMinute = Math.floor(fixture.clock.now() / 1000) + 60;
    const message = { type: 'channel', to: id, topic: 'logo', content: 'Later.' };
    await ok(
      fixture.owner.post('/scheduled_messages', { ...message, scheduled_delivery_timestamp: inAMinute }),
    );
    await ok(fixture.owner.delete(`/streams/${id}`));
    fixture.clock.advance(61_000);
    await fixture.hansard.settled();
    const [notice] = (await fixture.notices()).filter(({ type }) => type === 'private');
    expect(notice!.content).to.match(/^The message that you scheduled for <time:/);
  });

  describe('who own bots', () => {
    let bot: Person;
    beforeEach(async () => {
      bot = await makeBot(fixture.hansard, fixture.mia);
    });
    const botText = () => new RegExp(`^Your bot @_\\*\\*[^|]+\\|${bot.userId}\\*\\* `);
    const missing = (to: unknown) =>
      bot.post('/messages', { type: 'channel', to, topic: 'x', content: 'hi' });

    it('tells of a channel that does not exist, which the bot is told too', async () => {
      const { status, body } = await missing('"no `such` place"');
      expect([status, body.code]).to.deep.equal([400, 'STREAM_DOES_NOT_EXIST']);
      const [notice, ...others] = await fixture.notices(fixture.mia);
      expect(others).to.deep.equal([]);
      expect(notice!.type).to.equal('private');
      expect(notice!.content).to.match(botText());
      expect(notice!.content).to.match(
        /wanted to send a message to the channel `no 'such' place`, which does not exist\.$/,
      );
    });

    it('tells of one to which nobody is subscribed, where the message is all the same', async () => {
      const { id, name } = await fixture.oldChannel();
      await ok(fixture.owner.delete('/users/me/subscriptions', { subscriptions: [name] }));
      const messageId = await fixture.send(bot, id, 'logo');
      const [text] = await fixture.texts(fixture.mia);
      expect(text).to.match(botText());
      expect(text).to.contain(`sent a message to #**${name}**, to which nobody is subscribed.`);
      expect((await ok(fixture.mia.get(`/messages/${messageId}`))).message).to.include({ subject: 'logo' });
    });

    it('tells that once in five minutes, of each bot', async () => {
      await missing('nowhere');
      await missing('elsewhere');
      expect(await fixture.notices(fixture.mia)).to.have.length(1);
      const other = await makeBot(fixture.hansard, fixture.mia);
      await other.post('/messages', { type: 'channel', to: 'nowhere', topic: 'x', content: 'hi' });
      expect(await fixture.notices(fixture.mia)).to.have.length(2);
      fixture.clock.advance(5 * 60_000);
      await fixture.hansard.settled();
      await missing(900_000_001);
      const [, , third] = await fixture.texts(fixture.mia);
      expect(third).to.contain('`900000001`');
    });

    it('tells nobody of what people miss', async () => {
      await fixture.mia.post('/messages', { type: 'channel', to: 'nowhere', topic: 'x', content: 'hi' });
      const { id, name } = await fixture.oldChannel();
      await ok(fixture.owner.delete('/users/me/subscriptions', { subscriptions: [name] }));
      await fixture.send(fixture.mia, id, 'logo');
      expect(await fixture.notices(fixture.mia)).to.deep.equal([]);
    });
  });

  it('has something to say of these events, each of which is shown here, with invitations, reminders or reports', () => {
    expect(Object.keys(noticesOf).sort()).to.deep.equal(
      [
        'UsersSubscribed',
        'UserGroupMembersAdded',
        'UserGroupMembersRemoved',
        'UserCreated',
        'ChannelCreated',
        'ChannelRenamed',
        'ChannelDescribed',
        'ChannelPrivacyChanged',
        'ChannelPermissionChanged',
        'ChannelTopicsPolicyChanged',
        'ChannelArchived',
        'ChannelUnarchived',
        'MessagesMoved',
        'ScheduledSendFailed',
        'InvitationAccepted',
        'BotMessageUndelivered',
        'ReminderDue',
        'MessageReported',
      ].sort(),
    );
  });
});
