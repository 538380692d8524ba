import { expect } from 'chai';
import { Hansard, type Person } from '../support/hansard.ts';
import { expectSuccess } from './expected.ts';

describe('changes of one message that are asked for at the same moment', () => {
  let hansard: Hansard;
  let owner: Person;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  });
  after(() => hansard.stop());

  it('are all made, also where one of them leads to the empty topic', async () => {
    const said = { type: 'channel', to: 'design', topic: 'logo', content: 'hello' };
    const { id } = (await owner.post('/messages', said)).body;
    await hansard.settled();
    const changes = [{ topic: '' }, { content: 'hello, world' }];
    for (const answer of await Promise.all(changes.map((change) => owner.patch(`/messages/${id}`, change))))
      expectSuccess(answer, { detached_uploads: [] });
    const { message } = (await owner.get(`/messages/${id}`, { apply_markdown: false })).body;
    expect(message).to.include({ subject: 'general chat', content: 'hello, world' });
  });
});
