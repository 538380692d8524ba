import { expect } from 'chai';
import { sendInvitations } from '../../../src/commands/people/invitations.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import { systemGroupId } from '../../../src/organization/slices/userGroups.ts';
import { example } from '../../support/examples.ts';
import {
  ADMIN,
  DEAD_GROUP,
  forbidden,
  GENERAL,
  inputFor,
  linking,
  MEMBER,
  MEMBERS_GROUP,
  MODERATOR,
  OLD,
  OPEN,
  OWNER,
  OWNERS_GROUP,
  fixture,
  SECRET,
  sending,
} from '../invitationFixture.ts';
import { eventsOrRefusal, refused } from '../eventsOrRefusal.ts';

describe('what an invitation gives', () => {
  const ownersOnly = refused('Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL');
  const administratorsOnly = refused('Must be an organization administrator');
  for (const [role, actor, verdict] of [
    [100, OWNER, 'ok'],
    [100, ADMIN, ownersOnly],
    [100, MEMBER, ownersOnly],
    [200, ADMIN, 'ok'],
    [200, MODERATOR, administratorsOnly],
    [300, ADMIN, 'ok'],
    [300, MODERATOR, administratorsOnly],
    [400, MEMBER, 'ok'],
    [600, MEMBER, 'ok'],
  ] as const)
    it(`${verdict === 'ok' ? 'may' : 'may not'} be role ${role} where person ${actor} invites`, () => {
      if (verdict === 'ok') expect(sending({ role }, actor)).to.have.length(1);
      else expect(sending({ role }, actor)).to.deep.equal(verdict);
    });

  const invalid = (channelId: number) => refused(`Invalid channel ID ${channelId}. No invites were sent.`);
  const channels = (...channelIds: readonly number[]) => ({ channelIds: channelIds as never });

  it('is channels that the inviter sees, and that are not archived', () => {
    expect(sending(channels(OPEN))).to.have.length(1);
    expect(sending(channels(OPEN, SECRET))).to.deep.equal(invalid(SECRET));
    expect(sending(channels(OLD))).to.deep.equal(invalid(OLD));
    expect(sending(channels(77))).to.deep.equal(invalid(77));
    expect(linking(channels(SECRET))).to.have.length(1);
    expect(linking(channels(77))).to.deep.equal(invalid(77));
  });

  it('is channels that he may subscribe others to, or default ones', () => {
    const organization = () =>
      fixture(
        example.organizationPermissionChanged({
          permission: 'can_add_subscribers_group',
          oldValue: systemGroupId('role:members'),
          newValue: systemGroupId('role:nobody'),
        }),
      );
    const message = 'You do not have permission to subscribe other users to channels.';
    expect(sending(channels(GENERAL, OPEN), MEMBER, organization())).to.deep.equal(refused(message));
    expect(sending(channels(GENERAL), MEMBER, organization())).to.have.length(1);
    expect(sending({ withDefaultChannels: true }, MEMBER, organization())).to.have.length(1);
  });

  it('is groups that he may add people to', () => {
    const groups = (...groupIds: readonly number[]) => ({ groupIds: groupIds as never });
    expect(sending(groups(MEMBERS_GROUP))).to.have.length(1);
    expect(sending(groups(MEMBERS_GROUP, OWNERS_GROUP))).to.deep.equal(forbidden);
    expect(sending(groups(systemGroupId('role:members')), OWNER)).to.deep.equal(forbidden);
    expect(sending(groups(77))).to.deep.equal(refused('Invalid user group'));
    expect(sending(groups(DEAD_GROUP))).to.have.property('refused', 'BAD_REQUEST');
  });

  it('is a welcome of an administrator’s own; that of others counts as none', () => {
    const welcomeOf = (actor: number) =>
      (sending({ welcomeMessage: 'Hi.' }, actor) as readonly DomainEvent<string, object>[])[0]!.data;
    expect(welcomeOf(ADMIN)).to.include({ welcomeMessage: 'Hi.' });
    expect(welcomeOf(MODERATOR)).to.include({ welcomeMessage: null });
  });
});

