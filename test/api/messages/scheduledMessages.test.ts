import { expect } from 'chai';
import type { Answer, Person } from '../../support/hansard.ts';
import { makeBot } from '../bots.ts';
import { DAY, MINUTE, Scheduling } from '../scheduleFixture.ts';

describe('a scheduled message', () => {
  let scheduling: Scheduling;

  before(async () => {
    scheduling = await Scheduling.start();
  });
  beforeEach(() => scheduling.begin());
  after(() => scheduling.end());

  it('is sent at its time, by its author with the client that it was written with', async () => {
    await scheduling.schedule(scheduling.mia, scheduling.toChannel({ client: 'Pigeon' }));
    await scheduling.pass(MINUTE - 5);
    expect(await scheduling.messagesFor(scheduling.rob)).to.deep.equal([]);
    expect(await scheduling.listOf(scheduling.mia)).to.have.length(1);
    await scheduling.pass(10);
    const [message, ...others] = await scheduling.messagesFor(scheduling.rob);
    expect(others).to.deep.equal([]);
    expect(message).to.include({
      content: 'Good morning',
      client: 'Pigeon',
      sender_id: scheduling.mia.userId,
    });
    expect(await scheduling.listOf(scheduling.mia)).to.deep.equal([]);
  });

  it('is rendered with the names of the day on which it is sent', async () => {
    await scheduling.schedule(scheduling.mia, scheduling.toChannel({ content: 'Hello, @**Otto Reader**' }));
    await scheduling.owner.patch(`/users/${scheduling.rob.userId}`, { full_name: 'Otto Reader' });
    await scheduling.pass(MINUTE);
    const [message] = await scheduling.messagesFor(scheduling.rob);
    expect(message!.flags).to.include('mentioned');
  });

  it('comes in the order that its author has given all of them', async () => {
    const soon = scheduling.secondsFromNow(MINUTE);
    for (const [index, seconds] of [3, 1, 2, 1].entries())
      await scheduling.schedule(
        scheduling.mia,
        scheduling.toChannel({
          content: `${seconds} ${index}`,
          scheduled_delivery_timestamp: soon + seconds,
        }),
      );
    await scheduling.pass(2 * MINUTE);
    expect(await scheduling.textsFor(scheduling.rob)).to.deep.equal(['1 1', '1 3', '2 2', '3 0']);
  });

  const readBySender = async (who: Person, fields: Record<string, unknown>): Promise<boolean> => {
    await scheduling.schedule(who, fields);
    await scheduling.pass(MINUTE);
    return (await scheduling.messagesFor(who)).at(-1)!.flags.includes('read');
  };

  it('is read by its author where he reads in his client, but for notes to himself', async () => {
    expect(await readBySender(scheduling.mia, scheduling.toChannel())).to.equal(false);
    expect(await readBySender(scheduling.mia, scheduling.toChannel({ client: 'website' }))).to.equal(true);
    expect(
      await readBySender(
        scheduling.mia,
        scheduling.toPerson({ to: [scheduling.mia.userId], client: 'website' }),
      ),
    ).to.equal(false);
    expect(
      await readBySender(
        scheduling.mia,
        scheduling.toPerson({ to: [scheduling.mia.userId], read_by_sender: true }),
      ),
    ).to.equal(true);
  });

  it('that was deleted is not sent', async () => {
    const id = await scheduling.schedule(scheduling.mia, scheduling.toChannel());
    expect((await scheduling.mia.delete(`/scheduled_messages/${id}`)).status).to.equal(200);
    await scheduling.pass(MINUTE);
    expect(await scheduling.messagesFor(scheduling.rob)).to.deep.equal([]);
    expect((await scheduling.mia.patch(`/scheduled_messages/${id}`, { content: 'x' })).status).to.equal(404);
  });

  it('of a bot is sent like any other', async () => {
    const bot = await makeBot(scheduling.hansard, scheduling.mia);
    await scheduling.schedule(bot, scheduling.toChannel({ content: 'beep' }));
    await scheduling.pass(MINUTE);
    expect((await scheduling.messagesFor(scheduling.rob)).map(({ sender_id }) => sender_id)).to.deep.equal([
      bot.userId,
    ]);
  });

  it('ends once, sent or failed, while the clock goes a day forward and back', async () => {
    const times = [5, MINUTE, 12 * 60 * MINUTE, DAY + 2 * MINUTE, 2 * DAY];
    for (const seconds of times)
      await scheduling.schedule(
        scheduling.mia,
        scheduling.toChannel({
          content: `in ${seconds}`,
          scheduled_delivery_timestamp: scheduling.secondsFromNow(seconds),
        }),
      );
    await scheduling.pass(DAY);
    const lateOnes = (await scheduling.listOf(scheduling.mia))
      .filter(({ failed }) => failed)
      .map(({ content }) => content);
    expect(lateOnes).to.deep.equal(['in 5', 'in 60', 'in 43200']);
    await scheduling.pass(-DAY);
    await scheduling.pass(2 * MINUTE);
    expect(await scheduling.textsFor(scheduling.rob)).to.deep.equal([]);
    const another = await scheduling.schedule(
      scheduling.mia,
      scheduling.toChannel({
        content: 'after all',
        scheduled_delivery_timestamp: scheduling.secondsFromNow(MINUTE),
      }),
    );
    expect(another).to.be.a('number');
    await scheduling.pass(MINUTE);
    expect(await scheduling.textsFor(scheduling.rob)).to.deep.equal(['after all']);
    await scheduling.pass(DAY);
    await scheduling.pass(DAY);
    expect(await scheduling.textsFor(scheduling.rob)).to.deep.equal([
      'after all',
      `in ${DAY + 2 * MINUTE}`,
      `in ${2 * DAY}`,
    ]);
    expect((await scheduling.listOf(scheduling.mia)).map(({ failed }) => failed)).to.deep.equal([
      true,
      true,
      true,
    ]);
    expect(await scheduling.noticesTo(scheduling.mia)).to.have.length(3);
  });

  describe('once it has been sent', () => {
    let id: number;
    beforeEach(async () => {
      id = await scheduling.schedule(scheduling.mia, scheduling.toChannel());
      await scheduling.pass(MINUTE);
    });

    const messageOf = ({ status, body }: Answer) => [status, body.msg];

    it('cannot be edited any more, which its author alone is told', async () => {
      const edit = (who: Person) => who.patch(`/scheduled_messages/${id}`, { content: 'x' });
      expect(messageOf(await edit(scheduling.mia))).to.deep.equal([
        400,
        'Scheduled message was already sent',
      ]);
      expect(messageOf(await edit(scheduling.owner))).to.deep.equal([
        404,
        'Scheduled message does not exist',
      ]);
    });

    it('is not there any more to be deleted', async () => {
      expect(messageOf(await scheduling.mia.delete(`/scheduled_messages/${id}`))).to.deep.equal([
        404,
        'Scheduled message does not exist',
      ]);
    });
  });
});
