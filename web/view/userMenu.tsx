/** At the foot of the column: oneself, settings, the record, and the way out. */
import { useSignal } from '@preact/signals';
import { attempt } from '../state/connection.ts';
import { myId, nameOf, snapshot, statuses } from '../state/data.ts';
import { openDialog } from '../state/dialogs.ts';
import { canHaveSeveral } from '../state/organizations.ts';
import { logOut } from '../state/session.ts';
import { strings } from '../strings.ts';
import { Avatar } from './avatar.tsx';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { Menu, MenuItem } from './menu.tsx';

export function UserMenu() {
  const isOpen = useSignal(false);
  const name = nameOf(myId.value);
  return (
    <div class="userMenu">
      <button
        type="button"
        class="row"
        aria-expanded={isOpen.value}
        aria-haspopup="menu"
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        <Avatar userId={myId.value} name={name} />
        <span class="name" dir="auto">
          {name}
          <small class="quiet">{statuses.value.get(myId.value)?.status_text}</small>
        </span>
        <Icon name="more" />
      </button>
      {isOpen.value && (
        <Menu label={strings.menu} onClose={() => (isOpen.value = false)}>
          <MenuItem icon="smile" onClick={() => openDialog({ kind: 'status' })}>
            {strings.status.title}
          </MenuItem>
          <MenuLink page="profile" icon="gear" text={strings.settings.title} />
          <Link to={{ kind: 'people' }} class="menuItem">
            <Icon name="people" />
            {strings.people.title}
          </Link>
          {snapshot.value.can_invite_others_to_realm && (
            <MenuItem icon="plus" onClick={() => openDialog({ kind: 'invite' })}>
              {strings.invite.title}
            </MenuItem>
          )}
          {snapshot.value.is_owner && (
            <Link to={{ kind: 'record', page: 'log' }} class="menuItem">
              <Icon name="record" />
              {strings.record.title}
            </Link>
          )}
          {canHaveSeveral.value && (
            <MenuItem icon="organizations" onClick={() => openDialog({ kind: 'organizations' })}>
              {strings.organizations.title}
            </MenuItem>
          )}
          <MenuItem icon="logOut" onClick={() => void attempt(logOut)}>
            {strings.logOut}
          </MenuItem>
        </Menu>
      )}
    </div>
  );
}

const MenuLink = ({
  page,
  icon,
  text,
}: {
  readonly page: string;
  readonly icon: 'gear';
  readonly text: string;
}) => (
  <Link to={{ kind: 'settings', page }} class="menuItem">
    <Icon name={icon} />
    {text}
  </Link>
);
