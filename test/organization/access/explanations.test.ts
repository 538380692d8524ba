import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import { canCreateBot } from '../../../src/organization/access/people.ts';
import { ruleCatalog } from '../ruleCatalog.ts';
import * as channelRules from '../../../src/organization/access/channels.ts';
import type { Explanation } from '../../../src/organization/access/explanation.ts';
import { canReadMessage, canSendDirect } from '../../../src/organization/access/messages.ts';
import { seesEmailOf, seesUser } from '../../../src/organization/access/people.ts';
import * as rules from '../../../src/organization/access/rules.ts';
import { canJoinUserGroup } from '../../../src/organization/access/userGroups.ts';
import type { UserGroupId } from '../../../src/events/userGroups.ts';
import type { ChannelId, MessageId, UserId } from '../../../src/base/ids.ts';
import { systemGroupId } from '../../../src/organization/slices/userGroups.ts';
import { example, examplePermissions, organizationAfter } from '../../support/examples.ts';

const [OLAF, ADA, MIRA, GUS, RETIRED, HOOK] = [1, 2, 3, 4, 5, 6] as [
  UserId,
  UserId,
  UserId,
  UserId,
  UserId,
  UserId,
];
const [BRAND, SECRET, OLD] = [1, 2, 3] as [ChannelId, ChannelId, ChannelId];
const group = (groupId: number) => ({ directMembers: [], directSubgroups: [groupId as UserGroupId] });

/** Owner Olaf, administrator Ada, member Mira, guest Gus, Retired who is deactivated, and Mira's bot Hook. */
const organization = organizationAfter(
  example.userCreated({ userId: OLAF, fullName: 'Olaf', role: 100 }),
  example.userCreated({ userId: ADA, fullName: 'Ada', role: 200 }),
  example.userCreated({ userId: MIRA, fullName: 'Mira' }),
  example.userCreated({ userId: GUS, fullName: 'Gus', role: 600 }),
  example.userCreated({ userId: RETIRED, fullName: 'Retired' }),
  example.userCreated({ userId: HOOK, fullName: 'Hook', bot: { type: 3, ownerId: MIRA, isSystem: false } }),
  example.userGroupCreated({ groupId: 9, name: 'design-leads', memberIds: [MIRA, GUS, RETIRED] }),
  example.channelCreated({
    channelId: BRAND,
    name: 'brand',
    permissions: { ...examplePermissions, canAdministerChannel: group(9) },
  }),
  example.channelCreated({
    channelId: SECRET,
    name: 'secret',
    privacy: 'private',
    permissions: { ...examplePermissions, canSubscribe: { directMembers: [MIRA], directSubgroups: [] } },
  }),
  example.channelCreated({ channelId: OLD, name: 'old' }),
  example.usersSubscribed({ channelIds: [SECRET], userIds: [MIRA, GUS, RETIRED] }),
  example.channelArchived({ channelId: OLD }),
  example.userDeactivated({ userId: RETIRED }),
  example.organizationPermissionChanged({
    permission: 'can_access_all_users_group',
    newValue: systemGroupId('role:members'),
  }),
);
const channel = (channelId: ChannelId) => organization.channels.byId.get(channelId)!;
const user = (userId: UserId) => organization.users.byId.get(userId)!;

/** The tree of sentences, indented; what does not hold is marked. */
const linesOf = ({ holds, sentence, because }: Explanation, indent = ''): string[] => [
  `${indent}${holds ? '' : 'NO: '}${sentence}`,
  ...because.flatMap((reason) => linesOf(reason, `${indent}  `)),
];

