import { expect } from 'chai';
import {
  expireInvitations,
  resendInvitation,
  revokeInvitation,
  sendInvitations,
} from '../../../src/commands/people/invitations.ts';
import { createUser, deactivateUser } from '../../../src/commands/people/users.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import { systemGroupId } from '../../../src/organization/slices/userGroups.ts';
import { decided } from '../../support/decide.ts';
import { example } from '../../support/examples.ts';
import {
  ADMIN,
  credential,
  DAY,
  forbidden,
  given,
  GUEST,
  HOST,
  inputFor,
  invitation,
  linking,
  MEMBER,
  MINUTE,
  MODERATOR,
  OWNER,
  fixture,
  sending,
} from '../invitationFixture.ts';
import { eventsOrRefusal, refused } from '../eventsOrRefusal.ts';

const unknown = refused('No such invitation');

describe('inviting by mail', () => {
  it('is one event for each address, the last of which names them all', () => {
    const common = { inviterId: MEMBER, channelIds: [], groupIds: [] };
    const { batchInvitationIds: _, ...first } = example.invitationSent({
      ...common,
      invitationId: 1,
      email: 'ada@example.com',
    }).data;
    const events = eventsOrRefusal(
      fixture(),
      sendInvitations,
      inputFor(['ada@example.com', 'joan@example.com']),
      MEMBER,
    );
    expect(events).to.deep.equal([
      { type: 'InvitationSent', data: first },
      example.invitationSent({
        ...common,
        invitationId: 2,
        email: 'joan@example.com',
        batchInvitationIds: [1, 2],
      }),
    ]);
  });

  it('says when it ends, from the moment at which it is sent', () => {
    const organization = fixture();
    const { events } = decided(
      organization,
      sendInvitations,
      inputFor(['ada@example.com'], { validFor: 5 * MINUTE }),
      { actor: MEMBER, now: organization.time + 1000 },
    );
    expect(events[0]!.data).to.include({ expiresAt: fixture().time + 1000 + 5 * MINUTE });
  });

  it('is for whom the organization lets invite, and for no guest', () => {
    expect(sending({}, GUEST)).to.deep.equal(forbidden);
    expect(sending({}, OWNER, fixture(given('can_invite_users_group', 'role:nobody')))).to.deep.equal(
      forbidden,
    );
    expect(sending({}, MEMBER, fixture(given('create_multiuse_invite_group', 'role:nobody')))).to.have.length(
      1,
    );
  });

  it('names somebody', () => {
    const verdict = eventsOrRefusal(fixture(), sendInvitations, inputFor([]), MEMBER);
    expect(verdict).to.deep.equal(refused('You must specify at least one email address.'));
  });
});

describe('a link to join by', () => {
  it('is one event', () => {
    expect(linking({ role: 600, validFor: null })).to.deep.equal([
      example.invitationLinkCreated({
        invitationId: 1,
        credentialId: 'invitation-1',
        inviterId: OWNER,
        role: 600,
        channelIds: [],
        groupIds: [],
      }),
    ]);
  });

  it('is for administrators, unless the organization lets others', () => {
    expect(linking({}, ADMIN)).to.have.length(1);
    expect(linking({}, MODERATOR)).to.deep.equal(forbidden);
    const forMembers = example.organizationPermissionChanged({
      permission: 'create_multiuse_invite_group',
      oldValue: systemGroupId('role:administrators'),
      newValue: systemGroupId('role:members'),
    });
    expect(linking({}, MEMBER, fixture(forMembers))).to.have.length(1);
    expect(linking({}, GUEST, fixture(forMembers))).to.deep.equal(forbidden);
  });
});

