import { expect } from 'chai';
import { NoticeFixture, ok } from '../noticeFixture.ts';

describe('a report of a message', () => {
  let fixture: NoticeFixture;

  before(async () => {
    fixture = await NoticeFixture.start();
  });
  after(() => fixture.hansard.stop());

  it('is told in the moderation channel, with what was said and why it is reported', async () => {
    const { owner, mia, zoe } = fixture;
    await ok(
      owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'moderation' }], invite_only: true }),
    );
    const { stream_id: channelId } = await ok(owner.get('/get_stream_id', { stream: 'moderation' }));
    await ok(owner.patch('/realm', { moderation_request_channel_id: channelId }));
    const content = 'Buy this\n```\nnow\n```';
    const { id } = await ok(mia.post('/messages', { type: 'direct', to: [zoe.userId], content }));
    await fixture.begin();
    const report = { report_type: 'other', description: 'Every day,\nthe same' };
    await ok(zoe.post(`/messages/${String(id)}/report`, report));
    const [notice, ...others] = await fixture.notices(owner);
    expect(others).to.deep.equal([]);
    expect(notice).to.include({ stream_id: channelId, subject: 'Reports about Mia' });
    expect(notice?.content).to.equal(
      `@_**Zoe|${zoe.userId}** reported [a message](/#narrow/near/${String(id)}) by ` +
        `@_**Mia|${mia.userId}**: **Other**\n\n> Every day,\n> the same\n\n` +
        '````quote\nBuy this\n```\nnow\n```\n````',
    );
    expect(await fixture.notices(mia)).to.deep.equal([]);
  });
});
