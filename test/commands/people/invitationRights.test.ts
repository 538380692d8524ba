/** Invitations give what their inviters could offer at the moment at which they are followed. */
import { expect } from 'chai';
import { acceptInvitation } from '../../../src/commands/people/joining.ts';
import { resendInvitation } from '../../../src/commands/people/invitations.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import { systemGroupId } from '../../../src/organization/slices/userGroups.ts';
import { example } from '../../support/examples.ts';
import {
  ADMIN,
  credential,
  DEAD_GROUP,
  GENERAL,
  given,
  HOST,
  invitation,
  MEMBER,
  MEMBERS_GROUP,
  OPEN,
  OWNER,
  fixture,
  SECRET,
} from '../invitationFixture.ts';
import { eventsOrRefusal, refused } from '../eventsOrRefusal.ts';

const KINDS = ['mail', 'link'] as const;
type Kind = (typeof KINDS)[number];
type Terms = Parameters<typeof example.invitationLinkCreated>[0];

const made = (kind: Kind, terms: Terms): DomainEvent => {
  const more = { inviterId: MEMBER, role: 400 as const, channelIds: [], groupIds: [], ...terms };
  return kind === 'mail'
    ? example.invitationSent({ ...more, invitationId: 1, email: 'ada@example.com' })
    : example.invitationLinkCreated({ ...more, invitationId: 1 });
};

/** Members make links, and the member is in the hidden channel: what one could offer is offered. */
const before = [
  example.organizationPermissionChanged({
    permission: 'create_multiuse_invite_group',
    oldValue: systemGroupId('role:administrators'),
    newValue: systemGroupId('role:members'),
  }),
  example.usersSubscribed({ channelIds: [SECRET], userIds: [MEMBER, ADMIN] }),
];
const after = (kind: Kind, terms: Terms, since: readonly DomainEvent[]) =>
  fixture(...before, made(kind, terms), ...since);

const following = (kind: Kind, terms: Terms, ...since: readonly DomainEvent[]) =>
  eventsOrRefusal(
    after(kind, terms, since),
    acceptInvitation,
    {
      credentialId: credential('invitation-1'),
      email: 'ada@example.com',
      host: HOST,
      fullName: 'Ada Lovelace',
      timezone: undefined,
      passwordCredentialId: credential('password'),
      apiKeyCredentialId: credential('key'),
    },
    null,
  );
const resending = (terms: Terms, actor: number, ...since: readonly DomainEvent[]) => {
  const input = { invitationId: invitation(1), credentialId: credential('new'), host: HOST, dailyLimit: 100 };
  return eventsOrRefusal(after('mail', terms, since), resendInvitation, input, actor);
};

/** Channels and groups that a newcomer comes into, and the welcome. */
function gained(verdict: unknown) {
  expect(verdict).to.be.an('array');
  const events = verdict as readonly DomainEvent<string, Record<string, unknown>>[];
  const all = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data);
  return {
    channels: all('UsersSubscribed').flatMap(({ channelIds }) => channelIds),
    groups: all('UserGroupMembersAdded').map(({ groupId }) => groupId),
    welcome: all('InvitationAccepted')[0]!.welcomeMessage,
  };
}

const roleOf = (userId: number, oldRole: number, newRole: number) =>
  example.userRoleChanged({ userId, oldRole: oldRole as 100, newRole: newRole as 100 });
const over = refused('This invitation is not valid any more');

