import { expect } from 'chai';
import type { Hansard, Person } from '../support/hansard.ts';
import { expectRefusal, expectSuccess } from './expected.ts';
import { change, Flagging, idsThatAre, positionOf } from './flagFixture.ts';

describe('message flags in bulk', () => {
  let flagging: Flagging;
  let hansard: Hansard;
  let owner: Person;
  let member: Person;
  let guest: Person;

  before(async () => {
    flagging = await Flagging.start();
    ({ hansard, owner, member, guest } = flagging.cast);
  });
  after(() => hansard.stop());

  const send: Flagging['send'] = (...parameters) => flagging.send(...parameters);

  describe('POST /messages/flags/narrow', () => {
    const range = { anchor: 'oldest', num_before: 0, num_after: 2, op: 'add', flag: 'read' };
    const inNarrow = (who: Person, fields: object = {}) =>
      who.post('/messages/flags/narrow', { ...range, ...fields });

    it('changes a range, and tells how far it came', async () => {
      await member.post('/mark_all_as_read');
      const ids = [await send(), await send(), await send()];
      await change(member, 'add', 'read', ids[1]!);
      const narrow = [['is', 'unread']];
      expectSuccess(await inNarrow(member, { narrow, num_after: 1 }), {
        processed_count: 1,
        updated_count: 1,
        first_processed_id: ids[0],
        last_processed_id: ids[0],
        found_oldest: true,
        found_newest: false,
        ignored_because_not_subscribed_channels: [],
      });
      const rest = { anchor: ids[1], narrow: [['channel', 'design']], include_anchor: false };
      const { body } = await inNarrow(member, rest);
      expect(body).to.deep.include({ processed_count: 1, updated_count: 1, found_newest: true });
      expectSuccess(await inNarrow(member, { narrow }), {
        processed_count: 0,
        updated_count: 0,
        first_processed_id: null,
        last_processed_id: null,
        found_oldest: true,
        found_newest: true,
        ignored_because_not_subscribed_channels: [],
      });
    });

    it('counts what was so before as processed and not as updated', async () => {
      const id = await send();
      const at = { anchor: id, num_after: 0 };
      expect((await inNarrow(member, at)).body).to.include({ processed_count: 1, updated_count: 1 });
      expect((await inNarrow(member, at)).body).to.include({ processed_count: 1, updated_count: 0 });
    });

    it('takes fewer messages where more than 5000 are asked for', async () => {
      const all = { num_before: 4000, num_after: 4000, anchor: 'newest' };
      expect((await inNarrow(member, all)).body).to.include({ found_newest: true, found_oldest: true });
      expect((await inNarrow(member, { ...all, num_before: 99_999 })).status).to.equal(200);
    });

    it('refuses what is no range', async () => {
      const excluded = 'The anchor can only be excluded at an end of the range';
      expectRefusal(await inNarrow(member, { include_anchor: false, num_before: 1 }), excluded);
      expectRefusal(await inNarrow(member, { anchor: 'here' }), 'Invalid anchor');
      expectRefusal(await inNarrow(member, { num_after: -1 }), 'num_after is too small');
      const { anchor: _, ...rest } = range;
      expectRefusal(await member.post('/messages/flags/narrow', rest), "Missing 'anchor' argument", {
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: 'anchor',
      });
      const desc = 'unknown channel nowhere';
      const bad = { code: 'BAD_NARROW', desc };
      const msg = `Invalid narrow operator: ${desc}`;
      expectRefusal(await inNarrow(member, { narrow: [['channel', 'nowhere']] }), msg, bad);
    });
  });

  describe('the old ways to mark read', () => {
    const unread = async (who: Person) => idsThatAre(who, 'unread');

    it('mark everything, and append nothing where all is read', async () => {
      await send();
      const marked = await member.post('/mark_all_as_read');
      expectSuccess(marked, { complete: true });
      expect(await unread(member)).to.deep.equal([]);
      expectSuccess(await member.post('/mark_all_as_read'), { complete: true });
      expect(positionOf(await member.post('/mark_all_as_read'))).to.equal(positionOf(marked));
      const later = await send();
      expect(await unread(member)).to.deep.equal([later]);
    });

    it('mark a topic, or a channel, and nobody else’s', async () => {
      await Promise.all([owner, member].map((who) => who.post('/mark_all_as_read')));
      const [one, other] = [await send('x', { topic: 'One' }), await send('x', { topic: 'other' })];
      const direct = await send('x', { type: 'direct', to: [member.userId] });
      expectSuccess(
        await member.post('/mark_topic_as_read', { stream_id: flagging.channelId, topic_name: 'ONE' }),
      );
      expect(await unread(member)).to.deep.equal([other, direct]);
      expectSuccess(await member.post('/mark_stream_as_read', { stream_id: flagging.channelId }));
      expect(await unread(member)).to.deep.equal([direct]);
      expect(await unread(owner)).to.deep.equal([one, other, direct]);
    });

    it('refuse channels and topics that are not there to be read', async () => {
      for (const [who, stream_id] of [
        [member, 0],
        [member, 999],
        [guest, flagging.channelId],
      ] as const) {
        expectRefusal(await who.post('/mark_stream_as_read', { stream_id }), 'Invalid channel ID');
        const topic = { stream_id, topic_name: 't' };
        expectRefusal(await who.post('/mark_topic_as_read', topic), 'Invalid channel ID');
      }
      const topic = { stream_id: flagging.channelId, topic_name: 'none' };
      expectRefusal(await member.post('/mark_topic_as_read', topic), "No such topic 'none'");
    });
  });
});
