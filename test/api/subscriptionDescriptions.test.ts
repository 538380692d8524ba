import { expect } from 'chai';
import type { Answer, Hansard, Person } from '../support/hansard.ts';
import { startCast } from './cast.ts';
import { expectRefusal, expectSuccess } from './expected.ts';

describe('descriptions of channels that POST /users/me/subscriptions makes', () => {
  let hansard: Hansard;
  let owner: Person;
  let member: Person;

  before(async () => {
    ({ hansard, owner, member } = await startCast());
  });
  after(() => hansard.stop());

  const subscribe = (who: Person, fields: Record<string, unknown>): Promise<Answer> =>
    who.post('/users/me/subscriptions', fields);

  it('may be hundreds in Markdown, and keep nobody else from rendering', async () => {
    const description = 'We talk about **releases**, see [the plan](https://example.com/plan). '.repeat(12);
    const subscriptions = Array.from({ length: 120 }, (_, number) => ({
      name: `team ${number}`,
      description: `${description}${number}`,
    }));
    const created = subscribe(member, { subscriptions });
    const content = 'This is a **perfectly ordinary** message. '.repeat(25);
    for (let round = 0; round < 5; round += 1)
      expect((await owner.post('/messages/render', { content })).status).to.equal(200);
    expect((await created).body.subscribed).to.have.nested.property(`${member.userId}.length`, 120);
  });

  it('are not looked at where there is such a channel', async () => {
    const description = '>'.repeat(900);
    await subscribe(owner, { subscriptions: [{ name: 'there already' }] });
    const fresh = await subscribe(member, { subscriptions: [{ name: 'unheard of', description }] });
    expectRefusal(fresh, 'Unable to render message');
    expectSuccess(await subscribe(member, { subscriptions: [{ name: 'There Already', description }] }), {
      subscribed: { [member.userId]: ['there already'] },
      already_subscribed: {},
      new_subscription_messages_sent: true,
    });
  });
});
