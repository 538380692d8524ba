/** Who may do what: each permission is held by a group, or by people and groups. */
import { useState } from 'preact/hooks';
import { attempt } from '../../state/connection.ts';
import { type Group, groups, snapshot } from '../../state/data.ts';
import type { GroupValue } from '../../state/permissions.ts';
import { strings } from '../../strings.ts';
import { Choice } from './form.tsx';
import { GroupPicker, GroupRows, groupName } from './groupRows.tsx';
import { PeopleRows, PeopleSearch } from './peopleRows.tsx';

interface PermissionsProps {
  readonly title: string;
  /** Where the permissions' values are. */
  readonly values: object;
  readonly kind: 'realm' | 'stream' | 'group';
  /** Before the names of values. */
  readonly prefix?: string;
  readonly onChange: (permission: string, value: GroupValue) => Promise<unknown>;
}

/** A choice of who may, for every permission that the server supports. */
export function PermissionChoices({ title, values, kind, prefix = '', onChange }: PermissionsProps) {
  const supported = Object.entries(snapshot.value.server_supported_permission_settings?.[kind] ?? {});
  const valued = values as Readonly<Record<string, GroupValue | undefined>>;
  return (
    <details class="settings">
      <summary>{title}</summary>
      {supported.map(([permission, rule]) => {
        const value = valued[prefix + permission];
        return value === undefined ? null : (
          <Permission
            key={permission}
            label={permissionName(permission)}
            value={value}
            rule={rule}
            onChange={(changed) => onChange(permission, changed)}
          />
        );
      })}
    </details>
  );
}

interface Rule {
  readonly require_system_group: boolean;
  readonly allow_internet_group: boolean;
  readonly allow_nobody_group: boolean;
  readonly allow_everyone_group: boolean;
}

interface PermissionProps {
  readonly label: string;
  readonly value: GroupValue;
  readonly rule: Rule;
  readonly onChange: (value: GroupValue) => Promise<unknown>;
}

/** The option that stands for people and groups, beside the IDs of groups. */
const NAMED = 'named';

function Permission({ label, value, rule, onChange }: PermissionProps) {
  // The server makes a group of a value that names one group alone: more people are to be named nevertheless.
  const [isNaming, setNaming] = useState(false);
  const isNamed = isNaming || typeof value !== 'number';
  const options = [...groups.value.values()]
    .filter((group) => isAllowed(group, rule))
    .map(({ id, name }) => [id, groupName(name)] as const);
  const named = rule.require_system_group ? [] : [[NAMED, strings.permissions.named] as const];
  async function choose(chosen: string): Promise<void> {
    if (chosen !== NAMED) await onChange(Number(chosen));
    setNaming(chosen === NAMED);
  }
  return (
    <>
      <Choice
        label={label}
        value={isNamed ? NAMED : value}
        options={[...options, ...named]}
        onChange={choose}
      />
      {isNamed && <NamedHolders label={label} value={value} onChange={onChange} />}
    </>
  );
}

/** The people and groups of one permission; each change is saved at once. */
function NamedHolders({ label, value, onChange }: Omit<PermissionProps, 'rule'>) {
  const { direct_members: people, direct_subgroups: subgroups } =
    typeof value === 'number' ? { direct_members: [], direct_subgroups: [value] } : value;
  const set = (members: readonly number[], inside: readonly number[]): void =>
    void attempt(() => onChange({ direct_members: members, direct_subgroups: inside }));
  return (
    <div class="holders" role="group" aria-label={strings.permissions.holders(label)}>
      <GroupRows
        ids={subgroups}
        onRemove={(groupId) =>
          set(
            people,
            subgroups.filter((id) => id !== groupId),
          )
        }
      />
      <PeopleRows
        ids={people}
        onRemove={(userId) =>
          set(
            people.filter((id) => id !== userId),
            subgroups,
          )
        }
      />
      <PeopleSearch
        label={strings.permissions.addPerson}
        but={people}
        onPick={(userId) => set([...people, userId], subgroups)}
      />
      <GroupPicker
        label={strings.permissions.addGroup}
        but={subgroups}
        onPick={(groupId) => set(people, [...subgroups, groupId])}
      />
    </div>
  );
}

function isAllowed({ name, deactivated, is_system_group: isSystemGroup }: Group, rule: Rule): boolean {
  if (deactivated || (rule.require_system_group && !isSystemGroup)) return false;
  if (name === 'role:internet') return rule.allow_internet_group;
  if (name === 'role:nobody') return rule.allow_nobody_group;
  if (name === 'role:everyone') return rule.allow_everyone_group;
  return true;
}

/** `can_add_subscribers_group` → `Add subscribers`. */
function permissionName(permission: string): string {
  const text = permission
    .replace(/^can_/, '')
    .replace(/_group$/, '')
    .replaceAll('_', ' ')
    .replaceAll('stream', 'channel');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
