import { expect } from 'chai';
import { OrganizationPermission } from '../../src/events/organizations.ts';
import type { Answer, Hansard, Person } from '../support/hansard.ts';
import { startCast } from './cast.ts';
import { expectAdministratorOnly, expectOwnerOnly, expectRefusal, expectSuccess } from './expected.ts';

const [INTERNET, EVERYONE, MEMBERS, FULL_MEMBERS, MODERATORS, ADMINISTRATORS, OWNERS, NOBODY] = [
  1, 2, 3, 4, 5, 6, 7, 8,
];

describe('permissions of an organization', () => {
  let hansard: Hansard;
  let owner: Person;
  let admin: Person;
  let moderator: Person;
  let member: Person;
  let guest: Person;

  before(async () => {
    ({ hansard, owner, admin, moderator, member, guest } = await startCast());
  });
  after(() => hansard.stop());

  const change = (who: Person, fields: Record<string, unknown>): Promise<Answer> =>
    who.patch('/realm', fields);

  /** Moderators may not hold the one, and hold the other by default. */
  const NOT_FOR_MODERATORS: Partial<Record<OrganizationPermission, number>> = {
    can_access_all_users_group: MEMBERS,
    can_set_delete_message_policy_group: ADMINISTRATORS,
  };
  const forOwners = [
    'can_create_groups',
    'can_invite_users_group',
    'can_manage_all_groups',
    'can_manage_billing_group',
    'create_multiuse_invite_group',
  ];
  for (const permission of OrganizationPermission.options)
    it(`changes ${permission}, for ${forOwners.includes(permission) ? 'owners' : 'administrators'}`, async () => {
      const value = NOT_FOR_MODERATORS[permission] ?? MODERATORS;
      const update = { [permission]: { new: value } };
      for (const who of [moderator, member, guest]) expectAdministratorOnly(await change(who, update));
      if (forOwners.includes(permission)) expectOwnerOnly(await change(admin, update));
      const allowed = forOwners.includes(permission) ? owner : admin;
      expectSuccess(await change(allowed, update), { [permission]: value });
      expectRefusal(
        await change(owner, { [permission]: { new: INTERNET } }),
        `'${permission}' setting cannot be set to 'role:internet' group.`,
      );
    });

  it('change only from what they are expected to be', async () => {
    await change(owner, { can_add_custom_emoji_group: { new: MEMBERS } });
    const stale = { can_add_custom_emoji_group: { new: OWNERS, old: MODERATORS }, name: 'not this' };
    expectRefusal(await change(owner, stale), "'old' value does not match the expected value.", {
      code: 'EXPECTATION_MISMATCH',
      field_name: 'old',
    });
    const fresh = { can_add_custom_emoji_group: { new: OWNERS, old: MEMBERS } };
    expectSuccess(await change(owner, fresh), { can_add_custom_emoji_group: OWNERS });
    expectSuccess(await change(owner, { can_add_custom_emoji_group: { new: OWNERS, old: OWNERS } }));
  });

  const allowed: readonly (readonly [string, readonly number[], readonly number[]])[] = [
    ['can_access_all_users_group', [EVERYONE, MEMBERS], [NOBODY, MODERATORS, OWNERS]],
    ['can_manage_all_groups', [OWNERS, MEMBERS], [NOBODY, EVERYONE]],
    ['can_create_groups', [NOBODY, FULL_MEMBERS], [EVERYONE]],
    ['can_mention_many_users_group', [NOBODY, EVERYONE], []],
    [
      'can_create_web_public_channel_group',
      [MODERATORS, ADMINISTRATORS, OWNERS, NOBODY],
      [MEMBERS, EVERYONE, FULL_MEMBERS],
    ],
    ['create_multiuse_invite_group', [MEMBERS, NOBODY], [EVERYONE]],
  ];
  const NAMES = [
    'internet',
    'everyone',
    'members',
    'fullmembers',
    'moderators',
    'administrators',
    'owners',
    'nobody',
  ];
  for (const [permission, values, refused] of allowed)
    it(`accepts the groups for ${permission} that the contract allows`, async () => {
      for (const value of values)
        expect((await change(owner, { [permission]: { new: value } })).status).to.equal(200);
      for (const value of refused)
        expectRefusal(
          await change(owner, { [permission]: { new: value } }),
          `'${permission}' setting cannot be set to 'role:${NAMES[value - 1]}' group.`,
        );
    });

  for (const permission of [
    'can_access_all_users_group',
    'can_create_web_public_channel_group',
    'create_multiuse_invite_group',
  ])
    it(`gives ${permission} to a system group and to nobody else`, async () => {
      const people = { direct_members: [owner.userId], direct_subgroups: [] };
      expectRefusal(
        await change(owner, { [permission]: { new: people } }),
        `'${permission}' must be a system user group.`,
        { code: 'SYSTEM_GROUP_REQUIRED', setting_name: permission },
      );
    });

  it('are given in any form and told in the canonical one', async () => {
    const people = { direct_members: [member.userId, admin.userId], direct_subgroups: [] };
    const canonical = { ...people, direct_members: [admin.userId, member.userId] };
    const change1 = { can_resolve_topics_group: { new: people } };
    expectSuccess(await change(owner, change1), { can_resolve_topics_group: canonical });
    const change2 = {
      can_resolve_topics_group: { new: { ...people, direct_members: [] }, old: canonical },
    };
    expectSuccess(await change(owner, change2), { can_resolve_topics_group: NOBODY });
    const unknown = { can_resolve_topics_group: { new: 9999 } };
    expectRefusal(await change(owner, unknown), 'Invalid user group ID: 9999');
  });
});
