import { expect } from 'chai';
import {
  acceptPushToken,
  devicesToTest,
  recordPushed,
  recordWithdrawn,
  refusePushToken,
  registerDevice,
  registerPush,
  type RegisterPushInput,
  removeDevice,
} from '../../../src/commands/credentials/devices.ts';
import type { Command } from '../../../src/commands/define.ts';
import { newEvent } from '../../../src/events/catalog.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { DeviceId } from '../../../src/events/credentials.ts';
import type { CredentialId, MessageId, UserId } from '../../../src/base/ids.ts';
import { PushedState } from '../../../src/organization/reactors.ts';
import { activeDevicesOf, devicesOf } from '../../../src/organization/slices/credentials.ts';
import type { OrganizationState } from '../../../src/organization/state.ts';
import { decided } from '../../support/decide.ts';
import { example, organizationAfter, recorded } from '../../support/examples.ts';
import { eventsOrRefusal, refused } from '../eventsOrRefusal.ts';

const [OWNER, MIA] = [1 as UserId, 2 as UserId];
const deviceId = 1 as DeviceId;
const named = (name: string): CredentialId => name as CredentialId;
const unknown = refused('Invalid `device_id`');

const key = { keyId: 7, credentialId: named('key') };
const token = { tokenId: 'AAAA', tokenKind: 'fcm' as const, credentialId: named('registration') };
const offer = { deviceId, tokenId: token.tokenId };
const ofMia = { ...offer, userId: MIA };
const NOTHING = { key: undefined, token: undefined };

/** Two people, of whom the second has a device. */
const fixture = (...more: readonly DomainEvent[]) =>
  organizationAfter(
    example.userCreated({ userId: OWNER }),
    example.userCreated({ userId: MIA }),
    example.deviceRegistered({ deviceId, userId: MIA }),
    ...more,
  );
const keyed = example.pushKeyChanged({ deviceId, userId: MIA });
const offered = example.pushTokenOffered(ofMia);
const accepted = example.pushTokenAccepted(ofMia);
const fails = example.pushTokenRefused({ ...ofMia, errorCode: 'REQUEST_EXPIRED' });
const active = [keyed, offered, accepted];

/** The names of the events that come of a command, or its refusal. */
const typesOn = <Input, Result>(
  state: OrganizationState,
  command: Command<Input, Result>,
  input: Input,
  actor: number | null,
) => {
  const verdict = eventsOrRefusal(state, command, input, actor);
  return 'refused' in verdict ? verdict : verdict.map(({ type }) => type);
};

const register = (state: OrganizationState, input: Partial<RegisterPushInput>, actor = MIA) =>
  typesOn(state, registerPush, { deviceId, ...NOTHING, ...input }, actor);

describe('devices', () => {
  it('have numbers of their own, whoever registers them', () => {
    const state = fixture();
    expect(decided(state, registerDevice, undefined, { actor: OWNER }).result).to.deep.equal({ deviceId: 2 });
    expect(devicesOf(state, OWNER).map((device) => device.deviceId)).to.deep.equal([2]);
  });

  it('give way to new ones once somebody has a hundred', () => {
    const state = fixture();
    for (let made = 1; made < 100; made += 1) decided(state, registerDevice, undefined, { actor: MIA });
    expect(devicesOf(state, MIA)).to.have.length(100);
    decided(state, registerDevice, undefined, { actor: MIA });
    expect(devicesOf(state, MIA).map((device) => device.deviceId)[0]).to.equal(2);
    expect(devicesOf(state, MIA)).to.have.length(100);
  });

  it('are removed by whose they are, and by nobody else', () => {
    expect(typesOn(fixture(), removeDevice, { deviceId }, OWNER)).to.deep.equal(unknown);
    expect(typesOn(fixture(), removeDevice, { deviceId }, MIA)).to.deep.equal(['DeviceRemoved']);
  });

  it('go with the account, and do not come back with it', () => {
    const state = fixture(...active);
    expect(state.devices.reachable.get().has(MIA)).to.equal(true);
    const gone = fixture(
      ...active,
      example.userDeactivated({ userId: MIA }),
      example.userReactivated({ userId: MIA }),
    );
    expect(devicesOf(gone, MIA)).to.deep.equal([]);
    expect(gone.devices.reachable.get().size).to.equal(0);
  });
});

