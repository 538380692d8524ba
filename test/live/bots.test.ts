import { expect } from 'chai';
import { example } from '../support/examples.ts';
import { PEOPLE, theOne, town } from './fixture.ts';

const { owner, member } = PEOPLE;
const BOT = 20;
const made = [
  example.userCreated({ userId: BOT, bot: { type: 3, ownerId: member, isSystem: false } }),
  example.botSetUp({ botId: BOT }),
];

describe('the service of a bot', () => {
  it('is told by its new URL to those who manage the bot; its token comes from the vault', () => {
    const moved = example.botServiceUrlChanged({ botId: BOT });
    const { to, payload, deferred } = theOne(town(...made), moved, 'realm_bot');
    expect([...to]).to.deep.equal([owner, member]);
    expect(payload).to.deep.equal({
      type: 'realm_bot',
      op: 'update',
      bot: {
        user_id: BOT,
        services: [{ base_url: 'https://weather.example.com/other', interface: 1 }],
      },
    });
    expect(deferred).to.equal('token');
  });
});
