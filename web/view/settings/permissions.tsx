/** Who may do what: each permission is a group. */
import { groups, snapshot } from '../../state/data.ts';
import { words } from '../../words.ts';
import { Choice } from './form.tsx';

interface PermissionsProps {
  readonly title: string;
  /** Where the permissions' values are. */
  readonly values: object;
  readonly kind: 'realm' | 'stream' | 'group';
  /** Before the names of values. */
  readonly prefix?: string;
  readonly onChange: (permission: string, groupId: number) => Promise<unknown>;
}

/** A choice among groups for every permission that the server supports. */
export function PermissionChoices({ title, values, kind, prefix = '', onChange }: PermissionsProps) {
  const supported = Object.entries(snapshot.value.server_supported_permission_settings?.[kind] ?? {});
  const valued = values as Readonly<Record<string, unknown>>;
  const shown = supported.filter(([permission]) => valued[prefix + permission] !== undefined);
  return (
    <details class="settings">
      <summary>{title}</summary>
      {shown.map(([permission, rule]) => {
        const value = valued[prefix + permission];
        const isGroup = typeof value === 'number';
        const options = [...groups.value.values()]
          .filter((group) => !group.deactivated && (group.is_system_group || !rule.require_system_group))
          .filter(({ name }) => isAllowed(name, rule))
          .map(({ id, name }) => [id, groupName(name)] as const);
        return (
          <Choice
            key={permission}
            label={permissionName(permission)}
            value={isGroup ? value : ''}
            options={isGroup ? options : [['', words.custom] as const, ...options]}
            onChange={(id) => onChange(permission, Number(id))}
          />
        );
      })}
    </details>
  );
}

interface Rule {
  readonly allow_internet_group: boolean;
  readonly allow_nobody_group: boolean;
  readonly allow_everyone_group: boolean;
}

function isAllowed(name: string, rule: Rule): boolean {
  if (name === 'role:internet') return rule.allow_internet_group;
  if (name === 'role:nobody') return rule.allow_nobody_group;
  if (name === 'role:everyone') return rule.allow_everyone_group;
  return true;
}

/** What a group is called; those that follow roles have names in words. */
export const groupName = (name: string): string =>
  name.startsWith('role:')
    ? (words.systemGroups[name.slice(5) as keyof typeof words.systemGroups] ?? name)
    : `@${name}`;

/** `can_add_subscribers_group` → `Add subscribers`. */
function permissionName(permission: string): string {
  const text = permission
    .replace(/^can_/, '')
    .replace(/_group$/, '')
    .replaceAll('_', ' ')
    .replaceAll('stream', 'channel');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
