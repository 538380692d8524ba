/** A small organization as plain data, written from the contract alone: the server's behaviour is compared with it. */

/** The system groups, the largest first. */
export const SYSTEM_GROUPS = [
  'role:internet',
  'role:everyone',
  'role:members',
  'role:fullmembers',
  'role:moderators',
  'role:administrators',
  'role:owners',
  'role:nobody',
] as const;
export type SystemGroup = (typeof SYSTEM_GROUPS)[number];

/** A system group by its name, another as its number in the order of making, from 1. */
export type GroupRef = SystemGroup | number;
/** Holders of a permission: a group, or people and groups. */
export type Setting = GroupRef | { readonly people: readonly Who[]; readonly groups: readonly GroupRef[] };

/** Everybody there is, and whose bot the bot is. */
export const WHO = ['owner', 'admin', 'moderator', 'member', 'insider', 'guest', 'bot'] as const;
export type Who = (typeof WHO)[number];
export type Role = 100 | 200 | 300 | 400 | 600;
export const FIRST_ROLES: Readonly<Record<Who, Role>> = {
  owner: 100,
  admin: 200,
  moderator: 300,
  member: 400,
  insider: 400,
  guest: 600,
  bot: 400,
};
export const BOT_OWNER = 'member';

/** Something of everybody. */
export const forEach = <Value>(of: (who: Who) => Value): Record<Who, Value> =>
  Object.fromEntries(WHO.map((who) => [who, of(who)])) as Record<Who, Value>;

export const CHANNEL_SETTINGS = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_create_topic_group',
  'can_delete_any_message_group',
  'can_remove_subscribers_group',
  'can_send_message_group',
  'can_subscribe_group',
] as const;
export type ChannelSetting = (typeof CHANNEL_SETTINGS)[number];
export const GROUP_SETTINGS = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
] as const;
export type GroupSetting = (typeof GROUP_SETTINGS)[number];

export type Privacy = 'public' | 'private' | 'web-public';

export interface Channel {
  name: string;
  privacy: Privacy;
  sharesHistory: boolean;
  archived: boolean;
  readonly settings: Record<ChannelSetting, Setting>;
  readonly subscribers: Set<Who>;
}

/** A group that somebody made. */
export interface Group {
  readonly name: string;
  deactivated: boolean;
  readonly members: Set<Who>;
  readonly subgroups: Set<GroupRef>;
  readonly settings: Record<GroupSetting, Setting>;
}

/** Permissions of the organization that the steps of a history need. */
export interface Constitution {
  readonly can_add_subscribers_group: SystemGroup;
  readonly can_create_groups: SystemGroup;
  readonly can_create_private_channel_group: SystemGroup;
  readonly can_create_public_channel_group: SystemGroup;
  readonly can_manage_all_groups: SystemGroup;
}

export interface Organization {
  readonly constitution: Constitution;
  readonly people: Readonly<Record<Who, { role: Role; active: boolean }>>;
  readonly channels: Channel[];
  readonly groups: Group[];
}

export const founded = (constitution: Constitution): Organization => ({
  constitution,
  people: forEach((who) => ({ role: FIRST_ROLES[who], active: true })),
  channels: [],
  groups: [],
});

/** The lowest right that a system group requires; lower numbers are higher roles. */
const ROLES_IN: Readonly<Record<SystemGroup, number>> = {
  'role:internet': 600,
  'role:everyone': 600,
  'role:members': 400,
  'role:fullmembers': 400,
  'role:moderators': 300,
  'role:administrators': 200,
  'role:owners': 100,
  'role:nobody': 0,
};

/** A bot is no more than its owner is, whatever its role. */
function standing({ people }: Organization, who: Who): { readonly role: number; readonly active: boolean } {
  const { role, active } = people[who];
  if (who !== 'bot') return { role, active };
  const owner = people[BOT_OWNER];
  return { role: Math.max(role, owner.role), active: active && owner.active };
}

/** Membership is recursive, and nobody who is deactivated is in any group. */
export function isIn(organization: Organization, who: Who, group: GroupRef): boolean {
  const { role, active } = standing(organization, who);
  if (!active) return false;
  if (typeof group === 'string') return role <= ROLES_IN[group];
  const { members = new Set(), subgroups = [] } = organization.groups[group - 1] ?? {};
  return members.has(who) || [...subgroups].some((subgroup) => isIn(organization, who, subgroup));
}

export const isGiven = (organization: Organization, who: Who, setting: Setting): boolean =>
  typeof setting === 'object'
    ? (setting.people.includes(who) && organization.people[who].active) ||
      setting.groups.some((group) => isIn(organization, who, group))
    : isIn(organization, who, setting);

export const isMember = (organization: Organization, who: Who): boolean =>
  isIn(organization, who, 'role:members');
export const isAdministrator = (organization: Organization, who: Who): boolean =>
  isIn(organization, who, 'role:administrators');
