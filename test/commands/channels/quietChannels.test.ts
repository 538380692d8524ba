import { expect } from 'chai';
import { noteQuietChannels } from '../../../src/commands/channels/channels.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import { isRecentlyActive } from '../../../src/organization/slices/channelActivity.ts';
import type { ChannelId } from '../../../src/base/ids.ts';
import { example, foldOn, organizationAfter } from '../../support/examples.ts';
import { eventsOrRefusal } from '../eventsOrRefusal.ts';

const DAY = 24 * 60 * 60 * 1000;
const CHANNEL = 1 as ChannelId;
const wentQuiet = [{ type: 'ChannelsWentQuiet', data: { channelIds: [CHANNEL] } }];

const emptied = example.messagesDeleted({
  channelBeginnings: [{ channelId: CHANNEL, oldMessageId: 5, newMessageId: null }],
});

/** A channel, a silent one beside it, one message in the first, and the decided events so many days later. */
function spoken(...later: readonly DomainEvent[]) {
  const organization = organizationAfter(
    example.channelCreated({ channelId: CHANNEL }),
    example.channelCreated({ channelId: 2, name: 'silent' }),
    example.messageSent({ channelId: CHANNEL }),
    ...later,
  );
  const { lastMessageAt } = organization.channelActivity.byChannel.get(CHANNEL)!;
  const after = (days: number) => lastMessageAt + days * DAY;
  return {
    organization,
    noted: (days: number) => eventsOrRefusal(organization, noteQuietChannels, undefined, null, after(days)),
    isActive: (days: number) =>
      isRecentlyActive(organization.channelActivity.byChannel.get(CHANNEL), after(days)),
  };
}

describe('a channel that goes quiet', () => {
  it('is on record once, when nothing was said for 180 days; one where nothing ever was is not', () => {
    const { organization, noted, isActive } = spoken();
    expect([isActive(179), noted(179)]).to.deep.equal([true, []]);
    expect([isActive(180), noted(180)]).to.deep.equal([false, wentQuiet]);
    foldOn(organization, example.channelsWentQuiet());
    expect(noted(181)).to.deep.equal([]);
  });

  it('is quiet as soon as nothing is left of what was said', () => {
    const { noted, isActive } = spoken(emptied);
    expect([isActive(1), noted(1)]).to.deep.equal([false, wentQuiet]);
  });

  it('may do so again once something was said', () => {
    const { noted, isActive } = spoken(
      example.channelsWentQuiet(),
      example.messageSent({ channelId: CHANNEL }),
    );
    expect([isActive(1), noted(1)]).to.deep.equal([true, []]);
    expect(noted(180)).to.deep.equal(wentQuiet);
  });

  it('may do so again once messages have come from elsewhere', () => {
    const { noted, isActive } = spoken(
      emptied,
      example.channelsWentQuiet(),
      example.messagesMoved({
        messageId: 9,
        oldChannelId: 2,
        newChannelId: CHANNEL,
        channelBeginnings: [{ channelId: CHANNEL, oldMessageId: null, newMessageId: 9 }],
      }),
    );
    expect([isActive(1), noted(1)]).to.deep.equal([true, []]);
    expect(noted(180)).to.deep.equal(wentQuiet);
  });
});
