import { expect } from 'chai';
import { acceptInvitation, type AcceptInvitationInput } from '../../../src/commands/people/joining.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import { example } from '../../support/examples.ts';
import { decided } from '../../support/decide.ts';
import { eventsOrRefusal, refused } from '../eventsOrRefusal.ts';
import {
  ADMIN,
  credential,
  DEAD_GROUP,
  GENERAL,
  HOST,
  MEMBER,
  MEMBERS_GROUP,
  NEXT_USER,
  OLD,
  OPEN,
  OWNER,
  fixture,
} from '../invitationFixture.ts';

const MAILED = 1;
const LINK = 2;

const mailed = (given: Parameters<typeof example.invitationSent>[0] = {}) =>
  example.invitationSent({
    invitationId: MAILED,
    inviterId: MEMBER,
    email: 'Ada@example.com',
    channelIds: [OPEN],
    groupIds: [],
    ...given,
  });
const link = (given: Parameters<typeof example.invitationLinkCreated>[0] = {}) =>
  example.invitationLinkCreated({
    invitationId: LINK,
    inviterId: OWNER,
    channelIds: [],
    groupIds: [],
    role: 600,
    ...given,
  });

const input: AcceptInvitationInput = {
  credentialId: credential(`invitation-${MAILED}`),
  email: undefined,
  host: HOST,
  fullName: ' Ada Lovelace ',
  timezone: undefined,
  passwordCredentialId: credential('password'),
  apiKeyCredentialId: credential('key'),
};
const byLink = { credentialId: credential(`invitation-${LINK}`), email: 'grace@example.com' };
const account = {
  userId: NEXT_USER,
  email: 'Ada@example.com',
  fullName: 'Ada Lovelace',
  passwordCredentialId: 'password',
  apiKeyCredentialId: 'key',
};
const over = refused('This invitation is not valid any more');

/** The outcome where nobody in particular is the actor. */
const joining = (
  events: readonly DomainEvent[],
  given: Partial<AcceptInvitationInput> = {},
  now?: number,
) => {
  const organization = fixture(...events);
  return eventsOrRefusal(organization, acceptInvitation, { ...input, ...given }, null, now);
};

