import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { expectErasable, expectRebuildable } from '../support/rebuildable.ts';

describe('a log from which everything that can be erased has been', () => {
  /** One of everything that can happen. */
  async function live(hansard: Hansard): Promise<void> {
    const owner = await hansard.owner();
    const member = await hansard.person('Mia Member');
    const both = [owner.userId, member.userId];
    const stranger = await hansard.organization('acme');
    const subscriptions = [{ name: 'design', description: 'Of *things*', color: '#ff0000' }];
    await owner.post('/users/me/subscriptions', { subscriptions, principals: both });
    const send = (who: Person, fields: object) => who.post('/messages', { content: 'x', ...fields });
    const topic = { type: 'channel', to: 'design', topic: 'Colours' };
    const { body } = await send(owner, {
      ...topic,
      content: 'Is *red* fine, @**Mia Member**?',
      local_id: '1',
      queue_id: 'q',
    });
    await send(member, { ...topic, topic: 'colours', content: 'yes, @**all**' });
    await send(member, { ...topic, topic: '' });
    await send(owner, { type: 'direct', to: both });
    await send(stranger, { type: 'direct', to: [1] });
    await member.post(`/messages/${String(body.id)}/reactions`, { emoji_name: 'heart' });
    await owner.post(`/messages/${String(body.id)}/reactions`, { emoji_name: 'heart' });
    await member.delete(`/messages/${String(body.id)}/reactions`, { emoji_name: 'heart' });
    await owner.patch(`/users/${member.userId}`, { full_name: 'Mia Other', role: 600 });
    await member.delete('/users/me/subscriptions', { subscriptions: ['design'] });
    await owner.delete(`/users/${member.userId}`);
    await owner.post(`/users/${member.userId}/reactivate`);
  }

  it('folds into state and views without a fault', async () => {
    const { folder, remove } = await temporaryFolder();
    const hansard = await Hansard.start({ folder });
    await live(hansard);
    await hansard.stop();
    expect(await expectErasable(folder)).to.be.greaterThan(20);
    await expectRebuildable(folder);
    await remove();
  });
});
