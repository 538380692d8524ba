import { expect } from 'chai';
import {
  changeSubscriptionSettings,
  type RequestedSetting,
} from '../../../src/commands/channels/subscriptionSettings.ts';
import type { ChannelId } from '../../../src/base/ids.ts';
import { Refused } from '../../../src/base/errors.ts';
import { example } from '../../support/examples.ts';
import { CHANNELS, type Name, outcome, PEOPLE, town, type Who } from '../channelFixture.ts';

type Present = Parameters<(typeof changeSubscriptionSettings)['decide']>[1]['present'];

const change = (
  requested: readonly (readonly [Name, RequestedSetting['property'], unknown])[],
  { actor = 'insider', present = new Map() }: { actor?: Who; present?: Present } = {},
) => {
  const settings = requested.map(
    ([channel, property, value]) =>
      ({ channelId: CHANNELS[channel], property, value }) as unknown as RequestedSetting,
  );
  const input = { requested: settings, present };
  const decided = outcome(town(), changeSubscriptionSettings, input, actor);
  return decided instanceof Refused ? decided.message : decided.events;
};
const changed = (fields: object) =>
  example.subscriptionSettingChanged({ userId: PEOPLE.insider, channelId: CHANNELS.open, ...fields });

describe('settings of a subscription', () => {
  it('are recorded with what they were, if that is known', () => {
    const present = new Map([[CHANNELS.open as ChannelId, { color: '#111111', pinToTop: false }]]);
    const blue = ['open', 'color', '#0000ff'] as const;
    expect(change([blue], { present: present as unknown as Present })).to.deep.equal([
      changed({ property: 'color', oldValue: '#111111', newValue: '#0000ff' }),
    ]);
    expect(change([blue])).to.deep.equal(
      [changed({ property: 'color', newValue: '#0000ff' })].map(withoutOld),
    );
  });

  it('are recorded once, as asked for last, and only where they differ', () => {
    expect(
      change([
        ['open', 'isMuted', true],
        ['open', 'isMuted', false],
      ]),
    ).to.deep.equal([]);
    expect(
      change([
        ['open', 'isMuted', false],
        ['open', 'isMuted', true],
      ]),
    ).to.deep.equal([changed({ property: 'isMuted', oldValue: false, newValue: true })]);
  });

  it('are those of subscriptions alone, all or none', () => {
    const both = [
      ['open', 'isMuted', true],
      ['archived', 'isMuted', true],
    ] as const;
    expect(change(both)).to.have.length(2);
    expect(change(both, { actor: 'member' })).to.equal(`Not subscribed to channel ID ${CHANNELS.open}`);
    expect(change([['shared', 'isMuted', true]], { actor: 'member' })).to.equal('Invalid channel ID');
  });
});

function withoutOld({ type, data }: ReturnType<typeof changed>) {
  const { oldValue: _old, ...rest } = data;
  return { type, data: rest };
}
