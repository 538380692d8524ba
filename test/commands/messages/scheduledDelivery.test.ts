import { expect } from 'chai';
import {
  deliverScheduledMessage,
  failScheduledSend,
  messageToDeliver,
  startScheduledSend,
} from '../../../src/commands/messages/scheduledDelivery.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { ChannelId } from '../../../src/base/ids.ts';
import { example } from '../../support/examples.ts';
import type { World } from '../../support/memoryViews.ts';
import {
  FIRST,
  firstOf,
  MIA,
  MINUTE,
  NOW,
  outcome,
  started,
  town,
  waiting,
  written,
} from '../scheduledMessageFixture.ts';

const DUE = NOW + 60 * MINUTE;
type Before = readonly DomainEvent[];

const statusIn = ({ organization }: World) =>
  organization.scheduledMessages.byId.get(FIRST.scheduledMessageId)?.status;

describe('a scheduled message whose time', () => {
  const start = async (at: number, ...more: Before) => {
    const world = await town(waiting(), ...more);
    const events = await outcome(world, startScheduledSend, { ...FIRST, at }, null);
    return { events, status: statusIn(world) };
  };

  it('has not come waits', async () => {
    expect(await start(DUE - 1)).to.deep.equal({ events: [], status: 'pending' });
  });

  it('has come is started, up to ten minutes later', async () => {
    const begun = [{ type: 'ScheduledSendStarted', data: { scheduledMessageId: 1, authorId: MIA } }];
    expect(await start(DUE)).to.deep.equal({ events: begun, status: 'started' });
    expect(await start(DUE + 10 * MINUTE)).to.deep.equal({ events: begun, status: 'started' });
  });

  it('was more than ten minutes ago has failed, with all that it says', async () => {
    const { events, status } = await start(DUE + 10 * MINUTE + 1);
    expect(status).to.equal('failed');
    expect(events).to.deep.equal([
      {
        type: 'ScheduledSendFailed',
        data: { ...(waiting().data as object), reason: 'Message could not be sent at the scheduled time.' },
      },
    ]);
  });

  it('has come is started once, and not when it has failed', async () => {
    expect(await start(DUE, started)).to.deep.equal({ events: [], status: 'started' });
    expect(await start(DUE, example.scheduledSendFailed({ authorId: MIA }))).to.deep.include({ events: [] });
  });
});

describe('a scheduled message that was started', () => {
  /** Revision of its content: that of the first event after the town was there. */
  const contentRevision = async () => (await town()).organization.revision + 1;

  const deliver = async (...before: Before) => {
    const world = await town(...before);
    const scheduledContent = waiting().data;
    const conversation = { kind: 'channel', channelId: 1 as ChannelId, topic: 'logo' } as const;
    const scheduled = { ...FIRST, authorId: MIA, conversation };
    const message = {
      ...messageToDeliver(world.organization, scheduled, scheduledContent),
      ...written('Good morning'),
    };
    const events = await outcome(
      world,
      deliverScheduledMessage,
      { ...FIRST, textRevision: await contentRevision(), content: scheduledContent, message },
      MIA,
    );
    return { world, events, status: statusIn(world) };
  };

  it('is sent with the note that it was it', async () => {
    const { world, events, status } = await deliver(waiting(), started);
    expect(status).to.equal(undefined);
    const { type, data } = firstOf(events);
    expect({ type, ...data }).to.include({
      type: 'MessageSent',
      senderId: MIA,
      content: 'Good morning',
      readBySender: true,
    });
    const message = world.events.find((event) => event.type === 'MessageSent')!;
    expect(events.at(-1)).to.deep.equal({
      type: 'ScheduledMessageSent',
      data: { scheduledMessageId: 1, authorId: MIA, messageId: message.revision + 1 },
    });
  });

  it('is sent once, and in no other version than was read', async () => {
    const sent = example.scheduledMessageSent({ scheduledMessageId: 1, authorId: MIA });
    expect((await deliver(waiting(), started, sent)).events).to.deep.equal([]);
    expect((await deliver(waiting())).events).to.deep.equal([]);
    const { scheduledMessageEdited } = example;
    const again = scheduledMessageEdited({ authorId: MIA, channelId: 1, topic: 'logo' });
    expect((await deliver(waiting(), again, started)).events).to.deep.equal([]);
  });

  const mayNot = async (reason: string, ...meanwhile: Before) => {
    const { events, status } = await deliver(waiting(), started, ...meanwhile);
    expect(status).to.equal('failed');
    expect(events).to.deep.equal([
      { type: 'ScheduledSendFailed', data: { ...(waiting().data as object), reason } },
    ]);
  };

  it('has failed where the channel is archived by then', () =>
    mayNot("Not authorized to send to channel 'design'", example.channelArchived({ channelId: 1 })));

  it('has failed where its author has left', () =>
    mayNot('Account is deactivated', example.userDeactivated({ userId: MIA })));

  it('has failed where its author is a guest by then, who would have to follow the channel', () =>
    mayNot(
      'Not authorized to send to channel',
      example.userRoleChanged({ userId: MIA, oldRole: 400, newRole: 600 }),
    ));

  it('has failed where the organization is deactivated', () =>
    mayNot('This organization has been deactivated', example.organizationDeactivated()));

  it('is given up once, with the reason', async () => {
    const world = await town(waiting(), started);
    const giveUp = async () =>
      outcome(
        world,
        failScheduledSend,
        { ...FIRST, textRevision: await contentRevision(), reason: 'Broken.' },
        null,
      );
    expect(await giveUp()).to.have.deep.nested.property('[0].data.reason', 'Broken.');
    expect(await giveUp()).to.deep.equal([]);
  });
});
