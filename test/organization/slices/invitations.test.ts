import { expect } from 'chai';
import type { InvitationId } from '../../../src/events/invitations.ts';
import { type CredentialId, ROOT_ORGANIZATION } from '../../../src/base/ids.ts';
import {
  invitationByCredential,
  invitationsToEmail,
  mailedWithinDay,
  openInvitations,
} from '../../../src/organization/slices/invitations.ts';
import { emptyOrganization } from '../../../src/organization/state.ts';
import { example, organizationAfter, recorded } from '../../support/examples.ts';

const behind = (state: ReturnType<typeof organizationAfter>, name: string, now = 0) =>
  invitationByCredential(state, name as CredentialId, now)?.invitationId;

describe('invitations in the organization', () => {
  it('are found by the secret that is current, until they are closed', () => {
    const events = [example.invitationSent({ invitationId: 1 }), example.invitationSent({ invitationId: 2 })];
    const resent = organizationAfter(...events, example.invitationResent({ invitationId: 1 }));
    expect([behind(resent, 'invitation-1'), behind(resent, 'invitation-1-new')]).to.deep.equal([
      undefined,
      1,
    ]);
    for (const event of [
      example.invitationsRevoked({ invitationIds: [2] }),
      example.invitationsExpired({ invitationIds: [2] }),
      example.invitationAccepted({ invitationId: 2 }),
    ]) {
      const closed = organizationAfter(...events, event);
      expect(behind(closed, 'invitation-2'), event.type).to.equal(undefined);
      expect([...closed.invitations.idByCredential.keys()]).to.deep.equal(['invitation-1']);
    }
  });

  it('by link stay open when somebody has joined', () => {
    const link = example.invitationLinkCreated({ invitationId: 1 });
    const joined = organizationAfter(link, example.invitationAccepted({ invitationId: 1, isLink: true }));
    expect(behind(joined, 'invitation-1')).to.equal(1);
  });

  it('are not open from their last millisecond on', () => {
    const state = organizationAfter(example.invitationSent({ invitationId: 1, expiresAt: 5000 }));
    expect([behind(state, 'invitation-1', 4999), behind(state, 'invitation-1', 5000)]).to.deep.equal([
      1,
      undefined,
    ]);
    expect(openInvitations(state, 5000)).to.deep.equal([]);
  });

  it('count on from the highest number, and mails within a day', () => {
    const state = organizationAfter(
      example.invitationSent({ invitationId: 7 }),
      example.invitationLinkCreated({ invitationId: 8 }),
      example.invitationResent({ invitationId: 7 }),
    );
    expect(state.invitations.nextInvitationId.get()).to.equal(9);
    expect(mailedWithinDay(state, state.time)).to.equal(2);
    const [first] = state.invitations.mailedAt.get();
    expect(mailedWithinDay(state, first! + 24 * 60 * 60 * 1000)).to.equal(1);
  });

  it('are known without a person once that is erased', () => {
    const events = [example.organizationFounded(), example.invitationSent({ invitationId: 1 })];
    const state = emptyOrganization(ROOT_ORGANIZATION);
    for (const event of recorded(events, {}, () => true)) state.fold(event);
    expect(state.invitations.open.get(1 as InvitationId)).to.include({ email: '', welcomeMessage: null });
    expect(invitationsToEmail(state, 'invited1@example.com')).to.deep.equal([]);
  });
});
