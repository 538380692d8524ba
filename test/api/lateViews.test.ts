import { expect } from 'chai';
import type { Hansard, Person } from '../support/hansard.ts';
import { until } from '../support/waiting.ts';
import { startCast } from './cast.ts';

/** Milliseconds: longer than any request but POST /register waits for a view. */
const LATE = '2000';

describe('writes while views are late', () => {
  let hansard: Hansard;
  let owner: Person;
  let member: Person;

  before(async () => {
    ({ hansard, owner, member } = await startCast({ environment: { PROJECTION_DELAY_MS: LATE } }));
    const channels = { subscriptions: [{ name: 'moderation' }], invite_only: true };
    expect((await owner.post('/users/me/subscriptions', channels)).status).to.equal(200);
    const channel = await owner.get('/get_stream_id', { stream: 'moderation' });
    const set = { moderation_request_channel_id: channel.body.stream_id };
    expect((await owner.patch('/realm', set)).status).to.equal(200);
  });
  after(() => hansard.stop());

  const fresh = async (): Promise<number> => {
    const message = { type: 'direct', to: [member.userId], content: 'Just now' };
    return (await owner.post('/messages', message)).body.id as number;
  };
  const soon = (): number => Math.floor(Date.now() / 1000) + 3600;

  it('let a client register all the same, with what was written just now', async () => {
    const id = await fresh();
    const { status, body } = await member.post('/register', { fetch_event_types: ['message'] });
    expect([status, body.max_message_id]).to.deep.equal([200, id]);
  });

  for (const [title, act] of [
    ['reported', (id: number) => member.post(`/messages/${id}/report`, { report_type: 'spam' })],
    ['edited by its author', (id: number) => owner.post(`/messages/${id}/typing`, { op: 'start' })],
    [
      'remembered',
      (id: number) => member.post('/reminders', { message_id: id, scheduled_delivery_timestamp: soon() }),
    ],
  ] as const)
    it(`let the newest message be ${title} as soon as it is there, and say until then that it is not yet`, async () => {
      // What the caller has written and seen is there: only the message is late.
      await until(
        async () =>
          (await member.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).status === 200,
      );
      const id = await fresh();
      const { status, body } = await act(id);
      expect([status, body.code]).to.deep.equal([503, 'SERVER_NOT_READY']);
      await until(async () => (await act(id)).status === 200);
    });
});
