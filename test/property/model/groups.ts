/** Making groups, changing who is in them, ending them. */
import {
  type Group,
  GROUP_SETTINGS,
  type GroupRef,
  type GroupSetting,
  isGiven,
  isMember,
  type Organization,
  type Setting,
  type Who,
} from './organization.ts';
import {
  againstGroup,
  againstOld,
  againstUse,
  againstUsers,
  againstValue,
  canonical,
  changes,
} from './settings.ts';
import { type Answer, answered, INSUFFICIENT, reasons, type Step } from './step.ts';

const FORBIDS: Readonly<Record<GroupSetting, readonly GroupRef[]>> = {
  can_add_members_group: ['role:everyone'],
  can_join_group: ['role:everyone'],
  can_leave_group: [],
  can_manage_group: ['role:everyone'],
  can_mention_group: ['role:owners'],
  can_remove_members_group: ['role:everyone'],
};

const defaults = (by: Who): Record<GroupSetting, Setting> => ({
  can_add_members_group: { people: [by], groups: [] },
  can_join_group: 'role:nobody',
  can_leave_group: 'role:everyone',
  can_manage_group: { people: [by], groups: [] },
  can_mention_group: 'role:everyone',
  can_remove_members_group: 'role:nobody',
});

/** Guests hold what may be given to everyone, and nothing else. */
const holds = (organization: Organization, who: Who, group: Group, setting: GroupSetting): boolean =>
  isGiven(organization, who, group.settings[setting]) &&
  (isMember(organization, who) || !FORBIDS[setting].includes('role:everyone'));

const manages = (organization: Organization, who: Who, group: Group): boolean =>
  isGiven(organization, who, organization.constitution.can_manage_all_groups) ||
  holds(organization, who, group, 'can_manage_group');

/** The custom group that is meant: system groups are changed by nobody. */
function custom(
  organization: Organization,
  ref: GroupRef,
  change: (group: Group, number: number) => Answer,
): Answer {
  if (typeof ref === 'string') return { refused: ['BAD_REQUEST'] };
  const group = organization.groups[ref - 1];
  return group ? change(group, ref) : { refused: ['BAD_REQUEST: Invalid user group'] };
}

export function makeGroup(organization: Organization, step: Step<'makeGroup'>): Answer {
  const { by, name, members, subgroups } = step;
  if (!isMember(organization, by)) return { refused: ['BAD_REQUEST: Not allowed for guest users'] };
  const isTaken = organization.groups.some((group) => group.name.toLowerCase() === name.toLowerCase());
  const requested = Object.entries(step.settings) as [GroupSetting, Setting][];
  const against = [
    ...reasons(
      [!isGiven(organization, by, organization.constitution.can_create_groups), INSUFFICIENT],
      [isTaken, `BAD_REQUEST: User group '${name}' already exists.`],
    ),
    ...againstUsers(organization, members),
    ...subgroups.flatMap((group) => againstGroup(organization, group)),
    ...requested.flatMap(([setting, value]) => againstValue(organization, setting, FORBIDS[setting], value)),
  ];
  return answered(against, () => {
    const settings = { ...defaults(by), ...step.settings };
    for (const setting of GROUP_SETTINGS) settings[setting] = canonical(organization, settings[setting]);
    const people = { members: new Set(members), subgroups: new Set(subgroups) };
    organization.groups.push({ name, deactivated: false, ...people, settings });
  });
}

/** True if a group is, or contains, another. */
const reaches = (organization: Organization, from: GroupRef, to: GroupRef): boolean =>
  from === to ||
  (typeof from === 'number' &&
    [...(organization.groups[from - 1]?.subgroups ?? [])].some((group) => reaches(organization, group, to)));

/** A change that moves nobody but its actor is joining or leaving. */
function mayMove(organization: Organization, group: Group, step: Step<'changeMembers'>): boolean {
  const { by, add, remove, addGroups, removeGroups } = step;
  const may = (setting: GroupSetting): boolean => holds(organization, by, group, setting);
  const isSelf = (people: readonly Who[], groups: readonly GroupRef[]): boolean =>
    groups.length === 0 && people.every((who) => who === by);
  const adds = may('can_add_members_group') || (isSelf(add, addGroups) && may('can_join_group'));
  const removes = may('can_remove_members_group') || (isSelf(remove, removeGroups) && may('can_leave_group'));
  return (
    manages(organization, by, group) ||
    ((add.length + addGroups.length === 0 || adds) && (remove.length + removeGroups.length === 0 || removes))
  );
}

