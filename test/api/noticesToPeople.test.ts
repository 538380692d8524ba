import { expect } from 'chai';
import { noticesOf } from '../../src/reactors/notices/notices.ts';
import type { Person } from '../support/hansard.ts';
import { makeBot } from './bots.ts';
import { NoticeScene, ok } from './noticeScene.ts';

describe('the notification bot to people', () => {
  let scene: NoticeScene;

  before(async () => {
    scene = await NoticeScene.start();
  });
  after(() => scene.hansard.stop());
  beforeEach(() => scene.begin());

  const membersOf = (name: string) => ({ name, description: '', members: [scene.owner.userId] });

  it('tells who was subscribed by somebody else, to channels that were there', async () => {
    const [one, other] = [await scene.oldChannel(), await scene.oldChannel()];
    const subscriptions = [one, other].map(({ name }) => ({ name }));
    const principals = [scene.owner.userId, scene.mia.userId];
    await ok(
      scene.owner.post('/users/me/subscriptions', { subscriptions: subscriptions.slice(0, 1), principals }),
    );
    await ok(scene.owner.post('/users/me/subscriptions', { subscriptions, principals: [scene.zoe.userId] }));
    expect(await scene.texts(scene.mia)).to.deep.equal([
      `${scene.ownerText} subscribed you to the channel #**${one.name}**.`,
    ]);
    expect(await scene.texts(scene.zoe)).to.deep.equal([
      `${scene.ownerText} subscribed you to these channels:\n\n* #**${one.name}**\n* #**${other.name}**`,
    ]);
    expect(await scene.said()).to.deep.equal([]);
  });

  it('tells nobody who was subscribed quietly', async () => {
    const { name } = await scene.oldChannel();
    const quietly = { principals: [scene.mia.userId], send_new_subscription_messages: false };
    await ok(scene.owner.post('/users/me/subscriptions', { subscriptions: [{ name }], ...quietly }));
    expect(await scene.said(scene.mia)).to.deep.equal([]);
  });

  it('tells who was put into a group by somebody else, and who was taken out', async () => {
    const { group_id: id } = await ok(scene.owner.post('/user_groups/create', membersOf('builders')));
    await ok(scene.owner.post(`/user_groups/${String(id)}/members`, { add: [scene.mia.userId] }));
    await ok(
      scene.owner.post(`/user_groups/${String(id)}/members`, {
        delete: [scene.mia.userId, scene.owner.userId],
      }),
    );
    expect(await scene.texts(scene.mia)).to.deep.equal([
      `${scene.ownerText} added you to the group @_*builders*.`,
      `${scene.ownerText} removed you from the group @_*builders*.`,
    ]);
    expect(await scene.said()).to.deep.equal([]);
  });

  it('tells everybody who joins, where there is a place for that', async () => {
    const { id } = await scene.oldChannel();
    await ok(scene.owner.patch('/realm', { signup_announcements_stream_id: id }));
    const newcomer = await scene.hansard.account('Nova');
    expect(await scene.places()).to.deep.equal([[id, 'signups']]);
    expect(await scene.texts()).to.deep.equal([`@_**Nova|${newcomer.userId}** joined this organization.`]);
    await ok(scene.owner.patch('/realm', { signup_announcements_stream_id: -1 }));
  });

  it('tells who scheduled a message that it was not sent', async () => {
    const { id } = await scene.oldChannel();
    const inAMinute = Math.floor(scene.clock.now() / 1000) + 60;
    const message = { type: 'channel', to: id, topic: 'logo', content: 'Later.' };
    await ok(
      scene.owner.post('/scheduled_messages', { ...message, scheduled_delivery_timestamp: inAMinute }),
    );
    await ok(scene.owner.delete(`/streams/${id}`));
    scene.clock.advance(61_000);
    await scene.hansard.settled();
    const [notice] = (await scene.said()).filter(({ type }) => type === 'private');
    expect(notice!.content).to.match(/^The message that you scheduled for <time:/);
  });

  describe('who own bots', () => {
    let bot: Person;
    beforeEach(async () => {
      bot = await makeBot(scene.hansard, scene.mia);
    });
    const botText = () => new RegExp(`^Your bot @_\\*\\*[^|]+\\|${bot.userId}\\*\\* `);
    const missing = (to: unknown) =>
      bot.post('/messages', { type: 'channel', to, topic: 'x', content: 'hi' });

    it('tells of a channel that does not exist, which the bot is told too', async () => {
      const { status, body } = await missing('"no `such` place"');
      expect([status, body.code]).to.deep.equal([400, 'STREAM_DOES_NOT_EXIST']);
      const [notice, ...others] = await scene.said(scene.mia);
      expect(others).to.deep.equal([]);
      expect(notice!.type).to.equal('private');
      expect(notice!.content).to.match(botText());
      expect(notice!.content).to.match(
        /wanted to send a message to the channel `no 'such' place`, which does not exist\.$/,
      );
    });

    it('tells of one to which nobody is subscribed, where the message is all the same', async () => {
      const { id, name } = await scene.oldChannel();
      await ok(scene.owner.delete('/users/me/subscriptions', { subscriptions: [name] }));
      const messageId = await scene.send(bot, id, 'logo');
      const [text] = await scene.texts(scene.mia);
      expect(text).to.match(botText());
      expect(text).to.contain(`sent a message to #**${name}**, to which nobody is subscribed.`);
      expect((await ok(scene.mia.get(`/messages/${messageId}`))).message).to.include({ subject: 'logo' });
    });

    it('tells that once in five minutes, of each bot', async () => {
      await missing('nowhere');
      await missing('elsewhere');
      expect(await scene.said(scene.mia)).to.have.length(1);
      const other = await makeBot(scene.hansard, scene.mia);
      await other.post('/messages', { type: 'channel', to: 'nowhere', topic: 'x', content: 'hi' });
      expect(await scene.said(scene.mia)).to.have.length(2);
      scene.clock.advance(5 * 60_000);
      await scene.hansard.settled();
      await missing(900_000_001);
      const [, , third] = await scene.texts(scene.mia);
      expect(third).to.contain('`900000001`');
    });

    it('tells nobody of what people miss', async () => {
      await scene.mia.post('/messages', { type: 'channel', to: 'nowhere', topic: 'x', content: 'hi' });
      const { id, name } = await scene.oldChannel();
      await ok(scene.owner.delete('/users/me/subscriptions', { subscriptions: [name] }));
      await scene.send(scene.mia, id, 'logo');
      expect(await scene.said(scene.mia)).to.deep.equal([]);
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