describe('joining by an invitation', () => {
  it('makes an account with its role, its channels and its groups, and closes it', () => {
    const invited = mailed({ role: 600, channelIds: [OPEN], groupIds: [MEMBERS_GROUP] });
    expect(joining([invited])).to.deep.equal([
      example.userCreated({ ...account, role: 600 }),
      example.usersSubscribed({ channelIds: [OPEN], userIds: [NEXT_USER] }),
      example.userGroupMembersAdded({ groupId: MEMBERS_GROUP, userIds: [NEXT_USER] }),
      example.invitationAccepted({ invitationId: MAILED, inviterId: MEMBER, userId: NEXT_USER }),
    ]);
  });

  it('subscribes to the default channels of the day, where that was offered, each once', () => {
    const invited = mailed({ channelIds: [GENERAL, OPEN], withDefaultChannels: true });
    const events = joining([invited]) as readonly DomainEvent[];
    expect(events[1]).to.deep.equal(
      example.usersSubscribed({ channelIds: [GENERAL, OPEN], userIds: [NEXT_USER] }),
    );
  });

  it('leaves out what was archived or deactivated since', () => {
    const events = joining([mailed({ channelIds: [OLD], groupIds: [DEAD_GROUP] })]) as readonly DomainEvent[];
    expect(events.map(({ type }) => type)).to.deep.equal(['UserCreated', 'InvitationAccepted']);
  });

  it('keeps the time zone that the newcomer has', () => {
    const events = joining([mailed()], { timezone: 'Europe/Vienna' }) as readonly DomainEvent[];
    expect(events[1]).to.deep.equal(example.personalSettingChanged({ userId: NEXT_USER }));
  });

  it('says what the newcomer is welcomed with: the invitation’s text, else the organization’s', () => {
    const set = example.organizationSettingChanged({
      property: 'welcomeMessage',
      oldValue: '',
      newValue: 'Hello from all of us.',
    });
    const textOf = (events: unknown) =>
      (events as readonly DomainEvent<string, { welcomeMessage?: unknown }>[]).at(-1)!.data.welcomeMessage;
    expect(textOf(joining([mailed()]))).to.equal(null);
    expect(textOf(joining([set, mailed()]))).to.equal('Hello from all of us.');
    expect(textOf(joining([set, mailed({ inviterId: ADMIN, welcomeMessage: 'Hi.' })]))).to.equal('Hi.');
    expect(textOf(joining([set, mailed({ inviterId: ADMIN, welcomeMessage: '' })]))).to.equal('');
  });

  it('takes other invitations to the same address back', () => {
    const again = mailed({ invitationId: 3, email: 'ada@EXAMPLE.com' });
    const events = joining([mailed(), link(), again]) as readonly DomainEvent[];
    expect(events.at(-1)).to.deep.equal(example.invitationsRevoked({ invitationIds: [3] }));
  });

  it('is done once by mail, and again and again by a link', () => {
    const organization = fixture(mailed(), link());
    decided(organization, acceptInvitation, input, { actor: null });
    expect(eventsOrRefusal(organization, acceptInvitation, input, null)).to.deep.equal(over);
    for (const email of ['grace@example.com', 'joan@example.com'])
      decided(organization, acceptInvitation, { ...input, ...byLink, email }, { actor: null });
    expect(organization.users.byId.get((NEXT_USER + 2) as never)?.role).to.equal(600);
    expect(organization.invitations.open.size).to.equal(1);
  });

  it('is refused once the invitation was used, taken back, has expired, or was sent again', () => {
    expect(joining([])).to.deep.equal(over);
    expect(joining([mailed(), example.invitationsRevoked({ invitationIds: [MAILED] })])).to.deep.equal(over);
    expect(joining([mailed(), example.invitationsExpired({ invitationIds: [MAILED] })])).to.deep.equal(over);
    expect(joining([mailed(), example.invitationResent({ invitationId: MAILED })])).to.deep.equal(over);
    const newLink = { credentialId: credential(`invitation-${MAILED}-new`) };
    expect(joining([mailed(), example.invitationResent({ invitationId: MAILED })], newLink)).to.have.length(
      3,
    );
  });

  it('is refused from the millisecond on at which its time is over', () => {
    const end = fixture().time + 60_000;
    expect(joining([mailed({ expiresAt: end })], {}, end - 1)).to.have.length(3);
    expect(joining([mailed({ expiresAt: end })], {}, end)).to.deep.equal(over);
  });

  it('is refused where the organization is no more', () => {
    expect(joining([mailed(), example.organizationDeactivated()])).to.deep.equal(
      refused('This organization has been deactivated', 'REALM_DEACTIVATED'),
    );
  });

  const restricted = example.organizationSettingChanged({
    property: 'emailsRestrictedToDomains',
    oldValue: false,
    newValue: true,
  });
  for (const [what, events, given, message] of [
    [
      'an address that somebody has by now',
      [link()],
      { ...byLink, email: 'user4@EXAMPLE.com' },
      /already in use/,
    ],
    ['no address', [link()], { ...byLink, email: undefined }, /^Invalid email address\.$/],
    [
      'an address that is none',
      [link()],
      { ...byLink, email: 'a b@example.com' },
      /^Invalid email address\.$/,
    ],
    ['a disposable address', [link()], { ...byLink, email: 'a@mailinator.com' }, /^Disposable/],
    ['an address that the organization takes no more', [mailed(), restricted], {}, /not allowed/],
    ['a name that is too short', [mailed()], { fullName: 'A' }, /^Name too short!$/],
  ] as const)
    it(`refuses ${what}`, () => {
      const verdict = joining(events, given) as { refused: string; message: string };
      expect(verdict.refused).to.equal('BAD_REQUEST');
      expect(verdict.message).to.match(message);
    });

  it('does not let the address of a mailed invitation be another', () => {
    const events = joining([mailed()], { email: 'eve@example.com' }) as readonly DomainEvent[];
    expect(events[0]).to.deep.equal(example.userCreated(account));
  });
});