export const changeMembers = (organization: Organization, step: Step<'changeMembers'>): Answer =>
  custom(organization, step.group, (group, number) => {
    const { add, remove, addGroups, removeGroups } = step;
    const { members, subgroups } = group;
    const isCircle = addGroups.some((added) => reaches(organization, added, number));
    const has = (who: Who) => members.has(who);
    const against = [
      ...againstUsers(organization, [...add, ...remove]),
      ...addGroups.flatMap((added) => againstGroup(organization, added)),
      ...reasons(
        [!mayMove(organization, group, step), INSUFFICIENT],
        [add.some(has), 'BAD_REQUEST: User N is already a member of this group'],
        [!remove.every(has), "BAD_REQUEST: There is no member 'N' in this user group"],
        [
          addGroups.some((added) => subgroups.has(added)),
          'BAD_REQUEST: User group N is already a subgroup of this group.',
        ],
        [isCircle, 'BAD_REQUEST: User group N is already a subgroup of one of the passed subgroups.'],
        [
          !removeGroups.every((removed) => subgroups.has(removed)),
          'BAD_REQUEST: User group N is not a subgroup of this group.',
        ],
      ),
    ];
    return answered(against, () => {
      for (const who of add) members.add(who);
      for (const who of remove) members.delete(who);
      for (const added of addGroups) subgroups.add(added);
      for (const removed of removeGroups) subgroups.delete(removed);
    });
  });

export const changeGroupPermission = (
  organization: Organization,
  { by, group: ref, setting, to, from }: Step<'changeGroupPermission'>,
): Answer =>
  custom(organization, ref, (group) => {
    const against = [
      ...reasons([!manages(organization, by, group), INSUFFICIENT]),
      ...againstValue(organization, setting, FORBIDS[setting], to),
      ...againstOld(organization, group.settings[setting], from),
    ];
    return answered(against, () => {
      if (changes(organization, group.settings[setting], to))
        group.settings[setting] = canonical(organization, to);
    });
  });

const names = (setting: Setting, group: GroupRef): boolean =>
  typeof setting === 'object' ? setting.groups.includes(group) : setting === group;

/** True if channels in use or other groups in use depend on a group. */
function isInUse({ channels, groups }: Organization, number: number): boolean {
  const named = (settings: Readonly<Record<string, Setting>>): boolean =>
    Object.values(settings).some((setting) => names(setting, number));
  return (
    channels.some(({ archived, settings }) => !archived && named(settings)) ||
    groups.some(
      ({ deactivated, subgroups, settings }, index) =>
        !deactivated && (subgroups.has(number) || (index !== number - 1 && named(settings))),
    )
  );
}

export const deactivateGroup = (
  organization: Organization,
  { by, group: ref }: Step<'deactivateGroup'>,
): Answer =>
  custom(organization, ref, (group, number) => {
    const against = reasons(
      [group.deactivated, 'BAD_REQUEST: User group is deactivated.'],
      [!manages(organization, by, group), INSUFFICIENT],
      [isInUse(organization, number), 'CANNOT_DEACTIVATE_GROUP_IN_USE'],
    );
    return answered(against, () => void (group.deactivated = true));
  });

export const reactivateGroup = (
  organization: Organization,
  { by, group: ref }: Step<'reactivateGroup'>,
): Answer =>
  custom(organization, ref, (group, number) => {
    const { deactivated, subgroups, settings } = group;
    const againstReturn = [
      ...reasons([!isGiven(organization, by, organization.constitution.can_create_groups), INSUFFICIENT]),
      ...[...subgroups].flatMap((subgroup) => againstGroup(organization, subgroup)),
      ...againstUse(organization, settings, number),
    ];
    const against = [
      ...reasons([!manages(organization, by, group), INSUFFICIENT]),
      ...(deactivated ? againstReturn : []),
    ];
    return answered(against, () => void (group.deactivated = false));
  });
