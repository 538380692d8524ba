/** Other organizations of the reader beside the one that is shown, with what is unread in each. */
import { openDialog } from '../state/dialogs.ts';
import { type Organization, organizations } from '../state/organizations.ts';
import { strings } from '../strings.ts';
import { HUES } from './avatar.tsx';
import { Count } from './count.tsx';
import { IconButton } from './icon.tsx';
import { Link } from './link.tsx';

/** Nothing where there is only one. `canChange`: with the button to add one. */
export function OrganizationRail({ canChange = false }: { readonly canChange?: boolean }) {
  if (organizations.value.length < 2) return null;
  return (
    <nav class="rail" aria-label={strings.organizations.title}>
      <ul>
        {organizations.value.map((organization) => (
          <li key={organization.url}>
            <RailLink organization={organization} />
          </li>
        ))}
      </ul>
      {canChange && (
        <IconButton
          icon="plus"
          label={strings.organizations.add}
          onClick={() => openDialog({ kind: 'organizations' })}
        />
      )}
    </nav>
  );
}

function RailLink({ organization }: { readonly organization: Organization }) {
  const { url, name, isCurrent } = organization;
  return isCurrent ? (
    <Link to={{ kind: 'inbox' }} isCurrent title={name}>
      <Inside organization={organization} />
    </Link>
  ) : (
    <a href={`${url}/`} title={name}>
      <Inside organization={organization} />
    </a>
  );
}

const Inside = ({
  organization: { name, icon, unread = 0, isLoggedOut },
}: {
  readonly organization: Organization;
}) => (
  <>
    <OrganizationPicture name={name} icon={icon} />
    <span class="name" dir="auto">
      {name}
    </span>
    {isLoggedOut && <span class="unseen"> {strings.organizations.loggedOut}</span>}
    <Count of={unread} />
  </>
);

const hueOf = (name: string): number =>
  Array.from(name).reduce((sum, character) => sum + character.charCodeAt(0), 0) % HUES;

/** Its icon, or the first letter of its name in a color that is always the same. */
export const OrganizationPicture = ({ name, icon }: Pick<Organization, 'name' | 'icon'>) =>
  icon === undefined ? (
    <span class={`picture hue${hueOf(name)}`} aria-hidden="true">
      {Array.from(name)[0]?.toUpperCase()}
    </span>
  ) : (
    <img class="picture" src={icon} alt="" width="36" height="36" />
  );
