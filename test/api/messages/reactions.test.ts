import { expect } from 'chai';
import type { Answer, Hansard, Person } from '../../support/hansard.ts';
import { startCast } from '../cast.ts';
import { expectLoginFirst, expectRefusal, expectSuccess } from '../expected.ts';

const exists = { code: 'REACTION_ALREADY_EXISTS' };
const absent = { code: 'REACTION_DOES_NOT_EXIST' };

describe('reactions over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let admin: Person;
  let member: Person;
  let guest: Person;
  let messageId: number;

  before(async () => {
    ({ hansard, owner, admin, member, guest } = await startCast());
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  });
  beforeEach(async () => {
    messageId = await idOf(
      owner.post('/messages', { type: 'channel', to: 'design', topic: 't', content: 'x' }),
    );
  });
  after(() => hansard.stop());

  const idOf = async (sent: Promise<Answer>): Promise<number> => (await sent).body.id as number;
  const react = (who: Person, fields: Record<string, unknown>, id: unknown = messageId) =>
    who.post(`/messages/${String(id)}/reactions`, fields);
  const unreact = (who: Person, fields: Record<string, unknown>, id: unknown = messageId) =>
    who.delete(`/messages/${String(id)}/reactions`, fields);
  const shown = async (): Promise<unknown> => {
    const { body } = await owner.get(`/messages/${messageId}`);
    return (body.message as { reactions: unknown }).reactions;
  };
  const heartOf = ({ userId }: Person, name = 'heart') => ({
    emoji_name: name,
    emoji_code: '2764',
    reaction_type: 'unicode_emoji',
    user_id: userId,
  });

  it('are put on by name and taken off again, each person’s their own', async () => {
    expectSuccess(await react(owner, { emoji_name: 'heart' }));
    expectSuccess(await react(member, { emoji_name: 'heart' }));
    expect(await shown()).to.deep.equal([heartOf(owner), heartOf(member)]);
    expectSuccess(await unreact(owner, { emoji_name: 'heart' }));
    expect(await shown()).to.deep.equal([heartOf(member)]);
    expectRefusal(await unreact(owner, { emoji_name: 'heart' }), "Reaction doesn't exist.", absent);
    expectSuccess(await react(owner, { emoji_name: 'heart' }));
  });

  it('of 👍 have each of its names', async () => {
    for (const [name, other] of [
      ['+1', 'thumbs_up'],
      ['thumbs_up', '+1'],
    ] as const) {
      expectSuccess(await react(owner, { emoji_name: name }));
      expect(await shown()).to.deep.equal([{ ...heartOf(owner, name), emoji_code: '1f44d' }]);
      expectRefusal(await react(owner, { emoji_name: other }), 'Reaction already exists.', exists);
      expectSuccess(await unreact(owner, { emoji_name: other }));
    }
  });

  it('exist once for each person and emoji, whatever the name', async () => {
    const explicit = { emoji_name: 'heart', emoji_code: '2764', reaction_type: 'unicode_emoji' };
    expectSuccess(await react(owner, explicit));
    for (const fields of [{ emoji_name: 'heart' }, explicit, { emoji_name: 'nonsense', emoji_code: '2764' }])
      expectRefusal(await react(owner, fields), 'Reaction already exists.', exists);
    expectSuccess(await react(owner, { emoji_name: 'thumbs_up' }));
    expectSuccess(await unreact(owner, { emoji_code: '2764' }));
    expectRefusal(await unreact(owner, explicit), "Reaction doesn't exist.", absent);
  });

  it('join one that somebody made, under its name', async () => {
    await react(owner, { emoji_name: 'heart' });
    expectSuccess(await react(member, { emoji_name: 'not a name', emoji_code: '2764' }));
    expect(await shown()).to.deep.equal([heartOf(owner), heartOf(member)]);
  });

  const wrong: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ['a name that is none', { emoji_name: 'no_such_emoji' }, "Emoji 'no_such_emoji' does not exist"],
    ['a code that is none', { emoji_name: 'heart', emoji_code: 'zzzz' }, 'Invalid emoji code.'],
    ['a name of another code', { emoji_name: 'heart', emoji_code: '1f44d' }, 'Invalid emoji name.'],
    ['a type that is none', { emoji_name: 'heart', reaction_type: 'gif' }, 'Invalid emoji type.'],
    [
      'a custom emoji',
      { emoji_name: 'ours', emoji_code: '1', reaction_type: 'realm_emoji' },
      'Invalid custom emoji.',
    ],
  ];
  for (const [what, fields, msg] of wrong)
    it(`refuse ${what}`, async () => {
      expectRefusal(await react(owner, fields), msg);
      expect(await shown()).to.deep.equal([]);
    });

  it('ask for an emoji', async () => {
    expectRefusal(await react(owner, { emoji_code: '2764' }), "Missing 'emoji_name' argument", {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'emoji_name',
    });
    const msg = 'At least one of the following arguments must be present: emoji_name, emoji_code';
    expectRefusal(await unreact(owner, {}), msg);
    expectRefusal(
      await unreact(owner, { emoji_name: 'no_such_emoji' }),
      "Emoji 'no_such_emoji' does not exist",
    );
    expectRefusal(await unreact(owner, { emoji_name: 'heart', reaction_type: 'gif' }), 'Invalid emoji type.');
  });

  it('are for everyone who may read the message, and tell others nothing of it', async () => {
    const secret = { subscriptions: [{ name: 'secret' }], invite_only: true };
    await owner.post('/users/me/subscriptions', secret);
    const hidden = await idOf(
      owner.post('/messages', { type: 'channel', to: 'secret', topic: 't', content: 'x' }),
    );
    const direct = await idOf(owner.post('/messages', { type: 'direct', to: [member.userId], content: 'x' }));
    expectSuccess(await react(member, { emoji_name: 'heart' }, direct));
    for (const [who, id] of [
      [admin, hidden],
      [admin, direct],
      [guest, messageId],
      [owner, 0],
      [owner, 999_999],
    ] as const) {
      expectRefusal(await react(who, { emoji_name: 'heart' }, id), 'Invalid message(s)');
      expectRefusal(await unreact(who, { emoji_name: 'heart' }, id), 'Invalid message(s)');
    }
  });

  it('ask for a login, and name parameters that they do not know', async () => {
    const path = `/messages/${messageId}/reactions`;
    expectLoginFirst(await hansard.anonymous('POST', path, { emoji_name: 'heart' }));
    expectLoginFirst(await hansard.anonymous('DELETE', path, { emoji_name: 'heart' }));
    const ignored = { ignored_parameters_unsupported: ['colour'] };
    expectSuccess(await react(owner, { emoji_name: 'heart', colour: 'red' }), ignored);
    expectSuccess(await unreact(owner, { emoji_name: 'heart', colour: 'red' }), ignored);
  });
});