describe('registering a device for pushes', () => {
  it('takes key and token at first', () => {
    expect(register(fixture(), { key, token })).to.deep.equal(['PushKeyChanged', 'PushTokenOffered']);
    expect(register(fixture(), { key })).to.deep.equal(
      refused('No push registration exists to rotate key for.'),
    );
    expect(register(fixture(), { token })).to.deep.equal(
      refused('No push registration exists to rotate token for.'),
    );
  });

  it('is for the device’s owner', () => {
    expect(register(fixture(), { key, token }, OWNER)).to.deep.equal(unknown);
  });

  it('takes another key or another token later', () => {
    expect(register(fixture(...active), { key })).to.deep.equal(['PushKeyChanged']);
    const other = { ...token, tokenId: 'BBBB' };
    expect(register(fixture(...active), { token: other })).to.deep.equal(['PushTokenOffered']);
  });

  it('takes no token while the bouncer has not answered about one', () => {
    const busy = refused('A registration for the device already in progress.');
    expect(register(fixture(keyed, offered), { token })).to.deep.equal(busy);
    expect(register(fixture(keyed, offered), { key })).to.deep.equal(['PushKeyChanged']);
  });

  it('takes the same token again where the bouncer refused it, and not where it knows it', () => {
    expect(register(fixture(keyed, offered, fails), { token })).to.deep.equal(['PushTokenOffered']);
    expect(register(fixture(...active), { token })).to.deep.equal([]);
  });

  it('keeps the token that works while another one is on its way, or refused', () => {
    const other = { deviceId, userId: MIA, tokenId: 'BBBB' };
    const state = fixture(...active, example.pushTokenOffered(other), example.pushTokenRefused(other));
    expect(activeDevicesOf(state, MIA)[0]?.token.tokenId).to.equal('AAAA');
  });
});

describe('what the bouncer says of a token', () => {
  const settled = (...events: readonly DomainEvent[]) => [
    typesOn(fixture(...events), acceptPushToken, offer, null),
    typesOn(fixture(...events), refusePushToken, { ...offer, errorCode: 'BAD_REQUEST' }, null),
  ];

  it('is recorded once', () => {
    expect(settled(keyed, offered)).to.deep.equal([['PushTokenAccepted'], ['PushTokenRefused']]);
    expect(settled(...active)).to.deep.equal([[], []]);
    expect(settled(keyed, offered, fails)).to.deep.equal([[], []]);
  });

  it('is nothing where the device has another token meanwhile, or is gone', () => {
    const other = example.pushTokenOffered({ ...ofMia, tokenId: 'BBBB' });
    expect(settled(keyed, offered, other)).to.deep.equal([[], []]);
    expect(settled(keyed, offered, example.deviceRemoved({ deviceId, userId: MIA }))).to.deep.equal([[], []]);
  });
});

describe('a test notification', () => {
  const none = 'NO_ACTIVE_PUSH_DEVICE: No active registered push device';
  const tested = (state: OrganizationState, request: Partial<Parameters<typeof devicesToTest>[1]> = {}) => {
    try {
      const requested = { userId: MIA, deviceId: undefined, hasBouncer: true, ...request };
      return devicesToTest(state, requested).map((device) => device.deviceId);
    } catch (error) {
      return `${(error as { code: string }).code}: ${(error as Error).message}`;
    }
  };

  it('goes to all active devices, or to the one that is named', () => {
    const more = { deviceId: 2, userId: MIA };
    const state = fixture(
      ...active,
      example.deviceRegistered(more),
      example.pushKeyChanged(more),
      example.pushTokenOffered(more),
      example.pushTokenAccepted(more),
      example.deviceRegistered({ deviceId: 3, userId: MIA }),
    );
    expect(tested(state)).to.deep.equal([1, 2]);
    expect(tested(state, { deviceId: 2 as DeviceId })).to.deep.equal([2]);
    expect(tested(state, { deviceId: 3 as DeviceId })).to.equal(none);
  });

  it('needs a device of one’s own, then a bouncer, then one that the bouncer knows', () => {
    expect(tested(fixture(...active), { userId: OWNER })).to.equal(none);
    expect(tested(fixture(...active), { deviceId: 9 as DeviceId, hasBouncer: false })).to.equal(none);
    expect(tested(fixture(), { hasBouncer: false })).to.match(/^ADMIN_ACTION_REQUIRED/);
    expect(tested(fixture(keyed, offered))).to.equal(none);
  });
});

describe('the record of pushes', () => {
  const [seven, eight] = [7 as MessageId, 8 as MessageId];
  const context = { actor: null, now: 0, nextRevision: 0, facts: undefined as never };
  const pushed = () => {
    const state = new PushedState({ revision: -1, hash: '' });
    for (const event of recorded([newEvent('MessagePushed', { messageId: seven, userIds: [MIA] })]))
      state.fold(event);
    return state;
  };

  it('names everybody to whom a message was pushed once', () => {
    const record = (messageId: MessageId, ...userIds: UserId[]) =>
      recordPushed.decide(pushed(), { messageId, userIds }, context).events;
    expect(record(seven, OWNER, MIA)).to.deep.equal([
      newEvent('MessagePushed', { messageId: seven, userIds: [OWNER] }),
    ]);
    expect(record(seven, MIA)).to.deep.equal([]);
    expect(record(eight, MIA)).to.have.length(1);
  });

  it('names what is withdrawn of what was pushed, and nothing else', () => {
    const withdraw = (userId: UserId, ...messageIds: MessageId[]) =>
      recordWithdrawn.decide(pushed(), { userId, messageIds }, context).events.map(({ data }) => data);
    expect(withdraw(MIA, seven, eight)).to.deep.equal([{ userId: MIA, messageIds: [seven] }]);
    expect(withdraw(MIA, eight)).to.deep.equal([]);
    expect(withdraw(OWNER, seven)).to.deep.equal([]);
  });
});
