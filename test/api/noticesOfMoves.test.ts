import { expect } from 'chai';
import { NoticeScene, ok } from './noticeScene.ts';

describe('the notification bot where messages go', () => {
  let scene: NoticeScene;

  before(async () => {
    scene = await NoticeScene.start();
  });
  after(() => scene.hansard.stop());
  beforeEach(() => scene.begin());

  const FROM = { channel: 0, name: '' };
  beforeEach(async () => {
    const { id, name } = await scene.oldChannel();
    Object.assign(FROM, { channel: id, name });
  });

  it('leaves word in the old topic and in the new one, as it is asked to', async () => {
    const messageId = await scene.send(scene.owner, FROM.channel, 'old');
    await scene.send(scene.owner, FROM.channel, 'old');
    const move = { topic: 'new', propagate_mode: 'change_one', send_notification_to_old_thread: true };
    await ok(scene.owner.patch(`/messages/${messageId}`, move));
    expect((await scene.said()).map(({ subject, content }) => [subject, content])).to.have.deep.members([
      ['old', `A message was moved to #**${FROM.name}>new** by ${scene.ownerText}.`],
      ['new', `A message was moved here from #**${FROM.name}>old** by ${scene.ownerText}.`],
    ]);
  });

  it('speaks of the topic where all of it goes, also to another channel', async () => {
    const messageId = await scene.send(scene.owner, FROM.channel, 'old');
    const { id, name } = await scene.oldChannel();
    const move = { stream_id: id, propagate_mode: 'change_all', send_notification_to_old_thread: true };
    await ok(scene.owner.patch(`/messages/${messageId}`, move));
    expect((await scene.said()).map(({ stream_id, content }) => [stream_id, content])).to.have.deep.members([
      [FROM.channel, `This topic was moved to #**${name}>old** by ${scene.ownerText}.`],
      [id, `This topic was moved here from #**${FROM.name}>old** by ${scene.ownerText}.`],
    ]);
  });

  it('says nothing where it is asked not to', async () => {
    const messageId = await scene.send(scene.owner, FROM.channel, 'old');
    const move = { topic: 'new', propagate_mode: 'change_all', send_notification_to_new_thread: false };
    await ok(scene.owner.patch(`/messages/${messageId}`, move));
    expect(await scene.said()).to.deep.equal([]);
  });

  const rename = (messageId: number, topic: string) =>
    ok(scene.owner.patch(`/messages/${messageId}`, { topic, propagate_mode: 'change_all' }));

  it('says that a topic is resolved, and that it no longer is', async () => {
    const messageId = await scene.send(scene.owner, FROM.channel, 'logo');
    await rename(messageId, '✔ logo');
    expect(await scene.texts()).to.deep.equal([`${scene.ownerText} has marked this topic as resolved.`]);
    expect(await scene.places()).to.deep.equal([[FROM.channel, '✔ logo']]);
    scene.clock.advance(61_000);
    await rename(messageId, 'logo');
    expect(await scene.texts()).to.deep.equal([
      `${scene.ownerText} has marked this topic as resolved.`,
      `${scene.ownerText} has marked this topic as unresolved.`,
    ]);
  });

  it('takes back what it said of that where it is undone within a minute', async () => {
    const messageId = await scene.send(scene.owner, FROM.channel, 'logo');
    await rename(messageId, '✔ logo');
    await scene.hansard.settled();
    await rename(messageId, 'logo');
    expect(await scene.said()).to.deep.equal([]);
    const { topics } = await ok(scene.owner.get(`/users/me/${FROM.channel}/topics`));
    expect(topics).to.deep.include({ name: 'logo', max_id: messageId });
    await rename(messageId, '✔ logo');
    expect(await scene.texts()).to.deep.equal([`${scene.ownerText} has marked this topic as resolved.`]);
  });

  it('does not take it back once something else was said', async () => {
    const messageId = await scene.send(scene.owner, FROM.channel, 'logo');
    await rename(messageId, '✔ logo');
    await scene.hansard.settled();
    await scene.send(scene.owner, FROM.channel, '✔ logo');
    await rename(messageId, 'logo');
    expect(await scene.texts()).to.have.length(2);
  });
});
