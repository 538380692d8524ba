import { expect } from 'chai';
import type { DomainEvent } from '../../src/events/define.ts';
import type { OrganizationState } from '../../src/organization/state.ts';
import { leftChannels } from '../../src/reactors/channelDepartures.ts';
import { presenceReactor } from '../../src/reactors/clockReactor.ts';
import { exportsReactor } from '../../src/reactors/exports.ts';
import { notices } from '../../src/reactors/notices/notices.ts';
import type { Effect, Reactor } from '../../src/reactors/running/define.ts';
import { webhooks } from '../../src/reactors/webhooks/define.ts';
import { CHANNELS, PEOPLE, town } from '../live/fixture.ts';
import { example, foldOn, recorded } from '../support/examples.ts';

const { owner, member, outsider } = PEOPLE;

type Effects = (event: unknown, organization: OrganizationState) => readonly Effect[];

/** The IDs of the effects of an event, after all of them have been run. */
async function effectIds(
  { on }: Reactor,
  event: DomainEvent,
  before: readonly DomainEvent[] = [],
  then: readonly DomainEvent[] = [],
): Promise<readonly string[]> {
  const state = town(...before);
  const [happened] = recorded([event], { after: state, actor: owner });
  foldOn(state, event, ...then);
  const effects = (on as Readonly<Record<string, Effects>>)[event.type]!(happened, state);
  for (const { run } of effects) await run();
  return effects.map(({ id }) => id.replace(happened!.id, 'EVENT'));
}

describe('people who leave channels', () => {
  it('have what they did not read there marked, channel by channel, up to the moment they left', async () => {
    const marked: unknown[] = [];
    const reactor = leftChannels(async (_organization, leaving, cause) => void marked.push([leaving, cause]));
    const left = example.usersUnsubscribed({ channelIds: [1, 2], userIds: [member] });
    expect(await effectIds(reactor, left)).to.deep.equal(['left:EVENT:1', 'left:EVENT:2']);
    const lastId = town().revision + 2;
    expect(marked)
      .to.have.nested.property('[1][0]')
      .that.deep.equals({ channelId: 2, userIds: [member], lastId });
  });
});

describe('people who turn their presence off', () => {
  const off = (property: 'presenceEnabled' | 'enterSends', newValue: boolean) =>
    example.personalSettingChanged({ userId: member, property, oldValue: !newValue, newValue });

  it('are hidden, unless they have turned it on again', async () => {
    const hidden: number[] = [];
    const reactor = presenceReactor(async (_organizationId, userId) => void hidden.push(userId));
    expect(await effectIds(reactor, off('presenceEnabled', false))).to.deep.equal(['hide:EVENT']);
    expect(hidden).to.deep.equal([member]);
    const again = [off('presenceEnabled', true)];
    expect(await effectIds(reactor, off('presenceEnabled', false), [], again)).to.deep.equal([]);
    expect(await effectIds(reactor, off('presenceEnabled', true))).to.deep.equal([]);
    expect(await effectIds(reactor, off('enterSends', false))).to.deep.equal([]);
  });
});

describe('a data export', () => {
  it('is made once for each request, and concerns organizations that have any', async () => {
    const made: number[] = [];
    const reactor = exportsReactor(async (_organization, exportId) => void made.push(exportId));
    expect(await effectIds(reactor, example.exportRequested())).to.deep.equal(['export:1']);
    expect(made).to.deep.equal([1]);
    expect(reactor.concerns!(town())).to.equal(false);
    expect(reactor.concerns!(town(example.exportRequested()))).to.equal(true);
  });
});

describe('a notice', () => {
  it('is sent under an ID of its event and of what it is about, in the name of who caused it', async () => {
    const sent: unknown[] = [];
    const reactor = notices(async (id, notice, cause) => void sent.push([id, notice.about, cause.actor]));
    const created = example.channelCreated({ channelId: 9, name: 'news', announcedTogether: [9] });
    const announced = example.organizationSettingChanged({
      property: 'announcementChannelId',
      oldValue: null,
      newValue: CHANNELS.public,
    });
    const ids = await effectIds(reactor, created, [announced]);
    expect(ids).to.have.length.greaterThan(0);
    expect(ids.every((id) => id.startsWith('notice:EVENT:'))).to.equal(true);
    expect(new Set(ids).size).to.equal(ids.length);
    expect(sent).to.have.length(ids.length);
    expect(sent).to.have.nested.property('[0][2]', owner);
  });
});

describe('an outgoing webhook', () => {
  const BOT = 20;
  const made = [
    example.userCreated({ userId: BOT, bot: { type: 3, ownerId: member, isSystem: false } }),
    example.botSetUp({ botId: BOT }),
  ];

  it('is triggered by a message that names the bot or goes to it, and by no import', async () => {
    const triggered: { readonly trigger: string; readonly deliveries: readonly object[] }[] = [];
    const reactor = webhooks(async (_organizationId, trigger) => void triggered.push(trigger));
    const direct = { senderId: outsider, participantIds: [outsider, BOT] };
    expect(await effectIds(reactor, example.messageSent(direct), made)).to.deep.equal(['webhooks:EVENT']);
    const named = { senderId: owner, channelId: CHANNELS.public, mentionedUserIds: [BOT] };
    expect(await effectIds(reactor, example.messageSent(named), made)).to.have.length(1);
    expect(triggered.map(({ trigger }) => trigger)).to.deep.equal(['direct_message', 'mention']);
    expect(triggered[0]?.deliveries).to.have.nested.property('[0].botId', BOT);
    const imported = { ...direct, imported: { sentAt: 1 } };
    expect(await effectIds(reactor, example.messageSent(imported), made)).to.deep.equal([]);
    expect(await effectIds(reactor, example.messageSent({ senderId: owner }), made)).to.deep.equal([]);
    expect(reactor.concerns!(town())).to.equal(false);
    expect(reactor.concerns!(town(...made))).to.equal(true);
  });
});
