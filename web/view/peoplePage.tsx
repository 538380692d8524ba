/** Everybody in the organization, and their groups. */
import { useState } from 'preact/hooks';
import { fitting, peopleByName } from '../state/completion.ts';
import { type Group, groups, type Person, snapshot, statuses } from '../state/data.ts';
import { openDialog } from '../state/dialogs.ts';
import { hasPermission, peopleIn } from '../state/permissions.ts';
import { strings } from '../strings.ts';
import { Avatar, PresenceDot } from './avatar.tsx';
import { namesOf } from './sidebar.tsx';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { PageHeading } from './recentPage.tsx';

const SHOWN = 200;

export function PeoplePage() {
  const [query, setQuery] = useState('');
  const people = peopleByName(query);
  const named = [...groups.value.values()].filter((group) => !group.is_system_group && !group.deactivated);
  return (
    <div class="listPage">
      <PageHeading title={strings.people.title} hint={strings.people.count(people.length)} />
      <p class="toolbar">
        <input
          type="search"
          aria-label={strings.people.find}
          placeholder={strings.people.find}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        {snapshot.value.can_invite_others_to_realm && (
          <button type="button" class="primary" onClick={() => openDialog({ kind: 'invite' })}>
            {strings.invite.title}
          </button>
        )}
      </p>
      <ul class="conversations">
        {people.slice(0, SHOWN).map((person) => (
          <PersonRow key={person.user_id} person={person} />
        ))}
      </ul>
      <h2>{strings.groups.title}</h2>
      {named.length === 0 && <p class="quiet padded">{strings.groups.none}</p>}
      <ul class="conversations">
        {fitting(named, query, ({ name }) => name).map((group) => (
          <GroupRow key={group.id} group={group} />
        ))}
      </ul>
      {hasPermission(snapshot.value.realm_can_create_groups) && (
        <p class="toolbar">
          <button type="button" onClick={() => openDialog({ kind: 'newGroup' })}>
            {strings.groups.create}
          </button>
        </p>
      )}
    </div>
  );
}

function PersonRow({ person }: { readonly person: Person }) {
  const { user_id: userId, full_name: name } = person;
  return (
    <li>
      <button
        type="button"
        class="conversation plain"
        onClick={() => openDialog({ kind: 'profile', userId })}
      >
        <Avatar userId={userId} name={name} size="small" />
        <PresenceDot userId={userId} />
        <span class="name">
          <strong dir="auto">{name}</strong>
          <span class="excerpt quiet" dir="auto">
            {statuses.value.get(userId)?.status_text ?? person.delivery_email}
          </span>
        </span>
        <span class="quiet">{person.is_bot ? strings.bot : strings.roles[person.role]}</span>
      </button>
    </li>
  );
}

function GroupRow({ group }: { readonly group: Group }) {
  const count = peopleIn(group).size;
  return (
    <li>
      <Link to={{ kind: 'settings', page: `group-${group.id}` }} class="conversation">
        <Icon name="people" />
        <span class="name">
          <strong dir="auto">@{group.name}</strong>
          <span class="excerpt quiet" dir="auto">
            {group.description} {count > 0 && `– ${namesOf([...peopleIn(group)].slice(0, 6))}`}
          </span>
        </span>
        <span class="quiet">{strings.people.count(count)}</span>
      </Link>
    </li>
  );
}
