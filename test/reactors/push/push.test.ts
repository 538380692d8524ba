import { expect } from 'chai';
import type { UserId } from '../../../src/base/ids.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { OrganizationState } from '../../../src/organization/state.ts';
import { push } from '../../../src/reactors/push/push.ts';
import { pushRegistration } from '../../../src/reactors/push/service.ts';
import type { Effect, Reactor } from '../../../src/reactors/running/define.ts';
import { CHANNELS, PEOPLE, town } from '../../live/fixture.ts';
import { example, foldOn, recorded } from '../../support/examples.ts';
import { TestClock } from '../../support/testClock.ts';

const { owner, member } = PEOPLE;
const device = { deviceId: 7, userId: member };
const offered = example.pushTokenOffered(device);
const registered = [example.deviceRegistered(device), example.pushKeyChanged(device)];
const reachable = [...registered, offered, example.pushTokenAccepted(device)];

type Effects = (event: unknown, organization: OrganizationState) => readonly Effect[];

/** The effects of an event in a town where others have happened, some of them afterwards. */
function effectsOf(
  { on }: Reactor,
  event: DomainEvent,
  before: readonly DomainEvent[],
  { clock, then = [] }: { clock?: TestClock; then?: readonly DomainEvent[] } = {},
): readonly Effect[] {
  const state = town(...before);
  const [happened] = recorded([event], { after: state, actor: owner });
  foldOn(state, event, ...then);
  clock?.set(happened!.metadata.time);
  return (on as Readonly<Record<string, Effects>>)[event.type]!(happened, state);
}

describe('pushing', () => {
  const clock = new TestClock();
  const reactor = push({
    clock,
    pusher: { push: async () => Promise.reject(new Error('not called')) },
    realmOf: () => ({ url: 'https://chat.example.com', name: 'Hansard' }) as never,
    recordOf: async () => Promise.reject(new Error('not called')),
    absentAmong: async (_organizationId, userIds: readonly UserId[]) => userIds,
    unreadAmong: async (_organization, _messageId, userIds: readonly UserId[]) => userIds,
  });
  const effects = (event: DomainEvent, before: readonly DomainEvent[] = reachable) =>
    effectsOf(reactor, event, before, { clock }).length;
  const direct = { senderId: owner, participantIds: [owner, member] };

  it('begins with a message to somebody who has a device, and not with an import', () => {
    expect(effects(example.messageSent(direct))).to.equal(1);
    expect(effects(example.messageSent(direct), registered)).to.equal(0);
    expect(effects(example.messageSent({ ...direct, imported: { sentAt: 1 } }))).to.equal(0);
    expect(effects(example.messageSent({ senderId: owner, channelId: CHANNELS.public }))).to.equal(0);
  });

  it('begins with an edit that names somebody who has one', () => {
    const edit = { messageId: 5, channelId: CHANNELS.public, senderId: owner };
    expect(effects(example.messageEdited({ ...edit, mentionedUserIds: [member] }))).to.equal(1);
    expect(effects(example.messageEdited(edit))).to.equal(0);
  });

  it('ends with what is read or deleted, where anybody can be reached', () => {
    const read = example.messagesMarkedRead({ userId: member, messages: [5] });
    expect(effects(read)).to.equal(1);
    expect(effects(read, [])).to.equal(0);
    const deleted = example.messagesDeleted({ messageIds: [5], channelId: CHANNELS.public });
    expect(effects(deleted)).to.equal(1);
    expect(effects(deleted, [])).to.equal(0);
  });
});

describe('the registration of a device', () => {
  it('is made for the token that is still offered, and its outcome recorded', async () => {
    const outcomes: unknown[] = [];
    const reactor = pushRegistration({
      clock: new TestClock(),
      register: async () => undefined,
      record: async ({ deviceId, tokenId, errorCode }) => void outcomes.push([deviceId, tokenId, errorCode]),
    });
    const run = async (then: readonly DomainEvent[] = []) => {
      for (const { run: carryOut } of effectsOf(reactor, offered, registered, { then })) await carryOut();
      return outcomes.splice(0);
    };
    expect(await run()).to.deep.equal([[7, offered.data.tokenId, null]]);
    expect(await run([example.deviceRemoved(device)])).to.deep.equal([]);
    expect(await run([example.pushTokenOffered({ ...device, tokenId: 'other' })])).to.deep.equal([]);
  });
});
