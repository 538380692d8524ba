import { expect } from 'chai';
import {
  deleteScheduledMessage,
  editScheduledMessage,
  type EditScheduledMessageInput,
  scheduleMessage,
  type ScheduleMessageInput,
} from '../../../src/commands/messages/scheduled.ts';
import { checkedTopic } from '../../../src/commands/text.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { ChannelId, UserId } from '../../../src/base/ids.ts';
import { example } from '../../support/examples.ts';
import type { World } from '../../support/memoryViews.ts';
import type { RequestedInput } from '../messageFixture.ts';
import {
  FIRST,
  firstOf,
  GUS,
  MIA,
  MINUTE,
  NOW,
  OLGA,
  outcome,
  started,
  town,
  waiting,
  written,
} from '../scheduledMessageFixture.ts';

const toChannel = (id: number) => ({ kind: 'channel', channel: { id: id as ChannelId } }) as const;
const toPeople = (...ids: number[]) => ({ kind: 'direct', recipientIds: ids as UserId[] }) as const;

const PAST = 'BAD_REQUEST: Scheduled delivery time must be in the future.';
const ABSENT = '404 BAD_REQUEST: Scheduled message does not exist';
const SENT = 'BAD_REQUEST: Scheduled message was already sent';

const sent = example.scheduledMessageSent({ scheduledMessageId: 1, authorId: MIA });

describe('scheduling a message', () => {
  const schedule = (
    world: World,
    { topic = 'logo', ...given }: RequestedInput<ScheduleMessageInput> = {},
    actor: number = MIA,
  ) =>
    outcome(
      world,
      scheduleMessage,
      {
        to: toChannel(1),
        topic: checkedTopic(topic),
        ...written('Good morning'),
        readBySender: false,
        deliverAt: NOW + MINUTE,
        at: NOW,
        ...given,
      },
      actor,
    );

  it('is refused where all of one author are too long altogether, with their HTML', async () => {
    const [most, size] = [4_000_000, 'Good morning'.length];
    const before = (html: number) => waiting({ content: 'x'.repeat(1_000), html: 'x'.repeat(html) });
    const full = 'BAD_REQUEST: Your scheduled messages are too long altogether.';
    const [fitting, tooLong] = [most - 1_000 - size, most - 1_000 - size + 1];
    expect(await schedule(await town(before(fitting)))).to.have.lengthOf(1);
    expect(await schedule(await town(before(tooLong)))).to.equal(full);
    expect(await schedule(await town(before(tooLong)), {}, OLGA)).to.have.lengthOf(1);
  });

  it('puts all of it on record, under the next ID', async () => {
    const world = await town(waiting());
    expect(await schedule(world)).to.deep.equal([
      {
        type: 'MessageScheduled',
        data: {
          scheduledMessageId: 2,
          authorId: MIA,
          channelId: 1,
          topic: 'logo',
          content: 'Good morning',
          rendererVersion: 0,
          deliverAt: NOW + MINUTE,
          readBySender: false,
        },
      },
    ]);
  });

  it('names all who take part where it is direct', async () => {
    const event = firstOf(await schedule(await town(), { to: toPeople(GUS, OLGA), topic: '' }));
    expect(event).to.have.deep.nested.property('data.participantIds', [OLGA, MIA, GUS]);
    expect(event).to.not.have.nested.property('data.channelId');
  });

  it('is for a time to come, by what the clock says now', async () => {
    expect(await schedule(await town(), { deliverAt: NOW })).to.equal(PAST);
    expect(await schedule(await town(), { deliverAt: NOW - MINUTE })).to.equal(PAST);
    const setBack = NOW - 24 * 60 * MINUTE;
    const event = firstOf(await schedule(await town(), { at: setBack, deliverAt: setBack + MINUTE }));
    expect(event).to.have.property('type', 'MessageScheduled');
  });

  it('is answered again under its key, whatever has become of the message since', async () => {
    const idempotency = { keyHash: 'key', parametersHash: 'parameters' };
    const world = await town();
    const first = firstOf(await schedule(world, { idempotency }));
    expect(first.data).to.deep.include({ scheduledMessageId: 1, idempotency });
    const late = { idempotency, at: NOW + 2 * MINUTE };
    for (const more of [[], [example.scheduledMessageEdited({ authorId: MIA })], [started], [sent]]) {
      await world.happen(...more);
      expect(await schedule(world, late)).to.deep.equal([]);
    }
    const other = { ...idempotency, parametersHash: 'others' };
    expect(await schedule(world, { idempotency: other })).to.equal(
      'IDEMPOTENCY_KEY_REUSED: This idempotency key was used for another message.',
    );
    expect(await schedule(world, { idempotency: { ...other, keyHash: 'another' } })).to.have.lengthOf(1);
  });

  it('asks for what sending asks for', async () => {
    expect(await schedule(await town(), { to: toChannel(2) })).to.equal(
      "BAD_REQUEST: Not authorized to send to channel 'attic'",
    );
    expect(await schedule(await town(), { to: toChannel(9) })).to.equal(
      "STREAM_DOES_NOT_EXIST: Channel with ID '9' does not exist",
    );
    expect(await schedule(await town(), {}, GUS)).to.equal('BAD_REQUEST: Not authorized to send to channel');
    expect(await schedule(await town(), { to: toPeople(9) })).to.equal('BAD_REQUEST: Invalid user ID 9');
  });
});

