import { expect } from 'chai';
import { updateBot } from '../../../src/commands/people/bots.ts';
import { reactivateUser } from '../../../src/commands/people/users.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { CredentialId } from '../../../src/base/ids.ts';
import { example } from '../../support/examples.ts';
import { ADMIN, BOT, id, MEMBER, fixture } from '../botFixture.ts';
import { eventsOrRefusal, refused } from '../eventsOrRefusal.ts';

describe('a bot that is to be somebody else’s who has 200 active ones', () => {
  const secrets = { apiKeyCredentialId: 'key' as CredentialId, signingCredentialId: 's' as CredentialId };
  const full = refused('Too many bots (maximum 200).');
  const gone = example.userDeactivated({ userId: BOT });
  const bots = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      example.userCreated({ userId: 100 + index, bot: { type: 1, ownerId: ADMIN, isSystem: false } }),
    );

  it('is not handed over, unless it is deactivated', () => {
    const give = (...more: readonly DomainEvent[]) =>
      eventsOrRefusal(
        fixture(...more),
        updateBot,
        { botId: id(BOT), defaults: {}, ownerId: id(ADMIN), secrets },
        ADMIN,
      );
    expect(give(...bots(199))).to.be.an('array');
    expect(give(...bots(200))).to.deep.equal(full);
    expect(give(gone, ...bots(200))).to.be.an('array');
  });

  it('is not brought back for them, where its owner is gone', () => {
    const revive = (...more: readonly DomainEvent[]) => {
      const ownerless = fixture(gone, example.userDeactivated({ userId: MEMBER }), ...more);
      return eventsOrRefusal(ownerless, reactivateUser, { userId: id(BOT), secrets }, ADMIN);
    };
    expect(revive(...bots(199))).to.be.an('array');
    expect(revive(...bots(200))).to.deep.equal(full);
  });
});
