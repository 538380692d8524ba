import { expect } from 'chai';
import { Hansard, type Person } from '../support/hansard.ts';

describe('a text of nothing but emoji', () => {
  let hansard: Hansard;
  let owner: Person;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'fruit' }] });
  });
  after(() => hansard.stop());

  for (const count of [404, 1000, 10_000])
    it(`is sent and edited, where it has ${count}`, async () => {
      const content = '🍋'.repeat(count);
      const { body } = await owner.post('/messages', { type: 'channel', to: 'fruit', topic: 't', content });
      expect(body.result, JSON.stringify(body)).to.equal('success');
      const edited = await owner.patch(`/messages/${String(body.id)}`, { content: '🍊'.repeat(count) });
      expect(edited.body.result, JSON.stringify(edited.body)).to.equal('success');
    });

  it('describes a channel and a person', async () => {
    const description = '🍋'.repeat(1024);
    const described = await owner.patch('/streams/1', { description });
    expect(described.body.result, JSON.stringify(described.body)).to.equal('success');
    const { body } = await owner.post('/realm/profile_fields', { name: 'Taste', field_type: 2 });
    const data = [{ id: body.id, value: '🍋'.repeat(500) }];
    const given = await owner.patch('/users/me/profile_data', { data });
    expect(given.body.result, JSON.stringify(given.body)).to.equal('success');
  });
});
