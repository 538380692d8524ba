import { expect } from 'chai';
import { NoticeFixture, ok } from './noticeFixture.ts';

describe('the notification bot where messages go', () => {
  let fixture: NoticeFixture;

  before(async () => {
    fixture = await NoticeFixture.start();
  });
  after(() => fixture.hansard.stop());
  beforeEach(() => fixture.begin());

  const FROM = { channel: 0, name: '' };
  beforeEach(async () => {
    const { id, name } = await fixture.oldChannel();
    Object.assign(FROM, { channel: id, name });
  });

  it('leaves word in the old topic and in the new one, as it is asked to', async () => {
    const messageId = await fixture.send(fixture.owner, FROM.channel, 'old');
    await fixture.send(fixture.owner, FROM.channel, 'old');
    const move = { topic: 'new', propagate_mode: 'change_one', send_notification_to_old_thread: true };
    await ok(fixture.owner.patch(`/messages/${messageId}`, move));
    expect((await fixture.notices()).map(({ subject, content }) => [subject, content])).to.have.deep.members([
      ['old', `A message was moved to #**${FROM.name}>new** by ${fixture.ownerText}.`],
      ['new', `A message was moved here from #**${FROM.name}>old** by ${fixture.ownerText}.`],
    ]);
  });

  it('speaks of the topic where all of it goes, also to another channel', async () => {
    const messageId = await fixture.send(fixture.owner, FROM.channel, 'old');
    const { id, name } = await fixture.oldChannel();
    const move = { stream_id: id, propagate_mode: 'change_all', send_notification_to_old_thread: true };
    await ok(fixture.owner.patch(`/messages/${messageId}`, move));
    expect(
      (await fixture.notices()).map(({ stream_id, content }) => [stream_id, content]),
    ).to.have.deep.members([
      [FROM.channel, `This topic was moved to #**${name}>old** by ${fixture.ownerText}.`],
      [id, `This topic was moved here from #**${FROM.name}>old** by ${fixture.ownerText}.`],
    ]);
  });

  it('says nothing where it is asked not to', async () => {
    const messageId = await fixture.send(fixture.owner, FROM.channel, 'old');
    const move = { topic: 'new', propagate_mode: 'change_all', send_notification_to_new_thread: false };
    await ok(fixture.owner.patch(`/messages/${messageId}`, move));
    expect(await fixture.notices()).to.deep.equal([]);
  });

  const rename = (messageId: number, topic: string) =>
    ok(fixture.owner.patch(`/messages/${messageId}`, { topic, propagate_mode: 'change_all' }));

  it('says that a topic is resolved, and that it no longer is', async () => {
    const messageId = await fixture.send(fixture.owner, FROM.channel, 'logo');
    await rename(messageId, '✔ logo');
    expect(await fixture.texts()).to.deep.equal([`${fixture.ownerText} has marked this topic as resolved.`]);
    expect(await fixture.topics()).to.deep.equal([[FROM.channel, '✔ logo']]);
    fixture.clock.advance(61_000);
    await rename(messageId, 'logo');
    expect(await fixture.texts()).to.deep.equal([
      `${fixture.ownerText} has marked this topic as resolved.`,
      `${fixture.ownerText} has marked this topic as unresolved.`,
    ]);
  });

  it('takes back what it said of that where it is undone within a minute', async () => {
    const messageId = await fixture.send(fixture.owner, FROM.channel, 'logo');
    await rename(messageId, '✔ logo');
    await fixture.hansard.settled();
    await rename(messageId, 'logo');
    expect(await fixture.notices()).to.deep.equal([]);
    const { topics } = await ok(fixture.owner.get(`/users/me/${FROM.channel}/topics`));
    expect(topics).to.deep.include({ name: 'logo', max_id: messageId });
    await rename(messageId, '✔ logo');
    expect(await fixture.texts()).to.deep.equal([`${fixture.ownerText} has marked this topic as resolved.`]);
  });

  it('does not take it back once something else was said', async () => {
    const messageId = await fixture.send(fixture.owner, FROM.channel, 'logo');
    await rename(messageId, '✔ logo');
    await fixture.hansard.settled();
    await fixture.send(fixture.owner, FROM.channel, '✔ logo');
    await rename(messageId, 'logo');
    expect(await fixture.texts()).to.have.length(2);
  });
});
