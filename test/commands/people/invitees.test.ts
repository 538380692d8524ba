import { expect } from 'chai';
import { parseInvitees, partlyInvitedError } from '../../../src/commands/people/invitations.ts';
import { sendInvitations } from '../../../src/commands/people/invitations.ts';
import { Refused } from '../../../src/base/errors.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import { decided } from '../../support/decide.ts';
import { example, EXAMPLE_START } from '../../support/examples.ts';
import { ADMIN, credential, DAY, HOST, MEMBER, fixture, terms } from '../invitationFixture.ts';

describe('the addresses of an invitation', () => {
  for (const [typed, addresses] of [
    ['ada@example.com', ['ada@example.com']],
    ['a@x.org,b@x.org\nc@x.org\r\nd@x.org', ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org']],
    [' , \n\n , ', []],
    ['Ada Lovelace <ada@example.com>, <b@x.org >', ['ada@example.com', 'b@x.org']],
    ['a@x.org, A@X.org', ['a@x.org']],
    ['no address', ['no address']],
    ['a@x.org b@x.org', ['a@x.org b@x.org']],
    ['Ada <>', []],
    ['Jane Doe <j2@example.com>; Bob <bb@example.com>', ['j2@example.com', 'bb@example.com']],
    ['Jane <j2@example.com> Bob <bb@example.com>', ['j2@example.com', 'bb@example.com']],
    ['"Doe; Jane, Dr." <j2@example.com>', ['j2@example.com']],
    ['"a@x.org" <a@x.org>, b@x.org <c@x.org>', ['a@x.org', 'b@x.org', 'c@x.org']],
    ['a@x.org; <b@x.org', ['a@x.org', '<b@x.org']],
    ['x@münchen.de, X@xn--mnchen-3ya.de', ['x@münchen.de']],
  ] as const)
    it(`of ${JSON.stringify(typed)} are ${JSON.stringify(addresses)}`, () =>
      expect(parseInvitees(typed)).to.deep.equal(addresses));
});

describe('an invitation that fails', () => {
  interface Given {
    readonly actor?: number;
    readonly dailyLimit?: number;
    readonly now?: number;
    readonly events?: readonly DomainEvent[];
  }

  /** The data of the refusal beside its message; undefined where nothing fails. */
  function failureOf(
    addresses: readonly string[],
    { actor = MEMBER, dailyLimit = 100, ...more }: Given = {},
  ) {
    const organization = fixture(...(more.events ?? []));
    const invitees = addresses.map((address) => ({ address, credentialId: credential(address) }));
    const input = { invitees, host: HOST, terms, notifiesInviter: true, dailyLimit };
    try {
      const context = { actor, now: more.now ?? organization.time };
      const { result } = decided(organization, sendInvitations, input, context);
      return result.length > 0 ? partlyInvitedError(result).extra : undefined;
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'INVITATION_FAILED') throw error;
      return error.extra;
    }
  }

  const NOTHING = {
    errors: [],
    sent_invitations: false,
    daily_limit_reached: false,
    license_limit_reached: false,
  };
  const setting = (property: 'emailsRestrictedToDomains' | 'inviteRequired', newValue: boolean) =>
    example.organizationSettingChanged({ property, oldValue: !newValue, newValue });
  const restricted = [setting('emailsRestrictedToDomains', true)];

  for (const [address, reason, events] of [
    ['no address', 'Invalid address.', []],
    [`a@${'x'.repeat(300)}.org`, 'Invalid address.', []],
    ['a@x.org\u0007', 'Invalid address.', []],
    ['"a\u0000"@x.org', 'Invalid address.', []],
    ['bot@hansard.invalid', 'Reserved for system bots.', []],
    ['user2@chat.example.com', 'Reserved for system bots.', []],
    ['ada@MAILINATOR.com', 'Please use your real email address.', []],
    ['ada@other.org', 'Outside your domain.', restricted],
    ['ada+more@other.org', 'Email addresses containing + are not allowed.', restricted],
  ] as const)
    it(`invites nobody where one address is ${address.slice(0, 30)}: ${reason}`, () =>
      expect(failureOf(['joan@example.com', address, 'user4@example.com'], { events })).to.deep.include({
        ...NOTHING,
        errors: [...(events.length > 0 ? [['joan@example.com', 'Outside your domain.', false]] : [])].concat([
          [address, reason, false],
          ...(events.length > 0 ? [['user4@example.com', 'Outside your domain.', false]] : []),
        ]),
      }));

  const [here, gone] = [
    ['User4@example.com', 'Already has an account.', false],
    ['user6@example.com', 'Account has been deactivated.', true],
  ] as const;

  it('invites nobody where all have accounts', () =>
    expect(failureOf([here[0], gone[0]])).to.deep.equal({ ...NOTHING, errors: [here, gone] }));

  it('invites the others where some have accounts', () =>
    expect(failureOf([here[0], 'ada@example.com', gone[0]])).to.deep.equal({
      ...NOTHING,
      errors: [here, gone],
      sent_invitations: true,
    }));

  const many = (count: number) => Array.from({ length: count }, (_, index) => `user${index}@x.org`);
  const limited = { ...NOTHING, daily_limit_reached: true };

  it('keeps to the limit of a day, whoever invites', () => {
    expect(failureOf(many(100))).to.equal(undefined);
    expect(failureOf(many(101))).to.deep.equal(limited);
    expect(failureOf(many(1), { actor: ADMIN, dailyLimit: 0 })).to.deep.equal(limited);
  });

  it('counts what was sent, sent again or taken back within 24 hours', () => {
    const events = [
      example.invitationSent({ invitationId: 1 }),
      example.invitationResent({ invitationId: 1 }),
      example.invitationsRevoked({ invitationIds: [1] }),
    ];
    expect(failureOf(many(1), { events, dailyLimit: 3 })).to.equal(undefined);
    expect(failureOf(many(2), { events, dailyLimit: 3 })).to.deep.equal(limited);
    const now = fixture(...events).time + DAY;
    expect(failureOf(many(3), { events, dailyLimit: 3, now })).to.equal(undefined);
  });

  it('is for nobody who is new, where anybody may join by himself, but administrators', () => {
    const events = [setting('inviteRequired', false)];
    expect(failureOf(many(1), { events })).to.deep.equal(NOTHING);
    expect(failureOf(many(1), { events, actor: ADMIN })).to.equal(undefined);
    expect(failureOf(many(1))).to.equal(undefined);
    const createdAt = fixture().users.byId.get(MEMBER as never)!.createdAt;
    expect(failureOf(many(1), { events, now: createdAt + 3 * DAY - 1 })).to.deep.equal(NOTHING);
    expect(failureOf(many(1), { events, now: createdAt + 3 * DAY })).to.equal(undefined);
    expect(createdAt).to.be.greaterThan(EXAMPLE_START);
  });
});