describe('what an inviter may offer no more', () => {
  const lost: readonly (readonly [what: string, Terms, readonly DomainEvent[]])[] = [
    ['an administrator who has become a guest', { inviterId: ADMIN, role: 200 }, [roleOf(ADMIN, 200, 600)]],
    ['an administrator who has become a member', { inviterId: ADMIN, role: 200 }, [roleOf(ADMIN, 200, 400)]],
    ['a moderator’s maker who is one himself', { inviterId: ADMIN, role: 300 }, [roleOf(ADMIN, 200, 300)]],
    ['an owner who has become an administrator', { inviterId: OWNER, role: 100 }, [roleOf(OWNER, 100, 200)]],
    ['a member who has become a guest', {}, [roleOf(MEMBER, 400, 600)]],
    ['somebody who is deactivated', {}, [example.userDeactivated({ userId: MEMBER })]],
  ];
  for (const [what, terms, since] of lost)
    for (const kind of KINDS)
      it(`of ${what}: the ${kind} leads nowhere, and leads on once it may be offered again`, () => {
        expect(following(kind, terms)).to.be.an('array');
        expect(following(kind, terms, ...since)).to.deep.equal(over);
        const [change] = since as readonly DomainEvent<string, { oldRole?: number; newRole?: number }>[];
        const { oldRole, newRole } = change!.data;
        const back =
          oldRole && newRole
            ? roleOf(terms?.inviterId ?? MEMBER, newRole, oldRole)
            : example.userReactivated({ userId: MEMBER });
        expect(following(kind, terms, ...since, back)).to.be.an('array');
      });

  it('is its kind of invitation: where nobody invites that way any more, it leads nowhere', () => {
    const [mails, links] = [
      given('can_invite_users_group', 'role:nobody'),
      given('create_multiuse_invite_group', 'role:nobody'),
    ];
    expect(following('mail', {}, mails)).to.deep.equal(over);
    expect(following('mail', {}, links)).to.be.an('array');
    expect(following('link', {}, links)).to.deep.equal(over);
    expect(following('link', {}, mails)).to.be.an('array');
  });

  const everything = {
    channelIds: [GENERAL, OPEN, SECRET],
    groupIds: [MEMBERS_GROUP],
    welcomeMessage: 'Hi.',
  };
  const all = { channels: [GENERAL, OPEN, SECRET], groups: [MEMBERS_GROUP] };
  const noAdding = example.organizationPermissionChanged({
    permission: 'can_add_subscribers_group',
    oldValue: systemGroupId('role:members'),
    newValue: systemGroupId('role:nobody'),
  });
  const noDefault = example.defaultChannelRemoved({ channelId: GENERAL, defaultChannelIds: [] });
  const group = { groupId: MEMBERS_GROUP };
  const someoneElse = (permission: 'canManage' | 'canAddMembers') =>
    example.userGroupPermissionChanged({
      ...group,
      permission,
      newValue: { directMembers: [OWNER], directSubgroups: [] },
    });
  const leftOut: readonly (readonly [string, readonly DomainEvent[], Partial<typeof all>])[] = [
    [
      'a channel that the inviter was put out of',
      [example.usersUnsubscribed({ channelIds: [SECRET], userIds: [MEMBER] })],
      { channels: [GENERAL, OPEN] },
    ],
    [
      'a channel that was archived',
      [example.channelArchived({ channelId: OPEN })],
      { channels: [GENERAL, SECRET] },
    ],
    [
      'a channel that was closed to the inviter',
      [example.channelPrivacyChanged({ channelId: OPEN, oldPrivacy: 'public', newPrivacy: 'private' })],
      { channels: [GENERAL, SECRET] },
    ],
    [
      'channels where the inviter may subscribe nobody, but default ones',
      [noAdding],
      { channels: [GENERAL] },
    ],
    ['a default channel that is none any more', [noAdding, noDefault], { channels: [] }],
    [
      'a group that others look after now',
      [someoneElse('canManage'), someoneElse('canAddMembers')],
      { groups: [] },
    ],
    ['a group that was deactivated', [example.userGroupDeactivated(group)], { groups: [] }],
  ];
  for (const [what, since, expected] of leftOut)
    for (const kind of KINDS)
      it(`is left out of the ${kind}: ${what}`, () => {
        expect(gained(following(kind, everything))).to.deep.include(all);
        expect(gained(following(kind, everything, ...since))).to.deep.include({ ...all, ...expected });
      });

  it('is a welcome of his own, where the inviter administers nothing any more', () => {
    const terms = { inviterId: ADMIN, welcomeMessage: 'Hi.' };
    expect(gained(following('mail', terms)).welcome).to.equal('Hi.');
    expect(gained(following('mail', terms, roleOf(ADMIN, 200, 300))).welcome).to.equal(null);
  });

  it('is not asked of channels that everybody is subscribed to by default', () => {
    const terms = { channelIds: [], withDefaultChannels: true };
    expect(gained(following('link', terms, noAdding)).channels).to.deep.equal([GENERAL]);
  });

  it('is asked of groups as they are on that day', () => {
    const terms = { groupIds: [DEAD_GROUP] };
    expect(gained(following('link', terms)).groups).to.deep.equal([]);
    const back = example.userGroupReactivated({ groupId: DEAD_GROUP });
    expect(gained(following('link', terms, back)).groups).to.deep.equal([DEAD_GROUP]);
  });

  for (const [what, terms, since] of lost.filter(([, { inviterId } = {}]) => inviterId !== OWNER))
    it(`of ${what}: an owner does not send it again either`, () => {
      expect(resending(terms, OWNER)).to.be.an('array');
      expect(resending(terms, OWNER, ...since)).to.deep.equal(
        refused('Whoever has made this invitation may not offer it any more'),
      );
    });

  it('is not for somebody too new to invite people to send again', () => {
    const open = example.organizationSettingChanged({
      property: 'inviteRequired',
      oldValue: true,
      newValue: false,
    });
    expect(resending({}, MEMBER, open)).to.have.property('refused', 'INVITATION_FAILED');
    expect(resending({}, OWNER, open)).to.be.an('array');
  });
});
