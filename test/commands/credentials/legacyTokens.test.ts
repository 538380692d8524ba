import { expect } from 'chai';
import { registerLegacyToken, removeLegacyToken } from '../../../src/commands/credentials/credentials.ts';
import { PEOPLE, town } from '../../live/fixture.ts';
import { example } from '../../support/examples.ts';
import { eventsOrRefusal } from '../eventsOrRefusal.ts';

const { member } = PEOPLE;
const token = { kind: 'apns', token: 'ABCD' } as const;

describe('a push token of an app that does not encrypt', () => {
  it('is known by its hash, whatever the case of Apple’s is', () => {
    const state = town();
    const events = eventsOrRefusal(state, registerLegacyToken, token, member);
    expect(events).to.have.length(1);
    expect(JSON.stringify(events)).to.not.contain('ABCD');
    const lower = { ...token, token: 'abcd' };
    expect(eventsOrRefusal(state, registerLegacyToken, lower, member)).to.deep.equal([]);
    expect(eventsOrRefusal(state, removeLegacyToken, lower, member)).to.have.length(1);
  });

  it('is one of 50, and gone with the account', () => {
    const registered = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        example.legacyTokenRegistered({ userId: member, tokenHash: `hash ${index}` }),
      );
    expect(eventsOrRefusal(town(...registered(49)), registerLegacyToken, token, member)).to.have.length(1);
    const message = 'Too many push tokens (maximum 50).';
    const full = town(...registered(50));
    expect(eventsOrRefusal(full, registerLegacyToken, token, member)).to.deep.equal({
      refused: 'BAD_REQUEST',
      message,
    });
    const gone = town(...registered(50), example.userDeactivated({ userId: member }));
    expect(gone.legacyTokens.byUser.size).to.equal(0);
  });
});
