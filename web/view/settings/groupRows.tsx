/** Groups in a list, and a choice of others. */
import { compare, groups } from '../../state/data.ts';
import { strings } from '../../strings.ts';

/** What a group is called; those that follow roles have names in words. */
export const groupName = (name: string): string =>
  name.startsWith('role:')
    ? (strings.systemGroups[name.slice(5) as keyof typeof strings.systemGroups] ?? name)
    : `@${name}`;

const nameOfGroup = (id: number): string => {
  const group = groups.value.get(id);
  return group === undefined ? strings.groups.unknown : groupName(group.name);
};

interface RowsProps {
  readonly ids: readonly number[];
  /** Undefined where the reader may not remove any. */
  readonly onRemove?: ((groupId: number) => void) | undefined;
}

export const GroupRows = ({ ids, onRemove }: RowsProps) => (
  <ul class="conversations">
    {ids.map((id) => (
      <li key={id}>
        <span class="conversation">
          <span class="name" dir="auto">
            {nameOfGroup(id)}
          </span>
        </span>
        {onRemove && (
          <button type="button" onClick={() => onRemove(id)}>
            {strings.remove}
            <span class="unseen"> {nameOfGroup(id)}</span>
          </button>
        )}
      </li>
    ))}
  </ul>
);

interface PickerProps {
  readonly label: string;
  /** Those that are not offered. */
  readonly but: readonly number[];
  readonly onPick: (groupId: number) => void;
}

/** Adds one of the groups in which there can be somebody. */
export const GroupPicker = ({ label, but, onPick }: PickerProps) => (
  <label>
    {label}
    <select value="" onChange={(event) => onPick(Number(event.currentTarget.value))}>
      <option value="">{strings.groups.choose}</option>
      {[...groups.value.values()]
        .filter(({ id, deactivated }) => !deactivated && !but.includes(id))
        .filter(({ name }) => name !== 'role:internet' && name !== 'role:nobody')
        .sort((one, other) => compare(groupName(one.name), groupName(other.name)))
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {groupName(name)}
          </option>
        ))}
    </select>
  </label>
);