const edit = (
  world: World,
  { topic, ...requested }: RequestedInput<EditScheduledMessageInput>,
  actor: number = MIA,
) =>
  outcome(
    world,
    editScheduledMessage,
    {
      ...FIRST,
      kind: undefined,
      to: undefined,
      text: undefined,
      deliverAt: undefined,
      topic: topic === undefined ? undefined : checkedTopic(topic),
      at: NOW,
      ...requested,
    },
    actor,
  );
/** Mia's message after one edit. */
const edited = async (
  requested: RequestedInput<EditScheduledMessageInput>,
  ...before: readonly DomainEvent[]
) => edit(await town(...(before.length > 0 ? before : [waiting()])), requested);

const failed = example.scheduledSendFailed({ authorId: MIA, channelId: 1, topic: 'logo' });

describe('editing a scheduled message', () => {
  const before = {
    scheduledMessageId: 1,
    authorId: MIA,
    channelId: 1,
    topic: 'logo',
    content: 'Good morning',
    rendererVersion: 0,
    deliverAt: NOW + 60 * MINUTE,
    readBySender: true,
  };
  const { channelId: _channel, topic: _topic, ...elsewhere } = before;

  for (const [what, requested, after] of [
    ['another text', { text: written('Good evening') }, { ...before, content: 'Good evening' }],
    ['another topic', { topic: 'colours' }, { ...before, topic: 'colours' }],
    ['another spelling', { topic: 'LOGO' }, { ...before, topic: 'LOGO' }],
    ['another time', { deliverAt: NOW + MINUTE }, { ...before, deliverAt: NOW + MINUTE }],
    ['other people', { kind: 'direct', to: toPeople(OLGA) }, { ...elsewhere, participantIds: [OLGA, MIA] }],
  ] as const)
    it(`gives it ${what}, and keeps everything else`, async () => {
      expect(await edited(requested)).to.deep.equal([{ type: 'ScheduledMessageEdited', data: after }]);
    });

  it('gives it a text whose mentions take the place of the old ones', async () => {
    const calling = { mentionedGroupIds: [9], wildcards: ['channel' as const], html: '<p>x</p>' };
    const event = firstOf(await edited({ text: written('x') }, waiting(calling)));
    expect(event.data).to.not.have.any.keys('mentionedGroupIds', 'wildcards', 'html');
  });

  it('keeps the mentions of a text that goes elsewhere', async () => {
    const event = firstOf(
      await edited({ topic: 'colours' }, waiting({ wildcards: ['channel'], html: '<p>x</p>' })),
    );
    expect(event.data).to.deep.include({ wildcards: ['channel'], html: '<p>x</p>' });
  });

  it('changes nothing where it is so already', async () => {
    const same = { to: toChannel(1), topic: 'logo', deliverAt: NOW + 60 * MINUTE };
    expect(await edited({ ...same, text: written('Good morning') })).to.deep.equal([]);
    expect(
      await edited(
        { topic: 'x' },
        waiting({ channelId: undefined, topic: undefined, participantIds: [MIA] }),
      ),
    ).to.deep.equal([]);
  });

  for (const [what, requested, refusal] of [
    [
      'people without naming them',
      { kind: 'direct' },
      'Recipient required when updating type of scheduled message.',
    ],
    ['a channel instead of people', { to: toPeople(OLGA) }, 'Invalid data type for channel ID'],
    ['a time that has passed', { deliverAt: NOW }, 'Scheduled delivery time must be in the future.'],
    ['an archived channel', { to: toChannel(2) }, "Not authorized to send to channel 'attic'"],
  ] as const)
    it(`does not make it one for ${what}`, async () => {
      expect(await edited(requested)).to.equal(`BAD_REQUEST: ${refusal}`);
    });

  it('asks for a topic where it comes to a channel', async () => {
    const direct = waiting({ channelId: undefined, topic: undefined, participantIds: [OLGA, MIA] });
    const requested = { kind: 'channel', to: toChannel(1) } as const;
    expect(await edited(requested, direct)).to.equal(
      'BAD_REQUEST: Topic required when updating scheduled message type to stream.',
    );
    const event = firstOf(await edited({ ...requested, topic: 'logo' }, direct));
    expect(event.data)
      .to.deep.include({ channelId: 1, topic: 'logo' })
      .and.not.have.property('participantIds');
  });

  it('asks anew who may say it where it says something else, or elsewhere, and not for another time', async () => {
    const closed = [waiting(), example.channelArchived({ channelId: 1 })];
    const mayNot = "BAD_REQUEST: Not authorized to send to channel 'design'";
    expect(await edited({ text: written('x') }, ...closed)).to.equal(mayNot);
    expect(await edited({ topic: 'x' }, ...closed)).to.equal(mayNot);
    expect(await edited({ deliverAt: NOW + MINUTE }, ...closed)).to.have.length(1);
  });

  it('gives one that failed another time, without which it stays failed', async () => {
    expect(await edited({ text: written('x') }, waiting(), failed)).to.equal(PAST);
    const world = await town(waiting(), failed);
    expect(await edit(world, { deliverAt: NOW + 60 * MINUTE }), 'even that which it had').to.have.length(1);
    expect(world.organization.scheduledMessages.byId.get(FIRST.scheduledMessageId)).to.include({
      status: 'pending',
    });
  });

  it('is the author’s alone, while it is not being sent', async () => {
    expect(await edit(await town(waiting()), { topic: 'x' }, OLGA)).to.equal(ABSENT);
    expect(await edit(await town(), { topic: 'x' })).to.equal(ABSENT);
    expect(await edited({ topic: 'x' }, waiting(), started)).to.equal(SENT);
    expect(await edited({ topic: 'x' }, waiting(), started, sent)).to.equal(SENT);
    expect(await edit(await town(waiting(), started, sent), { topic: 'x' }, OLGA)).to.equal(ABSENT);
  });
});

describe('deleting a scheduled message', () => {
  const remove = async (actor: number, ...before: readonly DomainEvent[]) =>
    outcome(await town(...before), deleteScheduledMessage, FIRST, actor);

  it('is for its author, before it is sent', async () => {
    const gone = [{ type: 'ScheduledMessageDeleted', data: { scheduledMessageId: 1, authorId: MIA } }];
    expect(await remove(MIA, waiting())).to.deep.equal(gone);
    expect(await remove(MIA, waiting(), failed)).to.deep.equal(gone);
    expect(await remove(OLGA, waiting())).to.equal(ABSENT);
    expect(await remove(MIA, waiting(), started)).to.equal(ABSENT);
    expect(await remove(MIA, waiting(), started, sent)).to.equal(ABSENT);
  });
});
