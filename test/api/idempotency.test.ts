import { expect } from 'chai';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { expectRefusal, expectSuccess } from './expected.ts';

const REUSED = 'This idempotency key was used for another message.';
const reused = { code: 'IDEMPOTENCY_KEY_REUSED', status: 409 };

/** Files of the log and the vault; all others can be made again. */
const isTruth = (file: string): boolean => /^(log|vault)\./.test(file);

describe('sending under a key', () => {
  let hansard: Hansard;
  let owner: Person;
  let member: Person;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    member = await hansard.person('Mia Member');
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  });
  after(() => hansard.stop());

  const said = { type: 'channel', to: 'design', topic: 't', content: 'once' };
  const send = (who: Person, fields: object = {}, key?: string) =>
    who.post('/messages', { ...said, ...fields }, key === undefined ? {} : { 'idempotency-key': key });
  const countOf = async (content: string): Promise<number> => {
    const narrow = [{ operator: 'channel', operand: 'design' }];
    const { body } = await owner.get('/messages', {
      anchor: 'newest',
      num_before: 999,
      num_after: 0,
      narrow,
    });
    return (body.messages as { content: string }[]).filter(
      (message) => message.content === `<p>${content}</p>`,
    ).length;
  };

  it('sends once and answers the same again, whoever else has said what since', async () => {
    const first = await send(owner, { content: 'just once' }, 'key 1');
    await send(owner, { content: 'another' });
    const again = await send(owner, { content: 'just once' }, 'key 1');
    expectSuccess(again, first.body);
    expect(await countOf('just once')).to.equal(1);
  });

  it('sends twice without a key', async () => {
    const [one, other] = [await send(owner, { content: 'twice' }), await send(owner, { content: 'twice' })];
    expect(one.body.id).to.not.equal(other.body.id);
    expect(await countOf('twice')).to.equal(2);
  });

  it('refuses other parameters under the key, and takes other words for the same', async () => {
    const { body } = await send(owner, { content: 'key two' }, 'key 2');
    for (const fields of [{ content: 'key 2' }, { topic: 'u' }, { to: 'nowhere' }, { read_by_sender: true }])
      expectRefusal(await send(owner, { content: 'key two', ...fields }, 'key 2'), REUSED, reused);
    const { topic: _, ...rest } = said;
    const alias = { ...rest, subject: 't', content: 'key two', unknown: 'x' };
    const answer = await owner.post('/messages', alias, { 'idempotency-key': 'key 2' });
    expectSuccess(answer, { id: body.id, ignored_parameters_unsupported: ['unknown'] });
  });

  it('keeps the keys of people apart', async () => {
    const [mine, theirs] = [await send(owner, {}, 'key 3'), await send(member, {}, 'key 3')];
    expect(theirs.status).to.equal(200);
    expect(theirs.body.id).to.not.equal(mine.body.id);
  });

  it('decides a refused send again', async () => {
    const to = 'not there yet';
    expect((await send(owner, { to }, 'key 4')).body.code).to.equal('STREAM_DOES_NOT_EXIST');
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: to }] });
    expect((await send(owner, { to }, 'key 4')).status).to.equal(200);
  });

  it('answers what it answered, even if the sender could not send now', async () => {
    const leaver = await hansard.person('Lea Ver');
    const fields = { type: 'direct', to: [leaver.userId], content: 'farewell' };
    const first = await owner.post('/messages', fields, { 'idempotency-key': 'key 5' });
    await owner.delete(`/users/${leaver.userId}`);
    expectSuccess(await owner.post('/messages', fields, { 'idempotency-key': 'key 5' }), {
      id: first.body.id,
    });
  });

  it('takes queue_id and local_id for a key, together only', async () => {
    const ids = { queue_id: 'any text', local_id: '1.5' };
    const first = await send(owner, { content: 'queued', ...ids });
    expectSuccess(await send(owner, { content: 'queued', ...ids }), { id: first.body.id });
    expectRefusal(await send(owner, { content: 'other', ...ids }), REUSED, reused);
    expect((await send(owner, { content: 'queued', ...ids, local_id: '1.6' })).body.id).to.not.equal(
      first.body.id,
    );
    const together = 'queue_id and local_id must be given together';
    expectRefusal(await send(owner, { queue_id: 'q' }), together);
    expectRefusal(await send(owner, { local_id: '1' }), together);
  });

  it('takes keys of 1 to 255 characters', async () => {
    const msg = 'Idempotency-Key must have 1 to 255 characters';
    for (const key of ['', 'k'.repeat(256)]) expectRefusal(await send(owner, {}, key), msg);
    expect((await send(owner, {}, 'k'.repeat(255))).status).to.equal(200);
  });

  const soon = Math.floor(Date.now() / 1000) + 3600;
  const later = (who: Person, fields: object = {}, key?: string) =>
    who.post(
      '/scheduled_messages',
      { ...said, to: 1, scheduled_delivery_timestamp: soon, ...fields },
      key === undefined ? {} : { 'idempotency-key': key },
    );

  it('schedules once under a key, also for requests at once, and keeps the keys of people apart', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => later(owner, {}, 'later 1')));
    for (const { body } of answers) expect(body).to.deep.equal(answers[0]?.body);
    const { scheduled_messages: all } = (await owner.get('/scheduled_messages')).body;
    expect(all).to.have.length(1);
    expect((await later(member, {}, 'later 1')).body.scheduled_message_id).to.equal(2);
    for (const fields of [{ content: 'x' }, { scheduled_delivery_timestamp: soon + 1 }, { topic: 'u' }])
      expectRefusal(await later(owner, fields, 'later 1'), REUSED, reused);
    expect((await later(owner)).body.scheduled_message_id).to.equal(3);
  });

  it('keeps the keys of sends and of scheduled messages apart', async () => {
    const sent = await send(owner, { content: 'both' }, 'key and later');
    expectSuccess(await later(owner, { content: 'both' }, 'key and later'), { scheduled_message_id: 4 });
    expectSuccess(await send(owner, { content: 'both' }, 'key and later'), { id: sent.body.id });
    expectRefusal(await later(owner, {}, ''), 'Idempotency-Key must have 1 to 255 characters');
  });

  it('is remembered over a restart, and without the views', async () => {
    const { folder, remove } = await temporaryFolder();
    const key = { 'idempotency-key': 'for ever' };
    const note = { type: 'direct', to: [1], content: 'note' };
    const ids: unknown[][] = [];
    for (const survives of [() => true, () => true, isTruth]) {
      for (const file of await readdir(folder))
        if (!survives(file)) await rm(join(folder, file), { recursive: true });
      const run = await Hansard.start({ folder });
      const someone = await run.owner();
      const scheduled = await later(someone, note, 'for ever');
      ids.push([(await someone.post('/messages', note, key)).body.id, scheduled.body.scheduled_message_id]);
      await run.stop();
    }
    expect(ids).to.deep.equal([ids[0], ids[0], ids[0]]);
    await remove();
  });
});
