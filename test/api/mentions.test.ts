import { expect } from 'chai';
import { createUser } from '../../src/commands/people/users.ts';
import type { CredentialId } from '../../src/base/ids.ts';
import { ROOT_ORGANIZATION } from '../../src/base/ids.ts';
import { type Answer, Hansard, type Person } from '../support/hansard.ts';
import { expectRefusal } from './expected.ts';

/** People beyond which a wildcard asks for permission. */
const MANY = 15;

describe('mentions over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let member: Person;
  let crowd: readonly number[];

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    member = await hansard.person('Mia Member');
    crowd = await people(MANY);
    const few = [owner.userId, member.userId, ...crowd.slice(2)];
    await subscribe('few', few);
    await subscribe('many', [owner.userId, member.userId, ...crowd.slice(1)]);
  });
  after(() => hansard.stop());

  /** People who never log in, and so need no password. */
  const people = async (count: number): Promise<readonly number[]> => {
    const lane = await hansard.app.lanes.organization(ROOT_ORGANIZATION);
    const operator = { actor: null, client: 'test', correlationId: 'test' };
    const none = 'none' as CredentialId;
    const created = Array.from({ length: count }, (_, index) => {
      const account = {
        email: `extra${index}@example.com`,
        host: 'chat.example.com',
        fullName: `Extra ${index}`,
      };
      return lane.submit(
        createUser,
        { ...account, passwordCredentialId: none, apiKeyCredentialId: none },
        operator,
      );
    });
    return (await Promise.all(created)).map(({ result }) => result.userId);
  };
  const subscribe = (name: string, principals: readonly number[]) =>
    owner.post('/users/me/subscriptions', { subscriptions: [{ name }], principals });
  const send = (who: Person, to: string, content: string, topic = 't') =>
    who.post('/messages', { type: 'channel', to, topic, content });
  const flagsOf = async (who: Person, answer: Answer): Promise<readonly string[]> => {
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    const { body } = await who.get(`/messages/${String(answer.body.id)}`);
    return (body.message as { flags: string[] }).flags;
  };

  it('flag a message for whom it names, unless silently; system groups are named silently only', async () => {
    expect(await flagsOf(member, await send(owner, 'few', 'hi @**Mia Member**'))).to.deep.equal([
      'mentioned',
    ]);
    for (const silent of ['@_**Mia Member**', '@*role:members*', '@_*Members*', '`@**Mia Member**`'])
      expect(await flagsOf(member, await send(owner, 'few', `hi ${silent}`)), silent).to.deep.equal([]);
  });

  it('of everybody in a channel are anybody’s right up to 15 active subscribers', async () => {
    const flags = ['stream_wildcard_mentioned', 'wildcard_mentioned'];
    for (const word of ['all', 'everyone', 'channel', 'stream'])
      expect(await flagsOf(owner, await send(member, 'few', `look @**${word}**`))).to.deep.equal(flags);
  });

  it('of more are the right of administrators', async () => {
    const refused = { code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' };
    const msg = 'You do not have permission to use channel wildcard mentions in this channel.';
    expectRefusal(await send(member, 'many', 'look @**all**'), msg, refused);
    expect((await send(owner, 'many', 'look @**all**')).status).to.equal(200);
    expect((await send(member, 'many', 'quietly @_**all**')).status).to.equal(200);
    expect((await send(member, 'many', 'no mention: `@**all**`')).status).to.equal(200);
  });

  it('count active subscribers only', async () => {
    await owner.delete(`/users/${String(crowd[1])}`);
    expect((await send(member, 'many', 'look @**all**')).status).to.equal(200);
    await owner.post(`/users/${String(crowd[1])}/reactivate`);
    expect((await send(member, 'many', 'look @**all**')).status).to.equal(400);
  });

  it('of a topic reach those who take part in it, up to 15 of them', async () => {
    expect((await send(member, 'many', 'first', 'busy')).status).to.equal(200);
    const answer = await send(member, 'many', 'look @**topic**', 'busy');
    expect(await flagsOf(member, answer)).to.deep.equal(['topic_wildcard_mentioned', 'wildcard_mentioned']);
    expect(await flagsOf(owner, answer)).to.deep.equal([]);
  });

  it('of everybody in a direct conversation need no permission', async () => {
    const answer = await member.post('/messages', {
      type: 'direct',
      to: crowd.filter((_, index) => index !== 1),
      content: '@**all**',
    });
    expect(await flagsOf(member, answer)).to.deep.equal(['stream_wildcard_mentioned', 'wildcard_mentioned']);
  });
});
