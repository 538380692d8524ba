import { expect } from 'chai';
import type { Answer, Hansard, Person } from '../support/hansard.ts';
import { startCast } from './cast.ts';
import { expectRefusal, listIn } from './expected.ts';

const expectDone = ({ body }: Answer) => expect(body, JSON.stringify(body)).to.include({ result: 'success' });

const SAME = [
  ['caf\u00e9', 'CAFE\u0301'],
  ['σας', 'ΣΑΣ'],
  ['Straße', 'STRASSE'],
] as const;

describe('names that differ in canonical composition and case', () => {
  let hansard: Hansard;
  let owner: Person;
  let member: Person;
  before(async () => {
    ({ hansard, owner, member } = await startCast());
  });
  after(() => hansard.stop());

  const idOf = (answer: Answer, field = 'id') => {
    expectDone(answer);
    return answer.body[field];
  };
  const channel = async (name: string) => {
    const principals = [owner.userId, member.userId];
    expectDone(await owner.post('/users/me/subscriptions', { subscriptions: [{ name }], principals }));
    return (await owner.get('/get_stream_id', { stream: name })).body.stream_id as number;
  };
  const found = async (narrow: unknown) => {
    const answer = await member.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow });
    return listIn(answer, 'messages').map(({ id }) => id);
  };

  for (const [one, other] of SAME) {
    describe(`like ${one} and ${other}`, () => {
      let channelId: number;
      const send = async (topic: string, content = 'x') =>
        idOf(await member.post('/messages', { type: 'channel', to: channelId, topic, content })) as number;
      const topics = async () =>
        listIn(await member.get(`/users/me/${channelId}/topics`), 'topics').map(({ name }) => name);
      before(async () => {
        channelId = await channel(`place of ${one}`);
      });

      it('name one channel, shown as first written', async () => {
        const id = await channel(one);
        expect((await member.get('/get_stream_id', { stream: other })).body.stream_id).to.equal(id);
        const again = await member.post('/users/me/subscriptions', { subscriptions: [{ name: other }] });
        expect(again.body.already_subscribed).to.deep.equal({ [String(member.userId)]: [one] });
        const taken = await owner.patch(`/streams/${channelId}`, { new_name: other });
        const refusal = { code: 'CHANNEL_ALREADY_EXISTS', status: 409, channel_name: other };
        expectRefusal(taken, `Channel '${other}' already exists`, refusal);
      });

      it('name one topic in sending, narrows, muting, moving, links and deletion', async () => {
        const first = await send(one);
        const second = await send(other);
        expect(await topics()).to.deep.equal([one]);
        for (const operand of [one, other])
          expect(
            await found([
              { operator: 'channel', operand: channelId },
              { operator: 'topic', operand },
            ]),
          ).to.deep.equal([first, second]);
        expectDone(
          await member.post('/user_topics', { stream_id: channelId, topic: one, visibility_policy: 1 }),
        );
        const channelTerm = { operator: 'channel', operand: channelId };
        expect(await found([channelTerm, { operator: 'is', operand: 'muted' }]), 'muted').to.deep.equal([
          first,
          second,
        ]);
        const third = await send('elsewhere', `#**place of ${one}>${other}**`);
        const [{ content } = {}] = listIn(
          await member.get('/messages', { anchor: third, num_before: 0, num_after: 0, apply_markdown: true }),
          'messages',
        );
        expect(content).to.include(`/with/${second}"`);
        const quietly = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };
        const all = { propagate_mode: 'change_all', ...quietly };
        expectDone(await owner.patch(`/messages/${third}`, { topic: other, ...all }));
        expect(await topics()).to.deep.equal([one]);
        expectDone(await owner.post(`/streams/${channelId}/delete_topic`, { topic_name: other }));
        expect(await topics()).to.deep.equal([]);
      });

      it('name one topic, resolved and not', async () => {
        const first = await send(one);
        expectDone(
          await owner.patch(`/messages/${first}`, { topic: `✔ ${one}`, propagate_mode: 'change_all' }),
        );
        await send(`✔ ${other}`);
        expect(await topics()).to.deep.equal([`✔ ${one}`]);
      });

      it('name one group, folder and profile field', async () => {
        const group = { name: one, description: '', members: [] };
        expectDone(await owner.post('/user_groups/create', group));
        const again = await owner.post('/user_groups/create', { ...group, name: other });
        expectRefusal(again, `User group '${other}' already exists.`);
        expectDone(await owner.post('/channel_folders/create', { name: one, description: '' }));
        expect(
          (await owner.post('/channel_folders/create', { name: other, description: '' })).status,
        ).to.equal(400);
        expectDone(await owner.post('/realm/profile_fields', { name: one, field_type: 1 }));
        const field = await owner.post('/realm/profile_fields', { name: other, field_type: 1 });
        expectRefusal(field, 'A field with that label already exists.');
      });

      it('name one person in mentions, and where names are unique', async () => {
        const named = await hansard.person(`Ms ${one}`);
        const text = `@**MS ${other}**`;
        const rendered = (await owner.post('/messages/render', { content: text })).body.rendered;
        expect(rendered).to.include(`data-user-id="${named.userId}"`);
        expectDone(await owner.patch('/realm', { require_unique_names: true }));
        const taken = await owner.patch(`/users/${member.userId}`, { full_name: `Ms ${other}` });
        expectRefusal(taken, 'Unique names required in this organization.');
        expectDone(await owner.patch('/realm', { require_unique_names: false }));
      });
    });
  }
});
