/** Settings: of oneself, of a channel, of the organization. */
import { channels, groups, snapshot } from '../../state/data.ts';
import { strings } from '../../strings.ts';
import { Link } from '../link.tsx';
import { PageHeading } from '../recentPage.tsx';
import { BotsPage } from './bots.tsx';
import { ChannelSettings } from './channel.tsx';
import { FilesPage } from './files.tsx';
import { GroupSettings } from './group.tsx';
import { OrganizationSettings } from './organization.tsx';
import { groupName } from './groupRows.tsx';
import { AppearancePage, NotificationsPage } from './preferences.tsx';
import { ProfilePage } from './profile.tsx';
import { SessionsPage } from './sessions.tsx';

const PAGES = [
  'profile',
  'security',
  'appearance',
  'notifications',
  'files',
  'bots',
  'organization',
] as const;

export function SettingsPage({ page }: { readonly page: string }) {
  const channelId = /^channel-(\d+)$/.exec(page)?.[1];
  if (channelId !== undefined) {
    const channel = channels.value.get(Number(channelId));
    return (
      <div class="listPage">
        <PageHeading title={channel?.name ?? strings.unknownChannel} hint={strings.channel.settings} />
        {channel && <ChannelSettings key={channelId} channel={channel} />}
      </div>
    );
  }
  const groupId = /^group-(\d+)$/.exec(page)?.[1];
  if (groupId !== undefined) {
    const group = groups.value.get(Number(groupId));
    return (
      <div class="listPage">
        <PageHeading
          title={group ? groupName(group.name) : strings.groups.unknown}
          {...(group && { hint: strings.groups.hint })}
        />
        {group && <GroupSettings key={groupId} group={group} />}
      </div>
    );
  }
  return (
    <div class="listPage">
      <PageHeading title={strings.settings.title} />
      <nav class="tabs" aria-label={strings.settings.title}>
        {PAGES.map((name) => (
          <Link key={name} to={{ kind: 'settings', page: name }} isCurrent={page === name}>
            {strings.settings.pages[name]}
          </Link>
        ))}
      </nav>
      <Page page={page} />
    </div>
  );
}

function Page({ page }: { readonly page: string }) {
  if (snapshot.value.user_settings === undefined) return null;
  switch (page) {
    case 'security':
      return <SessionsPage />;
    case 'appearance':
      return <AppearancePage />;
    case 'notifications':
      return <NotificationsPage />;
    case 'files':
      return <FilesPage />;
    case 'bots':
      return <BotsPage />;
    case 'organization':
      return <OrganizationSettings />;
    default:
      return <ProfilePage />;
  }
}
