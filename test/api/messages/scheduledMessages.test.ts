import { expect } from 'chai';
import type { Answer, Person } from '../../support/hansard.ts';
import { makeBot } from '../bots.ts';
import { DAY, MINUTE, Scheduling } from '../scheduling.ts';

describe('a scheduled message', () => {
  let desk: Scheduling;

  before(async () => {
    desk = await Scheduling.start();
  });
  beforeEach(() => desk.begin());
  after(() => desk.end());

  it('is sent at its time, by its author with the client that it was written with', async () => {
    await desk.schedule(desk.mia, desk.toChannel({ client: 'Pigeon' }));
    await desk.pass(MINUTE - 5);
    expect(await desk.messagesFor(desk.rob)).to.deep.equal([]);
    expect(await desk.listOf(desk.mia)).to.have.length(1);
    await desk.pass(10);
    const [message, ...others] = await desk.messagesFor(desk.rob);
    expect(others).to.deep.equal([]);
    expect(message).to.include({ content: 'Good morning', client: 'Pigeon', sender_id: desk.mia.userId });
    expect(await desk.listOf(desk.mia)).to.deep.equal([]);
  });

  it('is rendered with the names of the day on which it is sent', async () => {
    await desk.schedule(desk.mia, desk.toChannel({ content: 'Hello, @**Otto Reader**' }));
    await desk.owner.patch(`/users/${desk.rob.userId}`, { full_name: 'Otto Reader' });
    await desk.pass(MINUTE);
    const [message] = await desk.messagesFor(desk.rob);
    expect(message!.flags).to.include('mentioned');
  });

  it('comes in the order that its author has given all of them', async () => {
    const soon = desk.secondsFromNow(MINUTE);
    for (const [index, seconds] of [3, 1, 2, 1].entries())
      await desk.schedule(
        desk.mia,
        desk.toChannel({
          content: `${seconds} ${index}`,
          scheduled_delivery_timestamp: soon + seconds,
        }),
      );
    await desk.pass(2 * MINUTE);
    expect(await desk.textsFor(desk.rob)).to.deep.equal(['1 1', '1 3', '2 2', '3 0']);
  });

  const readBySender = async (who: Person, fields: Record<string, unknown>): Promise<boolean> => {
    await desk.schedule(who, fields);
    await desk.pass(MINUTE);
    return (await desk.messagesFor(who)).at(-1)!.flags.includes('read');
  };

  it('is read by its author where he reads in his client, but for notes to himself', async () => {
    expect(await readBySender(desk.mia, desk.toChannel())).to.equal(false);
    expect(await readBySender(desk.mia, desk.toChannel({ client: 'website' }))).to.equal(true);
    expect(
      await readBySender(desk.mia, desk.toPerson({ to: [desk.mia.userId], client: 'website' })),
    ).to.equal(false);
    expect(
      await readBySender(desk.mia, desk.toPerson({ to: [desk.mia.userId], read_by_sender: true })),
    ).to.equal(true);
  });

  it('that was deleted is not sent', async () => {
    const id = await desk.schedule(desk.mia, desk.toChannel());
    expect((await desk.mia.delete(`/scheduled_messages/${id}`)).status).to.equal(200);
    await desk.pass(MINUTE);
    expect(await desk.messagesFor(desk.rob)).to.deep.equal([]);
    expect((await desk.mia.patch(`/scheduled_messages/${id}`, { content: 'x' })).status).to.equal(404);
  });

  it('of a bot is sent like any other', async () => {
    const bot = await makeBot(desk.hansard, desk.mia);
    await desk.schedule(bot, desk.toChannel({ content: 'beep' }));
    await desk.pass(MINUTE);
    expect((await desk.messagesFor(desk.rob)).map(({ sender_id }) => sender_id)).to.deep.equal([bot.userId]);
  });

  it('ends once, sent or failed, while the clock goes a day forward and back', async () => {
    const times = [5, MINUTE, 12 * 60 * MINUTE, DAY + 2 * MINUTE, 2 * DAY];
    for (const seconds of times)
      await desk.schedule(
        desk.mia,
        desk.toChannel({
          content: `in ${seconds}`,
          scheduled_delivery_timestamp: desk.secondsFromNow(seconds),
        }),
      );
    await desk.pass(DAY);
    const lateOnes = (await desk.listOf(desk.mia))
      .filter(({ failed }) => failed)
      .map(({ content }) => content);
    expect(lateOnes).to.deep.equal(['in 5', 'in 60', 'in 43200']);
    await desk.pass(-DAY);
    await desk.pass(2 * MINUTE);
    expect(await desk.textsFor(desk.rob)).to.deep.equal([]);
    const another = await desk.schedule(
      desk.mia,
      desk.toChannel({ content: 'after all', scheduled_delivery_timestamp: desk.secondsFromNow(MINUTE) }),
    );
    expect(another).to.be.a('number');
    await desk.pass(MINUTE);
    expect(await desk.textsFor(desk.rob)).to.deep.equal(['after all']);
    await desk.pass(DAY);
    await desk.pass(DAY);
    expect(await desk.textsFor(desk.rob)).to.deep.equal([
      'after all',
      `in ${DAY + 2 * MINUTE}`,
      `in ${2 * DAY}`,
    ]);
    expect((await desk.listOf(desk.mia)).map(({ failed }) => failed)).to.deep.equal([true, true, true]);
    expect(await desk.noticesTo(desk.mia)).to.have.length(3);
  });

  describe('once it has been sent', () => {
    let id: number;
    beforeEach(async () => {
      id = await desk.schedule(desk.mia, desk.toChannel());
      await desk.pass(MINUTE);
    });

    const messageOf = ({ status, body }: Answer) => [status, body.msg];

    it('cannot be edited any more, which its author alone is told', async () => {
      const edit = (who: Person) => who.patch(`/scheduled_messages/${id}`, { content: 'x' });
      expect(messageOf(await edit(desk.mia))).to.deep.equal([400, 'Scheduled message was already sent']);
      expect(messageOf(await edit(desk.owner))).to.deep.equal([404, 'Scheduled message does not exist']);
    });

    it('is not there any more to be deleted', async () => {
      expect(messageOf(await desk.mia.delete(`/scheduled_messages/${id}`))).to.deep.equal([
        404,
        'Scheduled message does not exist',
      ]);
    });
  });
});
