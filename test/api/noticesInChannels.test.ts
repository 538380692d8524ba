import { expect } from 'chai';
import { type Fields, NoticeFixture, ok } from './noticeFixture.ts';

const MODERATORS = 5;
const FULL_MEMBERS = 4;

describe('the notification bot in channels', () => {
  let fixture: NoticeFixture;

  before(async () => {
    fixture = await NoticeFixture.start();
  });
  after(() => fixture.hansard.stop());
  beforeEach(() => fixture.begin());

  it('tells of a new one, in it, and its creator has read that', async () => {
    const { id } = await fixture.newChannel({}, 'What it is **for**');
    const [notice, ...others] = await fixture.notices();
    expect(others).to.deep.equal([]);
    expect(notice).to.include({ stream_id: id, subject: 'channel events' });
    expect(notice!.content).to.equal(
      `Public channel created by ${fixture.ownerText}. **Description:**\n\n> What it is **for**`,
    );
    expect(notice!.flags).to.include('read');
  });

  for (const [kind, settings] of [
    ['Private with shared history', { invite_only: true, history_public_to_subscribers: true }],
    ['Private with protected history', { invite_only: true }],
  ] as const)
    it(`says that a new one is ${kind.toLowerCase()}, and has no description`, async () => {
      await fixture.newChannel(settings);
      expect(await fixture.texts()).to.deep.equal([
        `${kind} channel created by ${fixture.ownerText}. **Description:**\n\n*No description.*`,
      ]);
    });

  it('tells that in the channel’s only topic where it has one', async () => {
    const { id } = await fixture.newChannel({ topics_policy: 'empty_topic_only' });
    expect(await fixture.topics()).to.deep.equal([[id, '']]);
  });

  it('announces new ones together, where that is asked for and there is a place for it', async () => {
    const names = ['first news', 'second news'].map((name) => ({ name }));
    const channel = await fixture.oldChannel();
    await ok(fixture.owner.patch('/realm', { new_stream_announcements_stream_id: channel.id }));
    await ok(fixture.owner.post('/users/me/subscriptions', { subscriptions: names, announce: true }));
    const announced = (await fixture.notices()).filter(({ stream_id: id }) => id === channel.id);
    expect(announced.map(({ subject, content }) => [subject, content])).to.deep.equal([
      ['new channels', `${fixture.ownerText} created new channels:\n\n* #**first news**\n* #**second news**`],
    ]);
    await ok(fixture.owner.patch('/realm', { new_stream_announcements_stream_id: -1 }));
  });

  const changes: readonly (readonly [string, Fields, (name: string) => string])[] = [
    [
      'its name',
      { new_name: 'other name' },
      (name) => `renamed this channel from **${name}** to **other name**.`,
    ],
    [
      'its description',
      { description: 'New' },
      () =>
        'changed the description of this channel.\n\n**Before:**\n\n*No description.*\n\n**Now:**\n\n> New',
    ],
    [
      'who can see it',
      { is_private: true, history_public_to_subscribers: true },
      () => 'changed who can see this channel from **Public** to **Private with shared history**.',
    ],
    [
      'who can post',
      { can_send_message_group: { new: MODERATORS } },
      () =>
        'changed who can post in this channel.\n\n* **Before:** @_*role:everyone*\n* **Now:** @_*role:moderators*',
    ],
    [
      'which topics it takes',
      { topics_policy: 'disable_empty_topic' },
      () =>
        'changed what this channel takes from **as in the whole organization** to **messages with a topic only**.',
    ],
  ];
  for (const [what, fields, text] of changes)
    it(`tells of a change of ${what}`, async () => {
      const { id, name } = await fixture.oldChannel();
      await ok(fixture.owner.patch(`/streams/${id}`, fields));
      expect(await fixture.topics()).to.deep.equal([[id, 'channel events']]);
      expect(await fixture.texts()).to.deep.equal([`${fixture.ownerText} ${text(name)}`]);
    });

  it('tells of no other permission', async () => {
    const { id } = await fixture.oldChannel();
    await ok(fixture.owner.patch(`/streams/${id}`, { can_create_topic_group: { new: FULL_MEMBERS } }));
    expect(await fixture.notices()).to.deep.equal([]);
  });

  it('tells that one was archived, and brought back', async () => {
    const { id } = await fixture.oldChannel();
    await ok(fixture.owner.delete(`/streams/${id}`));
    await ok(fixture.owner.patch(`/streams/${id}`, { is_archived: false }));
    expect(await fixture.texts()).to.deep.equal([
      `${fixture.ownerText} archived this channel.`,
      `${fixture.ownerText} unarchived this channel.`,
    ]);
  });

  it('says nothing of them where the organization does not want that', async () => {
    await ok(fixture.owner.patch('/realm', { send_channel_events_messages: false }));
    const { id } = await fixture.newChannel();
    await ok(fixture.owner.patch(`/streams/${id}`, { description: 'New' }));
    expect(await fixture.notices()).to.deep.equal([]);
    await ok(fixture.owner.patch('/realm', { send_channel_events_messages: true }));
  });
});