describe('the reasons of a permission rule', () => {
  const { canAdministerChannel, hasContentAccess, canSendTo, canCreateChannel, hasMetadataAccess } =
    channelRules;
  const rows: readonly [string, Explanation, readonly string[]][] = [
    [
      'name the group that gives a permission',
      canAdministerChannel.explain(organization, MIRA, channel(BRAND)),
      [
        'Mira may administer #brand',
        '  Mira is a member of group design-leads, which may administer #brand',
        '  Mira is a member of the organization',
      ],
    ],
    [
      'name the condition that is not met',
      canAdministerChannel.explain(organization, GUS, channel(BRAND)),
      ['NO: Gus may not administer #brand', '  NO: Gus is not an administrator', '  NO: Gus is a guest'],
    ],
    [
      'name one alternative where one is enough',
      canAdministerChannel.explain(organization, ADA, channel(BRAND)),
      ['Ada may administer #brand', '  Ada is an administrator'],
    ],
    [
      'name every alternative that fails',
      hasContentAccess.explain(organization, ADA, channel(SECRET)),
      [
        'NO: Ada may not read #secret',
        '  NO: #secret is not web-public',
        '  NO: Ada is not subscribed to #secret',
        '  NO: #secret is not public',
        '  NO: Ada is not among those who may subscribe to #secret',
        '  NO: nobody is permitted to add subscribers to #secret',
      ],
    ],
    [
      'say of the deactivated that they are not active',
      rules.isOwner.explain(organization, RETIRED),
      ['NO: Retired is not active'],
    ],
    [
      'have words for visitors',
      rules.isOwner.explain(organization, null),
      ['NO: A visitor who is not logged in is not an owner'],
    ],
    [
      'say that a channel is archived',
      canSendTo.explain(organization, MIRA, channel(OLD)),
      [
        'NO: Mira may not send messages to #old',
        "  NO: Mira is not one of the organization's own bots",
        '  NO: #old is archived',
      ],
    ],
    [
      'say what a bot may because of its owner',
      canSendTo.explain(organization, HOOK, { ...channel(SECRET), historyPublicToSubscribers: true }),
      [
        'Hook may send messages to #secret',
        '  Hook may post in #secret',
        '    Hook is a member of group role:everyone, which may post in #secret',
        '  #secret is not archived',
        '  Hook is a bot of Mira',
        '  Mira is subscribed to #secret',
      ],
    ],
    [
      'are those of the rule for the thing in question',
      canCreateChannel.explain(organization, MIRA, 'web-public'),
      ['NO: Mira is not a member of group role:owners, which may create web-public channels'],
    ],
    [
      'keep a sentence where the opposite is asked',
      rules.not(rules.isGuest).explain(organization, GUS),
      ['NO: Gus is a guest'],
    ],
    [
      'say since when somebody may read',
      canReadMessage.explain(organization, GUS, { messageId: 12 as MessageId, channelId: SECRET }),
      [
        'NO: Gus may not read the message',
        '  NO: #secret does not share its history with new subscribers',
        '  NO: Gus was not subscribed when the message came (subscribed for messages from 14 on)',
        '  NO: Gus did not receive the message in another channel first',
      ],
    ],
    [
      'name the people that a rule is about',
      seesUser.explain(organization, GUS, ADA),
      [
        'NO: Gus may not see who Ada is',
        '  NO: Gus may not see everybody in the organization',
        '    NO: Gus is a guest',
        '    NO: Gus is not a member of group role:members, which may see everybody in the organization',
        '  NO: Ada is not a bot',
        '  NO: Gus is not Ada',
        '  NO: Gus and Ada are in no channel together',
        '  NO: Gus and Ada have not been in a direct conversation',
      ],
    ],
    [
      'say whose address is shown to whom',
      seesEmailOf.explain(organization, MIRA, user(ADA)),
      [
        'Mira may see the e-mail address of Ada',
        '  Mira may see who Ada is',
        '    Mira may see everybody in the organization',
        '      Mira is not a guest',
        '      Mira is a member of group role:members, which may see everybody in the organization',
        '  the address is for everybody',
      ],
    ],
    [
      'follow rules within rules',
      canJoinUserGroup.explain(organization, MIRA, organization.userGroups.byId.get(9 as UserGroupId)!),
      [
        'NO: Mira may not join group design-leads',
        '  NO: Mira may not add members to group design-leads',
        '    NO: Mira may not manage group design-leads',
        '      NO: Mira is not a member of group role:owners, which may manage all groups',
        '      NO: Mira is not among those who may manage group design-leads',
        '    NO: Mira is not among those who may add members to group design-leads',
        '  NO: nobody is permitted to join group design-leads',
      ],
    ],
    [
      'say who permits a conversation',
      canSendDirect.explain(organization, RETIRED, [RETIRED, GUS]),
      ['Retired may send messages to the conversation', '  a participant may send direct messages'],
    ],
    [
      'say what kind of bot somebody may make',
      canCreateBot.explain(organization, GUS, 2),
      [
        'NO: Gus may not create such bots',
        '  NO: Gus is not a member of group role:members, which may create bots',
        '  NO: Gus is a guest',
        '  NO: Gus is not a member of group role:members, which may create incoming webhooks',
      ],
    ],
    [
      'stop at the first rule that is a fact',
      hasMetadataAccess.explain(organization, ADA, channel(SECRET)),
      ['Ada may see #secret', '  Ada may administer #secret', '    Ada is an administrator'],
    ],
  ];
  for (const [title, explanation, sentences] of rows)
    it(title, () => expect(linesOf(explanation)).to.deep.equal(sentences));
});

describe('one sentence for several reasons', () => {
  const twice = {
    ...channel(SECRET),
    permissions: { ...channel(SECRET).permissions, canSubscribe: group(9) },
  };

  it('joins facts that are needed together', () =>
    expect(rules.allOf(rules.isActive, rules.isMember).explain(organization, MIRA).sentence).to.equal(
      'Mira is active; Mira is a member of the organization',
    ));
  it('keeps alternatives apart that are each enough', () =>
    expect(linesOf(channelRules.hasContentAccess.explain(organization, MIRA, twice))).to.deep.equal([
      'Mira may read #secret',
      '  Mira is subscribed to #secret',
      '  #secret is private; Mira is a member of group design-leads, which may subscribe to #secret; Mira is a member of the organization',
      '    #secret is private',
      '    Mira is a member of group design-leads, which may subscribe to #secret',
      '    Mira is a member of the organization',
    ]));
});

describe('the catalog of rules', () => {
  it('has every rule that a file of rules exports, once', async () => {
    const folder = new URL('../../../src/organization/access/', import.meta.url);
    const files = readdirSync(folder).filter((file) => file !== 'catalog.ts');
    const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
    const exported = modules.flatMap((module: object) =>
      Object.entries(module).filter(([, value]) => typeof value === 'function' && 'explain' in value),
    );
    const listed = Object.values(ruleCatalog).flatMap((rules) => Object.entries(rules));
    const names = (entries: readonly [string, unknown][]) => entries.map(([name]) => name).sort();
    expect(names(listed)).to.deep.equal(names(exported));
    for (const [name, rule] of exported) expect(Object.fromEntries(listed)[name], name).to.equal(rule);
  });
});