describe('an invitation that is there', () => {
  const MAILED = 1;
  const LINK = 2;
  const there = (...more: readonly DomainEvent[]) =>
    fixture(
      example.invitationSent({ invitationId: MAILED, inviterId: MEMBER, channelIds: [], groupIds: [] }),
      example.invitationLinkCreated({ invitationId: LINK, inviterId: MEMBER, channelIds: [], groupIds: [] }),
      ...more,
    );
  const revoking = (id: number, actor: number, organization = there()) => {
    const input = { invitationId: invitation(id), isLink: id === LINK };
    return eventsOrRefusal(organization, revokeInvitation, input, actor);
  };
  const resending = (id: number, actor: number, organization = there(), dailyLimit = 100) => {
    const input = { invitationId: invitation(id), credentialId: credential('new'), host: HOST, dailyLimit };
    return eventsOrRefusal(organization, resendInvitation, input, actor);
  };

  for (const [what, id] of [
    ['by mail', MAILED],
    ['by link', LINK],
  ] as const) {
    it(`${what} is taken back by its inviter and by administrators; nobody else knows of it`, () => {
      for (const actor of [MEMBER, ADMIN, OWNER])
        expect(revoking(id, actor)).to.deep.equal([example.invitationsRevoked({ invitationIds: [id] })]);
      for (const actor of [MODERATOR, GUEST]) expect(revoking(id, actor)).to.deep.equal(unknown);
    });
  }

  it('is of one kind: by another it is not there', () => {
    for (const [id, isLink] of [
      [MAILED, true],
      [LINK, false],
    ] as const)
      expect(
        eventsOrRefusal(there(), revokeInvitation, { invitationId: invitation(id), isLink }, OWNER),
      ).to.deep.equal(unknown);
    expect(resending(LINK, OWNER)).to.deep.equal(unknown);
  });

  it('by link is said to be taken back already, to those who knew it', () => {
    const organization = there(example.invitationsRevoked({ invitationIds: [MAILED, LINK] }));
    for (const actor of [MEMBER, ADMIN])
      expect(revoking(LINK, actor, organization)).to.deep.equal(
        refused('Invitation has already been revoked'),
      );
    expect(revoking(LINK, MODERATOR, organization)).to.deep.equal(unknown);
    expect(revoking(MAILED, MEMBER, organization)).to.deep.equal(unknown);
  });

  it('to become an owner is for owners and its inviter', () => {
    const asOwner = () =>
      fixture(example.invitationSent({ inviterId: OWNER, role: 100, channelIds: [], groupIds: [] }));
    const message = refused('Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL');
    expect(revoking(MAILED, ADMIN, asOwner())).to.deep.equal(message);
    expect(resending(MAILED, ADMIN, asOwner())).to.deep.equal(message);
    expect(revoking(MAILED, OWNER, asOwner())).to.have.length(1);
  });

  it('is mailed again under a new link, and lasts as long again', () => {
    const organization = fixture();
    const expiresAt = organization.time + 1000 + 10 * MINUTE;
    const sent = there(example.invitationSent({ invitationId: 3, inviterId: MEMBER, expiresAt }));
    const invitedAt = sent.invitations.open.get(invitation(3))!.invitedAt;
    const now = invitedAt + MINUTE;
    const renewed = { credentialId: credential('new'), host: HOST };
    const input = { invitationId: invitation(3), ...renewed, dailyLimit: 100 };
    expect(eventsOrRefusal(sent, resendInvitation, input, MEMBER, now)).to.deep.equal([
      example.invitationResent({
        invitationId: 3,
        credentialId: 'new',
        oldExpiresAt: expiresAt,
        newExpiresAt: now + expiresAt - invitedAt,
      }),
    ]);
    expect(resending(MAILED, MODERATOR)).to.deep.equal(unknown);
  });

  it('is mailed again only where the caller may still invite, and within the limit', () => {
    const nobody = given('can_invite_users_group', 'role:nobody');
    expect(resending(MAILED, MEMBER, there(nobody))).to.deep.equal(forbidden);
    expect(resending(MAILED, MEMBER, there(), 1)).to.have.property('refused', 'INVITATION_FAILED');
    expect(resending(MAILED, MEMBER, there(), 2)).to.have.length(1);
  });

  it('ends with its time', () => {
    const organization = there(example.invitationSent({ invitationId: 3, expiresAt: 1 + DAY }));
    const at = (now: number) => decided(organization, expireInvitations, undefined, { actor: null, now });
    expect(revoking(3, OWNER, organization)).to.deep.equal(unknown);
    expect(at(DAY).events).to.deep.equal([]);
    expect(at(DAY + 1).events).to.deep.equal([example.invitationsExpired({ invitationIds: [3] })]);
    expect(at(DAY + 2).events).to.deep.equal([]);
  });

  it('ends with its inviter’s account', () => {
    const { events } = decided(there(), deactivateUser, { userId: MEMBER as never }, { actor: OWNER });
    expect(events.at(-1)).to.deep.equal(example.invitationsRevoked({ invitationIds: [MAILED, LINK] }));
  });

  it('by mail ends where somebody makes the account', () => {
    const input = {
      email: 'INVITED1@example.com',
      host: HOST,
      fullName: 'Invited',
      passwordCredentialId: credential('p'),
      apiKeyCredentialId: credential('k'),
    };
    const { events } = decided(there(), createUser, input, { actor: OWNER });
    expect(events.at(-1)).to.deep.equal(example.invitationsRevoked({ invitationIds: [MAILED] }));
  });
});
