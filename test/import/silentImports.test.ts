import { expect } from 'chai';
import { push } from '../../src/reactors/push/push.ts';
import { webhooks } from '../../src/reactors/webhooks/define.ts';
import { translations } from '../../src/live/messages.ts';
import { pushRecipients } from '../../src/reactors/push/pushRecipients.ts';
import { webhooksTriggeredBy } from '../../src/organization/access/mentions.ts';
import { CHANNELS, PEOPLE, town } from '../live/fixture.ts';
import { example, foldOn } from '../support/examples.ts';
import { systemClock } from '../../src/base/clock.ts';

const { owner, outsider } = PEOPLE;
const BOT = 90;

describe('an imported message', () => {
  const device = { deviceId: 7, userId: outsider };
  const organization = () =>
    town(
      ...[example.deviceRegistered(device), example.pushKeyChanged(device)],
      ...[example.pushTokenOffered(device), example.pushTokenAccepted(device)],
      example.usersSubscribed({ channelIds: [CHANNELS.public], userIds: [outsider] }),
      example.userCreated({
        userId: BOT,
        email: 'hook-bot@example.com',
        fullName: 'Hook',
        bot: { type: 3, ownerId: owner, isSystem: false },
      }),
      example.botSetUp({ botId: BOT }),
    );
  const importedMessage = (imported: object) =>
    example.messageSent({
      senderId: owner,
      channelId: CHANNELS.public,
      mentionedUserIds: [outsider, BOT],
      ...imported,
    });
  const recorded = (imported: object) => {
    const before = organization();
    const { data } = importedMessage(imported);
    const event = {
      ...importedMessage(imported),
      id: 'e',
      revision: before.revision + 1,
      metadata: { time: Date.now() },
    };
    return { before, data, event: event as never, after: foldOn(organization(), importedMessage(imported)) };
  };
  const PUSH = push({ clock: systemClock } as never);
  const WEBHOOKS = webhooks(async () => {});

  it('is neither pushed nor delivered to webhooks, as one that is sent is', () => {
    const sent = recorded({});
    expect(pushRecipients(sent.after, 1 as never, sent.data)).to.have.length(1);
    expect(webhooksTriggeredBy(sent.after, sent.data)).to.deep.equal([BOT]);
    expect(PUSH.on.MessageSent?.(sent.event, sent.after)).to.have.length(1);
    expect(WEBHOOKS.on.MessageSent?.(sent.event, sent.after)).to.have.length(1);
    const imported = recorded({ imported: { sentAt: 1 } });
    expect(PUSH.on.MessageSent?.(imported.event, imported.after)).to.deep.equal([]);
    expect(WEBHOOKS.on.MessageSent?.(imported.event, imported.after)).to.deep.equal([]);
  });

  it('tells clients of its channel, and not of itself', () => {
    const typesOf = ({ before, after, event }: ReturnType<typeof recorded>) =>
      translations
        .MessageSent(event, { before, after, host: 'chat.example.com' })
        .map((clientEvent) => ('payload' in clientEvent ? clientEvent.payload.type : 'end'));
    expect(typesOf(recorded({}))).to.include('message');
    expect(typesOf(recorded({ imported: { sentAt: 1 } })))
      .to.include('stream')
      .and.not.include('message');
  });

  it('is counted in its channel at the time when it was sent', () => {
    const day = 86_400_000;
    const state = organization();
    for (const sentAt of [10 * day, 9 * day]) foldOn(state, importedMessage({ imported: { sentAt } }));
    const activity = state.channelActivity.byChannel.get(CHANNELS.public as never);
    expect(activity).to.deep.include({ lastMessageAt: 10 * day, days: [{ day: 10, messages: 1 }] });
  });
});
