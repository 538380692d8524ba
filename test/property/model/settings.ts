/** Group-setting values. */
import type { GroupRef, Organization, Setting, Who } from './organization.ts';
import { reasons } from './step.ts';

/** One group is that group, nothing at all is nobody, else the active people and the groups in order. */
export function canonical(organization: Organization, setting: Setting): Setting {
  if (typeof setting !== 'object') return setting;
  const people = [...new Set(setting.people)].filter((who) => organization.people[who].active).sort();
  const groups = [...new Set(setting.groups)].sort(byOrder);
  if (people.length === 0 && groups.length <= 1) return groups[0] ?? 'role:nobody';
  return { people, groups };
}

const groupsIn = (setting: Setting): readonly GroupRef[] =>
  typeof setting === 'object' ? setting.groups : [setting];

/** Groups have one order, whatever it is. */
export const byOrder = (one: GroupRef, other: GroupRef): number => (String(one) < String(other) ? -1 : 1);

/** True if a setting becomes another by being set: people who have left are in it unseen until then. */
export const changes = (organization: Organization, present: Setting, to: Setting): boolean =>
  JSON.stringify(canonical(organization, to)) !== JSON.stringify(present);

const areSame = (organization: Organization, one: Setting, other: Setting): boolean =>
  JSON.stringify(canonical(organization, one)) === JSON.stringify(canonical(organization, other));

/** Why a setting cannot be given a value; `role:internet` is refused for all of them. */
export function againstValue(
  organization: Organization,
  name: string,
  forbids: readonly GroupRef[],
  value: Setting,
): string[] {
  const againstGroups = groupsIn(value).flatMap((group) => {
    const forbidden = group === 'role:internet' || forbids.includes(group);
    return [
      ...againstGroup(organization, group),
      ...reasons([forbidden, `BAD_REQUEST: '${name}' setting cannot be set to '${group}' group.`]),
    ];
  });
  return [...againstUsers(organization, typeof value === 'object' ? value.people : []), ...againstGroups];
}

/** Why people cannot become part of anything. */
export const againstUsers = ({ people }: Organization, whom: readonly Who[]): string[] =>
  reasons([whom.some((who) => !people[who].active), 'BAD_REQUEST: Invalid user ID: N']);

/** Why a group cannot become part of anything. */
export const againstGroup = ({ groups }: Organization, group: GroupRef): string[] =>
  typeof group === 'string'
    ? []
    : reasons(
        [groups[group - 1] === undefined, 'BAD_REQUEST: Invalid user group ID: N'],
        [groups[group - 1]?.deactivated === true, 'BAD_REQUEST: User group is deactivated.'],
      );

/** Why settings cannot come into use again: they name a group that was deactivated meanwhile. */
export const againstUse = (
  organization: Organization,
  settings: Readonly<Record<string, Setting>>,
  itself?: GroupRef,
): string[] =>
  Object.values(settings)
    .flatMap(groupsIn)
    .filter((group) => group !== itself)
    .flatMap((group) => againstGroup(organization, group));

/** Why a value cannot be changed from what the caller takes it for. */
export const againstOld = (
  organization: Organization,
  present: Setting,
  from: Setting | undefined,
): string[] => reasons([from !== undefined && !areSame(organization, from, present), 'EXPECTATION_MISMATCH']);
