import { expect } from 'chai';

import { MINUTE, Scheduling } from './scheduling.ts';

describe('a scheduled message that cannot be sent', () => {
  let desk: Scheduling;

  before(async () => {
    desk = await Scheduling.start();
  });
  beforeEach(() => desk.begin());
  after(() => desk.end());

  /** What Mia is told of it, and what becomes of it. */
  const failedBecause = async (
    meanwhile: () => Promise<unknown>,
    fields: Record<string, unknown> = desk.toChannel(),
  ) => {
    const id = await desk.schedule(desk.mia, fields);
    await meanwhile();
    await desk.pass(MINUTE);
    const [scheduled, ...others] = await desk.listOf(desk.mia);
    expect(others).to.deep.equal([]);
    expect(scheduled).to.include({ scheduled_message_id: id, failed: true });
    const [notice = '', ...more] = await desk.noticesTo(desk.mia);
    expect(more).to.deep.equal([]);
    expect(notice).to.match(/^The message that you scheduled for <time:\d{4}-.*Z> was not sent:\n\n> /);
    return notice.split('\n\n')[1]!.slice(2);
  };

  it('is kept as failed, and its author told why: an archived channel', async () => {
    expect(await failedBecause(() => desk.owner.delete(`/streams/${desk.channel.id}`))).to.equal(
      `Not authorized to send to channel '${desk.channel.name}'`,
    );
  });

  it('is kept as failed, and its author told why: a permission that is gone', async () => {
    const nobody = { direct_members: [], direct_subgroups: [] };
    const closing = () =>
      desk.owner.patch(`/streams/${desk.channel.id}`, { can_send_message_group: { new: nobody } });
    expect(await failedBecause(closing)).to.equal('You do not have permission to post in this channel.');
  });

  it('is kept as failed, and its author told why: a recipient who has left', async () => {
    const leaving = () => desk.owner.delete(`/users/${desk.rob.userId}`);
    expect(await failedBecause(leaving, desk.toPerson())).to.equal(
      `'${desk.rob.email}' is no longer using the service.`,
    );
  });

  it('is kept as failed, and its author told why: wildcards in a channel that has grown', async () => {
    const growing = async () => {
      const people = [];
      for (let index = 0; index < 15; index += 1)
        people.push((await desk.hansard.account(`Extra ${index}`)).userId);
      const grown = { subscriptions: [{ name: desk.channel.name }], principals: people };
      return desk.owner.post('/users/me/subscriptions', grown);
    };
    expect(await failedBecause(growing, desk.toChannel({ content: '@**all** good morning' }))).to.equal(
      'You do not have permission to use channel wildcard mentions in this channel.',
    );
  });

  it('for more than ten minutes is not sent any more', async () => {
    await desk.schedule(
      desk.mia,
      desk.toChannel({ scheduled_delivery_timestamp: desk.secondsFromNow(2 * MINUTE) }),
    );
    const late = await desk.schedule(desk.mia, desk.toChannel({ content: 'too late' }));
    await desk.mia.patch(`/scheduled_messages/${late}`, {
      scheduled_delivery_timestamp: desk.secondsFromNow(5),
    });
    await desk.pass(11 * MINUTE);
    expect(await desk.textsFor(desk.rob)).to.deep.equal(['Good morning']);
    expect((await desk.listOf(desk.mia)).map(({ content, failed }) => [content, failed])).to.deep.equal([
      ['too late', true],
    ]);
    const [notice = ''] = await desk.noticesTo(desk.mia);
    expect(notice).to.include('> Message could not be sent at the scheduled time.');
  });

  it('is sent after all where its author gives it another time', async () => {
    const id = await desk.schedule(desk.mia, desk.toChannel());
    await desk.owner.delete(`/streams/${desk.channel.id}`);
    await desk.pass(MINUTE);
    const edit = (fields: Record<string, unknown>) => desk.mia.patch(`/scheduled_messages/${id}`, fields);
    expect((await edit({ content: 'x' })).body.msg).to.equal(
      'Scheduled delivery time must be in the future.',
    );
    await desk.owner.patch(`/streams/${desk.channel.id}`, { is_archived: false });
    expect((await edit({ scheduled_delivery_timestamp: desk.secondsFromNow(MINUTE) })).status).to.equal(200);
    expect((await desk.listOf(desk.mia))[0]).to.include({ failed: false });
    await desk.pass(MINUTE);
    expect(await desk.textsFor(desk.rob)).to.include('Good morning');
    expect(await desk.listOf(desk.mia)).to.deep.equal([]);
  });

  it('of an author who has left has failed when he comes back', async () => {
    await desk.schedule(desk.mia, desk.toChannel());
    await desk.owner.delete(`/users/${desk.mia.userId}`);
    await desk.pass(MINUTE);
    expect(await desk.messagesFor(desk.rob)).to.deep.equal([]);
    await desk.owner.post(`/users/${desk.mia.userId}/reactivate`);
    expect((await desk.listOf(desk.mia)).map(({ failed }) => failed)).to.deep.equal([true]);
    expect(await desk.noticesTo(desk.mia)).to.deep.equal([]);
  });

  describe('whose organization is deactivated', () => {
    it('has failed', async () => {
      const { state } = desk.hansard.app.lanes.bySubdomain('')!;
      await desk.schedule(desk.mia, desk.toChannel());
      await desk.owner.post('/realm/deactivate');
      await desk.pass(MINUTE);
      const all = [...state.scheduledMessages.byId.values()];
      expect(all.find(({ authorId }) => authorId === desk.mia.userId)).to.include({ status: 'failed' });
    });
  });
});
