/** Accounts, for administrators: roles, deactivating, coming back. */
import { attempt, client } from '../../state/connection.ts';
import { compare, myId, people, type Person } from '../../state/data.ts';
import { confirm } from '../../state/dialogs.ts';
import { strings } from '../../strings.ts';
import { Avatar } from '../avatar.tsx';

const ROLES = [100, 200, 300, 400, 600] as const;

export function MemberList() {
  const all = [...people.value.values()]
    .filter((person) => !person.is_bot)
    .sort((one, other) => compare(one.full_name, other.full_name));
  return (
    <section class="settings">
      <h2>{strings.people.title}</h2>
      <ul class="conversations">
        {all.slice(0, 200).map((person) => (
          <MemberRow key={person.user_id} person={person} />
        ))}
      </ul>
    </section>
  );
}

function MemberRow({ person }: { readonly person: Person }) {
  const { user_id: id, full_name: name, role, is_active: isActive } = person;
  const isGone = !isActive;
  const reactivate = (): void =>
    void attempt(() => client.call('POST /users/:user_id/reactivate', { user_id: id }));
  const deactivate = (): void => {
    const { deactivating, deactivateHint: hint, deactivate: button } = strings.people;
    const work = () => client.call('DELETE /users/:user_id', { user_id: id });
    confirm({ title: deactivating(name), hint, button, work });
  };
  return (
    <li>
      <span class={`conversation${isGone ? ' muted' : ''}`}>
        <Avatar userId={id} name={name} size="small" />
        <span class="name" dir="auto">
          {name}
          <span class="excerpt quiet">{person.delivery_email}</span>
        </span>
      </span>
      <select
        aria-label={strings.roleOf(name)}
        value={role}
        disabled={isGone}
        onChange={(event) => {
          const newRole = Number(event.currentTarget.value);
          void attempt(() => client.call('PATCH /users/:user_id', { user_id: String(id), role: newRole }));
        }}
      >
        {ROLES.map((each) => (
          <option key={each} value={each}>
            {strings.roles[each]}
          </option>
        ))}
      </select>
      {id !== myId.value && (
        <button type="button" onClick={isGone ? reactivate : deactivate}>
          {isGone ? strings.people.reactivate : strings.people.deactivate}
          <span class="unseen"> {name}</span>
        </button>
      )}
    </li>
  );
}
