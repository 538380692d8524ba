/** Texts that are recorded as they are sent: each at its longest, and one above; and what nobody could see. */
import { expect } from 'chai';
import { expectRefusal } from './expected.ts';
import { Hansard, type Person } from '../support/hansard.ts';

describe('a text that is recorded as it is', () => {
  let hansard: Hansard;
  let owner: Person;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
  });
  after(() => hansard.stop());

  const send = (fields: object) =>
    owner.post('/messages', { type: 'direct', to: [owner.userId], content: 'hi', ...fields });

  for (const [name, limit] of [
    ['local_id', 100],
    ['queue_id', 10_000],
  ] as const)
    it(`is at most so long: ${name} of a message`, async () => {
      const both = { local_id: '1', queue_id: 'q' };
      expect((await send({ ...both, [name]: 'x'.repeat(limit) })).status).to.equal(200);
      const complaint = `${name} is too long (limit: ${limit} characters)`;
      expectRefusal(await send({ ...both, [name]: 'x'.repeat(limit + 1) }), complaint);
    });

  it('is at most so long: widget_content of a message', async () => {
    const poll = (length: number) => ({
      widget_content: { widget_type: 'poll', extra_data: { question: 'x'.repeat(length), options: [] } },
    });
    const rest = JSON.stringify(poll(0).widget_content).length;
    expect((await send(poll(10_000 - rest))).status).to.equal(200);
    expectRefusal(await send(poll(10_001 - rest)), 'widget_content is too long (limit: 10000 characters)');
  });

  it('is at most so long: the description of a user group', async () => {
    const create = (name: string, description: string) =>
      owner.post('/user_groups/create', { name, description, members: [] });
    const { status, body } = await create('longest', '😀'.repeat(1_024));
    expect(status).to.equal(200);
    const complaint = 'description is too long (limit: 1024 characters)';
    expectRefusal(await create('longer', 'x'.repeat(1_025)), complaint);
    const path = `/user_groups/${String(body.group_id)}`;
    expectRefusal(await owner.patch(path, { description: 'x'.repeat(1_025) }), complaint);
  });

  it('is visible: the name of the organization', async () => {
    const rename = (name: string) => owner.patch('/realm', { name });
    expectRefusal(await rename('\u200b'), 'Nothing of the organization name is visible.');
    for (const name of ['Acme\u202egro', 'Acme\u0007gro'])
      expectRefusal(await rename(name), 'Invalid character in organization name, at position 5.');
    expect((await owner.patch('/realm', { name: 'Acme ☂' })).status).to.equal(200);
  });

  it('is visible: an alert word', async () => {
    const add = (word: string) => owner.post('/users/me/alert_words', { alert_words: [word] });
    expectRefusal(await add('a\0b'), 'Invalid character in alert word, at position 2.');
    expectRefusal(await add('\u200b'), 'Nothing of the alert word is visible.');
    expect((await add('soup')).status).to.equal(200);
  });
});