describe('how many invitations are open at a time', () => {
  const open = (sort: 'invitationLinkCreated' | 'invitationSent', count: number, inviterId: number) =>
    Array.from({ length: count }, (_, index) => {
      const invitationId = 1_000_000 * inviterId + index;
      return example[sort]({ invitationId, credentialId: `invitation-${invitationId}`, inviterId });
    });
  const links = (count: number, inviterId: number) => open('invitationLinkCreated', count, inviterId);
  const link = (...more: readonly DomainEvent[]) => linking({}, OWNER, fixture(...more));

  it('is 100 links of one person, and those that were taken back do not count', () => {
    expect(link(...links(99, OWNER), ...links(100, ADMIN))).to.have.length(1);
    const full = refused('Too many invitation links of one person (maximum 100).');
    expect(link(...links(100, OWNER))).to.deep.equal(full);
    const ended = example.invitationsRevoked({ invitationIds: [1_000_000 * OWNER] });
    expect(link(...links(100, OWNER), ended)).to.have.length(1);
  });

  it('is 1,000 links of all', () => {
    const others = Array.from({ length: 10 }, (_, index) => links(index === 0 ? 99 : 100, 10 + index)).flat();
    expect(link(...others)).to.have.length(1);
    const full = refused('Too many invitation links (maximum 1000).');
    expect(link(...others, ...links(1, ADMIN))).to.deep.equal(full);
  });

  it('is 10,000 mailed ones', () => {
    const send = (...more: readonly DomainEvent[]) =>
      eventsOrRefusal(
        fixture(...more),
        sendInvitations,
        { ...inputFor(['ada@example.com']), dailyLimit: 20_000 },
        OWNER,
      );
    const mailed = open('invitationSent', 9_999, ADMIN);
    expect(send(...mailed)).to.have.length(1);
    const full = refused('Too many open invitations (maximum 10000).');
    expect(send(...mailed, ...open('invitationSent', 1, OWNER))).to.deep.equal(full);
  });

  const tooMuch = refused('Open invitations name too many channels and groups (maximum 100000).');
  const named = (sort: 'invitationLinkCreated' | 'invitationSent', sum: number, inviterId = ADMIN) =>
    open(sort, 100, inviterId).map(({ data: { invitationId, credentialId } }, index) =>
      example[sort]({
        invitationId,
        credentialId,
        inviterId,
        channelIds: Array.from({ length: index === 0 ? sum - 99_000 : 900 }, (_, id) => id + 1),
        groupIds: index === 0 ? [] : Array.from({ length: 100 }, (_, id) => id + 1),
      }),
    );

  it('is as many links as name 100,000 channels and groups together', () => {
    const requested = { channelIds: [OPEN] as never, groupIds: [OWNERS_GROUP] as never };
    const linkAfter = (sum: number) =>
      linking(
        requested,
        OWNER,
        fixture(...named('invitationLinkCreated', sum), ...named('invitationSent', 100_000, MODERATOR)),
      );
    expect(linkAfter(99_998)).to.have.length(1);
    expect(linkAfter(99_999)).to.deep.equal(tooMuch);
    const full = fixture(...named('invitationLinkCreated', 100_000));
    expect(linking({ channelIds: [], groupIds: [] }, OWNER, full)).to.have.length(1);
  });

  it('is as many mailed ones as name 100,000 channels and groups together', () => {
    const sendAfter = (sum: number) => {
      const { terms, ...input } = inputFor(['ada@example.com', 'bob@example.com']);
      const requested = { ...input, terms: { ...terms, channelIds: [OPEN] as never }, dailyLimit: 20_000 };
      return eventsOrRefusal(fixture(...named('invitationSent', sum)), sendInvitations, requested, OWNER);
    };
    expect(sendAfter(99_998)).to.have.length(2);
    expect(sendAfter(99_999)).to.deep.equal(tooMuch);
  });
});
