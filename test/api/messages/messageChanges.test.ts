import { expect } from 'chai';
import { hash } from 'node:crypto';
import type { Answer, Hansard, Person } from '../../support/hansard.ts';
import { startCast } from '../cast.ts';
import { expectLoginFirst, expectRefusal, expectSuccess, listIn } from '../expected.ts';

describe('changing messages over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let member: Person;
  let guest: Person;
  let channelId: number;
  let otherId: number;

  const idIn = ({ body }: Answer): number => body.id as number;
  const send = async (who: Person, topic: string, content = 'hello', to = 'design'): Promise<number> =>
    idIn(await who.post('/messages', { type: 'channel', to, topic, content }));
  const direct = async (): Promise<number> =>
    idIn(await member.post('/messages', { type: 'direct', to: [owner.userId], content: 'psst' }));
  const patch = (who: Person, id: number, fields: Record<string, unknown>) =>
    who.patch(`/messages/${id}`, fields);
  const shown = async (id: number, who = member, fields: Record<string, unknown> = {}) =>
    (await who.get(`/messages/${id}`, { apply_markdown: false, ...fields })).body.message as Record<
      string,
      unknown
    >;
  const changed = { detached_uploads: [] };

  before(async () => {
    ({ hansard, owner, member, guest } = await startCast());
    for (const name of ['design', 'elsewhere'])
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name }] });
    const { body } = await owner.get('/streams');
    const streams = body.streams as { name: string; stream_id: number }[];
    const idOf = (name: string) => streams.find((stream) => stream.name === name)?.stream_id ?? 0;
    [channelId, otherId] = [idOf('design'), idOf('elsewhere')];
  });
  after(() => hansard.stop());

  describe('PATCH /messages/{id}', () => {
    it('gives a message another text, and tells when', async () => {
      const id = await send(member, 'texts', 'hello');
      expectSuccess(await patch(member, id, { content: '*goodbye* \n' }), changed);
      const message = await shown(id, owner);
      expect(message).to.include({ content: '*goodbye*' }).and.not.to.have.property('last_moved_timestamp');
      expect(message.edit_history).to.deep.equal([
        {
          user_id: member.userId,
          timestamp: message.last_edit_timestamp,
          prev_content: 'hello',
          prev_rendered_content: '<p>hello</p>',
        },
      ]);
      expect(await shown(id, owner, { apply_markdown: true })).to.include({
        content: '<p><em>goodbye</em></p>',
      });
    });

    it('says of a message without text that it is deleted', async () => {
      const id = await send(member, 'texts');
      expectSuccess(await patch(member, id, { content: ' \n' }), changed);
      expect(await shown(id)).to.include({ content: '(deleted)' });
    });

    it('gives a message and others of its topic another topic', async () => {
      const ids = [await send(member, 'before'), await send(owner, 'before'), await send(member, 'before')];
      expectSuccess(
        await patch(owner, ids[1]!, { subject: 'After', propagate_mode: 'change_later' }),
        changed,
      );
      expect(await Promise.all(ids.map(async (id) => (await shown(id)).subject))).to.deep.equal([
        'before',
        'After',
        'After',
      ]);
      expectSuccess(await patch(owner, ids[0]!, { topic: 'after', propagate_mode: 'change_all' }), changed);
      expect((await shown(ids[0]!)).subject).to.equal('After');
      const narrow = [
        { operator: 'channel', operand: 'design' },
        { operator: 'topic', operand: 'AFTER' },
      ];
      const page = await member.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow });
      const messages = listIn(page, 'messages').filter(({ client }) => client !== 'hansard');
      expect(messages.map(({ id }) => id)).to.deep.equal(ids);
    });

    it('gives messages to another channel, which they then belong to', async () => {
      const id = await send(member, 'wandering');
      expectSuccess(await patch(member, id, { stream_id: otherId, topic: 'arrived' }), changed);
      const message = await shown(id);
      expect(message).to.include({ stream_id: otherId, subject: 'arrived', display_recipient: 'elsewhere' });
      expect(message.edit_history).to.deep.equal([
        {
          user_id: member.userId,
          timestamp: message.last_moved_timestamp,
          prev_stream: channelId,
          stream: otherId,
          prev_topic: 'wandering',
          topic: 'arrived',
        },
      ]);
    });

    it('does not count it as a move to resolve a topic', async () => {
      const id = await send(member, 'question');
      expectSuccess(await patch(owner, id, { topic: '✔ question', propagate_mode: 'change_all' }), changed);
      expect(await shown(id))
        .to.include({ subject: '✔ question' })
        .and.not.have.property('last_moved_timestamp');
    });

    it('names the empty topic as the client knows it', async () => {
      const id = await send(member, '');
      expectSuccess(await patch(member, id, { topic: 'named' }), changed);
      const topicBefore = async (fields: object) =>
        ((await shown(id, member, { ...fields })).edit_history as { prev_topic: string }[])[0]?.prev_topic;
      expect(await topicBefore({})).to.equal('general chat');
      expect(await topicBefore({ allow_empty_topic_name: true })).to.equal('');
    });

    const ofChannel: readonly (readonly [string, Record<string, unknown>, string])[] = [
      ['nothing', {}, 'Nothing to change'],
      ['what is there already', { content: 'hello', topic: 'refusals' }, 'Nothing to change'],
      [
        'a mode without a move',
        { content: 'x', propagate_mode: 'change_all' },
        'Invalid propagate_mode without topic edit',
      ],
      ['an unknown mode', { topic: 'x', propagate_mode: 'some' }, 'Invalid propagate_mode'],
      ['a channel that is not there', { stream_id: 9999 }, 'Invalid channel ID'],
      ['a text with null bytes', { content: 'a\0b' }, 'Message must not contain null bytes'],
    ];
    for (const [what, fields, msg] of ofChannel)
      it(`refuses ${what}`, async () => {
        const id = await send(member, 'refusals');
        expectRefusal(await patch(member, id, fields), msg);
        expect(await shown(id)).not.to.have.property('edit_history');
      });

    it('refuses a text together with a channel', async () => {
      const id = await send(member, 'refusals');
      const msg = 'Cannot change message content while changing channel';
      for (const stream_id of [otherId, 9999])
        expectRefusal(await patch(member, id, { content: 'x', stream_id }), msg);
    });

    it('refuses to edit a poll', async () => {
      const id = await send(member, 'refusals', '/poll Soup?\nyes\nno');
      expectRefusal(await patch(member, id, { content: 'x' }), 'Widgets cannot be edited.');
    });

    it('refuses to resolve the general chat', async () => {
      const id = await send(member, '');
      expectRefusal(await patch(owner, id, { topic: '✔ ' }), 'General chat cannot be marked as resolved');
    });

    it('refuses what direct messages cannot have', async () => {
      const id = await direct();
      expectRefusal(
        await patch(member, id, { stream_id: channelId }),
        'Direct messages cannot be moved to channels.',
      );
      expectRefusal(await patch(member, id, { topic: 't' }), 'Direct messages cannot have topics.');
      expectSuccess(await patch(member, id, { content: 'louder' }), changed);
    });

    it('refuses to change a text that the caller has not seen, or where it is', async () => {
      const id = await send(member, 'texts', 'seen');
      for (const change of [{ content: 'new' }, { topic: 'moved' }]) {
        const stale = { ...change, prev_content_sha256: hash('sha256', 'other') };
        const answer = await patch(member, id, stale);
        expect(answer.body).to.include({ code: 'EXPECTATION_MISMATCH', field_name: 'prev_content_sha256' });
      }
      const fresh = { content: 'new', topic: 'moved', prev_content_sha256: hash('sha256', 'seen') };
      expectSuccess(await patch(member, id, fresh), changed);
    });

    it('is for those who may read the message, and tells others nothing', async () => {
      const id = await direct();
      for (const [who, of] of [
        [guest, id],
        [guest, await send(member, 'texts')],
        [member, 0],
        [member, 999_999],
      ] as const) {
        expectRefusal(await patch(who, of, { content: 'x' }), 'Invalid message(s)');
        expectRefusal(await who.delete(`/messages/${of}`), 'Invalid message(s)');
        expectRefusal(await who.get(`/messages/${of}/history`), 'Invalid message(s)');
      }
    });

    it('refuses two names for one thing, and asks for a login', async () => {
      const id = await send(member, 'texts');
      expect((await patch(member, id, { topic: 'a', subject: 'b' })).body).to.include({
        code: 'REQUEST_CONFUSING_VAR',
        var_name1: 'topic',
        var_name2: 'subject',
      });
      expectLoginFirst(await hansard.anonymous('PATCH', `/messages/${id}`, { content: 'x' }));
      expectLoginFirst(await hansard.anonymous('DELETE', `/messages/${id}`));
    });

    it('decides one of many changes at a time, and loses none', async () => {
      const id = await send(member, 'texts', '0');
      const edits = Array.from({ length: 12 }, (_, index) => patch(member, id, { content: `${index + 1}` }));
      for (const answer of await Promise.all(edits)) expectSuccess(answer, changed);
      expect((await shown(id)).edit_history).to.have.lengthOf(12);
    });
  });

  describe('DELETE /messages/{id}', () => {
    it('takes a message away, for good', async () => {
      const id = await send(member, 'doomed');
      expectRefusal(
        await (await hansard.person('Una Related')).delete(`/messages/${id}`),
        "You don't have permission to delete this message",
      );
      expectSuccess(await member.delete(`/messages/${id}`));
      for (const path of [`/messages/${id}`, `/messages/${id}/history`])
        expectRefusal(await member.get(path), 'Invalid message(s)');
      expectRefusal(await member.delete(`/messages/${id}`), 'Invalid message(s)');
    });

    it('lets a channel begin with its next message', async () => {
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'short' }] });
      const [first, second] = [await send(owner, 'a', 'x', 'short'), await send(owner, 'b', 'x', 'short')];
      const beginning = async () => {
        const { body } = await owner.get('/streams');
        return (body.streams as { name: string; first_message_id: number | null }[]).find(
          ({ name }) => name === 'short',
        )?.first_message_id;
      };
      expect(await beginning()).to.equal(first);
      expectSuccess(await owner.delete(`/messages/${first}`));
      expect(await beginning()).to.equal(second);
      expectSuccess(await owner.delete(`/messages/${second}`));
      expect(await beginning()).to.equal(null);
    });

    it('keeps the number of a direct conversation', async () => {
      const [first, second] = [await direct(), await direct()];
      const { recipient_id: number } = await shown(second);
      expectSuccess(await member.delete(`/messages/${first}`));
      expect(await shown(second)).to.include({ recipient_id: number });
    });
  });

  describe('GET /messages/{id}/history', () => {
    const historyOf = async (id: number) =>
      listIn(await member.get(`/messages/${id}/history`), 'message_history');

    it('tells what a message was at each time, oldest first', async () => {
      const id = await send(member, 'past', 'one word');
      await patch(member, id, { content: 'two words' });
      await patch(owner, id, { stream_id: otherId, topic: 'future' });
      const [original, edited, moved] = await historyOf(id);
      expect(original).to.deep.include({ user_id: member.userId, topic: 'past', content: 'one word' });
      expect(original).to.have.all.keys('user_id', 'timestamp', 'topic', 'content', 'rendered_content');
      expect(edited).to.deep.include({
        content: 'two words',
        rendered_content: '<p>two words</p>',
        prev_content: 'one word',
        prev_rendered_content: '<p>one word</p>',
        content_html_diff:
          '<p><span class="highlight_text_deleted">one</span><span class="highlight_text_inserted">two</span> ' +
          '<span class="highlight_text_deleted">word</span><span class="highlight_text_inserted">words</span></p>',
      });
      expect(moved).to.deep.include({
        user_id: owner.userId,
        topic: 'future',
        content: 'two words',
        prev_topic: 'past',
        prev_stream: channelId,
        stream: otherId,
      });
    });

    it('tells of moves alone, or of nothing, where the organization says so', async () => {
      const id = await send(member, 'secretive', 'first thoughts');
      await patch(member, id, { content: 'second thoughts' });
      await patch(member, id, { topic: 'open' });
      const visible = (policy: string) =>
        owner.patch('/realm', { message_edit_history_visibility_policy: policy });
      expect((await visible('moves')).status).to.equal(200);
      expect((await historyOf(id)).map(({ content }) => content)).to.deep.equal([
        'second thoughts',
        'second thoughts',
      ]);
      expect((await shown(id)).edit_history).to.have.lengthOf(1);
      expect((await visible('none')).status).to.equal(200);
      const hidden = 'Message edit history is disabled in this organization';
      expectRefusal(await member.get(`/messages/${id}/history`), hidden);
      expect(await shown(id)).to.have.property('last_edit_timestamp');
      expect(await shown(id)).not.to.have.property('edit_history');
      await visible('all');
    });
  });
});
