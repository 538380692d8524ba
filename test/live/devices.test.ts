import { expect } from 'chai';
import { example, EXAMPLE_START } from '../support/examples.ts';
import { PEOPLE, theOne, town, toWhom } from './fixture.ts';

const device = { deviceId: 1, userId: PEOPLE.member };
const [registered, keyed, offered] = [
  example.deviceRegistered(device),
  example.pushKeyChanged({ ...device, newKeyId: 7 }),
  example.pushTokenOffered({ ...device, tokenId: 'AAAA' }),
];
const common = { type: 'device', op: 'update', device_id: 1 };

describe('what clients are told of devices', () => {
  it('reaches those of whose they are', () => {
    expect(toWhom(town(), registered)).to.deep.equal([`device/add → ${PEOPLE.member}`]);
    expect(toWhom(town(registered), keyed)).to.deep.equal([`device/update → ${PEOPLE.member}`]);
    expect(toWhom(town(registered), example.deviceRemoved(device))).to.deep.equal([
      `device/remove → ${PEOPLE.member}`,
    ]);
  });

  it('is what has changed', () => {
    const state = town(registered);
    expect(theOne(state, keyed, 'device').payload).to.deep.equal({ ...common, push_key_id: 7 });
    expect(theOne(state, offered, 'device').payload).to.deep.equal({
      ...common,
      pending_push_token_id: 'AAAA',
      push_token_last_updated_timestamp: EXAMPLE_START / 1000 + state.revision + 1,
      push_registration_error_code: null,
    });
    const accepted = example.pushTokenAccepted({ ...device, tokenId: 'AAAA' });
    expect(theOne(town(registered, offered), accepted, 'device').payload).to.deep.equal({
      ...common,
      push_token_id: 'AAAA',
      pending_push_token_id: null,
    });
    const refused = example.pushTokenRefused({ ...device, tokenId: 'AAAA', errorCode: 'BAD_REQUEST' });
    expect(theOne(town(registered, offered), refused, 'device').payload).to.deep.equal({
      ...common,
      push_registration_error_code: 'BAD_REQUEST',
    });
  });
});
