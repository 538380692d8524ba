import { expect } from 'chai';

import { MINUTE, Scheduling } from './scheduleFixture.ts';

describe('a scheduled message that cannot be sent', () => {
  let scheduling: Scheduling;

  before(async () => {
    scheduling = await Scheduling.start();
  });
  beforeEach(() => scheduling.begin());
  after(() => scheduling.end());

  /** What Mia is told of it, and what becomes of it. */
  const failedBecause = async (
    meanwhile: () => Promise<unknown>,
    fields: Record<string, unknown> = scheduling.toChannel(),
  ) => {
    const id = await scheduling.schedule(scheduling.mia, fields);
    await meanwhile();
    await scheduling.pass(MINUTE);
    const [scheduled, ...others] = await scheduling.listOf(scheduling.mia);
    expect(others).to.deep.equal([]);
    expect(scheduled).to.include({ scheduled_message_id: id, failed: true });
    const [notice = '', ...more] = await scheduling.noticesTo(scheduling.mia);
    expect(more).to.deep.equal([]);
    expect(notice).to.match(/^The message that you scheduled for <time:\d{4}-.*Z> was not sent:\n\n> /);
    return notice.split('\n\n')[1]!.slice(2);
  };

  it('is kept as failed, and its author told why: an archived channel', async () => {
    expect(await failedBecause(() => scheduling.owner.delete(`/streams/${scheduling.channel.id}`))).to.equal(
      `Not authorized to send to channel '${scheduling.channel.name}'`,
    );
  });

  it('is kept as failed, and its author told why: a permission that is gone', async () => {
    const nobody = { direct_members: [], direct_subgroups: [] };
    const closing = () =>
      scheduling.owner.patch(`/streams/${scheduling.channel.id}`, {
        can_send_message_group: { new: nobody },
      });
    expect(await failedBecause(closing)).to.equal('You do not have permission to post in this channel.');
  });

  it('is kept as failed, and its author told why: a recipient who has left', async () => {
    const leaving = () => scheduling.owner.delete(`/users/${scheduling.rob.userId}`);
    expect(await failedBecause(leaving, scheduling.toPerson())).to.equal(
      `'${scheduling.rob.email}' is no longer using the service.`,
    );
  });

  it('is kept as failed, and its author told why: wildcards in a channel that has grown', async () => {
    const growing = async () => {
      const people = [];
      for (let index = 0; index < 15; index += 1)
        people.push((await scheduling.hansard.account(`Extra ${index}`)).userId);
      const grown = { subscriptions: [{ name: scheduling.channel.name }], principals: people };
      return scheduling.owner.post('/users/me/subscriptions', grown);
    };
    expect(await failedBecause(growing, scheduling.toChannel({ content: '@**all** good morning' }))).to.equal(
      'You do not have permission to use channel wildcard mentions in this channel.',
    );
  });

  it('for more than ten minutes is not sent any more', async () => {
    await scheduling.schedule(
      scheduling.mia,
      scheduling.toChannel({ scheduled_delivery_timestamp: scheduling.secondsFromNow(2 * MINUTE) }),
    );
    const late = await scheduling.schedule(scheduling.mia, scheduling.toChannel({ content: 'too late' }));
    await scheduling.mia.patch(`/scheduled_messages/${late}`, {
      scheduled_delivery_timestamp: scheduling.secondsFromNow(5),
    });
    await scheduling.pass(11 * MINUTE);
    expect(await scheduling.textsFor(scheduling.rob)).to.deep.equal(['Good morning']);
    expect(
      (await scheduling.listOf(scheduling.mia)).map(({ content, failed }) => [content, failed]),
    ).to.deep.equal([['too late', true]]);
    const [notice = ''] = await scheduling.noticesTo(scheduling.mia);
    expect(notice).to.include('> Message could not be sent at the scheduled time.');
  });

  it('is sent after all where its author gives it another time', async () => {
    const id = await scheduling.schedule(scheduling.mia, scheduling.toChannel());
    await scheduling.owner.delete(`/streams/${scheduling.channel.id}`);
    await scheduling.pass(MINUTE);
    const edit = (fields: Record<string, unknown>) =>
      scheduling.mia.patch(`/scheduled_messages/${id}`, fields);
    expect((await edit({ content: 'x' })).body.msg).to.equal(
      'Scheduled delivery time must be in the future.',
    );
    await scheduling.owner.patch(`/streams/${scheduling.channel.id}`, { is_archived: false });
    expect((await edit({ scheduled_delivery_timestamp: scheduling.secondsFromNow(MINUTE) })).status).to.equal(
      200,
    );
    expect((await scheduling.listOf(scheduling.mia))[0]).to.include({ failed: false });
    await scheduling.pass(MINUTE);
    expect(await scheduling.textsFor(scheduling.rob)).to.include('Good morning');
    expect(await scheduling.listOf(scheduling.mia)).to.deep.equal([]);
  });

  it('of an author who has left has failed when he comes back', async () => {
    await scheduling.schedule(scheduling.mia, scheduling.toChannel());
    await scheduling.owner.delete(`/users/${scheduling.mia.userId}`);
    await scheduling.pass(MINUTE);
    expect(await scheduling.messagesFor(scheduling.rob)).to.deep.equal([]);
    await scheduling.owner.post(`/users/${scheduling.mia.userId}/reactivate`);
    expect((await scheduling.listOf(scheduling.mia)).map(({ failed }) => failed)).to.deep.equal([true]);
    expect(await scheduling.noticesTo(scheduling.mia)).to.deep.equal([]);
  });

  describe('whose organization is deactivated', () => {
    it('has failed', async () => {
      const { state } = scheduling.hansard.app.lanes.bySubdomain('')!;
      await scheduling.schedule(scheduling.mia, scheduling.toChannel());
      await scheduling.owner.post('/realm/deactivate');
      await scheduling.pass(MINUTE);
      const all = [...state.scheduledMessages.byId.values()];
      expect(all.find(({ authorId }) => authorId === scheduling.mia.userId)).to.include({ status: 'failed' });
    });
  });
});
