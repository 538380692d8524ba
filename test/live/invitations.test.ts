import { expect } from 'chai';
import { example } from '../support/examples.ts';
import { PEOPLE, theOne, town, toWhom } from './fixture.ts';

const { owner, member, outsider, gone } = PEOPLE;

const sent = (invitationId: number, inviterId: number, batchInvitationIds?: number[]) => {
  const { data, type } = example.invitationSent({ invitationId, inviterId });
  const { batchInvitationIds: _, ...alone } = data;
  return batchInvitationIds ? example.invitationSent({ ...data, batchInvitationIds }) : { type, data: alone };
};
const there = () => town(sent(1, member, [1]), sent(2, outsider, [2]), sent(3, gone, [3]));

describe('that invitations have changed', () => {
  it('is told to administrators and the inviter, without a word about what', () => {
    expect(toWhom(town(), sent(1, member, [1]))).to.deep.equal([`invites_changed → ${owner} ${member}`]);
    expect(theOne(town(), sent(1, member, [1]), 'invites_changed').payload).to.deep.equal({
      type: 'invites_changed',
    });
  });

  it('is told once of many that were sent together', () => {
    expect(toWhom(town(), sent(1, member))).to.deep.equal([]);
    expect(toWhom(town(sent(1, member)), sent(2, member, [1, 2]))).to.have.length(1);
  });

  it('is told of links, and of what is sent again, revoked, expired or accepted', () => {
    const link = example.invitationLinkCreated({ invitationId: 4, inviterId: member });
    expect(toWhom(there(), link)).to.deep.equal([`invites_changed → ${owner} ${member}`]);
    for (const event of [
      example.invitationResent({ invitationId: 1 }),
      example.invitationsRevoked({ invitationIds: [1] }),
      example.invitationsExpired({ invitationIds: [1] }),
      example.invitationAccepted({ invitationId: 1 }),
    ])
      expect(toWhom(there(), event), event.type).to.deep.equal([`invites_changed → ${owner} ${member}`]);
  });

  it('is told to all whose invitations end at once, where they are still there', () => {
    const ended = example.invitationsExpired({ invitationIds: [1, 2, 3] });
    expect(toWhom(there(), ended)).to.deep.equal([`invites_changed → ${owner} ${member} ${outsider}`]);
  });

  it('is told to nobody who has become a guest', () => {
    const demoted = example.userRoleChanged({ userId: member, oldRole: 400, newRole: 600 });
    const organization = town(sent(1, member, [1]), demoted);
    expect(toWhom(organization, example.invitationsRevoked({ invitationIds: [1] }))).to.deep.equal([
      `invites_changed → ${owner}`,
    ]);
  });
});
